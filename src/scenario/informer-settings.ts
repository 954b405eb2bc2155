/** `spec.informers`: how the informers of a cluster hand on what they hear, and listeners that only listen. */
import * as v from 'valibot';
import { resourceInfo } from '../model/resources.ts';
import { refuse } from './problem.ts';
import { durationMicros } from './duration.ts';
import type { InformersSpec } from './types.ts';

const name = v.pipe(v.string(), v.minLength(1));

export const informersShape = v.strictObject({
  distribution: v.optional(v.picklist(['ring', 'blocking'])),
  channelCapacity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))),
  resync: v.optional(v.union([v.string(), v.literal(0)])),
  mode: v.optional(v.picklist(['auto', 'list-watch', 'watch-list'])),
  batchSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
  mutationDetector: v.optional(v.boolean()),
  listeners: v.optional(
    v.array(v.strictObject({ name, process: name, resource: name, handlerTime: v.union([v.string(), v.literal(0)]) })),
  ),
});

/** Resyncs come at least a second apart (client-go tools/cache/shared_informer.go, minimumResyncPeriod). */
const RESYNC_MICROS_MIN = 1_000_000;

export function informersOf(spec: v.InferOutput<typeof informersShape> | undefined, file: string): InformersSpec {
  const micros = (text: unknown): number =>
    durationMicros(text) ?? refuse('bad-duration', file, 1, 1, { text: String(text) });
  const { resync, listeners = [], ...rest } = spec ?? {};
  const resyncTicks = resync === undefined ? 0 : micros(resync);
  return {
    distribution: rest.distribution ?? 'ring',
    channelCapacity: rest.channelCapacity ?? 0,
    resyncTicks: resyncTicks === 0 ? 0 : Math.max(RESYNC_MICROS_MIN, resyncTicks),
    mode: rest.mode ?? 'auto',
    batchSize: rest.batchSize ?? 1,
    mutationDetector: rest.mutationDetector ?? false,
    listeners: listeners.map(({ handlerTime, ...who }) => {
      if (resourceInfo(who.resource) === undefined) refuse('unknown-resource', file, 1, 1, { resource: who.resource });
      return { ...who, handlerTicks: micros(handlerTime) };
    }),
  };
}
