/**
 * A lesson: an edge-triggered handler. A fleet has a size; when it changes, Pods are made or deleted. The handler puts a key
 * in the work queue, and a key stands there once, however often it was added.
 * Faulty: the handler notes by how much the size has changed, so a second change takes the first one's place. Cured: the sync
 * compares the size with the Pods there are (level-triggered), whatever the events were.
 */
import { namespacedName } from '../../../model/objects.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';
import type { Controller } from '../controllers.ts';
import { DONE, isOf, NAMESPACE, runLesson, send, type LessonDeps } from './lesson.ts';
import { createMember, membersOf, sizeOf } from './members.ts';

/** How many Pods are still to be made (above 0) or deleted (below 0). */
interface Left {
  readonly left: number;
}

export function createEdgeTriggered(deps: LessonDeps): Controller {
  const fleets = deps.informer('configmaps');
  const pods = deps.informer('pods');
  const changes = deps.world.collection<Left>('controllers/lesson-edge-triggered/changes');
  const takeChange = (key: string): number => {
    const change = changes.get(key)?.left ?? 0;
    changes.delete(key);
    return change;
  };
  const go = (key: string, left: number) => {
    const request = requestFor(key, left, membersOf(pods, key)[Math.abs(left) - 1]?.metadata.name);
    return request === undefined ? DONE : send<Left>(request, { left: left - Math.sign(left) });
  };
  const queue = runLesson<Left>(deps, {
    name: 'edge-triggered',
    begin: (key) => {
      const fleet = fleets.indexer.get(key);
      if (fleet === undefined) return DONE;
      return go(key, deps.cured ? sizeOf(fleet) - membersOf(pods, key).length : takeChange(key));
    },
    resume: (key, { left }) => go(key, left),
  });
  fleets.addEventHandler('lesson-edge-triggered', {
    filter: isOf('fleet'),
    onUpdate: (before, after) => {
      const change = sizeOf(after) - sizeOf(before);
      if (change === 0) return;
      changes.set(namespacedName(after), { left: change });
      queue.add(namespacedName(after));
    },
  });
  return { name: queue.name, prime: () => undefined };
}

function requestFor(key: string, left: number, member: string | undefined): ApiRequest | undefined {
  if (left > 0) return createMember(key);
  if (left === 0 || member === undefined) return undefined;
  return { verb: 'delete', resource: 'pods', namespace: NAMESPACE, name: member };
}
