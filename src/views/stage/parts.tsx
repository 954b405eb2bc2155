/** Small pieces of the stage's structure: boxes, lines, words, and the parts that the keyboard walks through. */
import type { ReactElement, ReactNode } from 'react';
import type { Box, Point } from '../../derive/geometry.ts';

/** Half pixels, so that a hairline is one pixel. */
export function Frame({ at, className = 'st-box', r = 6 }: { at: Box; className?: string; r?: number }): ReactElement {
  return (
    <rect
      x={at.x + 0.5}
      y={at.y + 0.5}
      width={Math.max(0, at.w)}
      height={Math.max(0, at.h)}
      rx={r}
      className={className}
    />
  );
}

export interface WordProps {
  readonly x: number;
  readonly y: number;
  readonly children: ReactNode;
  /** t = title, l = label, f = faint, m = mono; " now", " strong" may follow. */
  readonly as?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

export function Word({ x, y, children, as = 'l', anchor = 'start' }: WordProps): ReactElement {
  return (
    <text x={x} y={y} className={`st-w ${as}`} textAnchor={anchor}>
      {children}
    </text>
  );
}

export const pathOf = (points: readonly Point[]): string =>
  points.map((p, i) => `${i === 0 ? 'M' : 'L'}${p.x} ${p.y}`).join('');

/** A line between two parts. Solid: writes. Dashed: watches. */
export function Edge({
  points,
  watch = false,
  arrow = true,
}: {
  points: readonly Point[];
  watch?: boolean;
  arrow?: boolean;
}): ReactElement {
  return (
    <path
      className={watch ? 'st-edge w' : 'st-edge'}
      d={pathOf(points)}
      {...(arrow ? { markerEnd: 'url(#st-arrow)' } : {})}
    />
  );
}

/** A part of the stage that the keyboard reaches and a screen reader names. */
export function Part({
  id,
  at,
  label,
  r = 6,
  children,
}: {
  id: string;
  at: Box;
  label: string;
  r?: number;
  children: ReactNode;
}): ReactElement {
  // The first row stands at the very top: its ring must not be cut off.
  const top = Math.max(1, at.y - 2.5);
  return (
    <g className="st-part" data-part={id} role="group" tabIndex={-1} aria-label={label}>
      {children}
      <rect className="st-focus" x={at.x - 2.5} y={top} width={at.w + 6} height={at.y + at.h + 3.5 - top} rx={r + 3} />
    </g>
  );
}

export function Defs(): ReactElement {
  return (
    <defs>
      <marker
        id="st-arrow"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="8"
        markerHeight="8"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path d="M1 1l6 3-6 3" className="st-arrow" />
      </marker>
      <pattern id="st-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className="st-hatch-ground" />
        <path d="M0 0v6" className="st-hatch-line" />
      </pattern>
    </defs>
  );
}

/** Cut so that it fits about `width` pixels of 11 px type. */
export function cut(text: string, width: number, perChar = 6): string {
  const most = Math.max(3, Math.floor(width / perChar));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
