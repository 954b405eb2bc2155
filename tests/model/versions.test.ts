import { describe, expect, it } from 'vitest';
import {
  countsPodLevelResources,
  countsStatusResources,
  informerGeneration,
  isKubernetesVersion,
  KUBERNETES_VERSIONS,
  labelKeyNoun,
  sumsResizeByPod,
} from '../../src/model/versions.ts';

describe('what differs between the versions', () => {
  it('knows 1.32 to 1.37 and no other', () => {
    expect(KUBERNETES_VERSIONS).toHaveLength(6);
    expect(isKubernetesVersion('1.35')).toBe(true);
    expect(isKubernetesVersion('1.31')).toBe(false);
    expect(isKubernetesVersion('go1.26')).toBe(false);
  });

  it('the informer’s queue: DeltaFIFO to 1.32, RealFIFO to 1.35, atomic from 1.36', () => {
    expect(KUBERNETES_VERSIONS.map(informerGeneration)).toEqual([
      'deltafifo',
      'realfifo',
      'realfifo',
      'realfifo',
      'atomic',
      'atomic',
    ]);
  });

  it('first versions of each row', () => {
    const first = (holds: (version: (typeof KUBERNETES_VERSIONS)[number]) => boolean) =>
      KUBERNETES_VERSIONS.find(holds);
    expect(first((v) => labelKeyNoun(v) === 'a valid label key')).toBe('1.35');
    expect(first(countsStatusResources)).toBe('1.33');
    expect(first(countsPodLevelResources)).toBe('1.34');
    expect(first(sumsResizeByPod)).toBe('1.37');
  });
});
