import type { Run } from '../client/run.ts';
import { DisplayTime } from '../derive/display-time.ts';
import type { TraceBuffer } from '../derive/trace-buffer.ts';
import type { Breach, RunStatus } from '../protocol/protocol.ts';
import type { LiveRun } from '../views/kit/shell.ts';

/** A branch of a run as the views see it, and how far its engine is. */
export interface Live extends LiveRun {
  readonly run: Run;
  readonly breaches: (step: number) => Promise<readonly Breach[] | undefined>;
  readonly want: (steps: readonly number[]) => void;
  status: RunStatus;
  /** Digest of step 0: names the scenario. */
  origin: string;
}

let lives = 0;

/** @param answer with the scenario of the branch */
export function liveOf(run: Run, trace: TraceBuffer, answer = run.answer): Live {
  const { views } = run;
  return {
    id: ++lives,
    run,
    answer,
    trace,
    display: new DisplayTime(trace, run.answer.ticksPerSecond),
    viewAt: (step) => views.at(step),
    onView: (listener) => views.onArrival(listener),
    objects: (step) => run.objects(step),
    inspect: (step, key) => run.inspect(step, key),
    why: (step, podKey) => run.why(step, podKey),
    queues: (step) => run.queues(step),
    refused: (step) => run.refused(step),
    fixes: (step, podKey) => run.fixes(step, podKey),
    preemption: (step, podKey) => run.question((port) => port.preemption(step, podKey)),
    topology: (step, podKey) => run.question((port) => port.topology(step, podKey)),
    queueRows: (step) => run.question((port) => port.queues(step)),
    informers: (step) => run.question((port) => port.informers(step)),
    informer: (step, id) => run.question((port) => port.informer(step, id)),
    apiServer: (step, asked) => run.question((port) => port.apiServer(step, asked)),
    conflict: (at) => run.question((port) => port.conflict(at)),
    ownership: (step, key) => run.question((port) => port.ownership(step, key)),
    workload: (step, key) => run.question((port) => port.workload(step, key)),
    lanes: (step, podKey) => run.question((port) => port.lanes(step, podKey)),
    stops: (texts, from) => run.question((port) => port.stops(texts, from)),
    watches: (texts, step) => run.question((port) => port.watches(texts, step)),
    fit: (step, podKey, max) => run.question((port) => port.fit(step, podKey, max)),
    fitText: (step, file, max) => run.question((port) => port.fitText(step, file, max)),
    drain: (step, node, force) => run.question((port) => port.drain(step, node, force)),
    addNodes: (step, like, count) => run.question((port) => port.addNodes(step, like, count)),
    invariants: (step) => run.question((port) => port.invariants(step)),
    left: () => run.aside((port) => port.left()),
    breaches: (step) => run.aside((port) => port.breaches(step)),
    beside: (fork) => run.question((port) => port.beside(fork)),
    want: (steps) => {
      views.want(steps);
    },
    status: { steps: 0, simMicros: 0, state: 'running' },
    origin: '',
  };
}

/** Resolves when the view of a step is here. */
export function viewArrived(live: Live, step: number): Promise<void> {
  return new Promise((resolve) => {
    if (live.viewAt(step) !== undefined) {
      resolve();
      return;
    }
    const stop = live.onView(() => {
      if (live.viewAt(step) === undefined) return;
      stop();
      resolve();
    });
    live.want([step]);
  });
}
