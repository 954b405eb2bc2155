import { compareResourceVersions } from '../../model/resource-version.ts';
import type { Adapter } from '../types.ts';

export const clientGoResourceVersionCompare: Adapter = {
  source: 'client-go',
  kind: 'resourceversion-compare',
  run(row) {
    const { a, b } = row.given as { readonly a: string; readonly b: string };
    return (row.steps ?? []).map(() => {
      const result = compareResourceVersions(a, b);
      return result === undefined ? { error: true } : { result };
    });
  },
};
