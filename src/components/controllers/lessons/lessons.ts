/** Face of the lesson controllers, and the visible table of them. Loaded late: few scenarios have one. */
import type { LessonName } from '../../../model/lessons.ts';
import { createCrashBetweenWrites } from './crash-between-writes.ts';
import { createDuplicateCreate } from './duplicate-create.ts';
import { createEdgeTriggered } from './edge-triggered.ts';
import { createExpiredWatch } from './expired-watch.ts';
import type { LessonMaker } from './lesson.ts';
import { createMissedDelete } from './missed-delete.ts';
import { createReadAfterWrite } from './read-after-write.ts';
import { createResync } from './resync.ts';

export type { LessonDeps, LessonMaker } from './lesson.ts';

export type LessonTable = Readonly<Record<LessonName, LessonMaker>>;

export const LESSONS: LessonTable = {
  'read-after-write': createReadAfterWrite,
  'missed-delete': createMissedDelete,
  'expired-watch': createExpiredWatch,
  resync: createResync,
  'crash-between-writes': createCrashBetweenWrites,
  'duplicate-create': createDuplicateCreate,
  'edge-triggered': createEdgeTriggered,
};
