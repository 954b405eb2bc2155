/** What the informer microscope draws; expected values from the specification of client-go (3, 4, 6.3, 6.4). */
import { describe, expect, it } from 'vitest';
import {
  chipsOf,
  concerns,
  headlineOf,
  hopOf,
  isSlow,
  nextOf,
  progressOf,
  ringOf,
  slotsShown,
  type InformerScope,
} from '../../src/derive/informer.ts';
import type { DeltaView, FifoView, InformerAnswer, ListenerView, QueueSlotView } from '../../src/protocol/protocol.ts';
import { traceOf } from './fixtures.ts';

const LOG = traceOf(`
  0    request.sent          | kubectl                      | Pod/default/a | create
  2000 store.written <1      | kubectl                      | Pod/default/a | create | 7
  3000 watch.delivered <2    | kube-scheduler pods          | Pod/default/a | ADDED  | 7
  3000 watch.delivered <2    | kube-controller-manager pods | Pod/default/a | ADDED  | 7
  3050 informer.popped <3    | kube-scheduler pods          | Pod/default/a | Added,Updated | 2
  3070 handler.called <5     | kube-scheduler               | Pod/default/a | add
  3080 handler.called <5     | kube-scheduler               | Node/a        | add
  4000 request.sent          | kube-scheduler               | Pod           | list
  4500 list.delivered <8     | kube-scheduler               | Pod           |        | 3
  4600 list.delivered        | kube-scheduler               | Node          |        | 1
  5000 resync.checked        | kube-scheduler pods          |               | kube-scheduler | 1
`);
const PODS: InformerScope = {
  id: 'kube-scheduler pods',
  process: 'kube-scheduler',
  kind: 'Pod',
  listeners: ['kube-scheduler'],
};

const delta = (type: string, revision?: string, tombstone = false): DeltaView => ({
  type,
  tombstone,
  ...(revision === undefined ? {} : { revision }),
});
const slot = (key: string, ...deltas: DeltaView[]): QueueSlotView => ({ key, deltas });
const fifo = (slots: readonly QueueSlotView[], more: Partial<FifoView> = {}): FifoView => ({
  keys: slots.length,
  deltas: slots.length,
  entries: slots.length,
  slots,
  hasSynced: true,
  initialLeft: 0,
  blockedWrites: 0,
  ...more,
});
const listener = (more: Partial<ListenerView> = {}): ListenerView => ({
  name: 'audit',
  handlerTicks: 40_000,
  pending: 0,
  capacity: 1024,
  read: 0,
  write: 0,
  doubledAt: [],
  told: false,
  blocksSender: false,
  ...more,
});
const answer = (more: Partial<InformerAnswer>): InformerAnswer => ({
  step: 1,
  now: 0,
  id: PODS.id,
  process: PODS.process,
  resource: 'pods',
  kind: 'Pod',
  generation: 'deltafifo',
  distribution: 'ring',
  reflector: { state: 'watching', mode: 'list-watch', lastRevision: 7, relists: 0, bookmarks: 0 },
  queue: fifo([]),
  indexer: { objects: 0, rows: [], indexes: [] },
  listeners: [],
  ...more,
});

describe('steps of an informer', () => {
  it('are those of itself, of its lists, and of its listeners about its kind', () => {
    const own = Array.from({ length: LOG.length }, (_, i) => i + 1).filter((step) => concerns(LOG, step, PODS));
    expect(own).toEqual([3, 5, 6, 8, 9, 11]);
  });

  it('the next and the one before leave out all others; there is an end', () => {
    expect(nextOf(LOG, 6, 1, PODS)).toBe(8);
    expect(nextOf(LOG, 5, -1, PODS)).toBe(3);
    expect(nextOf(LOG, 11, 1, PODS)).toBeUndefined();
    expect(nextOf(LOG, 3, -1, PODS)).toBeUndefined();
    expect(nextOf(LOG, 8, -1, PODS, 1)).toBeUndefined();
  });

  it.each([
    [3, { at: 'reflector', what: 'ADDED', key: 'default/a', number: 7, into: 'Added' }],
    [4, { at: 'none' }],
    [5, { at: 'pop', types: ['Added', 'Updated'], key: 'default/a', left: 2 }],
    [6, { at: 'handler', listener: 'kube-scheduler', call: 'add', key: 'default/a' }],
    [9, { at: 'reflector', what: 'list.delivered', key: 'Pod', number: 3, into: 'Replace' }],
    [11, { at: 'reflector', what: 'resync.checked', key: '', number: 1, into: 'Resync' }],
    [0, { at: 'none' }],
  ])('step %i lights one hop', (step, hop) => {
    expect(hopOf(LOG, step, PODS)).toEqual(hop);
  });
});

describe('the queue', () => {
  const older = delta('Deleted', '12');
  const tombstone = delta('Deleted', '12', true);

  it('shows both Deleted that dedup compared, and which one is out (3: the older stays unless it is a tombstone)', () => {
    const dedup = { key: 'default/gone', older, newer: tombstone, stays: 'older' } as const;
    const chips = chipsOf(slot('default/gone', delta('Added', '8'), older), dedup, true);
    expect(chips.map(({ type, now, dropped, tombstone: tomb }) => [type, now, dropped, tomb])).toEqual([
      ['Added', false, false, false],
      ['Deleted', true, false, false],
      ['Deleted', true, true, true],
    ]);
  });

  it('where the older is a tombstone it is the one that is out', () => {
    const dedup = { key: 'default/gone', older: tombstone, newer: older, stays: 'newer' } as const;
    const chips = chipsOf(slot('default/gone', older), dedup, true);
    expect(chips.map(({ dropped }) => dropped)).toEqual([true, false]);
  });

  it('a key that dedup did not touch shows its deltas; the newest is of this step', () => {
    const chips = chipsOf(slot('a', delta('Added'), delta('Updated')), undefined, true);
    expect(chips.map(({ now, dropped }) => [now, dropped])).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it('the slot of the step is shown even where it has no room, and those between are counted', () => {
    const slots = Array.from({ length: 9 }, (_, i) => slot(`default/p${String(i)}`, delta('Added')));
    const hop = { at: 'reflector', what: 'ADDED', key: 'default/p7', number: 1, into: 'Added' } as const;
    const { shown, more } = slotsShown(fifo(slots), hop, 4);
    expect(shown.map(({ place, now, skipped }) => [place, now, skipped])).toEqual([
      [0, false, 0],
      [1, false, 0],
      [2, false, 0],
      [7, true, 4],
    ]);
    expect(more).toBe(1);
  });

  it('of RealFIFO, what came last about the key is lit, not what stands before it', () => {
    const slots = [slot('a', delta('Added')), slot('b', delta('Added')), slot('a', delta('Updated'))];
    const hop = { at: 'reflector', what: 'MODIFIED', key: 'a', number: 1, into: 'Updated' } as const;
    expect(slotsShown(fifo(slots), hop, 4).shown.map(({ now }) => now)).toEqual([false, false, true]);
  });

  it('a whole list is lit where it is one entry', () => {
    const slots = [slot('a', delta('Added')), slot('', { ...delta('ReplacedAll', '13'), objects: 5 })];
    const hop = { at: 'reflector', what: 'list.delivered', key: 'Pod', number: 5, into: 'Replace' } as const;
    expect(slotsShown(fifo(slots), hop, 4).shown.map(({ now }) => now)).toEqual([false, true]);
  });
});

describe('the ring (6.3: 1,024 slots, doubled when full)', () => {
  it('has 64 cells, and each doubling halves their width', () => {
    expect(ringOf(listener(), false)).toMatchObject({ cells: 64, perCell: 16, filled: [] });
    expect(ringOf(listener({ capacity: 2048 }), false)).toMatchObject({ cells: 128, perCell: 16 });
    expect(ringOf(listener({ capacity: 4096 }), false)).toMatchObject({ cells: 256, perCell: 16 });
    expect(ringOf(listener({ capacity: 8192 }), false)).toMatchObject({ cells: 256, perCell: 32 });
  });

  it('is filled from the read mark on, and goes on at the start', () => {
    const ring = ringOf(listener({ pending: 1712, capacity: 2048, read: 352, write: 16 }), false);
    expect(ring.filled).toEqual([
      [22, 128],
      [0, 1],
    ]);
    expect([ring.read, ring.write]).toEqual([352 / 2048, 16 / 2048]);
  });

  it('full, it is filled all round', () => {
    const ring = ringOf(listener({ pending: 1024, capacity: 1024, read: 160, write: 160 }), false);
    expect(ring.filled.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(64);
  });

  it('the channel of the blocking form has a cell a place, taken from the front', () => {
    expect(ringOf(listener({ pending: 2, capacity: 3 }), true)).toMatchObject({ cells: 3, filled: [[0, 2]] });
    expect(ringOf(listener({ pending: 0, capacity: 0 }), true).filled).toEqual([]);
  });
});

describe('handlers', () => {
  const call = { kind: 'add', key: 'default/a', startedTick: 1000 } as const;

  it('progress is where the time of the step stands in the call', () => {
    const running = listener({ inHandler: { ...call, endsTick: 41_000 } });
    expect(progressOf(running, 1000)).toBe(0);
    expect(progressOf(running, 11_000)).toBe(0.25);
    expect(progressOf(running, 41_000)).toBe(1);
    expect(progressOf(listener(), 5)).toBeUndefined();
    expect(progressOf(listener({ inHandler: call }), 5000)).toBeUndefined();
  });

  it('a handler is slow where notifications wait long for it, not where many have just come', () => {
    expect(isSlow(listener({ pending: 900, oldestTicks: 200 }))).toBe(false);
    expect(isSlow(listener({ pending: 1, oldestTicks: 40_000 }))).toBe(true);
    expect(isSlow(listener({ pending: 0, oldestTicks: 40_000 }))).toBe(false);
    expect(isSlow(listener({ blocksSender: true }))).toBe(true);
  });

  it('the title says first what stands still, then what was compared, then what the step did', () => {
    const blocking = listener({ blocksSender: true });
    const slow = listener({ name: 'slow', pending: 5, oldestTicks: 90_000 });
    const dedup = { key: 'a', older: delta('Deleted'), newer: delta('Deleted'), stays: 'older' } as const;
    const hop = hopOf(LOG, 5, PODS);
    const code = (more: Partial<InformerAnswer>, at = hop): string => headlineOf(answer(more), at).code;
    expect(code({ listeners: [slow, blocking], queue: fifo([], { dedup }) })).toBe('blocked');
    expect(code({ listeners: [slow], queue: fifo([], { dedup }) })).toBe('dedup');
    expect(code({ listeners: [slow] })).toBe('hop');
    expect(code({ listeners: [slow] }, { at: 'none' })).toBe('slow');
    expect(code({}, { at: 'none' })).toBe('quiet');
  });
});
