import { type FifoEntry, RealFIFO, type RealFIFOOptions } from '../../components/informer/informer.ts';
import { type KubernetesVersion, minorOf } from '../../model/versions.ts';
import { firstMismatch } from '../compare.ts';
import type { Adapter } from '../types.ts';
import {
  countingTransform,
  failed,
  type FifoGiven,
  type FifoObject,
  type FifoStep,
  keyOf,
  KnownStore,
  readObject,
  readPlain,
  writeDelta,
} from './fifo-objects.ts';

export interface RealFifoGiven extends FifoGiven {
  readonly atomicEvents: boolean;
  readonly emitBookmarks: boolean;
  readonly unlockWhileProcessing: boolean;
  readonly batchSize?: number;
}

function makeFifo(
  given: RealFifoGiven,
  known: KnownStore | undefined,
  version: KubernetesVersion,
): RealFIFO<FifoObject> {
  const options: RealFIFOOptions = {
    atomic: given.atomicEvents,
    emitBookmarks: given.emitBookmarks,
    unlockWhileProcessing: given.unlockWhileProcessing,
    batchSize: given.batchSize ?? 1000,
    countsAfterProcess: minorOf(version) >= 36,
  };
  return new RealFIFO<FifoObject>(
    {
      slots: new Map(),
      marks: new Map(),
      keyOf,
      ...(known === undefined ? {} : { knownObjects: known }),
      ...(given.transformer === 'count' ? { transform: countingTransform } : {}),
    },
    options,
  );
}

const knownOf = (given: RealFifoGiven): KnownStore | undefined =>
  given.knownObjects === null ? undefined : new KnownStore(given.knownObjects);

/** `[type, key]`, `[ReplacedAll, rv]`, `[SyncAll]`, `[Bookmark, rv]`. */
function entryText({ key, deltas: [delta] }: FifoEntry<FifoObject>): readonly string[] {
  if (delta === undefined) return [];
  if (delta.type === 'SyncAll') return [delta.type];
  return [delta.type, delta.type === 'ReplacedAll' || delta.type === 'Bookmark' ? delta.revision : key];
}

/** Drives a RealFIFO; also for the rows worked by hand. */
export class RealFifoScript {
  private readonly known: KnownStore | undefined;
  readonly fifo: RealFIFO<FifoObject>;

  constructor(
    private readonly given: RealFifoGiven,
    version: KubernetesVersion,
  ) {
    this.known = knownOf(given);
    this.fifo = makeFifo(given, this.known, version);
  }

  step(step: FifoStep): object {
    const answer = this.perform(step);
    return { ...answer, queue: this.fifo.entries().map(entryText), hasSynced: this.fifo.hasSynced };
  }

  private perform(step: FifoStep): object {
    const { fifo } = this;
    switch (step.op) {
      case 'add':
        return failed(fifo.add(readPlain(step.obj)));
      case 'update':
        return failed(fifo.update(readPlain(step.obj)));
      case 'delete':
        return failed(fifo.delete(readObject(step.obj)));
      case 'replace':
        return failed(fifo.replace(step.list ?? [], step.rv ?? ''));
      case 'resync':
        return failed(fifo.resync());
      case 'bookmark':
        fifo.bookmark(step.rv ?? '');
        return { error: false };
      case 'close':
        fifo.close();
        return { error: false };
      case 'pop':
      case 'popBatch':
        return this.pop(step);
      default:
        throw new Error(`unknown operation ${step.op}`);
    }
  }

  /** An operation inside a process function; what it expects stands with it. */
  private inner(step: FifoStep): void {
    const answer = this.perform(step);
    const found = firstMismatch(step.expect, answer);
    if (step.expect !== undefined && found !== undefined) throw new Error(`during: ${JSON.stringify(found)}`);
  }

  /** Operations of `during` run inside the process function, where no lock is held. */
  private pop(step: FifoStep): object {
    let shown: object = {};
    const take = step.op === 'popBatch' ? this.fifo.popBatch.bind(this.fifo) : this.fifo.pop.bind(this.fifo);
    const popped = take((deltas, initial) => {
      const { lockHeld, hasSynced } = this.fifo;
      shown = { deltas: deltas.map(writeDelta), initial, lockHeld, doneDuringProcess: hasSynced };
      if (step.during !== undefined && lockHeld) shown = { ...shown, duringSkipped: true };
      else for (const inner of step.during ?? []) this.inner(inner);
      if (step.processError === undefined && this.given.knownFollowsPops === true) this.known?.apply(deltas);
      return step.processError;
    });
    if (popped.kind !== 'popped') return { [popped.kind]: true };
    return { ...shown, ...(popped.error === undefined ? {} : { error: popped.error }) };
  }
}

export const clientGoRealFifo: Adapter = {
  source: 'client-go',
  kind: 'realfifo',
  run(row, version) {
    const script = new RealFifoScript(row.given as RealFifoGiven, version);
    return (row.steps ?? []).map((step) => script.step(step as unknown as FifoStep));
  },
};

/** Which options fit together: upstream panics where they do not. */
export const clientGoRealFifoConstruct: Adapter = {
  source: 'client-go',
  kind: 'realfifo-construct',
  run(row, version) {
    const given = row.given as RealFifoGiven;
    return (row.steps ?? []).map(() => {
      try {
        makeFifo(given, knownOf(given), version);
        return { panic: null };
      } catch (error) {
        return { panic: error instanceof Error ? error.message : String(error) };
      }
    });
  },
};
