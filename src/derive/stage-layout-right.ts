/** The right end of the upper row: kube-controller-manager, and under it the processes of lesson controllers. */
import { box, point, type Box, type Point } from './geometry.ts';
import type { Lines, StageLayout } from './layout-types.ts';

/** Of the two boxes where there are lessons. */
const GAP = 8;
const LESSONS_SHARE = 0.54;

interface Column {
  /** Of the whole column. */
  readonly at: Box;
  readonly apiRight: number;
  readonly lessons: boolean;
  /** Tops of the two lines of a column that is one box, from its own top. */
  readonly down: number;
  readonly up: number;
}

type ColumnLines = Pick<Lines, 'controllersUp' | 'controllersDown' | 'lessonUp' | 'lessonDown'>;

export interface RightColumn {
  readonly boxes: Pick<StageLayout, 'controllers' | 'lessons'>;
  readonly lines: ColumnLines;
}

export function rightColumn({ at, apiRight, lessons, down, up }: Column): RightColumn {
  const away = (y: number): readonly Point[] => [point(apiRight, y), point(at.x, y)];
  const towards = (y: number): readonly Point[] => [point(at.x, y), point(apiRight, y)];
  if (!lessons) {
    const lines = { controllersUp: towards(at.y + up), controllersDown: away(at.y + down) };
    return { boxes: { controllers: at }, lines };
  }
  const lower = Math.round((at.h - GAP) * LESSONS_SHARE);
  const y = at.y + at.h - lower;
  return {
    boxes: { controllers: box(at.x, at.y, at.w, at.h - GAP - lower), lessons: box(at.x, y, at.w, lower) },
    lines: {
      controllersDown: away(at.y + 14),
      controllersUp: towards(at.y + 32),
      lessonDown: away(y + 18),
      lessonUp: towards(y + 38),
    },
  };
}
