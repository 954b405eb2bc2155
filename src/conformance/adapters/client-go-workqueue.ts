import { type Got, inMemory, WorkQueueSets } from '../../components/workqueue/workqueue.ts';
import type { Adapter } from '../types.ts';

interface Given {
  readonly delaying?: boolean;
}

interface Step {
  readonly op: string;
  readonly key?: string;
}

function result(got: Got): unknown {
  return got.kind === 'key' ? got.key : { [got.kind]: true };
}

function perform(queue: WorkQueueSets, { op, key = '' }: Step): unknown {
  switch (op) {
    case 'add':
      queue.add(key);
      return undefined;
    case 'get':
      return result(queue.get());
    case 'done':
      queue.done(key);
      return undefined;
    case 'len':
      return queue.length;
    case 'shutdown':
      queue.shutDown();
      return undefined;
    default:
      throw new Error(`${op} is not modelled`);
  }
}

/** The plain queue. Delays live in the world's heap and draining is not modelled, so rows that need them fail. */
export const clientGoWorkQueue: Adapter = {
  source: 'client-go',
  kind: 'workqueue',
  run(row) {
    if ((row.given as Given).delaying === true) throw new Error('a delaying queue without a world is not modelled');
    const queue = new WorkQueueSets(inMemory());
    return (row.steps ?? []).map((step) => {
      const answer = perform(queue, step as unknown as Step);
      return { result: answer, len: queue.length };
    });
  },
};
