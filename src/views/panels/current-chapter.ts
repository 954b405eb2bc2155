import type { Chapter } from './chapters.ts';

/** The chapter that a step belongs to: 1 = the first, 0 = none yet. */
export function currentChapter(chapters: readonly Chapter[], step: number): number {
  let current = 0;
  chapters.forEach((chapter, i) => {
    if (chapter.step !== undefined && chapter.step <= step) current = i + 1;
  });
  return current;
}
