/** The proof of a fix: it is carried out on a branch of its own, which is thrown away once the Pod's fate is known. */
import { EVENT } from '../../model/events.ts';
import { namespacedName } from '../../model/objects.ts';
import type { KubeObject, Pod } from '../../model/objects.ts';
import type { ForkEntry } from '../../protocol/protocol.ts';
import { isPod } from '../phase.ts';
import { trial as trialAt } from '../trial.ts';
import { EVENTS_MAX } from './ahead.ts';
import { readEntries } from '../../scenario/fork.ts';
import { controllerOf } from './owner.ts';
import { isOver, nodeNameOf } from './situation.ts';
import type { Situation } from './situation.ts';

/** Grace of a Pod that leaves, and the longest back-off: who is not woken by then waits for the flush of the queue. */
const TICKS_MAX = 61_000_000;

export interface Proof {
  readonly node: string;
  /** The Pod that was bound, "Pod/ns/name": another one where a template made it anew. */
  readonly pod: string;
  /** Steps and microseconds from the fork to the binding. */
  readonly steps: number;
  readonly micros: number;
  /** Pods ("ns/name") that ran somewhere and do not any more, beside those that the fix itself deletes. */
  readonly evicted: readonly string[];
}

export interface Trial {
  readonly entries: readonly ForkEntry[];
  readonly maker: KubeObject | undefined;
  /** Pods that go by the fix itself. */
  readonly removed: ReadonlySet<string>;
  readonly ticksMax?: number;
}

/** @returns undefined where the Pod was not bound in time */
export function prove(situation: Situation, trial: Trial): Proof | undefined {
  const { cluster, step } = situation;
  const { world, kubectl } = cluster;
  const read = readEntries(
    trial.entries.map(({ verb, body, options }) => ({ afterStep: step, [verb]: body, ...options })),
  );
  if (!read.ok) return undefined;
  return trialAt(cluster, step, () => {
    const began = world.now;
    kubectl.carryOut(read.value);
    let bound: string | undefined;
    const decided = (): boolean => {
      bound = boundNow(situation, trial);
      return bound !== undefined || world.now - began > (trial.ticksMax ?? TICKS_MAX);
    };
    world.advance(EVENTS_MAX, decided);
    if (bound === undefined) return undefined;
    const { apiServer } = cluster;
    const steps = world.step - step;
    const node = world.trace.detail(world.step);
    const now = new Set(apiServer.list('pods').flatMap((o) => (isPod(o) && holdsNode(o) ? [uidOf(o)] : [])));
    const evicted = situation.pods.filter((p) => holdsNode(p) && !now.has(uidOf(p))).map(namespacedName);
    return {
      node,
      pod: bound,
      steps,
      micros: world.now - began,
      evicted: evicted.filter((k) => !trial.removed.has(k)),
    };
  });
}

const holdsNode = (pod: Pod): boolean =>
  nodeNameOf(pod) !== '' && !isOver(pod) && pod.metadata.deletionTimestamp === undefined;
const uidOf = ({ metadata }: KubeObject): string => metadata.uid ?? `${metadata.namespace ?? ''}/${metadata.name}`;

/** The Pod that the event just made bound, if it is the one. */
function boundNow({ cluster, pod }: Situation, { maker }: Trial): string | undefined {
  const { world, apiServer } = cluster;
  const { trace, step } = world;
  if (trace.kind(step) !== EVENT['cycle.bound']) return undefined;
  const key = trace.object(step);
  if (maker === undefined) return key === `Pod/${namespacedName(pod)}` ? key : undefined;
  const bound = apiServer.get(key);
  if (bound === undefined || bound.metadata.uid === pod.metadata.uid) return undefined;
  return madeBy(bound, maker, (k) => apiServer.get(k)) ? key : undefined;
}

function madeBy(object: KubeObject, maker: KubeObject, get: (key: string) => KubeObject | undefined): boolean {
  const ref = controllerOf(object);
  if (ref === undefined) return false;
  if (ref.uid === maker.metadata.uid) return true;
  const owner = get(`${ref.kind}/${object.metadata.namespace ?? 'default'}/${ref.name}`);
  return owner !== undefined && madeBy(owner, maker, get);
}
