import { describe, expect, test } from 'vitest';
import { actor } from '../../src/derive/words/names.ts';

describe('names of controllers', () => {
  test('who writes is called by a name that a person says', () => {
    expect(actor('daemonset-controller', 'en')).toBe('the DaemonSet controller');
    expect(actor('daemonset-controller', 'ja')).toBe('DaemonSet コントローラー');
    expect(actor('persistentvolume-binder', 'en')).toBe('the PersistentVolume binder');
    expect(actor('persistentvolume-binder', 'ja')).toBe('PersistentVolume バインダー');
  });
});
