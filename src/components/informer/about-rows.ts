/**
 * What an informer is, as rows that outlive its process: pictures read them off the history, and a listener that came while
 * it ran is found again after a step back.
 */
import type { InformerGeneration } from '../../model/versions.ts';
import type { InformerSettings } from './types.ts';

/** Key "settings". */
export interface About {
  readonly resource: string;
  readonly generation: InformerGeneration;
  readonly distribution: InformerSettings['distribution'];
  readonly watchList: boolean;
  readonly channelCapacity: number;
}

/** Key "listener N", in the order of coming; a number is used once. */
export interface ListenerRow {
  readonly name: string;
  readonly handlerTicks: number;
  /** Asked for, 0 = never. */
  readonly resyncTicks: number;
  /** It came while the informer ran, so it dies with the process. */
  readonly late: boolean;
  readonly removed: boolean;
}

/** Key "dedup": the last comparison of two deletions that DeltaFIFO made. */
export interface DedupRow {
  readonly step: number;
  readonly key: string;
  readonly older: DeltaRow;
  readonly newer: DeltaRow;
  readonly stays: 'older' | 'newer';
}

export interface DeltaRow {
  readonly type: 'Deleted';
  readonly revision: string;
  readonly tombstone: boolean;
}

export type AboutRow = About | ListenerRow | DedupRow;

export const aboutName = (id: string): string => `about ${id}`;
export const listenerKey = (index: number): string => `listener ${index}`;

interface Reader {
  get(key: string): AboutRow | undefined;
}

export const aboutOf = (rows: Reader): About | undefined => rows.get('settings') as About | undefined;
export const dedupOf = (rows: Reader): DedupRow | undefined => rows.get('dedup') as DedupRow | undefined;
export const listenerOf = (rows: Reader, index: number): ListenerRow | undefined =>
  rows.get(listenerKey(index)) as ListenerRow | undefined;
