/** What a Pod's Events warn of where its status gives no reason: a volume that cannot be mounted, a probe that fails. */
import type { CoreEvent } from '../../model/event-objects.ts';
import type { Pod } from '../../model/objects.ts';
import { MICROS_PER_SECOND } from '../../model/time.ts';
import type { PodStage, PodStretch } from '../../protocol/protocol.ts';
import type { Past } from './past.ts';

/** Stages of which the status says nothing, or only that it is so. */
const UNTOLD: ReadonlySet<PodStage> = new Set(['bound', 'starting', 'notReady']);
/** A probe's Event and the status that follows from it are written one after the other. */
const SLACK = MICROS_PER_SECOND;

type Said = Pick<PodStretch, 'reason' | 'message'>;

/** The newest Warning of the stretch; where there is none, or the status tells better, what the stretch says. */
export function saidOf(past: Past, pod: Pod, stretch: PodStretch): Said {
  if (!UNTOLD.has(stretch.stage)) return stretch;
  const view = past.at<CoreEvent>();
  let [newest, said]: [number, Said] = [0, stretch];
  for (const key of past.keysOf('Event')) {
    const { involvedObject: about, type, reason = '', message = '' } = view.get(key) ?? {};
    if (type !== 'Warning' || about?.kind !== 'Pod' || about.uid !== pod.metadata.uid) continue;
    const write = past.last(past.writes(key));
    if (write === undefined || write.step < newest || write.tick < stretch.tick - SLACK) continue;
    [newest, said] = [write.step, { reason, message }];
  }
  return said;
}
