/** Names of a queue's collections, which `workQueueAt` finds again. */
export interface CollectionNames {
  readonly queue: string;
  readonly dirty: string;
  readonly processing: string;
  readonly delayed: string;
  readonly failures: string;
  readonly bucket: string;
  readonly counts: string;
}

export const collectionNames = (name: string): CollectionNames => ({
  queue: `workqueue ${name}`,
  dirty: `workqueue ${name} dirty`,
  processing: `workqueue ${name} processing`,
  delayed: `workqueue ${name} delayed`,
  failures: `workqueue ${name} failures`,
  bucket: `workqueue ${name} bucket`,
  counts: `workqueue ${name} counts`,
});
