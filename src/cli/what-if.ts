/** `fit`, `drain` and `add-node`: changes tried on the same engine, from where the run came to. */
import type { Pod, PodTemplateSpec } from '../model/objects.ts';
import { readScenario } from '../scenario/scenario.ts';
import { addNodeEntries, drainEntries, fitMore, movedPods, pendingPods } from '../engine/what-if.ts';
import type { Engine } from '../engine/engine.ts';
import type { BlockedPod, FitStop, ForkEntry, MovedPod, Problem } from '../protocol/protocol.ts';
import { BadInput, EXIT } from './exit.ts';
import { readFile } from './files.ts';
import { report, runReport } from './run.ts';
import { runFiles, runToRest } from './session.ts';
import type { RunOptions, Session } from './session.ts';
import { printTable } from './table.ts';

interface FitOptions extends RunOptions {
  readonly podFile: string;
  readonly max: number;
  readonly json?: boolean;
}

/** `steplane fit`: how many more of this Pod fit, where, and what stops the next. */
export function fit(names: readonly string[], options: FitOptions): void {
  const pod = readPod(options.podFile);
  const { engine } = runFiles(names, options);
  const { cluster } = engine;
  const answer = fitMore(cluster, cluster.world.step, pod, options.max);
  if (answer.count === 0) process.exitCode = EXIT.no;
  if (options.json === true) {
    console.log(JSON.stringify(answer));
    return;
  }
  const { count, perNode, stop } = answer;
  console.log(`${String(count)} more ${count === 1 ? 'fits' : 'fit'}.`);
  if (perNode.length > 0)
    printTable(
      ['NODE', 'MORE'],
      perNode.map((row) => [row.node, String(row.count)]),
    );
  console.log('');
  printStop(stop, options.max);
}

function printStop(stop: FitStop, max: number): void {
  switch (stop.kind) {
    case 'max':
      console.log(`Stopped at --max ${String(max)}.`);
      break;
    case 'refused':
      console.log(`The next is refused: ${stop.message}`);
      break;
    case 'not-tried':
      console.log('It is never tried: a scheduling gate holds it back, or nobody serves its schedulerName.');
      break;
    case 'unschedulable':
      console.log(`The next does not fit: ${stop.message}`);
      printTable(
        ['NODES', 'PLUGIN', 'REASON'],
        stop.reasons.map(({ nodes, plugin, reason }) => [String(nodes), plugin, reason]),
      );
  }
}

/** A Pod, or the template of something that makes Pods. */
function readPod(name: string): Pod {
  const read = readScenario([readFile(name)]);
  if (!read.ok) throw new BadInput(read.problem);
  for (const object of [...read.value.applied, ...read.value.observed]) {
    if (object.kind === 'Pod') return object as Pod;
    const { template } = (object.spec ?? {}) as { readonly template?: PodTemplateSpec };
    if (template === undefined) continue;
    const { name: base, namespace = 'default' } = object.metadata;
    const metadata = { name: base, namespace, ...template.metadata };
    return { apiVersion: 'v1', kind: 'Pod', metadata, spec: template.spec };
  }
  throw new BadInput({ kind: 'bad-scenario', code: 'no-pod-in-file', params: { name }, file: name });
}

interface DrainOptions extends RunOptions {
  readonly node: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `steplane drain`: who would move where, and who would not. */
export function drain(names: readonly string[], options: DrainOptions): void {
  const session = runFiles(names, options);
  const { cluster } = session.engine;
  expectNode(session.engine, options.node);
  const { entries, unmanaged } = drainEntries(cluster, cluster.world.step, options.node, options.force === true);
  const before = new Set(cluster.refusals());
  const waited = new Set(pendingPods(cluster, cluster.world.step).map(({ pod }) => pod));
  const moved = forked(session.engine, entries);
  const alone = unmanaged.map((pod): BlockedPod => ({
    pod,
    reason: 'no-controller',
    message: 'nothing would make it anew; --force deletes it for good',
  }));
  const refused = cluster
    .refusals()
    .filter((refusal) => !before.has(refusal))
    .map(({ key = '', message }): BlockedPod => ({ pod: key.slice('Pod/'.length), reason: 'refused', message }));
  const waiting = pendingPods(cluster, cluster.world.step).filter(({ pod }) => !waited.has(pod));
  print(session, moved, [...alone, ...refused, ...waiting], options.json === true);
}

interface AddNodeOptions extends RunOptions {
  readonly like: string;
  readonly count: number;
  readonly json?: boolean;
}

/** `steplane add-node`: who would find room on more nodes of a kind. */
export function addNode(names: readonly string[], options: AddNodeOptions): void {
  const session = runFiles(names, options);
  const { cluster } = session.engine;
  const entries = addNodeEntries(cluster, cluster.world.step, options.like, options.count);
  if (entries === undefined) throw new BadInput(noSuchNode(options.like));
  const moved = forked(session.engine, entries);
  print(session, moved, pendingPods(cluster, cluster.world.step), options.json === true);
}

const noSuchNode = (node: string): Problem => ({ kind: 'bad-scenario', code: 'no-such-node', params: { node } });

function expectNode(engine: Engine, node: string): void {
  if (engine.cluster.apiServer.get(`Node/${node}`) === undefined) throw new BadInput(noSuchNode(node));
}

/** Carries the entries out and runs to rest. */
function forked(engine: Engine, entries: readonly ForkEntry[]): MovedPod[] {
  const from = engine.cluster.world.step;
  const answer = engine.fork(from, entries);
  if (!answer.ok) throw new BadInput(answer.problem);
  runToRest(engine);
  return movedPods(engine.cluster, from, engine.cluster.world.step);
}

function print(session: Session, moved: readonly MovedPod[], blocked: readonly BlockedPod[], json: boolean): void {
  if (blocked.length > 0) process.exitCode = EXIT.no;
  if (json) {
    console.log(JSON.stringify({ ...runReport(session), moved, blocked }));
    return;
  }
  if (moved.length > 0) {
    printTable(
      ['POD', 'FROM', 'AS', 'TO'],
      moved.map((m) => [m.pod, m.from || '-', m.as === m.pod ? '' : m.as || '-', m.to || '-']),
    );
    console.log('');
  }
  if (blocked.length > 0) {
    printTable(
      ['BLOCKED', 'REASON', 'MESSAGE'],
      blocked.map((b) => [b.pod, b.reason, b.message]),
    );
    console.log('');
  }
  console.log(`${String(moved.length)} moved, ${String(blocked.length)} blocked`);
  report(session);
}
