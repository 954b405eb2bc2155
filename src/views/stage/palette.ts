/** Colours and faces for the canvas, read from the design tokens: a canvas cannot name a CSS variable. */
import { TOKEN_PHASES } from './token-paths.ts';

const PLAIN = [
  'bg',
  'surface',
  'sunken',
  'hover',
  'ink',
  'ink-2',
  'ink-3',
  'mark',
  'mark-soft',
  'line',
  'line-strong',
  'n3',
  'accent',
  'on-accent',
  'bad',
  'font-ui',
] as const;

type PlainName = (typeof PLAIN)[number];
export type PaletteName = PlainName | `p-${string}`;

export interface Palette {
  readonly theme: string;
  get(name: PaletteName): string;
}

/** @param element whose computed tokens count; read again after a change of theme */
export function readPalette(element: Element, theme: string): Palette {
  const style = getComputedStyle(element);
  const values = new Map<string, string>();
  const phases = TOKEN_PHASES.flatMap((phase) => [`p-${phase}`, `p-${phase}-l`, `p-${phase}-i`]);
  for (const name of [...PLAIN, ...phases]) values.set(name, style.getPropertyValue(`--${name}`).trim());
  return { theme, get: (name) => values.get(name) ?? '' };
}
