import type { Pod } from '../model/objects.ts';
import type { Engine } from '../engine/engine.ts';
import { QUIET_TICKS } from '../engine/run.ts';
import type { Note } from '../engine/refusal.ts';
import { idleMetrics, troublesOf } from '../engine/troubles.ts';
import { isPod, podStatusWord } from '../engine/phase.ts';
import { breachWords } from '../derive/words/breaches.ts';
import { dueLines, troubleLine, unreachedLines, untilText } from '../derive/words/dues.ts';
import { simTime } from '../derive/words/numbers.ts';
import { problemWords } from '../derive/words/problems.ts';
import type { DueRow, OpenAnswer, Trouble } from '../protocol/protocol.ts';
import { noMatches } from './no-matches.ts';
import { podColumns, restartsText } from './pod-columns.ts';
import { PodTroubles } from './pod-troubles.ts';
import { printTable } from './table.ts';
import { runFiles } from './session.ts';
import type { RunOptions, Session } from './session.ts';

interface PodRow {
  readonly namespace: string;
  readonly name: string;
  readonly phase: string;
  readonly nodeName: string;
  readonly message: string;
  /** As in kubectl's column: "0/1". */
  readonly ready: string;
  readonly restarts: number;
}

/** `steplane run`: where every Pod ended up, and the digest that proves it. */
export function run(names: readonly string[], options: RunOptions & { readonly json?: boolean }): void {
  const session = runFiles(names, options);
  if (options.json === true) {
    console.log(JSON.stringify(runReport(session)));
    return;
  }
  const { engine } = session;
  const troubles = new PodTroubles(engine);
  const now = engine.cluster.apiServer.epochMicros + engine.cluster.world.now;
  printTable(
    ['NAMESPACE', 'NAME', 'READY', 'STATUS', 'RESTARTS', 'NODE', 'MESSAGE'],
    storedPods(engine).map((p) => {
      const columns = podColumns(p);
      return [
        p.metadata.namespace ?? '',
        p.metadata.name,
        columns.ready,
        podStatusWord(p),
        restartsText(columns, now),
        p.spec.nodeName ?? '-',
        troubles.messageOf(p),
      ];
    }),
  );
  console.log('');
  report(session);
}

/** What `--json` prints of a run. */
export function runReport({ engine, answer }: Session): object {
  const { steps, simMicros, state } = engine.run.status;
  const troubles = new PodTroubles(engine);
  return {
    digest: engine.cluster.world.digest(),
    steps,
    simTimeMicros: simMicros,
    pods: storedPods(engine).map((pod) => podRow(pod, troubles)),
    warnings: warningsOf(engine, answer, state),
    breaches: engine.breaches(steps),
    due: duesOf(engine),
  };
}

/** The last lines of a run, and its warnings on stderr. */
export function report({ engine, answer }: Session): void {
  const { steps, simMicros, state } = engine.run.status;
  for (const warning of warningsOf(engine, answer, state)) process.stderr.write(`warning: ${warning}\n`);
  for (const breach of engine.breaches(steps))
    process.stderr.write(`broken: step ${String(breach.step)}, ${breach.id}: ${breachWords(breach, 'en')}\n`);
  const seconds = (simMicros / 1e6).toFixed(3);
  console.log(`${String(steps)} steps, ${seconds} s simulated, ${state}, Kubernetes ${answer.kubernetesVersion}`);
  console.log(`digest ${engine.cluster.world.digest()}`);
  const lines = dueLines(duesOf(engine), 'en');
  for (const { at, text } of lines.slice(0, DUE_LINES_MAX))
    console.log(`still due: ${text} (--until time:${untilText(at)})`);
  if (lines.length > DUE_LINES_MAX) console.log(`still due: ${String(lines.length - DUE_LINES_MAX)} more (--json)`);
}

const DUE_LINES_MAX = 8;

/** A run that was told where to stop is not over. */
const duesOf = (engine: Engine): readonly DueRow[] => (engine.run.status.state === 'running' ? [] : engine.left().due);

export function storedPods(engine: Engine): Pod[] {
  const etcd = engine.cluster.apiServer.list('pods');
  return etcd.filter(isPod);
}

function podRow(pod: Pod, troubles: PodTroubles): PodRow {
  const { ready, restarts } = podColumns(pod);
  return {
    namespace: pod.metadata.namespace ?? '',
    name: pod.metadata.name,
    phase: pod.status?.phase ?? 'Pending',
    nodeName: pod.spec.nodeName ?? '',
    message: troubles.messageOf(pod),
    ready,
    restarts,
  };
}

function warningsOf(engine: Engine, answer: OpenAnswer, state: string): string[] {
  const { summary } = answer;
  const idle = state === 'running' ? [] : idleMetrics(engine.cluster);
  const read = [...summary.warnings, ...idle].map((w) => problemWords(w, 'en').what);
  const troubles = troublesOf(engine.cluster);
  const { refusals, notes } = engine.cluster;
  const said = [...refusals(), ...notes()].sort((a, b) => a.step - b.step).map((note) => saidLine(engine, note));
  const missing = summary.missingKinds.map(
    (kind) =>
      `${kind} is not in the input: unknown, not empty (kubectl get ${kind.toLowerCase()} -A -o yaml brings it)`,
  );
  const full = state === 'event-limit' ? ['stopped at 2,000,000 events'] : [];
  const left = state === 'running' ? [] : unreachedLines(engine.left().unreached, 'en');
  // Where nothing moved any more, only entries beyond the limit kept it: those are told.
  const restless = state === 'time-limit' && (left.length === 0 || engine.run.quiet < QUIET_TICKS);
  const stopped = restless ? ['it never came to rest: stopped after 10 simulated minutes'] : [];
  return [
    ...read,
    ...noMatches(engine.cluster),
    ...said,
    ...missing,
    ...troubleLines(troubles),
    ...stopped,
    ...full,
    ...left,
  ];
}

/** When, and what; a budget's own words, where it has some, are not in kubectl's. */
const saidLine = ({ cluster: { world } }: Engine, { step, object, message, cause }: Note): string =>
  `${step === 0 ? '' : `${simTime(world.trace.time(step))} `}${object}: ${message.replaceAll('\n', '\n  ')}${cause === undefined ? '' : ` ${cause}`}`;

/** A large dump has many that have been so for long. */
const TROUBLES_MAX = 10;

function troubleLines(troubles: readonly Trouble[]): string[] {
  const lines = troubles.slice(0, TROUBLES_MAX).map(troubleLine);
  const more = troubles.length - lines.length;
  return more === 0 ? lines : [...lines, `${String(more)} more workloads stand still (why)`];
}
