/** Which objects have pictures, and which; a link has the picture as one word. */
import type { ObjectRow } from '../protocol/protocol.ts';

export type WorkloadPart = 'rollout' | 'clock' | 'drain' | 'calendar' | 'lives';

const PARTS: Readonly<Record<string, readonly WorkloadPart[]>> = {
  Deployment: ['rollout', 'lives'],
  ReplicaSet: ['rollout', 'lives'],
  StatefulSet: ['rollout', 'lives'],
  DaemonSet: ['rollout', 'lives'],
  CronJob: ['calendar', 'lives'],
  Job: ['lives'],
  Node: ['clock', 'drain', 'lives'],
  PodDisruptionBudget: ['drain', 'lives'],
  Pod: ['lives'],
};

export const kindOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')));

/** Pictures of an object, the first one is shown first; none where nothing is drawn of its kind. */
export const partsOf = (key: string): readonly WorkloadPart[] => PARTS[kindOf(key)] ?? [];

/** @param word of the address; what is none of the object's is its first */
export function readPart(key: string, word: string): WorkloadPart {
  const parts = partsOf(key);
  return parts.find((part) => part === word) ?? parts[0] ?? 'lives';
}

const BY_INTEREST = ['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Job', 'ReplicaSet', 'Node', 'Pod'];

/** What can be looked at, the most telling kinds first. */
export function subjectsAmong(objects: readonly ObjectRow[]): readonly ObjectRow[] {
  const rank = ({ kind }: ObjectRow): number => {
    const at = BY_INTEREST.indexOf(kind);
    return at < 0 ? BY_INTEREST.length : at;
  };
  return objects.filter(({ key }) => partsOf(key).length > 0).sort((a, b) => rank(a) - rank(b));
}
