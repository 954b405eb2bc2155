/** Icons: 16 box, stroke 1.5, round caps, `currentColor`. An icon never speaks: its button or label does. */
import type { ReactElement, ReactNode } from 'react';

const solid = (d: string): ReactNode => <path d={d} fill="currentColor" />;
const line = (d: string): ReactNode => <path d={d} />;
const dot = (cx: number, cy: number, r: number): ReactNode => <circle cx={cx} cy={cy} r={r} />;
const both = (...parts: ReactNode[]): ReactNode => (
  <>
    {parts.map((part, i) => (
      <g key={i}>{part}</g>
    ))}
  </>
);

const ICONS = {
  play: solid('M5 3.2v9.6L12.8 8Z'),
  pause: line('M5.5 3.5v9M10.5 3.5v9'),
  step: line('M4 3.5v9L10.5 8ZM12.5 3.5v9'),
  back: line('M12 3.5v9L5.5 8ZM3.5 3.5v9'),
  first: line('M3 3.5v9M13 3.5 8.5 8l4.5 4.5M8.5 3.5 4 8l4.5 4.5'),
  last: line('M13 3.5v9M3 3.5 7.5 8 3 12.5M7.5 3.5 12 8l-4.5 4.5'),
  runto: both(line('M2 8h7M6.5 5 9.5 8l-3 3'), dot(12.5, 8, 1.8)),
  runback: both(line('M14 8H7M9.5 5l-3 3 3 3'), dot(3.5, 8, 1.8)),
  down: line('m4 6.5 4 4 4-4'),
  right: line('m6 3.5 4.5 4.5L6 12.5'),
  left: line('M10 3.5 5.5 8l4.5 4.5'),
  up: line('m4 9.5 4-4 4 4'),
  close: line('m4 4 8 8M12 4l-8 8'),
  plus: line('M8 3v10M3 8h10'),
  minus: line('M3 8h10'),
  fit: line('M2.5 3.5v9M13.5 3.5v9M5 8h6M7 6 5 8l2 2M9 6l2 2-2 2'),
  share: line(
    'M6.5 9.5 9.5 6.5M7 4.8l1.4-1.4a2.9 2.9 0 0 1 4.1 4.1L11.2 9M9 11.2l-1.4 1.4a2.9 2.9 0 0 1-4.1-4.1L4.8 7',
  ),
  theme: both(dot(8, 8, 5.5), <path d="M8 2.5v11A5.5 5.5 0 0 0 8 2.5Z" fill="currentColor" stroke="none" />),
  help: both(dot(8, 8, 6), line('M6.3 6.4a1.8 1.8 0 1 1 2.5 1.7c-.6.3-.8.6-.8 1.2M8 11.4v.1')),
  search: both(dot(7, 7, 4), line('m10 10 3.5 3.5')),
  filter: line('M2.5 4h11M4.5 8h7M6.5 12h3'),
  bp: dot(8, 8, 4),
  bookmark: line('M4.5 2.5h7v11L8 10.8l-3.5 2.7Z'),
  fork: both(dot(4.5, 4, 1.6), dot(11.5, 4, 1.6), dot(4.5, 12, 1.6), line('M4.5 5.6v4.8M11.5 5.6c0 3-7 1.6-7 4.8')),
  warn: line('M8 2.5 14 13H2ZM8 6.5v3M8 11.3v.1'),
  error: both(dot(8, 8, 6), line('m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4')),
  check: line('m3.5 8.5 3 3 6-7'),
  info: both(dot(8, 8, 6), line('M8 7.3v3.7M8 5v.1')),
  arrow: line('M2.5 8h11M9.5 4l4 4-4 4'),
  upload: line('M8 10.5v-8M4.8 5.5 8 2.3l3.2 3.2M2.5 10.5v3h11v-3'),
  file: line('M4 2h5.5L12.5 5v9H4ZM9.5 2v3h3'),
  clock: both(dot(8, 8, 6), line('M8 4.8V8l2.2 1.6')),
  lock: line('M3.5 7.2h9v6.3h-9ZM5.5 7V5a2.5 2.5 0 0 1 5 0v2'),
  copy: line('M5.5 5.5h8v8h-8ZM10.5 3V2.5h-8v8H3'),
  download: line('M8 2.5v8M4.8 7.3 8 10.5l3.2-3.2M2.5 11v2.5h11V11'),
  undo: line('M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5 6 3.5M3 6.5l3 3'),
  sliders: both(line('M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6'), dot(10, 5, 1.5), dot(6, 11, 1.5)),
  list: line('M2.5 4h11M2.5 8h11M2.5 12h7'),
  eye: both(line('M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8Z'), dot(8, 8, 1.9)),
  reset: line('M3 8a5 5 0 1 0 1.6-3.7M3 2.5v2.7h2.7'),
  expand: line('M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9 7M2.5 13.5 7 9'),
  panel: line('M2.5 3h11v10h-11ZM10 3v10'),
} as const satisfies Readonly<Record<string, ReactNode>>;

export type IconName = keyof typeof ICONS;

/** @param props.size Edge in pixels; 16 unless said. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactElement {
  return (
    <svg
      className="ic"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {ICONS[name]}
    </svg>
  );
}

/** The mark beside the product's name. */
export function Mark(): ReactElement {
  return (
    <svg width={20} height={20} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="M2 15.5h5.5v-5H13v-5h5" fill="none" stroke="var(--ink)" strokeWidth={1.75} />
      <circle cx={13} cy={10.5} r={2.6} fill="var(--accent)" />
    </svg>
  );
}
