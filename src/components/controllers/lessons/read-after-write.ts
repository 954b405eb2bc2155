/**
 * A lesson: read after write. It hands out numbers: a claim gets the pool's next one, and the pool counts on. Both are read
 * from the cache, and the second claim's turn comes before the watch has told of the first one's write to the pool.
 * Faulty: the write is a patch, which does not ask what it replaces. Cured: the write is an update that carries the cached
 * resourceVersion, so a stale copy is answered with 409 Conflict, and the claim waits its back-off and looks again.
 */
import { namespacedName } from '../../../model/objects.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';
import type { Controller } from '../controllers.ts';
import {
  dataOf,
  DONE,
  isOf,
  listOf,
  nameIn,
  NAMESPACE,
  patchData,
  queueAll,
  runLesson,
  send,
  type ConfigMap,
  type LessonDeps,
} from './lesson.ts';

const POOL = 'pool';

interface Taken {
  /** undefined: the claim was told its number. */
  readonly number?: string;
}

export function createReadAfterWrite(deps: LessonDeps): Controller {
  const maps = deps.informer('configmaps');
  const queue = runLesson<Taken>(deps, {
    name: 'read-after-write',
    begin: (key) => {
      const claim = maps.indexer.get(key);
      const pool = maps.indexer.get(`${NAMESPACE}/${POOL}`);
      if (claim === undefined || dataOf(claim, 'number') !== undefined || pool === undefined) return DONE;
      const number = dataOf(pool, 'next') ?? '1';
      return send(countOn(pool, String(Number(number) + 1), deps.cured), { number });
    },
    resume: (key, { number }) => (number === undefined ? DONE : send(patchData(nameIn(key), { number }), {})),
  });
  maps.addEventHandler('lesson-read-after-write', {
    filter: isOf('claim'),
    onAdd: (claim) => {
      queue.add(namespacedName(claim));
    },
  });
  return {
    name: queue.name,
    prime: () => {
      queueAll(queue, listOf(maps, 'claim'));
    },
  };
}

function countOn(pool: ConfigMap, next: string, cured: boolean): ApiRequest {
  if (!cured) return patchData(POOL, { next });
  const body = { ...pool, data: { ...pool.data, next } };
  return { verb: 'update', resource: 'configmaps', namespace: NAMESPACE, name: POOL, body };
}
