/** Listeners, worked by hand (source client-go-hand): lines, who hears of a sync, and how often a resync is checked. */
import { ProcessorListener, ResyncTimes, type ResyncRow } from '../../components/informer/informer.ts';
import type { Adapter, Row } from '../types.ts';

interface Step {
  readonly op: string;
  readonly count?: number;
  readonly atMs?: number;
  readonly event?: string;
  readonly sync?: boolean;
  readonly resyncMs?: number;
}

const stepsOf = (row: Row): readonly Step[] => (row.steps ?? []) as unknown as readonly Step[];

/** One listener with numbered events; its handler is stuck until it is let go. */
class Stuck {
  readonly listener: ProcessorListener<number>;
  private sent = 0;
  private readonly delivered: number[] = [];

  constructor(bufferSize: number) {
    const deps = { slots: new Map(), handling: new Map(), marks: new Map(), key: '0' };
    this.listener = new ProcessorListener<number>(deps, bufferSize);
  }

  notify(count: number): void {
    for (let i = 0; i < count; i++) this.listener.add(this.sent++);
  }

  unblock(): void {
    for (let call = this.listener.inHandler; call !== undefined; call = this.listener.finished()) {
      this.delivered.push(call);
    }
  }

  get state(): object {
    const { inHandler, offered, pending, ringCapacity } = this.listener;
    const held = inHandler === undefined ? 0 : 1;
    const kept = this.delivered.length + held + offered + pending;
    const producerBlocked = kept < this.sent;
    return { inHandler: held, offered, pending, ringCapacity, producerBlocked, delivered: this.delivered };
  }
}

export const handProcessorListener: Adapter = {
  source: 'client-go-hand',
  kind: 'processorlistener',
  run(row) {
    const { bufferSize } = row.given as { readonly bufferSize: number };
    const stuck = new Stuck(bufferSize);
    for (const { op, count = 0 } of stepsOf(row)) {
      if (op === 'notify') stuck.notify(count);
      else if (op === 'unblock') stuck.unblock();
      else throw new Error(`unknown operation ${op}`);
    }
    return stuck.state;
  },
};

interface ProcessorGiven {
  readonly listeners: readonly { readonly name: string; readonly resyncMs: number }[];
}

const MINIMUM_MILLIS = 1000;

export const handSharedProcessor: Adapter = {
  source: 'client-go-hand',
  kind: 'sharedprocessor',
  compare: { isComplete: (path) => path === 'delivered' },
  run(row) {
    const { listeners } = row.given as ProcessorGiven;
    // The processor is older than the informer's check period, so each listener keeps what it asked for.
    const times = new ResyncTimes(new Map<string, ResyncRow>(), 1, 1);
    listeners.forEach(({ resyncMs }, index) => times.add(String(index), resyncMs, 0, true));
    const delivered = Object.fromEntries(listeners.map(({ name }) => [name, [] as string[]]));
    const results = stepsOf(row).map(({ op, atMs = 0, event = '', sync = false }) => {
      if (op === 'shouldResync') return times.shouldResync(atMs).due.length > 0;
      if (op !== 'distribute') throw new Error(`unknown operation ${op}`);
      listeners.forEach(({ name }, index) => {
        if (!sync || times.get(String(index))?.syncing === true) delivered[name]?.push(event);
      });
      return null;
    });
    return { results, delivered };
  },
};

export const handResyncPeriod: Adapter = {
  source: 'client-go-hand',
  kind: 'resyncperiod',
  run(row) {
    const { defaultMs } = row.given as { readonly defaultMs: number };
    const times = new ResyncTimes(new Map<string, ResyncRow>(), defaultMs, MINIMUM_MILLIS);
    const checkMs: number[] = [];
    const listenerMs = stepsOf(row).map(({ resyncMs = 0 }, index) => {
      times.add(String(index), resyncMs, 0, false);
      checkMs.push(times.checkPeriod);
      return times.get(String(index))?.period;
    });
    return { checkMs, listenerMs };
  },
};
