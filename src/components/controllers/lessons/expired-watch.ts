/**
 * A lesson: 410 Gone. It writes on a board how many tickets are open. While its watch is cut a ticket is opened and closed
 * again and the api-server's watch cache begins anew: the watch cannot go on where it stood, the list that follows has only
 * how things are now, and what came between is never told.
 * Faulty: it counts openings and closings as they are told. Cured: it counts the open tickets in its cache (level-triggered).
 */
import type { KubeObject } from '../../../model/objects.ts';
import type { Controller } from '../controllers.ts';
import { dataOf, DONE, isOf, listOf, NAMESPACE, patchData, runLesson, send, type LessonDeps } from './lesson.ts';

const BOARD = 'board';
const stateOf = (ticket: KubeObject): string => dataOf(ticket, 'state') ?? 'waiting';
const isOpen = (ticket: KubeObject): boolean => stateOf(ticket) === 'open';

/** A controller that missed something may come to less than none. */
interface Count {
  readonly open: number;
}

export function createExpiredWatch(deps: LessonDeps): Controller {
  const tickets = deps.informer('configmaps');
  const counted = deps.world.collection<Count>('controllers/lesson-expired-watch/open');
  const told = (): number => counted.get('open')?.open ?? 0;
  const openNow = (): number => listOf(tickets, 'ticket').filter(isOpen).length;
  const queue = runLesson<object>(deps, {
    name: 'expired-watch',
    begin: () => send(patchData(BOARD, { open: String(deps.cured ? openNow() : told()) }), {}),
    resume: () => DONE,
  });
  const count = (by: number): void => {
    counted.set('open', { open: told() + by });
    queue.add(`${NAMESPACE}/${BOARD}`);
  };
  tickets.addEventHandler('lesson-expired-watch', {
    filter: isOf('ticket'),
    onAdd: (ticket) => {
      count(isOpen(ticket) ? 1 : 0);
    },
    onUpdate: (before, after) => {
      if (stateOf(before) === stateOf(after)) return;
      if (isOpen(after)) count(1);
      else if (stateOf(after) === 'closed') count(-1);
    },
    onDelete: (ticket) => {
      count(isOpen(ticket) ? -1 : 0);
    },
  });
  return {
    name: queue.name,
    prime: () => {
      counted.set('open', { open: openNow() });
      queue.add(`${NAMESPACE}/${BOARD}`);
    },
  };
}
