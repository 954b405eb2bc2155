/**
 * Requests that the api-server refused, newest first. The trace names them; what was asked and answered is not recorded, so
 * the step of a refusal is run once more, on a branch that is thrown away, and listened to.
 */
import type { Step, World } from '../kernel/kernel.ts';
import { hearRequests, type Heard } from '../components/apiserver/looking.ts';
import { EVENT } from '../model/events.ts';
import type { ConflictRow } from '../protocol/protocol.ts';
import type { Cluster } from './create-cluster.ts';

/** Refusals closer together than this are heard in one go. */
const REACH = 1024;

/** What was heard: by world, branch and step. It follows from them, so nothing is lost with it. */
const known = new WeakMap<World, Map<string, Heard>>();

/** Which refusals are looked for. */
export interface RefusedWish {
  /** Whose; "" = everybody's. */
  readonly client: string;
  readonly most: number;
  /** One that is wanted in any case, however old. */
  readonly also?: Step;
}

/** The newest refusals up to `step`, newest first. */
export function refusedSteps({ trace }: World, step: Step, { client, most, also }: RefusedWish): Step[] {
  const isWanted = (at: Step): boolean =>
    trace.kind(at) === EVENT['request.refused'] && (client === '' || trace.subject(at) === client);
  const found: Step[] = [];
  for (let at = step; at > 0 && found.length < most; at--) if (isWanted(at)) found.push(at);
  if (also !== undefined && also > 0 && also < (found.at(-1) ?? 0) && isWanted(also)) found.push(also);
  return found;
}

/** How often each client was refused up to `step`, in the order of their first refusals. */
export function refusedCounts({ trace }: World, step: Step): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = 1; at <= step; at++) {
    if (trace.kind(at) !== EVENT['request.refused']) continue;
    const client = trace.subject(at);
    counts.set(client, (counts.get(client) ?? 0) + 1);
  }
  return counts;
}

/** What was asked and answered at a refusal; undefined where the step is none. */
export function refusalAt(world: World, step: Step): Heard | undefined {
  if (step < 1 || step > world.step || world.trace.kind(step) !== EVENT['request.refused']) return undefined;
  return heardAt(world, [step]).get(step);
}

export function refusedRows({ world }: Cluster, step: Step, wish: RefusedWish): ConflictRow[] {
  const steps = refusedSteps(world, step, wish);
  const heard = heardAt(world, steps);
  return steps.flatMap((at) => {
    const refusal = heard.get(at);
    return refusal === undefined ? [] : [rowOf(world, at, refusal)];
  });
}

export function rowOf({ trace }: World, step: Step, { response }: Heard): ConflictRow {
  return {
    step,
    client: trace.subject(step),
    key: trace.object(step),
    // A refusal follows from the request's going out, which has the verb's words.
    verb: trace.detail(trace.cause(step)),
    code: response.code,
    reason: response.status?.reason ?? '',
    message: response.status?.message ?? '',
  };
}

/** @param steps newest first */
function heardAt(world: World, steps: readonly Step[]): ReadonlyMap<Step, Heard> {
  const memory = known.get(world) ?? new Map<string, Heard>();
  known.set(world, memory);
  const { branch } = world;
  const nameOf = (step: Step): string => `${String(branch)}/${String(step)}`;
  const missing = steps.filter((step) => !memory.has(nameOf(step)));
  for (const group of groupsOf([...missing].reverse())) {
    for (const [step, heard] of hear(world, group)) memory.set(nameOf(step), heard);
  }
  return new Map(
    steps.flatMap((step): [Step, Heard][] => {
      const heard = memory.get(nameOf(step));
      return heard === undefined ? [] : [[step, heard]];
    }),
  );
}

/** Steps, oldest first, that are close to each other. */
function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && step - last[0] < REACH) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

function hear(world: World, group: readonly Step[]): ReadonlyMap<Step, Heard> {
  const [first = 0] = group;
  const last = group.at(-1) ?? first;
  const recorded = world.traceDigest(last);
  const heard = new Map<Step, Heard>();
  const same = world.lookAhead(first - 1, () => {
    hearRequests(
      world,
      // Inside a pop `step` is still the one before.
      (one) => heard.set(world.step + 1, one),
      () => world.advance(last - first + 1),
    );
    return world.traceDigest(last) === recorded;
  });
  // What came from outside in between is not made again: then each is heard by itself, from the step before it.
  if (same) return heard;
  if (group.length === 1) return new Map();
  return new Map(group.flatMap((step) => [...hear(world, [step])]));
}
