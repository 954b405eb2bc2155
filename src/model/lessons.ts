/** Lesson controllers by name: small controllers of our own, each with one well-known fault and its cure. */
export const LESSON_NAMES = [
  'read-after-write',
  'missed-delete',
  'expired-watch',
  'resync',
  'crash-between-writes',
  'duplicate-create',
  'edge-triggered',
] as const;
export type LessonName = (typeof LESSON_NAMES)[number];

/** One that a scenario switches on (`spec.lessons`). */
export interface LessonSetting {
  readonly name: LessonName;
  /** false: it has its fault. */
  readonly cured: boolean;
}

export const isLessonName = (text: string): text is LessonName => (LESSON_NAMES as readonly string[]).includes(text);

/** User agent, subject of its events and name of its queue. */
export const lessonProcess = (name: LessonName): string => `lesson-${name}`;
