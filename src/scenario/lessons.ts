/** `spec.lessons`: which lesson controllers run, each with its fault or cured. */
import * as v from 'valibot';
import { isLessonName, LESSON_NAMES, type LessonSetting } from '../model/lessons.ts';
import { placeOf } from './check-shape.ts';
import type { Chunk } from './json-stream.ts';
import { refuse } from './problem.ts';

export const lessonsShape = v.array(v.strictObject({ name: v.string(), cured: v.optional(v.boolean()) }));

export function lessonsOf(
  file: string,
  chunk: Chunk,
  given: v.InferOutput<typeof lessonsShape> | undefined,
): readonly LessonSetting[] {
  const taken = new Set<string>();
  return (given ?? []).map(({ name, cured = false }, index) => {
    const { line, column } = placeOf(chunk, ['spec', 'lessons', String(index), 'name']);
    if (!isLessonName(name))
      return refuse('unknown-lesson', file, line, column, { name, known: LESSON_NAMES.join(', ') });
    if (taken.has(name)) refuse('lesson-twice', file, line, column, { name });
    taken.add(name);
    return { name, cured };
  });
}
