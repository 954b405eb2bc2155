/** The seat of the lesson controllers. Few scenarios have one, so a worker loads them when one does (`needs-lessons`). */
import type { LessonTable } from '../components/controllers/lessons/lessons.ts';

let installed: LessonTable | undefined;

export function installLessons(table: LessonTable): void {
  installed = table;
}

export const lessonTable = (): LessonTable | undefined => installed;
