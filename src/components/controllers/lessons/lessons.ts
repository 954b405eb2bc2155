/** Face of the lesson controllers, and the visible table of them. Loaded late: few scenarios have one. */
import type { LessonName } from '../../../model/lessons.ts';
import { createCrashBetweenWrites } from './crash-between-writes.ts';
import { createDuplicateCreate } from './duplicate-create.ts';
import { createEdgeTriggered } from './edge-triggered.ts';
import { createExpiredWatch } from './expired-watch.ts';
import type { LessonRow } from './lesson.ts';
import { createMissedDelete } from './missed-delete.ts';
import { createReadAfterWrite } from './read-after-write.ts';
import { createResync, RESYNC_SECONDS } from './resync.ts';

export type LessonTable = Readonly<Record<LessonName, LessonRow>>;

export const LESSONS: LessonTable = {
  'read-after-write': { create: createReadAfterWrite, resyncSeconds: 0 },
  'missed-delete': { create: createMissedDelete, resyncSeconds: 0 },
  'expired-watch': { create: createExpiredWatch, resyncSeconds: 0 },
  resync: { create: createResync, resyncSeconds: RESYNC_SECONDS },
  'crash-between-writes': { create: createCrashBetweenWrites, resyncSeconds: 0 },
  'duplicate-create': { create: createDuplicateCreate, resyncSeconds: 0 },
  'edge-triggered': { create: createEdgeTriggered, resyncSeconds: 0 },
};
