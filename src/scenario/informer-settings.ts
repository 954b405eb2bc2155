/** `spec.informers`: how the informers of a cluster hand on what they hear, and listeners that only listen. */
import * as v from 'valibot';
import { durationMicros, durationShape } from './duration.ts';
import type { InformersSpec } from './types.ts';

const name = v.pipe(v.string(), v.minLength(1));

export const informersShape = v.strictObject({
  distribution: v.optional(v.picklist(['ring', 'blocking'])),
  channelCapacity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))),
  resync: v.optional(durationShape),
  mode: v.optional(v.picklist(['auto', 'list-watch', 'watch-list'])),
  batchSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
  mutationDetector: v.optional(v.boolean()),
  listeners: v.optional(v.array(v.strictObject({ name, process: name, resource: name, handlerTime: durationShape }))),
});

/** Resyncs come at least a second apart (client-go tools/cache/shared_informer.go, minimumResyncPeriod). */
const RESYNC_MICROS_MIN = 1_000_000;

type Written = v.InferOutput<typeof informersShape>;

/** @param spec of the right shape */
export function informersOf(spec: Written | undefined): InformersSpec {
  const { resync, listeners = [], ...rest } = spec ?? {};
  const resyncTicks = durationMicros(resync) ?? 0;
  return {
    distribution: rest.distribution ?? 'ring',
    channelCapacity: rest.channelCapacity ?? 0,
    resyncTicks: resyncTicks === 0 ? 0 : Math.max(RESYNC_MICROS_MIN, resyncTicks),
    mode: rest.mode ?? 'auto',
    batchSize: rest.batchSize ?? 1,
    mutationDetector: rest.mutationDetector ?? false,
    listeners: listeners.map(({ handlerTime, ...who }) => ({ ...who, handlerTicks: durationMicros(handlerTime) ?? 0 })),
  };
}
