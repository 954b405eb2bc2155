/** What would make the scheduler look at a Pod again, by the plugin that rejected it (upstream's EventsToRegister, in words). */
import type { Lang } from './lang.ts';

const EN: Readonly<Record<string, string>> = {
  NodeUnschedulable: 'a node is added or uncordoned, or the Pod gets a toleration',
  NodeName: 'the node that it names is added',
  TaintToleration: 'a node is added or loses its taint, or the Pod gets a toleration',
  NodeAffinity: 'a node with fitting labels is added, or labels of a node change so that they fit',
  NodePorts: 'a Pod that holds the port leaves its node, or a node is added',
  NodeResourcesFit: 'a Pod leaves a node or asks for less, a node with enough room is added, or a node gets larger',
  VolumeRestrictions: 'a Pod that uses the same volume leaves, or a claim is added',
  NodeVolumeLimits: 'a Pod with volumes leaves a node, a volume is detached, or a node or CSINode is added',
  VolumeBinding: 'a claim, volume, StorageClass or CSI capacity is added or changes, or a node is added or relabelled',
  VolumeZone: 'a claim, volume or StorageClass is added or changes, or a node is added or relabelled',
  PodTopologySpread: 'a Pod that counts comes, leaves or is relabelled; a node is added, removed or relabelled',
  InterPodAffinity: 'a Pod that the rule selects comes, leaves or is relabelled; a node is added or relabelled',
  DynamicResources: 'a resource claim, slice or device class is added or changes, or a node is added',
  SchedulingGates: 'all its scheduling gates are removed',
  DefaultPreemption: 'the Pods that were told to leave are gone',
};

const JA: Readonly<Record<string, string>> = {
  NodeUnschedulable: 'node が増えるか uncordon される、または Pod に toleration が付く',
  NodeName: '指定した node が加わる',
  TaintToleration: 'node が増えるか taint が外れる、または Pod に toleration が付く',
  NodeAffinity: 'ラベルの合う node が増える、または node のラベルが合うように変わる',
  NodePorts: 'ポートを使っている Pod が node を去る、または node が増える',
  NodeResourcesFit: 'Pod が node を去るか要求を減らす、空きの足りる node が増える、または node が大きくなる',
  VolumeRestrictions: '同じボリュームを使う Pod が去る、または PVC が加わる',
  NodeVolumeLimits: 'ボリュームを持つ Pod が去る、ボリュームが外れる、または node か CSINode が加わる',
  VolumeBinding: 'PVC、ボリューム、StorageClass、CSI の容量が加わるか変わる、または node が増えるかラベルが変わる',
  VolumeZone: 'PVC、ボリューム、StorageClass が加わるか変わる、または node が増えるかラベルが変わる',
  PodTopologySpread: '数えられる Pod が増減するかラベルが変わる、または node が増減するかラベルが変わる',
  InterPodAffinity: '条件に合う Pod が増減するかラベルが変わる、または node が増えるかラベルが変わる',
  DynamicResources: 'resource claim、slice、device class が加わるか変わる、または node が増える',
  SchedulingGates: 'scheduling gate がすべて外れる',
  DefaultPreemption: '退くよう求められた Pod がいなくなる',
};

/** "" for a plugin that is not known here. */
export const wakers = (plugin: string, lang: Lang): string => (lang === 'ja' ? JA : EN)[plugin] ?? '';
