/** Events of both runs over time: the original above the line, the branch below, the play-head through both. */
import type { ReactElement } from 'react';
import { simTime } from '../../derive/words/numbers.ts';
import type { BesideAnswer } from '../../protocol/protocol.ts';
import { useFaultWords } from './use-targets.ts';

const WIDTH = 960;
const HALF = 34;
const GAP = 1.2;

interface StripsProps {
  readonly answer: BesideAnswer;
  /** Microseconds; so is `parting`. */
  readonly at: number;
  readonly parting: number | undefined;
}

export function Strips({ answer, at, parting }: StripsProps): ReactElement {
  const words = useFaultWords();
  const { window, fromMicros, original, branch } = answer;
  const x = (micros: number): number =>
    Math.max(0, Math.min(1, (micros - window.from) / (window.to - window.from))) * WIDTH;
  const most = Math.max(1, ...original.density, ...branch.density);
  return (
    <figure className="fb-strips">
      <figcaption className="t1 i2">{words.strips}</figcaption>
      <div className="fb-strip-row">
        <div className="fb-strip-names t1" aria-hidden="true">
          <b>A</b>
          <b>B</b>
        </div>
        <svg
          viewBox={`0 0 ${String(WIDTH)} ${String(HALF * 2)}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words.density}
        >
          <rect className="fb-shared" x={0} y={0} width={x(fromMicros)} height={HALF * 2} />
          <Bars density={original.density} most={most} up />
          <Bars density={branch.density} most={most} up={false} />
          <line className="fb-axis" x1={0} x2={WIDTH} y1={HALF} y2={HALF} />
          {parting !== undefined && (
            <line className="fb-parting" x1={x(parting)} x2={x(parting)} y1={0} y2={HALF * 2} />
          )}
          <line className="fb-head" x1={x(at)} x2={x(at)} y1={0} y2={HALF * 2} />
        </svg>
      </div>
      <div className="fb-strip-times t1 i2 num">
        <span>{simTime(window.from)}</span>
        <span className="fb-strip-at" style={{ left: `${String((x(at) / WIDTH) * 100)}%` }}>
          {fades(x(at)) ? '' : simTime(at)}
        </span>
        <span>{simTime(window.to)}</span>
      </div>
    </figure>
  );
}

/** The ends have their own times there. */
const fades = (x: number): boolean => x < WIDTH * 0.12 || x > WIDTH * 0.88;

interface BarsProps {
  readonly density: readonly number[];
  readonly most: number;
  readonly up: boolean;
}

/** By the root of the count: a burst leaves the rest visible. */
function Bars({ density, most, up }: BarsProps): ReactElement {
  const pitch = WIDTH / density.length;
  const path = density
    .map((events, i) => {
      if (events === 0) return '';
      const height = Math.max(2, Math.sqrt(events / most) * (HALF - 3));
      const top = up ? HALF - 1 - height : HALF + 1;
      return `M${(i * pitch).toFixed(2)} ${top.toFixed(2)}h${(pitch - GAP).toFixed(2)}v${height.toFixed(2)}h${(GAP - pitch).toFixed(2)}z`;
    })
    .join('');
  return <path className="fb-bars" d={path} />;
}
