/**
 * kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go (v1.37): claims that are bound must be within
 * the node's reach; those that wait for a Pod must find a volume or room for one there. PreBind is `volume-binder.ts` of the
 * live loop. Kinds that are not known let everything pass.
 */
import { usesClaims } from '../../../../model/volumes.ts';
import {
  type CycleContext,
  type FilterRun,
  type Plugin,
  type PreScoreOutcome,
  SKIP,
  unresolvable,
} from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';
import type { VolumeBindings } from '../../types.ts';
import { claimsProblem, podClaims, type PodClaims, type PodVolumes, VolumeFinder } from './find-volumes.ts';
import { type VolumeLister, volumeLister } from './lister.ts';
import { capacityScore } from './scoring.ts';

const NAME = 'VolumeBinding';
const IMMEDIATE = unresolvable('pod has unbound immediate PersistentVolumeClaims');
/** StorageCapacityScoring is on since 1.37. */
const SCORES_SINCE = 37;

/** What a cycle found for its Pod, node by node: PreScore goes by it. */
const found = new WeakMap<CycleContext, Map<string, PodVolumes>>();

const keyOf = ({ metadata }: { readonly metadata: { readonly namespace?: string; readonly name: string } }): string =>
  `${metadata.namespace ?? 'default'}/${metadata.name}`;

function bindingsOf(
  claims: PodClaims,
  volumes: PodVolumes | undefined,
  lister: VolumeLister,
): VolumeBindings | undefined {
  // All bound: nothing to wait for. And nobody binds what is not known.
  if (volumes === undefined || claims.delayed.length === 0) return undefined;
  if (!lister.knows('PersistentVolume') || !lister.knows('StorageClass')) return undefined;
  return {
    bind: volumes.bindings.map(({ claim, volume }) => ({ claim: keyOf(claim), volume: volume.metadata.name })),
    provision: volumes.provisions.map(({ claim }) => keyOf(claim)),
  };
}

function filterRun(cx: CycleContext, lister: VolumeLister, claims: PodClaims): FilterRun {
  const finder = new VolumeFinder(cx, lister, claims);
  const byNode = new Map<string, PodVolumes>();
  found.set(cx, byNode);
  return {
    filter({ name, node }: NodeInfo) {
      const outcome = finder.on(node);
      if (outcome.kind === 'rejected') return outcome.rejection;
      byNode.set(name, outcome.volumes);
      return undefined;
    },
    reserve: (node) => bindingsOf(claims, byNode.get(node), lister),
  };
}

function preScore(cx: CycleContext): PreScoreOutcome {
  if (cx.minor < SCORES_SINCE) return SKIP;
  const byNode = found.get(cx);
  const args = cx.argsOf(NAME);
  return {
    kind: 'run',
    run: {
      score({ name }) {
        const volumes = byNode?.get(name);
        return volumes === undefined ? 0 : capacityScore(args, volumes);
      },
    },
  };
}

export const volumeBinding: Plugin = {
  name: NAME,
  preFilter(cx) {
    if (!usesClaims(cx.pod.pod)) return SKIP;
    const lister = volumeLister(cx);
    if (!lister.knows('PersistentVolumeClaim')) return SKIP;
    const problem = claimsProblem(cx, lister);
    if (problem === undefined) return SKIP;
    if (problem !== '') return { kind: 'rejected', rejection: unresolvable(problem) };
    const outcome = podClaims(cx, lister);
    if (outcome.kind === 'error') return outcome;
    const { claims } = outcome;
    if (claims.immediate.length > 0) return { kind: 'rejected', rejection: IMMEDIATE };
    return { kind: 'run', run: filterRun(cx, lister, claims) };
  },
  preScore,
};
