import { type Delta, DeltaFIFO, type ObjectDelta } from '../../components/informer/informer.ts';
import type { Adapter, Row } from '../types.ts';
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

export interface DeltaFifoGiven extends FifoGiven {
  readonly emitDeltaTypeReplaced: boolean;
}

/** Drives a DeltaFIFO; also for the rows worked by hand. */
export class DeltaFifoScript {
  private readonly known: KnownStore | undefined;
  readonly fifo: DeltaFIFO<FifoObject>;

  constructor(private readonly given: DeltaFifoGiven) {
    this.known = given.knownObjects === null ? undefined : new KnownStore(given.knownObjects);
    this.fifo = new DeltaFIFO<FifoObject>(
      {
        slots: new Map(),
        marks: new Map(),
        keyOf,
        ...(this.known === undefined ? {} : { knownObjects: this.known }),
        ...(given.transformer === 'count' ? { transform: countingTransform } : {}),
      },
      { emitReplaced: given.emitDeltaTypeReplaced },
    );
  }

  step(step: FifoStep): object {
    const answer = this.perform(step);
    const entries = this.fifo.entries();
    return {
      ...answer,
      queue: entries.map(({ key }) => key),
      depths: entries.map(({ deltas }) => deltas.length),
      hasSynced: this.fifo.hasSynced,
    };
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
        return failed(fifo.replace(step.list ?? []));
      case 'resync':
        return failed(fifo.resync());
      case 'addIfNotPresent':
        return failed(fifo.addIfNotPresent(readDeltas(step)));
      case 'close':
        fifo.close();
        return { error: false };
      case 'state':
        return { items: Object.fromEntries(fifo.entries().map(({ key, deltas }) => [key, deltas.map(writeDelta)])) };
      case 'pop':
        return this.pop(step);
      default:
        throw new Error(`unknown operation ${step.op}`);
    }
  }

  private pop(step: FifoStep): object {
    let shown: object = {};
    const popped = this.fifo.pop((deltas, initial, key) => {
      shown = { deltas: deltas.map(writeDelta), initial };
      if (step.requeue === true) this.fifo.putBack(key, deltas);
      else if (step.processError === undefined && this.given.knownFollowsPops === true) this.known?.apply(deltas);
      return step.processError;
    });
    if (popped.kind !== 'popped') return { [popped.kind]: true };
    return { ...shown, ...(popped.error === undefined ? {} : { error: popped.error }) };
  }
}

function readDeltas(step: FifoStep): readonly Delta<FifoObject>[] {
  return (step.deltas ?? []).map(({ type, obj }) => ({
    type: type as ObjectDelta<FifoObject>['type'],
    object: readObject(obj),
  }));
}

export const clientGoDeltaFifo: Adapter = {
  source: 'client-go',
  kind: 'deltafifo',
  compare: { isComplete: (path) => path.endsWith('.items') },
  run(row: Row) {
    const script = new DeltaFifoScript(row.given as DeltaFifoGiven);
    return (row.steps ?? []).map((step) => script.step(step as unknown as FifoStep));
  },
};
