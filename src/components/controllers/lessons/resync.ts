/**
 * A lesson: resync. It sends a mail (a ConfigMap, so that it can be seen) when the settings change. The informer's resync
 * calls OnUpdate for every cached object once a period, with the same object twice, and asks no server.
 * Faulty: each update is a change. Cured: an update whose two objects have one resourceVersion is none.
 */
import { namespacedName } from '../../../model/objects.ts';
import type { Controller } from '../controllers.ts';
import { create, DONE, isOf, ROLE, runLesson, send, type LessonDeps } from './lesson.ts';

/** As its informers are made with. */
export const RESYNC_SECONDS = 30;
const MAIL = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { generateName: 'mail-', labels: { [ROLE]: 'mail' } },
};

export function createResync(deps: LessonDeps): Controller {
  const maps = deps.informer('configmaps');
  const queue = runLesson<object>(deps, {
    name: 'resync',
    begin: () => send(create('configmaps', MAIL), {}),
    resume: () => DONE,
  });
  maps.addEventHandler('lesson-resync', {
    filter: isOf('settings'),
    onUpdate: (before, after) => {
      const same = before.metadata.resourceVersion === after.metadata.resourceVersion;
      if (!same || !deps.cured) queue.add(namespacedName(after));
    },
  });
  return { name: queue.name, prime: () => undefined };
}
