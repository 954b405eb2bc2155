/** What a field case says of one Pod, in the form in which the case says it. */
import type { Pod } from '../../model/objects.ts';
import { type Attempt, type FieldWorld, nameOf, scheduledCondition } from './field-world.ts';

/** What the case lists of a thing; it tells the form of the answer (one node or one of several, a text or one a version). */
export type Wanted = Readonly<Record<string, unknown>>;

const nodeOf = ({ spec }: Pod): string => spec.nodeName ?? '';

/** The status word of a Pod. */
export function statusWord(world: FieldWorld, key: string, pod: Pod): string {
  if (nodeOf(pod) === '') return 'Pending';
  return world.attemptsOf(key).some(({ bound }) => bound) ? 'Scheduled' : 'Assigned';
}

/** Texts of condition PodScheduled while it was False, oldest first. */
const failureTexts = (world: FieldWorld, key: string): string[] =>
  world.versions(key).flatMap((pod) => {
    const { status, message = '' } = scheduledCondition(pod) ?? {};
    return status === 'False' ? [message] : [];
  });

const ABSENT = /\d+ (node\(s\) didn't satisfy plugin\(s\) \[[^\]]*\])/;

/** Reasons by node of one attempt; a node that PreFilter left out has the reason that the message gives all of these. */
function reasonsByNode(world: FieldWorld, attempt: Attempt | undefined): Record<string, readonly string[]> {
  if (attempt === undefined) return {};
  const { input, result } = world.explain(attempt);
  const absent = ABSENT.exec(result.message ?? '')?.[1];
  const verdicts = new Map(result.verdicts.map(({ node, reasons }) => [node, reasons]));
  return Object.fromEntries(
    input.nodes.flatMap(({ node }): (readonly [string, readonly string[]])[] => {
      const { name } = node.metadata;
      const reasons = verdicts.get(name) ?? (absent === undefined ? [] : [absent]);
      return reasons.length === 0 ? [] : [[name, reasons]];
    }),
  );
}

/** Weighted sums of the attempt that bound the Pod. */
function scoresOf(world: FieldWorld, key: string): Record<string, number> {
  const attempt = world.attemptsOf(key).find(({ bound }) => bound);
  if (attempt === undefined) return {};
  const { feasible, totals } = world.explain(attempt).result;
  return Object.fromEntries(feasible.map((node, i) => [node, totals[i] ?? 0]));
}

/** A text, or one for each version where the case has them apart. */
const inForm = (wanted: unknown, text: string | undefined): unknown =>
  typeof wanted === 'object' && wanted !== null ? { 'v1.35': text } : text;

/** The first or the last attempt that found no node. */
export function failureAnswer(world: FieldWorld, key: string, wanted: Wanted, which: 'first' | 'last'): Wanted {
  const at = which === 'first' ? 0 : -1;
  const failed = world.attemptsOf(key).filter(({ bound }) => !bound);
  return {
    status: 'Pending',
    message: inForm(wanted['message'], failureTexts(world, key).at(at)),
    per_node: reasonsByNode(world, failed.at(at)),
  };
}

/** Where several nodes are right: all of them if the Pod is on one, else the one that it is on. */
export function oneOf(wanted: unknown, node: string): unknown {
  const isRight = typeof wanted === 'string' ? node !== '' : Array.isArray(wanted) && wanted.includes(node);
  return isRight ? wanted : node;
}

const isTold = (world: FieldWorld, key: string, pod: Pod): boolean =>
  scheduledCondition(pod) !== undefined ||
  world.cluster.apiServer.list('events').some((event) => {
    const about = (event as { readonly involvedObject?: { readonly kind?: string; readonly name?: string } })
      .involvedObject;
    return about?.kind === 'Pod' && about.name === nameOf(key);
  });

export function podAnswer(world: FieldWorld, name: string, wanted: Wanted): Wanted {
  const key = world.keyOf(name);
  const pod = key === undefined ? undefined : world.lastOf(key);
  if (key === undefined || pod === undefined) return refusalAnswer(world, name);
  const node = nodeOf(pod);
  const first = wanted['first_message'] as Wanted | undefined;
  return {
    ...failureAnswer(world, key, wanted, 'last'),
    status: statusWord(world, key, pod),
    node,
    node_one_of: oneOf(wanted['node_one_of'], node),
    scores: scoresOf(world, key),
    no_event: !isTold(world, key, pod),
    scheduler_ran: world.attemptsOf(key).length > 0,
    ...(first === undefined ? {} : { first_message: failureAnswer(world, key, first, 'first') }),
  };
}

function refusalAnswer(world: FieldWorld, name: string): Wanted {
  const refusal = world.cluster.refusals().find(({ object }) => nameOf(object) === name);
  return refusal === undefined ? {} : { status: 'RejectedAtAdmission', error: refusal.message };
}
