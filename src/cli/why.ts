import { namespacedName } from '../model/objects.ts';
import type { Pod } from '../model/objects.ts';
import type { FixesAnswer, RefusedRow, WhyAnswer, WhyNode } from '../protocol/protocol.ts';
import type { Engine } from '../engine/engine.ts';
import { editsWords, fixWords } from '../derive/words/fixes.ts';
import type { Lang } from '../derive/words/lang.ts';
import { BadInput, EXIT } from './exit.ts';
import { printTable } from './table.ts';
import { runFiles } from './session.ts';
import type { RunOptions } from './session.ts';
import { storedPods } from './run.ts';

interface WhyOptions extends RunOptions {
  readonly pod?: string;
  readonly lang: string;
  readonly json?: boolean;
}

/** Workloads of one cause for which a fix is looked for. */
const FIXES_A_CAUSE = 5;

const WAITING = new Set(['pending', 'gated', 'no-scheduler', 'not-tried']);

/** `steplane why`: one Pod, or every pending one grouped by cause, with the smallest fix of each group as a command. */
export function why(names: readonly string[], options: WhyOptions): void {
  const { engine } = runFiles(names, options);
  const lang: Lang = options.lang === 'ja' ? 'ja' : 'en';
  const fixes = new Fixes(engine);
  const answers = options.pod === undefined ? pendingAnswers(engine) : [oneAnswer(engine, options.pod)];
  const refused = options.pod === undefined ? engine.refused(stepOf(engine)) : [];
  if (answers.some((a) => WAITING.has(a.state)) || refused.length > 0) process.exitCode = EXIT.no;
  if (options.json === true) {
    const objects = answers.map((answer) => toJson(answer, fixes));
    const all = { pods: objects, refused: refused.map((row) => ({ ...row, ...fixesJson(fixes.of(row.key)) })) };
    console.log(JSON.stringify(options.pod === undefined ? all : objects[0]));
    return;
  }
  if (options.pod !== undefined) printOne(answers[0], fixes, lang);
  else printAll(answers, refused, fixes, lang);
}

const stepOf = (engine: Engine): number => engine.cluster.world.step;

/** Fixes of Pods that one template made are the same, so one of them is asked for. */
class Fixes {
  private readonly byOwner = new Map<string, FixesAnswer>();

  constructor(private readonly engine: Engine) {}

  /** Names what made it; a Pod that nobody made names itself. */
  makerOf(key: string): string {
    const object = this.engine.cluster.apiServer.get(key);
    return object?.metadata.ownerReferences?.find((o) => o.controller === true)?.uid ?? key;
  }

  of(key: string): FixesAnswer {
    const maker = this.makerOf(key);
    const known = this.byOwner.get(maker);
    if (known !== undefined) return known;
    const answer = this.engine.fixes(stepOf(this.engine), key);
    this.byOwner.set(maker, answer);
    return answer;
  }
}

const isWaiting = (p: Pod): boolean => (p.spec.nodeName ?? '') === '' && (p.status?.phase ?? 'Pending') === 'Pending';

function pendingAnswers(engine: Engine): WhyAnswer[] {
  return storedPods(engine)
    .filter(isWaiting)
    .map((p) => engine.why(stepOf(engine), `Pod/${namespacedName(p)}`));
}

function oneAnswer(engine: Engine, pod: string): WhyAnswer {
  const key = `Pod/${pod.includes('/') ? pod : `default/${pod}`}`;
  if (engine.cluster.apiServer.get(key) === undefined) {
    throw new BadInput({ kind: 'bad-scenario', code: 'no-such-pod', params: { pod: key.slice('Pod/'.length) } });
  }
  return engine.why(stepOf(engine), key);
}

function toJson(answer: WhyAnswer, fixes: Fixes): object {
  const { pod, state, message, attempts, nodes, scores, needs } = answer;
  const found = WAITING.has(state) ? fixesJson(fixes.of(pod)) : { fixes: [] };
  return { pod, state, message, attempts, nodes, scores, needs, ...found };
}

/** `edit` is the fix in words, the rest of it is as the engine gives it. */
function fixesJson({ fixes, none }: FixesAnswer): object {
  const rows = fixes.map((fix) => ({ edit: editsWords(fix.edits, 'en'), ...fix }));
  return none === undefined ? { fixes: rows } : { fixes: rows, none: { ...none, words: fixWords(none, 'en') } };
}

// --- words ---

function printAll(answers: readonly WhyAnswer[], refused: readonly RefusedRow[], fixes: Fixes, lang: Lang): void {
  if (answers.length === 0 && refused.length === 0) {
    console.log(lang === 'ja' ? 'Pending の Pod はありません。' : 'No Pod is pending.');
    return;
  }
  const groups = new Map<string, WhyAnswer[]>();
  for (const answer of answers) {
    const cause = causeOf(answer, lang);
    groups.set(cause, [...(groups.get(cause) ?? []), answer]);
  }
  const ordered = [...groups].sort(([, a], [, b]) => b.length - a.length);
  for (const [cause, members] of ordered) {
    console.log(`${String(members.length)} ${members.length === 1 ? 'Pod' : 'Pods'}: ${cause}`);
    printMembers(members);
    const [first] = members;
    if (first !== undefined) printReasons(first, lang);
    printFixes(members, fixes, lang);
    console.log('');
  }
  for (const { key, message } of refused) {
    console.log(`${key}: ${lang === 'ja' ? 'Pod を作れません' : 'its Pods cannot be created'}`);
    console.log(`    ${message}`);
    printSmallest(key, fixes, lang);
    console.log('');
  }
}

/** Pods with one and the same message stand above it. */
function printMembers(members: readonly WhyAnswer[]): void {
  const byMessage = new Map<string, string[]>();
  for (const { pod, message } of members) {
    byMessage.set(message, [...(byMessage.get(message) ?? []), pod.slice('Pod/'.length)]);
  }
  for (const [message, pods] of byMessage) {
    for (const pod of pods) console.log(`  ${pod}`);
    if (message !== '') console.log(`    ${message}`);
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

function causeOf(answer: WhyAnswer, lang: Lang): string {
  const cause = CAUSES[answer.state];
  if (cause !== undefined) return cause[lang];
  const reasons = [...new Set(answer.nodes.flatMap((n) => n.reasons))].sort();
  return reasons.length > 0 ? reasons.join(', ') : answer.message;
}

/** A row a (plugin, reason): how many nodes, and what the one that lacks least lacks. */
function printReasons(answer: WhyAnswer, lang: Lang): void {
  const rows = new Map<string, WhyNode[]>();
  for (const node of answer.nodes) {
    if (node.reasons.length === 0) continue;
    const key = `${node.plugin}\t${node.reasons.join(', ')}`;
    rows.set(key, [...(rows.get(key) ?? []), node]);
  }
  if (rows.size === 0) return;
  printTable(
    ['    NODES', 'PLUGIN', 'REASON', 'NEAREST'],
    [...rows]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([key, nodes]) => {
        const [plugin = '', reason = ''] = key.split('\t');
        return [`    ${String(nodes.length)}`, plugin, reason, nearest(nodes, lang)];
      }),
  );
}

/** The node with the least shortage of its first short resource. */
function nearest(nodes: readonly WhyNode[], lang: Lang): string {
  const short = (n: WhyNode): number =>
    n.numbers[0] === undefined ? Infinity : n.numbers[0].asked - n.numbers[0].free;
  const best = nodes.reduce((a, b) => (short(b) < short(a) ? b : a));
  return best.hints.length === 0 ? best.name : `${best.name} (${hintsOf(best, lang)})`;
}

const hintsOf = ({ hints }: WhyNode, lang: Lang): string => hints.map((hint) => fixWords(hint, lang)).join('; ');

/** A fix for each workload; where there are many, for the first few. */
function printFixes(members: readonly WhyAnswer[], fixes: Fixes, lang: Lang): void {
  const makers = new Map<string, string>();
  for (const { pod } of members) if (!makers.has(fixes.makerOf(pod))) makers.set(fixes.makerOf(pod), pod);
  const keys = [...makers.values()];
  for (const key of keys.slice(0, FIXES_A_CAUSE)) {
    if (keys.length > 1) console.log(`    ${key.slice('Pod/'.length)}`);
    printSmallest(key, fixes, lang);
  }
  const left = keys.length - FIXES_A_CAUSE;
  if (left > 0) console.log(`    … ${String(left)} more: --pod NS/NAME`);
}

/** The smallest fix as something to paste into a shell. */
function printSmallest(key: string, fixes: Fixes, lang: Lang): void {
  const { fixes: found, none } = fixes.of(key);
  const [fix] = found;
  if (fix === undefined) {
    if (none !== undefined) console.log(`    ${lang === 'ja' ? '直し方なし' : 'No fix'}: ${fixWords(none, lang)}`);
    return;
  }
  const where = lang === 'ja' ? `確かめ済み、${fix.node} に bind` : `verified, binds to ${fix.node}`;
  console.log(`    ${lang === 'ja' ? '最小の直し方' : 'Smallest fix'}: ${editsWords(fix.edits, lang)} (${where})`);
  // Not indented: a here-document must end at the first column.
  console.log(fix.command);
}

function printOne(answer: WhyAnswer | undefined, fixes: Fixes, lang: Lang): void {
  if (answer === undefined) return;
  console.log(`${answer.pod.slice('Pod/'.length)}: ${answer.state}`);
  if (answer.message !== '') console.log(answer.message);
  for (const a of answer.attempts)
    console.log(`  attempt ${String(a.number)} at step ${String(a.step)}: ${a.host === '' ? a.message : a.host}`);
  const scored = new Map(answer.scores.map((s) => [s.node, s.total]));
  printTable(
    ['NODE', 'STATUS', 'PLUGIN', 'SCORE', 'REASON'],
    answer.nodes.map((n) => [
      n.name,
      n.status,
      n.plugin || '-',
      String(scored.get(n.name) ?? '-'),
      [...n.reasons, ...(n.hints.length === 0 ? [] : [hintsOf(n, lang)])].join('; '),
    ]),
  );
  if (!WAITING.has(answer.state)) return;
  const { fixes: found, none } = fixes.of(answer.pod);
  console.log('');
  if (none !== undefined) console.log(`${lang === 'ja' ? '直し方なし' : 'No fix'}: ${fixWords(none, lang)}`);
  for (const fix of found) {
    const where = lang === 'ja' ? `${fix.node} に bind` : `binds to ${fix.node}`;
    console.log(`${editsWords(fix.edits, lang)} (${where})\n${fix.command}\n`);
  }
}
