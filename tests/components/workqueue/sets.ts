/** Short words for the three sets of a queue. */
import { inMemory, WorkQueueSets } from '../../../src/components/workqueue/workqueue.ts';

export const plain = (): WorkQueueSets => new WorkQueueSets(inMemory());
export const add = (sets: WorkQueueSets, ...keys: readonly string[]): void => {
  for (const key of keys) sets.add(key);
};
/** Takes all that is queued. */
export function takeAll(sets: WorkQueueSets): string[] {
  const keys: string[] = [];
  for (let got = sets.get(); got.kind === 'key'; got = sets.get()) keys.push(got.key);
  return keys;
}
export const taken = (sets: WorkQueueSets): string => {
  const got = sets.get();
  return got.kind === 'key' ? got.key : got.kind;
};
