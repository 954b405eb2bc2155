import type { ReactElement } from 'react';
import type { TokenPhase } from '../../protocol/protocol.ts';
import { LETTER_EDGE, TOKEN_SHAPES, TOKEN_STROKE } from '../stage/token-paths.ts';

interface PodGlyphProps {
  readonly phase: TokenPhase;
  readonly size?: number;
  readonly ghost?: boolean;
  /** Spoken name; without one the glyph is an ornament beside words. */
  readonly name?: string;
}

/** The token of a Pod in running text and tables. */
export function PodGlyph({ phase, size = 16, ghost = false, name }: PodGlyphProps): ReactElement {
  const { path, letter, letterX, letterY, letterSize } = TOKEN_SHAPES[phase];
  const unit = 20 / size;
  return (
    <svg
      className="podi"
      width={size}
      height={size}
      viewBox="-1 -1 22 22"
      {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <path
        d={path}
        fill={ghost ? 'none' : `var(--p-${phase})`}
        stroke={`var(--p-${phase}-l)`}
        strokeWidth={TOKEN_STROKE * unit}
        strokeLinejoin="round"
        {...(ghost ? { strokeDasharray: `${String(3 * unit)} ${String(2.2 * unit)}` } : {})}
      />
      {size >= LETTER_EDGE && (
        <text
          x={letterX}
          y={letterY}
          textAnchor="middle"
          fontSize={letterSize}
          fontWeight={700}
          fill={ghost ? `var(--p-${phase}-l)` : `var(--p-${phase}-i)`}
        >
          {letter}
        </text>
      )}
    </svg>
  );
}
