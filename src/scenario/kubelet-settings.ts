/** What a scenario says of its kubelets and of what runs on them (CONTRACT 1). */
import * as v from 'valibot';
import { durationMicros, durationShape } from './duration.ts';
import type { LifecycleStage } from '../model/lifecycles.ts';
import { lifecycleOf, lifecyclesShape } from './lifecycles.ts';

const pattern = v.pipe(v.string(), v.minLength(1));

export const kubeletShape = v.strictObject({
  imagePull: v.optional(durationShape),
  stop: v.optional(durationShape),
  unpullable: v.optional(v.array(pattern)),
  lifecycles: v.optional(lifecyclesShape),
});

type Written = v.InferOutput<typeof kubeletShape>;

export interface KubeletSpec {
  /** Images that no registry has: patterns with * and ?. */
  readonly unpullable: readonly string[];
  /** How containers end, where nothing else says so. */
  readonly lifecycles: readonly LifecycleStage[];
}

export const kubeletOf = (written: Written | undefined): KubeletSpec => ({
  unpullable: written?.unpullable ?? [],
  lifecycles: (written?.lifecycles ?? []).map(lifecycleOf),
});

/** The hops whose length it changes, in ticks. */
export function kubeletTimes(written: Written | undefined): Readonly<Record<string, number>> {
  const imagePull = durationMicros(written?.imagePull);
  const containerStop = durationMicros(written?.stop);
  return {
    ...(imagePull === undefined ? {} : { imagePull }),
    ...(containerStop === undefined ? {} : { containerStop }),
  };
}
