/** The cases about the scheduling queue that were worked out by hand from upstream's sources. */
import {
  backoffEnd,
  type BackoffRules,
  backoffSeconds,
  isBackingOff,
  QueueTrial,
} from '../../components/scheduler/scheduler.ts';
import type { Node, Pod, PodSpec } from '../../model/objects.ts';
import { type KubernetesVersion, minorOf } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';
import { podOf } from './scheduler-input.ts';

type BarePod = Parameters<typeof podOf>[0];

interface BackoffGiven {
  readonly initialSeconds: number;
  readonly maxSeconds: number;
}

type Given =
  | (BackoffGiven & { readonly op: 'backoffSeconds'; readonly unschedulableCounts: readonly number[] })
  | (BackoffGiven & {
      readonly op: 'backoffExpiration';
      readonly timestampMs: number;
      readonly unschedulableCount: number;
    })
  | { readonly op: 'update'; readonly pod: BarePod; readonly newPod: BarePod }
  | {
      readonly op: 'flushUnschedulable';
      readonly nowSeconds: number;
      readonly pods: readonly { readonly name: string; readonly timestamp: number }[];
    }
  | {
      readonly op: 'event';
      readonly event: string;
      readonly node: Pick<Node, 'metadata' | 'spec' | 'status'>;
      readonly unschedulablePods: readonly {
        readonly name: string;
        readonly rejectedBy: readonly string[];
        readonly requestsCpu: string;
        readonly backoffRemaining: number;
      }[];
    }
  | {
      readonly op: 'pop';
      readonly activeQ: readonly string[];
      readonly backoffQ: readonly {
        readonly name: string;
        readonly priority: number;
        readonly expiration: number;
        readonly errorBackoff: boolean;
      }[];
    };

const MS = 1000;
const SECOND = 1_000_000;
/** Back-off after the first failure. */
const FIRST_BACKOFF = 1;
/** Long enough for any back-off to be over. */
const LONG = 60;

const rulesOf = ({ initialSeconds, maxSeconds }: BackoffGiven, version: KubernetesVersion): BackoffRules => ({
  minor: minorOf(version),
  initialSeconds,
  maxSeconds,
  epochMicros: 0,
});

function expiration(given: Extract<Given, { op: 'backoffExpiration' }>, version: KubernetesVersion, asked: object) {
  const rules = rulesOf(given, version);
  const { unschedulableCount } = given;
  const failures = { attempts: unschedulableCount, unschedulableCount, errorCount: 0 };
  const end = backoffEnd(given.timestampMs * MS, failures, rules);
  const moments = Object.keys((asked as { readonly backingOffAtMs?: object }).backingOffAtMs ?? {});
  return {
    expirationMs: end / MS,
    backingOffAtMs: Object.fromEntries(moments.map((ms) => [ms, isBackingOff(end, Number(ms) * MS, rules)])),
  };
}

const PLACES = { active: 'activeQ', backoff: 'backoffQ', unschedulable: 'unschedulablePods' } as const;

function placeOf(trial: QueueTrial, name: string): string | undefined {
  const queues = trial.queues();
  return (['active', 'backoff', 'unschedulable'] as const)
    .filter((queue) => queues[queue].includes(name))
    .map((queue) => PLACES[queue])[0];
}

const podNamed = (name: string, spec: Partial<PodSpec> = {}): Pod =>
  podOf({ metadata: { name }, spec: { containers: [{ name: 'c' }], ...spec } });

/** Runs at a moment of the trial's clock. */
const at = (trial: QueueTrial, seconds: number, run: () => void): void =>
  trial.act(Math.round(seconds * SECOND) - trial.world.now, run);

function failOnce(trial: QueueTrial, pod: Pod, plugins: readonly string[]): void {
  trial.addPod(pod);
  trial.pop();
  trial.queue.fail(pod, plugins);
}

function update(given: Extract<Given, { op: 'update' }>, trial: QueueTrial): unknown {
  const [before, after] = [podOf(given.pod), podOf(given.newPod)];
  at(trial, 1, () => trial.addPod(before));
  at(trial, 2, () => trial.updatePod(before, after));
  return { queue: placeOf(trial, after.metadata.name) };
}

function flush({ pods, nowSeconds }: Extract<Given, { op: 'flushUnschedulable' }>, trial: QueueTrial): unknown {
  for (const { name, timestamp } of [...pods].sort((a, b) => a.timestamp - b.timestamp)) {
    at(trial, timestamp, () => failOnce(trial, podNamed(name), ['NodeName']));
  }
  at(trial, nowSeconds, () => trial.queue.flushLeftover());
  return { moved: pods.map(({ name }) => name).filter((name) => placeOf(trial, name) !== PLACES.unschedulable) };
}

function event({ event: kind, node, unschedulablePods }: Extract<Given, { op: 'event' }>, trial: QueueTrial): unknown {
  if (kind !== 'NodeAdd') throw new Error(`no event ${kind}`);
  for (const { name, requestsCpu: cpu, rejectedBy, backoffRemaining } of unschedulablePods) {
    const pod = podNamed(name, { containers: [{ name: 'c', resources: { requests: { cpu } } }] });
    const failed = backoffRemaining > 0 ? LONG : 0;
    at(trial, failed, () => failOnce(trial, pod, rejectedBy));
  }
  at(trial, LONG, () => trial.addNode({ ...node, apiVersion: 'v1', kind: 'Node' }));
  return { queues: Object.fromEntries(unschedulablePods.map(({ name }) => [name, placeOf(trial, name)])) };
}

function pop({ activeQ, backoffQ }: Extract<Given, { op: 'pop' }>, trial: QueueTrial): unknown {
  const node: Node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
  for (const { name, priority, expiration: end, errorBackoff } of [...backoffQ].sort(
    (a, b) => a.expiration - b.expiration,
  )) {
    at(trial, end - FIRST_BACKOFF, () => {
      failOnce(trial, podNamed(name, { priority }), errorBackoff ? [] : ['NodeName']);
      trial.addNode(node);
    });
  }
  const order: string[] = [];
  trial.act(0, () => {
    for (const name of activeQ) trial.addPod(podNamed(name));
    for (let entry = trial.pop(); entry !== undefined; entry = trial.pop()) {
      order.push(entry.pod.slice('Pod/default/'.length));
    }
  });
  const { active, backoff } = trial.queues();
  return { order, left: [...active, ...backoff] };
}

export const schedulerHandQueue: Adapter = {
  source: 'scheduler-hand',
  kind: 'queue',
  compare: { isSet: (path) => path === 'moved' || path === 'left', isComplete: (path) => path === 'queues' },
  run(row, version) {
    const given = row.given as Given;
    const trial = new QueueTrial({ version });
    switch (given.op) {
      case 'backoffSeconds':
        return {
          seconds: given.unschedulableCounts.map((n) => backoffSeconds(n, given.initialSeconds, given.maxSeconds)),
        };
      case 'backoffExpiration':
        return expiration(given, version, row.expect as object);
      case 'update':
        return update(given, trial);
      case 'flushUnschedulable':
        return flush(given, trial);
      case 'event':
        return event(given, trial);
      case 'pop':
        return pop(given, trial);
    }
  },
};
