/**
 * A lesson: the delete that was not heard. It keeps a register of the sessions there are, by uid. While its watch is cut one
 * session is deleted, another is deleted and made again under its name; the list that follows tells of the first by a
 * tombstone (DeletedFinalStateUnknown) and of the second by a single update with another uid.
 * Faulty: OnDelete takes only the object itself, and OnUpdate compares no uids. Cured: both do.
 */
import { namespacedName, type KubeObject } from '../../../model/objects.ts';
import type { Controller } from '../controllers.ts';
import { DONE, isOf, listOf, nameIn, patchData, runLesson, send, type LessonDeps } from './lesson.ts';

const REGISTER = 'register';

export function createMissedDelete(deps: LessonDeps): Controller {
  const sessions = deps.informer('configmaps');
  const queue = runLesson<object>(deps, {
    name: 'missed-delete',
    begin: (key) => {
      const [place = '', uid = '', there] = key.split(' ');
      return send(patchData(REGISTER, { [uid]: there === 'in' ? nameIn(place) : null }), {});
    },
    resume: () => DONE,
  });
  const note = (session: KubeObject, way: 'in' | 'out'): void => {
    queue.add(`${namespacedName(session)} ${session.metadata.uid ?? ''} ${way}`);
  };
  sessions.addEventHandler('lesson-missed-delete', {
    filter: isOf('session'),
    onAdd: (session) => {
      note(session, 'in');
    },
    onUpdate: (before, after) => {
      if (!deps.cured || before.metadata.uid === after.metadata.uid) return;
      note(before, 'out');
      note(after, 'in');
    },
    onDelete: (session, finalStateUnknown) => {
      if (finalStateUnknown !== true || deps.cured) note(session, 'out');
    },
  });
  return {
    name: queue.name,
    prime: () => {
      for (const session of listOf(sessions, 'session')) note(session, 'in');
    },
  };
}
