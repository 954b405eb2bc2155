/** `fit`, `drain` and `add-node`: changes tried on the same engine, from where the run came to. */
import { addNodesOf, drainOf } from '../engine/what-if.ts';
import type { Change } from '../engine/what-if.ts';
import { fitMore, readPod } from '../engine/what-if-fit.ts';
import type { BlockedPod, FitStop, MovedPod } from '../protocol/protocol.ts';
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
  const pod = readPod(readFile(options.podFile));
  if (!pod.ok) throw new BadInput(pod.problem);
  const { engine } = runFiles(names, options);
  const { cluster } = engine;
  const answer = fitMore(cluster, cluster.world.step, pod.value, options.max);
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
  printStop(stop, options.max, cluster.apiServer.list('nodes').length);
}

function printStop(stop: FitStop, max: number, nodes: number): void {
  switch (stop.kind) {
    case 'max':
      console.log(`Stopped at --max ${String(max)}.`);
      break;
    case 'cut-off':
      console.log('Cut off.');
      break;
    case 'refused':
      console.log(`The next is refused: ${stop.message}`);
      break;
    case 'not-tried':
      console.log(
        nodes === 0
          ? 'It is never tried: the input has no nodes; kubectl get nodes -o yaml brings them.'
          : 'It is never tried: a scheduling gate holds it back, or nobody serves its schedulerName.',
      );
      break;
    case 'unschedulable':
      console.log(`The next does not fit: ${stop.message}`);
      printTable(
        ['NODES', 'PLUGIN', 'REASON'],
        stop.reasons.map(({ nodes, plugin, reason }) => [String(nodes), plugin, reason]),
      );
  }
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
  const change = drainOf(cluster, cluster.world.step, options.node, options.force === true);
  const came = carriedOut(session, change, options.node);
  const { moved, blocked } = came();
  print(session, moved, blocked, options.json === true);
  const { makers = [] } = change ?? {};
  if (makers.length > 0) {
    note(`no ${makers.join(', ')} acts here: a copy, named -2, stands in for each Pod that it would make anew`);
  }
  if (blocked.some(({ reason }) => reason === 'no-controller')) {
    note('kubectl drain stops before the first eviction: the node is cordoned, and nobody moves without --force');
  }
  if (blocked.some(({ reason }) => reason === 'refused')) {
    note('a refused eviction was tried again every 5 s, as kubectl drain does, and the budget never allowed it');
  }
}

const note = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

interface AddNodeOptions extends RunOptions {
  readonly like: string;
  readonly count: number;
  readonly json?: boolean;
}

/** `steplane add-node`: who would find room on more nodes of a kind. */
export function addNode(names: readonly string[], options: AddNodeOptions): void {
  const session = runFiles(names, options);
  const { cluster } = session.engine;
  const change = addNodesOf(cluster, cluster.world.step, options.like, options.count);
  const { moved, blocked } = carriedOut(session, change, options.like)();
  print(session, moved, blocked, options.json === true);
}

/**
 * Carries the change out and runs to rest; what the scenario itself does later is left out, as on the page.
 * @param change undefined = there is no such node
 * @returns what came of it, as of whenever it is asked
 */
function carriedOut(session: Session, change: Change | undefined, node: string): ReturnType<Change['watch']> {
  const { engine } = session;
  if (change === undefined) {
    const nodes = engine.cluster.apiServer.list('nodes').length;
    throw new BadInput({ kind: 'bad-scenario', code: 'no-such-node', params: { node, nodes } });
  }
  const came = change.watch();
  const answer = engine.fork(engine.cluster.world.step, change.entries);
  if (!answer.ok) throw new BadInput(answer.problem);
  engine.cluster.kubectl.alone(() => {
    runToRest(engine);
  });
  return came;
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
      blocked.map((b) => [b.pod, b.reason, b.cause === undefined ? b.message : `${b.message} ${b.cause}`]),
    );
    console.log('');
  }
  const placed = moved.filter(({ to }) => to !== '').length;
  const gone = moved.filter(({ as }) => as === '').length;
  const lost = gone === 0 ? '' : `${String(gone)} gone for good, `;
  console.log(`${String(placed)} moved, ${lost}${String(blocked.length)} blocked`);
  report(session);
}
