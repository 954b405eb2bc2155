import { namespacedName } from '../model/objects.ts';
import type { WhyAnswer, WhyNode } from '../protocol/protocol.ts';
import type { Engine } from '../engine/engine.ts';
import { BadInput, EXIT } from './exit.ts';
import { printTable } from './table.ts';
import { runFiles } from './session.ts';
import type { RunOptions } from './session.ts';
import { storedPods } from './run.ts';

interface WhyOptions extends RunOptions {
  readonly pod?: string;
  readonly json?: boolean;
}

const WAITING = new Set(['pending', 'gated', 'no-scheduler', 'not-tried']);

/** `steplane why`: one Pod, or every pending one grouped by cause. */
export function why(names: readonly string[], options: WhyOptions): void {
  const { engine } = runFiles(names, options);
  const answers = options.pod === undefined ? pendingAnswers(engine) : [oneAnswer(engine, options.pod)];
  if (answers.some((a) => WAITING.has(a.state))) process.exitCode = EXIT.no;
  if (options.json === true) {
    const objects = answers.map(toJson);
    console.log(JSON.stringify(options.pod === undefined ? { pods: objects } : objects[0]));
    return;
  }
  if (options.pod !== undefined) printOne(answers[0]);
  else printGroups(answers);
}

function ask(engine: Engine, podKey: string): WhyAnswer {
  return engine.why(engine.cluster.world.step, podKey);
}

function pendingAnswers(engine: Engine): WhyAnswer[] {
  const waiting = storedPods(engine).filter(
    (p) => (p.spec.nodeName ?? '') === '' && (p.status?.phase ?? 'Pending') === 'Pending',
  );
  return waiting.map((p) => ask(engine, `Pod/${namespacedName(p)}`));
}

function oneAnswer(engine: Engine, pod: string): WhyAnswer {
  const key = `Pod/${pod.includes('/') ? pod : `default/${pod}`}`;
  if (engine.cluster.apiServer.get(key) === undefined) {
    throw new BadInput({ kind: 'bad-scenario', code: 'no-such-pod', params: { pod: key.slice('Pod/'.length) } });
  }
  return ask(engine, key);
}

function toJson(answer: WhyAnswer): object {
  const { pod, state, message, attempts, nodes, scores } = answer;
  return { pod, state, message, attempts, nodes, scores, fixes: [] };
}

/** Pods of one cause together: the cause is the message without its counts of nodes. */
function printGroups(answers: readonly WhyAnswer[]): void {
  if (answers.length === 0) {
    console.log('No Pod is pending.');
    return;
  }
  const groups = new Map<string, WhyAnswer[]>();
  for (const answer of answers) {
    const cause = causeOf(answer);
    groups.set(cause, [...(groups.get(cause) ?? []), answer]);
  }
  const ordered = [...groups].sort(([, a], [, b]) => b.length - a.length);
  for (const [cause, members] of ordered) {
    console.log(`${String(members.length)} ${members.length === 1 ? 'Pod' : 'Pods'}: ${cause}`);
    for (const answer of members) {
      console.log(`  ${answer.pod.slice('Pod/'.length)}`);
      if (answer.message !== '') console.log(`    ${answer.message}`);
    }
    const [first] = members;
    if (first !== undefined) printReasons(first);
    console.log('');
  }
}

function causeOf(answer: WhyAnswer): string {
  if (answer.state === 'gated') return 'scheduling gates hold it back';
  if (answer.state === 'no-scheduler') return 'no scheduler here serves its schedulerName';
  if (answer.state === 'not-tried') return 'not tried yet';
  const reasons = [...new Set(answer.nodes.flatMap((n) => n.reasons))].sort();
  return reasons.length > 0 ? reasons.join(', ') : answer.message;
}

/** A row a (plugin, reason): how many nodes, and the best of them by what it lacks. */
function printReasons(answer: WhyAnswer): void {
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
        return [`    ${String(nodes.length)}`, plugin, reason, nearest(nodes)];
      }),
  );
}

/** The node with the least shortage of its first short resource. */
function nearest(nodes: readonly WhyNode[]): string {
  const short = (n: WhyNode): number =>
    n.numbers[0] === undefined ? Infinity : n.numbers[0].asked - n.numbers[0].free;
  const best = nodes.reduce((a, b) => (short(b) < short(a) ? b : a));
  const [number] = best.numbers;
  return number === undefined ? best.name : `${best.name} (${amounts(number)})`;
}

function amounts({ resource, asked, free }: WhyNode['numbers'][number]): string {
  const unit = resource === 'cpu' ? 'm' : '';
  return `${resource}: asked ${String(asked)}${unit}, free ${String(free)}${unit}, short by ${String(asked - free)}${unit}`;
}

function printOne(answer: WhyAnswer | undefined): void {
  if (answer === undefined) return;
  console.log(`${answer.pod.slice('Pod/'.length)}: ${answer.state}`);
  if (answer.message !== '') console.log(answer.message);
  for (const a of answer.attempts)
    console.log(`  attempt ${String(a.number)} at step ${String(a.step)}: ${a.host === '' ? a.message : a.host}`);
  const scored = new Map(answer.scores.map((s) => [s.node, s.total]));
  printTable(
    ['NODE', 'STATUS', 'PLUGIN', 'SCORE', 'REASON'],
    answer.nodes.map((n) => [n.name, n.status, n.plugin || '-', String(scored.get(n.name) ?? '-'), reasonOf(n)]),
  );
}

const reasonOf = (n: WhyNode): string => [...n.reasons, ...n.numbers.map(amounts)].join('; ');
