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
export function informerGeneration(version: KubernetesVersion): InformerGeneration {
  const minor = minorOf(version);
  if (minor <= 32) return 'deltafifo';
  return minor <= 35 ? 'realfifo' : 'atomic';
}
