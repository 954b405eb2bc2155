/** Annotations between a Deployment and its ReplicaSets: pkg/controller/deployment/util/deployment_util.go (v1.37). */
import { compareBytes } from '../../../kernel/kernel.ts';
import type { Deployment, ReplicaSet } from '../../../model/objects.ts';
import { maxSurge, replicasOf } from './arithmetic.ts';

const PREFIX = 'deployment.kubernetes.io/';
export const REVISION = `${PREFIX}revision`;
const HISTORY = `${PREFIX}revision-history`;
const DESIRED = `${PREFIX}desired-replicas`;
const MAX = `${PREFIX}max-replicas`;
const ROLLBACK_TO = 'deprecated.deployment.rollback.to';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const NOT_COPIED: ReadonlySet<string> = new Set([LAST_APPLIED, REVISION, HISTORY, DESIRED, MAX, ROLLBACK_TO]);
/** Upstream cuts the list of former revisions at this many characters. */
const MAX_HISTORY_CHARACTERS = 2000;

export type Annotations = Readonly<Record<string, string>>;

function numberIn(set: ReplicaSet, name: string): number | undefined {
  const text = set.metadata.annotations?.[name];
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
}

export const revisionOf = (set: ReplicaSet): number => numberIn(set, REVISION) ?? 0;
export const desiredOf = (set: ReplicaSet): number | undefined => numberIn(set, DESIRED);
export const maxOf = (set: ReplicaSet): number => numberIn(set, MAX) ?? 0;

export const highestRevision = (sets: readonly ReplicaSet[]): number =>
  sets.reduce((highest, set) => Math.max(highest, revisionOf(set)), 0);

/** What scaling writes along with the size. */
export const replicasAnnotations = (deployment: Deployment): Annotations => ({
  [DESIRED]: String(replicasOf(deployment)),
  [MAX]: String(replicasOf(deployment) + maxSurge(deployment)),
});

function historyWith(history: string | undefined, revision: string): string | undefined {
  if (history === undefined || history === '') return revision;
  const all = [...history.split(','), revision];
  while (all.length > 0 && all.join(',').length > MAX_HISTORY_CHARACTERS) all.shift();
  return all.length === 0 ? undefined : all.join(',');
}

/**
 * SetNewReplicaSetAnnotations for a ReplicaSet that is there.
 * @returns undefined where nothing changes
 */
export function renewedAnnotations(
  deployment: Deployment,
  before: Annotations,
  revision: number,
): Annotations | undefined {
  const after: Record<string, string> = { ...before };
  let changed = false;
  for (const name of Object.keys(deployment.metadata.annotations ?? {}).sort(compareBytes)) {
    const value = deployment.metadata.annotations?.[name];
    if (value === undefined || NOT_COPIED.has(name) || before[name] === value) continue;
    after[name] = value;
    changed = true;
  }
  const old = before[REVISION];
  if (Number(old ?? 0) < revision) {
    after[REVISION] = String(revision);
    changed = true;
    const history = old === undefined ? before[HISTORY] : historyWith(before[HISTORY], old);
    if (history !== undefined) after[HISTORY] = history;
  }
  return changed ? after : undefined;
}

/** Annotations of a ReplicaSet that is about to be made. */
export function firstAnnotations(deployment: Deployment, revision: number): Annotations {
  return { ...renewedAnnotations(deployment, {}, revision), ...replicasAnnotations(deployment) };
}
