/**
 * Face of the folder: the smallest changes that would let a pending Pod bind. Each is found by running the scheduler's own
 * cycle on the changed input and proved by carrying it out on a branch that is thrown away.
 */
import type { Step } from '../../kernel/kernel.ts';

import type { KubeObject, Pod } from '../../model/objects.ts';
import type { Fix, FixesAnswer, FixNote } from '../../protocol/protocol.ts';
import type { Cluster } from '../create-cluster.ts';
import { usesResourceClaims } from '../../components/scheduler/scheduler.ts';
import { isPod } from '../phase.ts';
import { viewOf } from '../views-at.ts';
import { neededKinds, unjudgedAt } from '../needed-kinds.ts';
import { proposeCreation, refusedCreations, unbornPod } from './creation.ts';
import { REMOVAL_LEAST } from './blockers.ts';
import { isReady, NODE_COST } from './nodes.ts';
import { unboundClaims } from './objects.ts';
import { momentOf } from './moment.ts';
import type { MomentAt } from './moment.ts';
import { render } from './render.ts';
import { idOf, Search } from './search.ts';
import { isOver, nodeNameOf, NOTHING, situationOf, withEdit } from './situation.ts';
import type { Draft, Situation } from './situation.ts';
import { prove } from './verify.ts';

/** Proved fixes that are handed out, and drafts that are tried for them. */
const FIXES_MAX = 5;
const PROOFS_MAX = 9;

/**
 * Where the lightest fix alone is wanted, what costs more is looked at later: new machines, and Pods in the way last, which
 * take one look each.
 */
const STAGES = [NODE_COST, REMOVAL_LEAST];

/** A controller whose Pods were refused tries again after 1000 s at the latest. */
const RETRY_TICKS = 1_000_000_000;

/**
 * @param max fixes that are looked for: each is proved by a run of its own; where it is 1, `tried` need not be whole
 * @param momentAt who asks about many Pods hands in one that remembers
 */
export function fixes(
  cluster: Cluster,
  step: Step,
  podKey: string,
  max = FIXES_MAX,
  momentAt: MomentAt = momentOf,
): FixesAnswer {
  const object = viewOf<KubeObject>(cluster, 'etcd', step).get(podKey);
  const answer = { pod: podKey, step, fixes: [], tried: [] };
  if (object === undefined || !isPod(object)) return { ...answer, ...creationFixes(cluster, step, podKey, momentAt) };
  const obvious = notWaiting(object);
  if (obvious !== undefined) return { ...answer, none: obvious };
  const moment = momentAt(cluster, step);
  const situation = situationOf(moment, object);
  // Nothing that is edited makes known what the dump left out.
  if (unjudgedAt(cluster, object, step).length > 0) return { ...answer, none: noneBecause(situation, 0) };
  const alone = moment.boundSoon().get(podKey);
  if (alone !== undefined) {
    return { ...answer, none: note('binds-by-itself', { node: alone.node, micros: alone.micros }) };
  }
  const search = new Search(situation);
  const proofs: Proofs = new Map();
  for (const upTo of max === 1 ? STAGES : []) {
    const { fixes: found, failed } = proved(situation, search.find(upTo).drafts, max, proofs);
    if (found.length > 0) return { ...answer, fixes: found, tried: failed };
  }
  const { drafts, tried, heavierPairs } = search.find();
  const first = proved(situation, drafts, max, proofs);
  const more = first.fixes.length > 0 ? { fixes: [], failed: [] } : proved(situation, heavierPairs(), max, proofs);
  const found = [...first.fixes, ...more.fixes];
  const rest = { fixes: found, tried: [...first.failed, ...more.failed, ...tried] };
  return { ...answer, ...rest, ...(found.length > 0 ? {} : { none: noneBecause(situation, first.failed.length) }) };
}

type Proofs = Map<Draft, Fix | undefined>;

interface Proved {
  readonly fixes: readonly Fix[];
  readonly failed: readonly FixNote[];
}

/** @param known what earlier calls found out */
function proved(situation: Situation, drafts: readonly Draft[], max: number, known: Proofs): Proved {
  const found: Fix[] = [];
  const failed: FixNote[] = [];
  for (const draft of drafts.slice(0, PROOFS_MAX)) {
    if (found.length >= max) break;
    const fix = known.has(draft) ? known.get(draft) : proofOf(situation, draft);
    known.set(draft, fix);
    if (fix === undefined) failed.push(...draft.notes.slice(-1));
    else found.push(fix);
  }
  return { fixes: found, failed };
}

/** For a Pod, or a workload's Pods, that the api-server does not let be. */
function creationFixes(
  cluster: Cluster,
  step: Step,
  key: string,
  momentAt: MomentAt,
): Pick<FixesAnswer, 'fixes' | 'tried' | 'none'> {
  const row = refusedCreations(cluster, step).find((r) => r.key === key);
  const situation = row === undefined ? undefined : unbornPod(momentAt(cluster, step), key);
  if (row === undefined) return { fixes: [], tried: [], none: note('no-such-pod', { pod: key }) };
  if (situation === undefined) return { fixes: [], tried: [], none: note('refused', { message: row.message }) };
  const drafts = proposeCreation(situation, row.message).map((edit) => withEdit(NOTHING, edit));
  const found = drafts.sort((a, b) => a.cost - b.cost).flatMap((draft) => proofOf(situation, draft) ?? []);
  if (found.length > 0) return { fixes: found, tried: [] };
  return { fixes: [], tried: drafts.flatMap(({ notes }) => notes), none: note('refused', { message: row.message }) };
}

const note = (code: string, params: FixNote['params'] = {}): FixNote => ({ code, params });

function notWaiting(pod: Pod): FixNote | undefined {
  if (isOver(pod)) return note('finished', { phase: pod.status?.phase ?? '' });
  if (nodeNameOf(pod) !== '') return note('bound', { node: nodeNameOf(pod) });
  return pod.metadata.deletionTimestamp === undefined ? undefined : note('terminating');
}

function proofOf(situation: Situation, draft: Draft): Fix | undefined {
  const { entries, commands, changes, maker } = render(situation, draft);
  if (entries.length === 0) return undefined;
  const ticksMax = situation.unborn === true ? { ticksMax: RETRY_TICKS } : {};
  const proof = prove(situation, { entries, maker, removed: draft.removed, ...ticksMax });
  if (proof === undefined) return undefined;
  const [first] = draft.notes;
  const single = draft.notes.length === 1 && first !== undefined;
  return {
    id: idOf(draft),
    code: single ? first.code : 'combination',
    params: single ? first.params : {},
    edits: draft.notes,
    changes,
    entries,
    command: commands.join('\n'),
    node: proof.node,
    verified: true,
    outcome: proof,
  };
}

/** Why nothing helps, as far as it can be told. */
function noneBecause(situation: Situation, drafts: number): FixNote {
  const { cluster, input, pod } = situation;
  if (usesResourceClaims(pod)) return note('resource-claims');
  const needs = neededKinds(cluster, pod);
  if (needs.length > 0) return note('needs-kinds', { kinds: needs.join(',') });
  if (input.nodes.length === 0) return note('no-nodes');
  if (!input.nodes.some(({ node }) => isReady(node))) return note('nodes-not-ready', { nodes: input.nodes.length });
  const unbound = unboundClaims(situation);
  if (unbound.length > 0) return note('unbound-claims', { claims: unbound.join(',') });
  return drafts > 0 ? note('not-proved', { tried: drafts }) : note('nothing-helps', { nodes: input.nodes.length });
}
