/** The answers of `steplane why` for people: causes with counts first, each with the smallest fix to paste. */
import type { Pod } from '../model/objects.ts';
import type { FixesAnswer, RefusedRow, Trouble, WhyAnswer, WhyNode } from '../protocol/protocol.ts';
import { editsWords, fixWords } from '../derive/words/fixes.ts';
import type { Lang } from '../derive/words/lang.ts';
import type { Makers } from './makers.ts';
import type { StuckPod } from './pod-troubles.ts';
import { troubleLine } from '../derive/words/dues.ts';
import { printTable } from './table.ts';

/** Pods ("Pod/ns/name") of one template that wait for the same, and what is known of the first. */
export interface Group {
  readonly answer: WhyAnswer;
  readonly pods: readonly string[];
}

export interface Waiting {
  readonly groups: readonly Group[];
  readonly refused: readonly RefusedRow[];
  readonly stuck: readonly StuckPod[];
  /** Workloads and autoscalers that cannot go on. */
  readonly troubles: readonly Trouble[];
  readonly makers: Makers;
  /** Asked for one group after the other: a search takes seconds in a large cluster. */
  readonly fixesOf: (key: string) => FixesAnswer;
}

/** Workloads of one cause for which a fix is looked for. */
const FIXES_A_CAUSE = 5;
/** Pods that are named of each workload. */
const NAMES_MAX = 12;

const bare = (key: string): string => key.slice('Pod/'.length);
const countOf = (n: number): string => `${String(n)} ${n === 1 ? 'Pod' : 'Pods'}`;
const sizeOf = (groups: readonly Group[]): number => groups.reduce((sum, { pods }) => sum + pods.length, 0);

export function printAll(waiting: Waiting, lang: Lang): void {
  const { groups, refused, stuck } = waiting;
  if (groups.length === 0 && refused.length === 0 && stuck.length === 0) {
    console.log(lang === 'ja' ? 'Pending の Pod はありません。' : 'No Pod is pending.');
    for (const trouble of waiting.troubles) console.log(troubleLine(trouble));
    return;
  }
  const causes = new Map<string, Group[]>();
  for (const group of groups) {
    const id = reasonsOf(group.answer, lang).sort().join();
    causes.set(id, [...(causes.get(id) ?? []), group]);
  }
  const ordered = [...causes.values()]
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .flatMap((members): [string, Group[]][] => {
      const [first] = members;
      return first === undefined ? [] : [[reasonsOf(first.answer, lang).join(', '), members]];
    });
  printOverview(ordered, lang);
  for (const [cause, members] of ordered) {
    printCause(cause, members, waiting, lang);
  }
  for (const row of refused) printRefused(row, waiting, lang);
  printStuck(waiting, lang);
  for (const trouble of waiting.troubles) console.log(troubleLine(trouble));
}

/** A workload whose Pods are refused, or what was refused itself and is therefore not there. */
function printRefused({ key, message }: RefusedRow, { makers, fixesOf }: Waiting, lang: Lang): void {
  const name = key.replace('/', ' ');
  const found = fixesOf(key);
  if (makers.has(key)) {
    console.log(`${name}: ${lang === 'ja' ? 'Pod を作れません' : 'its Pods cannot be created'}`);
    console.log(`    ${message}`);
  } else {
    console.log(`${name} ${lang === 'ja' ? 'は拒否されました' : 'was refused'}: ${message}`);
  }
  // The message stands above.
  if (found.fixes.length > 0 || found.none?.params['message'] !== message) printSmallest(found, lang);
  console.log('');
}

/** All causes at once: the fixes below take their time where the cluster is large. */
function printOverview(causes: readonly (readonly [string, readonly Group[]])[], lang: Lang): void {
  if (causes.length < 2) return;
  const pods = countOf(causes.reduce((sum, [, members]) => sum + sizeOf(members), 0));
  console.log(
    lang === 'ja'
      ? `${pods} が待っている。原因は ${String(causes.length)} 通り:`
      : `${pods} wait, for ${String(causes.length)} causes:`,
  );
  for (const [cause, members] of causes) console.log(`  ${String(sizeOf(members)).padStart(5)}  ${cause}`);
  console.log('');
}

function printCause(cause: string, members: readonly Group[], waiting: Waiting, lang: Lang): void {
  console.log(`${countOf(sizeOf(members))}: ${cause}`);
  const byMessage = new Map<string, Group[]>();
  for (const group of [...members].sort((a, b) => b.pods.length - a.pods.length)) {
    const { message } = group.answer;
    byMessage.set(message, [...(byMessage.get(message) ?? []), group]);
  }
  for (const [message, groups] of byMessage) {
    for (const { pods } of groups) printWorkload(pods, waiting.makers);
    if (message !== '') console.log(`    ${message}`);
  }
  const [first] = members;
  if (first !== undefined) printReasons(first.answer, lang, '    ');
  printFixes(members, waiting, lang);
  console.log('');
}

/** "  503 × Deployment data/nvme: data/nvme-1, data/nvme-2, data/nvme-3, … 500 more" */
function printWorkload(pods: readonly string[], makers: Makers): void {
  const [first = ''] = pods;
  const maker = makers.nameOf(first);
  if (maker === first.replace('/', ' ')) {
    console.log(`  ${bare(first)}`);
    return;
  }
  const names = pods.slice(0, NAMES_MAX).map(bare);
  const more = pods.length > NAMES_MAX ? [`… ${String(pods.length - NAMES_MAX)} more`] : [];
  console.log(`  ${String(pods.length)} × ${maker}: ${[...names, ...more].join(', ')}`);
}

const NOT_STARTED = { en: 'have a node but do not start', ja: 'node はあるが起動しない' };
const ENDED = { en: 'have a container that has ended', ja: '終了したコンテナがある' };
const SAID: Readonly<Record<string, Readonly<Record<Lang, string>>>> = {
  Unhealthy: { en: 'run but are not ready', ja: '動いているが Ready にならない' },
  Terminating: {
    en: 'cannot go, for their node does not answer',
    ja: 'node が応答しないので消えられない',
  },
  CrashLoopBackOff: { en: 'start and end again and again', ja: '起動しては終了する' },
};

const SILENT = { en: 'are on a node that does not answer', ja: '応答しない node にいる' };

function saidOf(reason: string, rows: readonly StuckPod[]): Readonly<Record<Lang, string>> {
  if (rows.some(({ message }) => message.startsWith('Exit Code'))) return ENDED;
  const known = SAID[reason];
  if (known !== undefined) return known;
  return rows.every(({ container }) => container === '') ? SILENT : NOT_STARTED;
}

/** A container, or the node where all of them wait for it. */
const whereOf = ({ container, node }: StuckPod): string => (container === '' ? node : container);

function printStuck({ stuck, makers }: Waiting, lang: Lang): void {
  const reasons = new Map<string, StuckPod[]>();
  for (const row of stuck) reasons.set(row.reason, [...(reasons.get(row.reason) ?? []), row]);
  for (const [reason, rows] of [...reasons].sort(([, a], [, b]) => b.length - a.length)) {
    const said = saidOf(reason, rows)[lang];
    console.log(`${countOf(rows.length)}: ${said}: ${reason}`);
    const workloads = new Map<string, StuckPod[]>();
    for (const row of rows) workloads.set(makers.idOf(row.pod), [...(workloads.get(makers.idOf(row.pod)) ?? []), row]);
    for (const members of workloads.values()) {
      printWorkload(
        members.map(({ pod }) => pod),
        makers,
      );
      const [first] = members;
      if (first !== undefined && first.message !== '') console.log(`    ${whereOf(first)}: ${first.message}`);
    }
    console.log('');
  }
}

const CAUSES: Readonly<Record<string, Readonly<Record<Lang, string>>>> = {
  gated: { en: 'scheduling gates hold it back', ja: 'scheduling gate が止めている' },
  'no-scheduler': {
    en: 'no scheduler here serves its schedulerName',
    ja: 'その schedulerName を受け持つ scheduler がない',
  },
  'not-tried': { en: 'not tried yet', ja: 'まだ試されていない' },
};

/** Where nodes said no: what most of them said first. */
function reasonsOf(answer: WhyAnswer, lang: Lang): string[] {
  const cause = CAUSES[answer.state];
  if (cause !== undefined) return [cause[lang]];
  const nodes = new Map<string, number>();
  for (const { reasons } of answer.nodes) for (const reason of reasons) nodes.set(reason, (nodes.get(reason) ?? 0) + 1);
  const names = [...nodes.keys()].sort();
  return names.length === 0 ? [answer.message] : names.sort((a, b) => (nodes.get(b) ?? 0) - (nodes.get(a) ?? 0));
}

/** A row a (plugin, reason): how many nodes, and what the one that lacks least lacks. */
function printReasons({ nodes: all }: WhyAnswer, lang: Lang, indent: string): void {
  const rows = new Map<string, WhyNode[]>();
  for (const node of all) {
    if (node.reasons.length === 0) continue;
    const key = `${node.plugin}\t${node.reasons.join(', ')}`;
    rows.set(key, [...(rows.get(key) ?? []), node]);
  }
  if (rows.size === 0) return;
  printTable(
    [`${indent}NODES`, 'PLUGIN', 'REASON', 'NEAREST'],
    [...rows]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([key, nodes]) => {
        const [plugin = '', reason = ''] = key.split('\t');
        return [`${indent}${String(nodes.length)}`, plugin, reason, nearestNode(nodes, lang)];
      }),
  );
}

/** The node with the least shortage of its first short resource. */
function nearestNode(nodes: readonly WhyNode[], lang: Lang): string {
  const short = (n: WhyNode): number =>
    n.numbers[0] === undefined ? Infinity : n.numbers[0].asked - n.numbers[0].free;
  const best = nodes.reduce((a, b) => (short(b) < short(a) ? b : a));
  return best.hints.length === 0 ? best.name : `${best.name} (${hintsOf(best, lang)})`;
}

const hintsOf = ({ hints }: WhyNode, lang: Lang): string => hints.map((hint) => fixWords(hint, lang)).join('; ');

/** A fix for each workload; where there are many, for the first few. */
function printFixes(members: readonly Group[], { makers, fixesOf }: Waiting, lang: Lang): void {
  const workloads = new Map<string, Group>();
  for (const group of members) {
    const id = makers.idOf(group.answer.pod);
    if (!workloads.has(id)) workloads.set(id, group);
  }
  const all = [...workloads.values()];
  for (const { answer } of all.slice(0, FIXES_A_CAUSE)) {
    if (all.length > 1) console.log(`    ${makers.nameOf(answer.pod)}`);
    printSmallest(fixesOf(answer.pod), lang);
  }
  const left = all.length - FIXES_A_CAUSE;
  if (left > 0) console.log(`    … ${String(left)} more: --pod NS/NAME`);
}

const noFix = (lang: Lang): string => (lang === 'ja' ? '直し方なし' : 'No fix');

/** The smallest fix as something to paste into a shell. */
function printSmallest({ fixes: [fix], none }: FixesAnswer, lang: Lang): void {
  if (fix === undefined) {
    if (none !== undefined) console.log(`    ${noFix(lang)}: ${fixWords(none, lang)}`);
    return;
  }
  const where = lang === 'ja' ? `確かめ済み、${fix.node} に bind` : `verified, binds to ${fix.node}`;
  console.log(`    ${lang === 'ja' ? '最小の直し方' : 'Smallest fix'}: ${editsWords(fix.edits, lang)} (${where})`);
  // Not indented: a here-document must end at the first column.
  console.log(fix.command);
}

// --- one Pod ---

export interface One {
  readonly answer: WhyAnswer;
  readonly pod: Pod;
  /** Of a Pod that waits. */
  readonly found: FixesAnswer | undefined;
  readonly stuck: StuckPod | undefined;
  /** A row for each node rather than for each reason. */
  readonly eachNode: boolean;
}

/** What is the matter, what to do about it, and only then the evidence. */
export function printOne({ answer, pod, found, stuck, eachNode }: One, lang: Lang): void {
  const { nodeName = '' } = pod.spec;
  console.log(`${bare(answer.pod)}: ${answer.state}${nodeName === '' ? '' : ` on ${nodeName}`}`);
  if (answer.message !== '') console.log(answer.message);
  if (stuck !== undefined) {
    console.log(`  ${whereOf(stuck)}: ${stuck.reason}${stuck.message === '' ? '' : `: ${stuck.message}`}`);
  }
  for (const { number, step, host, message } of answer.attempts) {
    const said = host !== '' ? host : message;
    console.log(`  attempt ${String(number)} at step ${String(step)}${said === answer.message ? '' : `: ${said}`}`);
  }
  if (nodeName !== '' && answer.attempts.length === 0) {
    console.log(
      lang === 'ja'
        ? '  入力の時点で node は決まっていた。理由は入力に書かれていない。'
        : '  The input says where it is, not why: it was bound before the input was made.',
    );
  }
  if (found !== undefined) printFound(found, lang);
  printNodes(answer, eachNode, lang);
}

function printFound({ fixes, none }: FixesAnswer, lang: Lang): void {
  console.log('');
  if (none !== undefined) console.log(`${noFix(lang)}: ${fixWords(none, lang)}`);
  for (const fix of fixes) {
    const where = lang === 'ja' ? `${fix.node} に bind` : `binds to ${fix.node}`;
    console.log(`${editsWords(fix.edits, lang)} (${where})\n${fix.command}\n`);
  }
}

/** Nodes that were scored, the best first; the others by reason, or each by itself. */
function printNodes(answer: WhyAnswer, eachNode: boolean, lang: Lang): void {
  const scored = new Map(answer.scores.map((s) => [s.node, s.total]));
  const scoreOf = (n: WhyNode): number => scored.get(n.name) ?? -1;
  const shown = answer.nodes.filter((n) => eachNode || scored.has(n.name)).sort((a, b) => scoreOf(b) - scoreOf(a));
  if (shown.length > 0) {
    printTable(
      ['NODE', 'STATUS', 'PLUGIN', 'SCORE', 'REASON'],
      shown.map((n) => [
        n.name,
        n.status,
        n.plugin || '-',
        String(scored.get(n.name) ?? '-'),
        [...n.reasons, ...(n.hints.length === 0 ? [] : [hintsOf(n, lang)])].join('; '),
      ]),
    );
  }
  if (!eachNode) printReasons(answer, lang, '');
}
