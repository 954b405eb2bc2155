/** The one table of what differs between Kubernetes minors. Each row has a test and names its upstream file. */
export const KUBERNETES_VERSIONS = ['1.32', '1.33', '1.34', '1.35', '1.36', '1.37'] as const;
export type KubernetesVersion = (typeof KUBERNETES_VERSIONS)[number];
export const DEFAULT_VERSION: KubernetesVersion = '1.37';

/** 32..37, for comparisons. */
export const minorOf = (version: KubernetesVersion): number => Number(version.slice(2));

export const isKubernetesVersion = (text: string): text is KubernetesVersion =>
  (KUBERNETES_VERSIONS as readonly string[]).includes(text);

/** client-go features/known_features.go: InOrderInformers on from 1.33, AtomicFIFO on from 1.36. */
export type InformerGeneration = 'deltafifo' | 'realfifo' | 'atomic';
/** What client-go calls its queue. */
export const QUEUE_NAMES: Readonly<Record<InformerGeneration, string>> = {
  deltafifo: 'DeltaFIFO',
  realfifo: 'RealFIFO',
  atomic: 'atomic RealFIFO',
};
export function informerGeneration(version: KubernetesVersion): InformerGeneration {
  const minor = minorOf(version);
  if (minor <= 32) return 'deltafifo';
  return minor <= 35 ? 'realfifo' : 'atomic';
}

/** apimachinery util/validation: what a key with two slashes is said not to be (C-22; api/validate/content from v0.35). */
export const labelKeyNoun = (version: KubernetesVersion): string =>
  minorOf(version) >= 35 ? 'a valid label key' : 'a qualified name';

/** features/kube_features.go: InPlacePodVerticalScaling is on from 1.33: container status counts in a pod's requests (C-12). */
export const countsStatusResources = (version: KubernetesVersion): boolean => minorOf(version) >= 33;

/** features/kube_features.go: PodLevelResources is on from 1.34. */
export const countsPodLevelResources = (version: KubernetesVersion): boolean => minorOf(version) >= 34;

/** component-helpers resource/helpers.go: from 1.37 a resize counts as the largest of three pod sums, before by container (C-28). */
export const sumsResizeByPod = (version: KubernetesVersion): boolean => minorOf(version) >= 37;

/** features/kube_features.go: ContainerRestartRules is on from 1.35. */
export const hasRestartRules = (version: KubernetesVersion): boolean => minorOf(version) >= 35;

/** pkg/kubelet/pod_workers.go completeWork: from 1.35 a sync that met a crash loop is tried again when its back-off ends; before, after 10 s. */
export const awaitsBackOff = (version: KubernetesVersion): boolean => minorOf(version) >= 35;
