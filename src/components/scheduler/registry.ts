/**
 * The plugins of the default profile in their order: kubernetes pkg/scheduler/apis/config/v1/default_plugins.go (v1.37).
 * Order and weight are semantics: the first plugin that rejects a node gives the reason.
 */
import type { Plugin } from './framework.ts';
import { defaultBinder } from './plugins/default-binder/default-binder.ts';
import { defaultPreemption } from './plugins/default-preemption/default-preemption.ts';
import { dynamicResources } from './plugins/dynamic-resources/dynamic-resources.ts';
import { imageLocality } from './plugins/image-locality/image-locality.ts';
import { interPodAffinity } from './plugins/inter-pod-affinity/inter-pod-affinity.ts';
import { nodeAffinity } from './plugins/node-affinity/node-affinity.ts';
import { nodeName } from './plugins/node-name/node-name.ts';
import { nodePorts } from './plugins/node-ports/node-ports.ts';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation/node-resources-balanced-allocation.ts';
import { nodeResourcesFit } from './plugins/node-resources-fit/node-resources-fit.ts';
import { nodeUnschedulable } from './plugins/node-unschedulable/node-unschedulable.ts';
import { nodeVolumeLimits } from './plugins/node-volume-limits/node-volume-limits.ts';
import { podTopologySpread } from './plugins/pod-topology-spread/pod-topology-spread.ts';
import { prioritySort } from './plugins/priority-sort/priority-sort.ts';
import { schedulingGates } from './plugins/scheduling-gates/scheduling-gates.ts';
import { taintToleration } from './plugins/taint-toleration/taint-toleration.ts';
import { volumeBinding } from './plugins/volume-binding/volume-binding.ts';
import { volumeRestrictions } from './plugins/volume-restrictions/volume-restrictions.ts';
import { volumeZone } from './plugins/volume-zone/volume-zone.ts';

export type ExtensionPoint =
  'preEnqueue' | 'queueSort' | 'preFilter' | 'filter' | 'postFilter' | 'preScore' | 'score' | 'bind';

export interface RegisteredPlugin {
  readonly name: string;
  readonly plugin: Plugin;
  readonly points: readonly ExtensionPoint[];
  /** Of its Score; 0 where it has none. */
  readonly weight: number;
  /** First Kubernetes minor that has it in the default profile, for instance 34. */
  readonly since?: number;
}

const row = (plugin: Plugin, weight: number, points: readonly ExtensionPoint[], since?: number): RegisteredPlugin => ({
  name: plugin.name,
  plugin,
  points,
  weight,
  ...(since === undefined ? {} : { since }),
});

export const DEFAULT_PLUGINS: readonly RegisteredPlugin[] = [
  row(schedulingGates, 0, ['preEnqueue']),
  row(prioritySort, 0, ['queueSort']),
  row(nodeUnschedulable, 0, ['filter']),
  row(nodeName, 0, ['preFilter', 'filter']),
  row(taintToleration, 3, ['filter', 'preScore', 'score']),
  row(nodeAffinity, 2, ['preFilter', 'filter', 'preScore', 'score']),
  row(nodePorts, 0, ['preFilter', 'filter']),
  row(nodeResourcesFit, 1, ['preFilter', 'filter', 'preScore', 'score']),
  row(volumeRestrictions, 0, ['preFilter', 'filter']),
  row(nodeVolumeLimits, 0, ['preFilter', 'filter']),
  row(volumeBinding, 1, ['preFilter', 'filter', 'score']),
  row(volumeZone, 0, ['preFilter', 'filter']),
  row(podTopologySpread, 2, ['preFilter', 'filter', 'preScore', 'score']),
  row(interPodAffinity, 2, ['preFilter', 'filter', 'preScore', 'score']),
  row(dynamicResources, 2, ['postFilter', 'score'], 34),
  row(defaultPreemption, 0, ['preEnqueue', 'postFilter']),
  row(nodeResourcesBalancedAllocation, 1, ['preScore', 'score']),
  row(imageLocality, 1, ['score']),
  row(defaultBinder, 0, ['bind']),
];
