/** Figures from elsewhere, drawn beside what is measured here and never mixed with it. Nanoseconds a write. */
import type { RowId } from './rows.ts';

/** The article's, published: Go on an i7-9700, one writer, 100,000 writes; the channel has 256 places and one reader. */
export const PUBLISHED: { readonly machine: string; readonly nanos: Readonly<Partial<Record<RowId, number>>> } = {
  machine: 'i7-9700',
  nanos: { mutex: 21.66, 'channel-256': 64.1 },
};

/** Our recorded run of the same work in Go: medians of 10 runs, GOMAXPROCS 2, by number of writers. */
export const RECORDED: {
  readonly go: string;
  readonly machine: string;
  readonly cores: number;
  readonly runs: number;
  readonly nanos: Readonly<Partial<Record<RowId, Readonly<Record<number, number>>>>>;
} = {
  go: 'go1.26.8',
  machine: 'Intel Xeon, linux/amd64',
  cores: 2,
  runs: 10,
  nanos: {
    mutex: { 1: 17.825, 2: 21.9, 4: 78.4, 8: 133.4 },
    counter: { 1: 4.7555, 2: 18.26, 4: 18.405, 8: 17.39 },
    'handover-park': { 1: 189.55, 2: 177.25, 4: 182, 8: 326.15 },
    'channel-1': { 1: 136.3, 2: 134.05, 4: 137.85, 8: 266.75 },
    'channel-16': { 1: 66.85, 2: 59.715, 4: 64.245, 8: 112.51 },
    'channel-256': { 1: 59.26, 2: 48.64, 4: 62.53, 8: 69.61 },
    'channel-1024': { 1: 58.385, 2: 51.17, 4: 62.46, 8: 59.335 },
  },
};

/** The recorded Go run's ParallelizeUntil over 1,000 pieces, upstream's chunks: milliseconds by workers. */
export const RECORDED_PARALLEL: Readonly<Record<number, number>> = { 1: 4.8003, 2: 2.54877, 4: 2.47434 };
