/**
 * A lesson: a crash between two writes. For an order it makes an invoice (A), then marks the order as billed (B); the process
 * dies when A is stored and B is not sent.
 * Faulty: B only follows A in the same run, so an invoice that is there means that all was done. Cured: what is left to do is
 * read from the objects, and an invoice that is there already is as good as one made now.
 */
import { namespacedName } from '../../../model/objects.ts';
import type { Controller } from '../controllers.ts';
import {
  create,
  dataOf,
  DONE,
  isOf,
  listOf,
  nameIn,
  patchData,
  queueAll,
  ROLE,
  runLesson,
  send,
  type LessonDeps,
} from './lesson.ts';

interface Stretch {
  readonly wrote: 'invoice' | 'mark';
}

export function createCrashBetweenWrites(deps: LessonDeps): Controller {
  const maps = deps.informer('configmaps');
  const mark = (key: string) => send<Stretch>(patchData(nameIn(key), { billed: 'yes' }), { wrote: 'mark' });
  const queue = runLesson<Stretch>(deps, {
    name: 'crash-between-writes',
    begin: (key) => {
      const order = maps.indexer.get(key);
      if (order === undefined || dataOf(order, 'billed') !== undefined) return DONE;
      if (maps.indexer.get(`${key}-invoice`) === undefined)
        return send(create('configmaps', invoiceOf(nameIn(key))), { wrote: 'invoice' });
      return deps.cured ? mark(key) : DONE;
    },
    resume: (key, { wrote }) => (wrote === 'invoice' ? mark(key) : DONE),
    // AlreadyExists: the name is the order's, so it is the same invoice.
    accepts: ({ code }) => deps.cured && code === 409,
  });
  maps.addEventHandler('lesson-crash-between-writes', {
    filter: isOf('order'),
    onAdd: (order) => {
      queue.add(namespacedName(order));
    },
  });
  return {
    name: queue.name,
    prime: () => {
      queueAll(queue, listOf(maps, 'order'));
    },
  };
}

const invoiceOf = (order: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `${order}-invoice`, labels: { [ROLE]: 'invoice' } },
  data: { order },
});
