/** Scripts of work queues: recorded ones say what each step leaves behind, hand-worked ones what each step returns. */
import {
  DelayingQueue,
  type Got,
  inMemory,
  NANOS_PER_MILLI,
  QueueMetrics,
  type RateLimiter,
  WorkQueueSets,
} from '../../components/workqueue/workqueue.ts';
import type { Adapter, Row } from '../types.ts';
import { makeLimiter, type WrittenLimiter } from './workqueue-limiters.ts';

interface Given {
  readonly delaying?: boolean;
  readonly limiter?: WrittenLimiter;
}

interface Step {
  readonly op: string;
  readonly key?: string;
  readonly ms?: number;
}

function result(got: Got): unknown {
  return got.kind === 'key' ? got.key : { [got.kind]: true };
}

class Script {
  readonly metrics = new QueueMetrics(() => this.now);
  private readonly sets = new WorkQueueSets(inMemory(), this.metrics);
  private readonly delaying = new DelayingQueue(this.sets);
  private readonly limiter: RateLimiter | undefined;
  /** Nanoseconds. */
  private now = 0;

  constructor(private readonly given: Given) {
    this.limiter = given.limiter === undefined ? undefined : makeLimiter(given.limiter);
  }

  get len(): number {
    return this.sets.length;
  }

  get drainReturned(): readonly boolean[] {
    return this.sets.drainReturned;
  }

  perform({ op, key = '', ms = 0 }: Step): unknown {
    const { sets } = this;
    switch (op) {
      case 'add':
        sets.add(key);
        return undefined;
      case 'get':
        return result(sets.get());
      case 'done':
        sets.done(key);
        return undefined;
      case 'len':
        return sets.length;
      case 'shutdown':
        if (this.given.delaying === true) this.delaying.shutDown();
        else sets.shutDown();
        return undefined;
      case 'shutdownWithDrain':
        sets.shutDownWithDrain();
        return undefined;
      case 'drainReturned':
        return sets.drainReturned.at(-1);
      case 'addAfter':
        this.delaying.addAfter(key, ms * NANOS_PER_MILLI, this.now);
        return undefined;
      case 'advance':
        this.now += ms * NANOS_PER_MILLI;
        this.delaying.settle(this.now);
        return undefined;
      default:
        return this.limited(op, key);
    }
  }

  private limited(op: string, key: string): unknown {
    const { limiter } = this;
    if (limiter === undefined) throw new Error(`${op} on a queue without limits`);
    switch (op) {
      case 'addRateLimited':
        this.delaying.addAfter(key, limiter.when(key, this.now), this.now);
        return undefined;
      case 'forget':
        limiter.forget(key);
        return undefined;
      case 'numRequeues':
        return limiter.numRequeues(key);
      default:
        throw new Error(`unknown operation ${op}`);
    }
  }
}

const stepsOf = (row: Row): readonly Step[] => (row.steps ?? []) as unknown as readonly Step[];

export const clientGoWorkQueue: Adapter = {
  source: 'client-go',
  kind: 'workqueue',
  run(row) {
    const script = new Script(row.given as Given);
    return stepsOf(row).map((step) => {
      const answer = script.perform(step);
      return {
        len: script.len,
        drainReturned: script.drainReturned.slice(),
        ...(answer === undefined ? {} : { result: answer }),
      };
    });
  },
};

/** Worked by hand: one answer a step, null where it returns nothing. */
export const handWorkQueue: Adapter = {
  source: 'client-go-hand',
  kind: 'workqueue',
  run(row) {
    const script = new Script(row.given as Given);
    const results = stepsOf(row).map((step) => script.perform(step) ?? null);
    const { adds, depth, retries } = script.metrics;
    return { results, metrics: { adds, depth, retries } };
  },
};
