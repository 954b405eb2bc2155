/** What a StatefulSet's sync carries from stretch to stretch, and what it works with. Plain data. */
import type { KubeObject, Pod } from '../../../model/objects.ts';
import type { KubernetesVersion } from '../../../model/versions.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { EventRecorder } from '../events.ts';
import type { ControllerRevision } from '../history.ts';
import type { Outcome } from '../sync.ts';
import { inNamespace } from '../requests.ts';
import type { Versions } from './revisions.ts';
import type { StatefulSet, StatefulSetStatus } from './types.ts';

/** What a sync has found and done so far. */
export interface Work {
  readonly set: StatefulSet;
  readonly versions: Versions;
  readonly collisions: number;
  /** All that the set has, whatever their names. */
  readonly pods: readonly Pod[];
  /** One an ordinal, from the first on; those that are missing are planned, without a status. */
  readonly replicas: readonly Pod[];
  /** Beyond the ordinals, the highest first. */
  readonly condemned: readonly Pod[];
  /** Pods of the current revision that went for the update. */
  readonly lost: number;
  /** What went wrong on the way: the sync is tried again. */
  readonly failure: string;
}

/** The parts of looking after one Pod, in order. */
export const PARTS = ['claims', 'pods', 'owners', 'mend claims', 'mend owners', 'mend pods'] as const;
export type Part = (typeof PARTS)[number];

/** Pods that are looked after together: one, or in the Parallel policy twice as many each time. */
export interface Turn {
  readonly work: Work;
  /** Index of the first. */
  readonly at: number;
  readonly size: number;
  readonly part: Part;
  /** Names of Pods for which nothing more is done in this sync. */
  readonly out: readonly string[];
  /** Names of Pods that were made. */
  readonly made: readonly string[];
  /** Names of Pods that were not as they should be. */
  readonly wrong: readonly string[];
}

export type Stretch =
  | { readonly stage: 'adopt'; readonly set: StatefulSet }
  | { readonly stage: 'claim'; readonly set: StatefulSet; readonly pods: readonly Pod[] }
  | (Unversioned & { readonly stage: 'revision'; readonly name: string })
  | (Unversioned & { readonly stage: 'look at revision' })
  /** `sent`: the Pods that the requests are for. */
  | (Turn & { readonly stage: 'turn'; readonly sent: readonly Pod[]; readonly claims: readonly string[] })
  | { readonly stage: 'condemned claims'; readonly work: Work }
  | { readonly stage: 'condemned'; readonly work: Work; readonly at: number; readonly sent: readonly Pod[] }
  | { readonly stage: 'update'; readonly work: Work; readonly sent: readonly Pod[] }
  | { readonly stage: 'status'; readonly work: Work; readonly status: StatefulSetStatus; readonly tries: number }
  | { readonly stage: 'truncate'; readonly work: Work; readonly status: Partial<StatefulSetStatus> };

/** Its revision is not there yet. */
export interface Unversioned {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  readonly collisions: number;
}

export interface SyncDeps {
  readonly events: EventRecorder;
  /** As the cache has it now. */
  readonly cached: (set: StatefulSet) => StatefulSet | undefined;
  /** Its own Pods and orphans of its namespace, as the cache has them. */
  readonly candidates: (set: StatefulSet) => readonly Pod[];
  /** Its own revisions and those it may adopt, oldest first; undefined where the input left them out. */
  readonly revisions: (set: StatefulSet) => readonly ControllerRevision[] | undefined;
  readonly guessed: (set: StatefulSet) => Versions | undefined;
  /** Of the set's namespace; undefined where the input says nothing about claims. */
  readonly claim: ((set: StatefulSet, name: string) => KubeObject | undefined) | undefined;
  readonly nowMicros: () => number;
  readonly version: KubernetesVersion;
}

export const deletePod = (pod: Pod): ApiRequest => ({
  verb: 'delete',
  resource: 'pods',
  ...inNamespace(pod),
  name: pod.metadata.name,
});

export const updateClaim = (claim: KubeObject): ApiRequest => ({
  verb: 'update',
  resource: 'persistentvolumeclaims',
  ...inNamespace(claim),
  name: claim.metadata.name,
  body: claim,
});

export const wordsOf = (answer: ApiResponse | undefined): string =>
  answer?.status?.message ?? String(answer?.code ?? '');

export const failedBy = (answer: ApiResponse | undefined): Outcome<Stretch> => ({
  kind: 'failed',
  reason: answer?.status?.reason ?? String(answer?.code ?? ''),
});

/** recordPodEvent. @param error undefined where it went well */
export function tellPod(
  { events }: SyncDeps,
  about: StatefulSet,
  verb: 'create' | 'update' | 'delete',
  pod: string,
  error: string | undefined,
): void {
  const what = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
  const sentence = `${verb} Pod ${pod} in StatefulSet ${about.metadata.name}`;
  if (error === undefined) {
    events.post({ about, type: 'Normal', reason: `Successful${what}`, message: `${sentence} successful` });
  } else {
    events.post({ about, type: 'Warning', reason: `Failed${what}`, message: `${sentence} failed error: ${error}` });
  }
}

/** recordClaimEvent. */
export function tellClaim(
  { events }: SyncDeps,
  about: StatefulSet,
  claim: string,
  pod: string,
  error: string | undefined,
): void {
  const set = about.metadata.name;
  if (error === undefined) {
    const message = `create Claim ${claim} Pod ${pod} in StatefulSet ${set} success`;
    events.post({ about, type: 'Normal', reason: 'SuccessfulCreate', message });
  } else {
    const message = `create Claim ${claim} for Pod ${pod} in StatefulSet ${set} failed error: ${error}`;
    events.post({ about, type: 'Warning', reason: 'FailedCreate', message });
  }
}
