/**
 * A lesson: duplicate creation. A fleet has a size; what its Pods lack of it is made with generateName, one after the other,
 * and the fleet is told how many were made. That write wakes the controller again, before the watch has told of the Pods.
 * Faulty: it counts the Pods in its cache and makes them once more. Cured: it expects to see what it made, and does nothing
 * about a fleet until it has seen it (expectations, as the ReplicaSet controller has them).
 */
import { namespacedName, type KubeObject } from '../../../model/objects.ts';
import type { Controller } from '../controllers.ts';
import { Expectations } from '../expectations.ts';
import { DONE, isOf, listOf, nameIn, patchData, queueAll, runLesson, send, type LessonDeps } from './lesson.ts';
import { createMember, fleetOf, membersOf, sizeOf } from './members.ts';

interface Making {
  /** Pods that are still to be made. */
  readonly left: number;
  readonly made: number;
}

export function createDuplicateCreate(deps: LessonDeps): Controller {
  const fleets = deps.informer('configmaps');
  const pods = deps.informer('pods');
  const expectations = new Expectations(deps.world, 'controllers/lesson-duplicate-create/expectations');
  const queue = runLesson<Making>(deps, {
    name: 'duplicate-create',
    begin: (key) => {
      const fleet = fleets.indexer.get(key);
      if (fleet === undefined) return DONE;
      if (deps.cured && !expectations.satisfied(key)) return { kind: 'done', waitsFor: 'expectations' };
      const missing = sizeOf(fleet) - membersOf(pods, key).length;
      if (missing <= 0) return DONE;
      expectations.expectCreations(key, missing);
      return send(createMember(key), { left: missing - 1, made: 1 });
    },
    resume: (key, { left, made }) => {
      if (left > 0) return send(createMember(key), { left: left - 1, made: made + 1 });
      return made > 0 ? send(patchData(nameIn(key), { made: String(made) }), { left: 0, made: 0 }) : DONE;
    },
  });
  const enqueue = (fleet: KubeObject): void => {
    queue.add(namespacedName(fleet));
  };
  fleets.addEventHandler('lesson-duplicate-create', {
    filter: isOf('fleet'),
    onAdd: enqueue,
    onUpdate: (_before, after) => {
      enqueue(after);
    },
  });
  pods.addEventHandler('lesson-duplicate-create', {
    filter: isOf('member'),
    onAdd: (pod) => {
      expectations.creationObserved(fleetOf(pod));
      queue.add(fleetOf(pod));
    },
  });
  return {
    name: queue.name,
    prime: () => {
      queueAll(queue, listOf(fleets, 'fleet'));
    },
  };
}
