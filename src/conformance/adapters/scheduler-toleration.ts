import type { Taint, Toleration } from '../../model/objects.ts';
import { firstUntolerated, isHardTaint, toleratesTaint } from '../../model/tolerations.ts';
import type { Adapter } from '../types.ts';

interface Given {
  readonly taints: readonly Taint[];
  readonly tolerations?: readonly Toleration[] | null;
}

export const schedulerToleration: Adapter = {
  source: 'scheduler',
  kind: 'toleration',
  run(row) {
    const { taints, tolerations } = row.given as Given;
    const listed = tolerations ?? [];
    const hard = firstUntolerated(taints, listed, isHardTaint);
    return {
      toleratesTaint: taints.map((taint) => listed.map((toleration) => toleratesTaint(toleration, taint))),
      // The recording writes an absent value as "".
      firstUntoleratedHard: hard === undefined ? undefined : { value: '', ...hard },
    };
  },
};
