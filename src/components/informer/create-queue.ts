/** The queue of an informer by generation (client-go tools/cache/shared_informer.go newQueueFIFO, v0.32 to v0.37). */
import type { KubeObject } from '../../model/objects.ts';
import { minorOf } from '../../model/versions.ts';
import type { DedupRow, DeltaRow } from './about-rows.ts';
import { isObjectDelta, isTombstone, unwrap, type Delta } from './delta.ts';
import { DeltaFIFO } from './delta-fifo.ts';
import type { Dedup, Fifo, FifoDeps } from './fifo.ts';
import { BATCH, RealFIFO } from './real-fifo.ts';
import type { InformerDeps } from './types.ts';

/** @param batchSize most entries of a pop; not for DeltaFIFO */
export function createQueue(
  { generation, version }: Pick<InformerDeps, 'generation' | 'version'>,
  batchSize: number,
  deps: FifoDeps<KubeObject>,
): Fifo<KubeObject> {
  if (generation === 'deltafifo') return new DeltaFIFO(deps, { emitReplaced: true });
  const atomic = generation === 'atomic';
  const { knownObjects, ...rest } = deps;
  return new RealFIFO(atomic || knownObjects === undefined ? rest : deps, {
    atomic,
    emitBookmarks: false,
    unlockWhileProcessing: atomic,
    batchSize,
    // Upstream's batches decide, also where a person takes entries one by one.
    lockedFrom: 2 * BATCH,
    countsAfterProcess: version === undefined ? atomic : minorOf(version) >= 36,
  });
}

export function dedupRow({ key, older, newer, stays }: Dedup<KubeObject>, step: number): DedupRow {
  return { step, key, older: deltaRow(older), newer: deltaRow(newer), stays };
}

function deltaRow(delta: Delta<KubeObject>): DeltaRow {
  const object = isObjectDelta(delta) ? delta.object : undefined;
  const last = object === undefined ? undefined : unwrap(object);
  return {
    type: 'Deleted',
    revision: last?.metadata.resourceVersion ?? '',
    tombstone: object !== undefined && isTombstone(object),
  };
}
