import { scaleLog, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import type { ReactElement } from 'react';
import {
  median,
  medianInterval,
  RECORDED_PARALLEL,
  type Results,
  type ScoreRow,
  type VirtualRow,
} from '../../bench/concurrency/page.ts';
import { type BenchWords, shortTime } from '../../derive/words/bench.ts';
import { count } from '../../derive/words/numbers.ts';
import { VirtualKey, VirtualMarks, virtualRatio, VirtualScoring } from './bench-virtual.tsx';
import { useBenchWords } from './bench-words.ts';

/** Speed-up of the scheduler's scoring by workers, measured; the ideal and a recorded Go run beside it. */
export function Scoring({ results }: { readonly results: Results | undefined }): ReactElement | undefined {
  const words = useBenchWords();
  if (results === undefined) return undefined;
  const { scoring, virtual, stamp } = results;
  const checked = scoring.reduce((n, row) => n + row.scores, 0);
  return (
    <section className="bench-scoring" data-testid="scoring">
      <h3>{words.scoringTitle}</h3>
      <p className="i2">{words.scoringLead(count(stamp.nodes))}</p>
      <div className="bench-scoring-cols">
        <SpeedUp rows={scoring} virtual={virtual} cores={stamp.cores} />
        <div>
          <table className="t num">
            <thead>
              <tr>
                {[words.workers, words.chunk, words.perCycle, words.speedUp].map((head) => (
                  <th key={head} scope="col" className="n">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {scoring.map((row) => (
                <tr
                  key={row.workers}
                  data-score-workers={row.workers}
                  data-scores={row.scores}
                  data-state={row.state.kind}
                >
                  <td className="n">{count(row.workers)}</td>
                  <td className="n">{count(row.chunk)}</td>
                  <td className="n">{timeOf(row, words)}</td>
                  <td className="n">{ratioOf(row, scoring)?.toFixed(2) ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {checked > 0 && <p className="t1 i3">{words.scoresChecked(count(checked))}</p>}
        </div>
      </div>
      <VirtualScoring rows={virtual} measured={scoring.map(({ workers }) => workers)} nodes={stamp.nodes} />
    </section>
  );
}

function timeOf({ state, micros }: ScoreRow, words: BenchWords): string {
  if (state.kind === 'unavailable') return words.unavailable;
  if (state.kind === 'void') return words.void;
  return micros.length === 0 ? '' : shortTime(median(micros) * 1000);
}

function ratioOf({ micros }: ScoreRow, rows: readonly ScoreRow[]): number | undefined {
  const alone = rows.find(({ workers }) => workers === 1)?.micros ?? [];
  return alone.length === 0 || micros.length === 0 ? undefined : median(alone) / median(micros);
}

const WIDTH = 320;
const HEIGHT = 220;
const LEFT = 36;
const BOTTOM = HEIGHT - 36;

interface SpeedUpProps {
  readonly rows: readonly ScoreRow[];
  readonly virtual: readonly VirtualRow[];
  readonly cores: number;
}

/** Each power of two from the one below all that is drawn to the one above it. */
function doublings(ratios: readonly number[]): readonly number[] {
  const first = Math.floor(Math.log2(Math.min(...ratios)));
  const last = Math.ceil(Math.log2(Math.max(...ratios)));
  return Array.from({ length: last - first + 1 }, (_, i) => 2 ** (first + i));
}

function SpeedUp({ rows, virtual, cores }: SpeedUpProps): ReactElement {
  const words = useBenchWords();
  const counts = [...new Set([...rows, ...virtual].map(({ workers }) => workers))];
  const alone = median(rows[0]?.micros.length ? rows[0].micros : [1]);
  const x = scalePoint(counts, [LEFT + 16, WIDTH - 24]);
  const ideal = rows.map(({ workers }) => workers).map((workers) => [workers, Math.min(workers, cores)] as const);
  const recorded = Object.entries(RECORDED_PARALLEL).map(
    ([workers, millis]) => [Number(workers), (RECORDED_PARALLEL[1] ?? 1) / millis] as const,
  );
  const measured = rows.flatMap((row) => {
    const ratio = ratioOf(row, rows);
    return ratio === undefined ? [] : [[row.workers, ratio] as const];
  });
  const modelled = virtual.map((row) => [row.workers, virtualRatio(row)] as const);
  const ends = rows.flatMap(({ micros }) => {
    const interval = medianInterval(micros);
    return interval === undefined ? [] : [alone / interval.low, alone / interval.high];
  });
  const points = [...ideal, ...recorded, ...measured, ...modelled].map(([, ratio]) => ratio);
  const ticks = doublings([0.9, 2, ...points, ...ends]);
  const [low = 1, high = 1] = [ticks[0], ticks.at(-1)];
  const y = scaleLog([low, high], [BOTTOM, 12]).base(2);
  const path = line<readonly [number, number]>(
    ([workers]) => x(workers) ?? 0,
    ([, ratio]) => y(ratio),
  );
  return (
    <figure className="bench-figure">
      <svg className="bench-panel" width={WIDTH} height={HEIGHT} role="img" aria-label={words.speedUpChart}>
        {ticks.map((tick) => (
          <g key={tick}>
            <path d={`M${String(LEFT)} ${String(Math.round(y(tick)) + 0.5)}H${String(WIDTH)}`} stroke="var(--line)" />
            <text x={LEFT - 6} y={y(tick) + 4} fontSize={11} fill="var(--ink-3)" textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {counts.map((workers) => (
          <text
            key={workers}
            x={x(workers)}
            y={BOTTOM + 15}
            fontSize={11}
            fill={workers > cores ? 'var(--warn)' : 'var(--ink-3)'}
            textAnchor="middle"
          >
            {workers}
          </text>
        ))}
        <text x={(LEFT + WIDTH) / 2} y={HEIGHT - 6} fontSize={11} fill="var(--ink-3)" textAnchor="middle">
          {words.workers}
        </text>
        <path d={path(ideal) ?? ''} fill="none" stroke="var(--ink-2)" strokeDasharray="5 3" strokeWidth={1.25} />
        {recorded.map(([workers, ratio]) => (
          <path
            key={workers}
            d={`M${String(x(workers) ?? 0)} ${String(y(ratio) - 5)}l5 5l-5 5l-5 -5Z`}
            fill="var(--surface)"
            stroke="var(--ink-2)"
            strokeWidth={1.25}
          />
        ))}
        <VirtualMarks points={modelled.map(([workers, ratio]) => [x(workers) ?? 0, y(ratio)])} />
        <path d={path(measured) ?? ''} fill="none" stroke="var(--accent)" strokeWidth={2} />
        {rows.map((row) => {
          const interval = medianInterval(row.micros);
          const ratio = ratioOf(row, rows);
          const at = x(row.workers) ?? 0;
          if (ratio === undefined) return undefined;
          return (
            <g key={row.workers}>
              {interval !== undefined && (
                <path
                  d={`M${String(at)} ${String(y(alone / interval.low))}V${String(y(alone / interval.high))}`}
                  stroke="var(--accent)"
                  strokeWidth={2}
                />
              )}
              <circle cx={at} cy={y(ratio)} r={4} fill="var(--accent)" />
            </g>
          );
        })}
      </svg>
      <figcaption className="t1 i2">
        {`● ${words.measured} · - - ${words.ideal} · ◇ ${words.recordedParallel}`}
        {virtual.length > 0 && (
          <>
            {' · '}
            <span className="nowrap">
              <VirtualKey /> {words.virtualMark}
            </span>
          </>
        )}
      </figcaption>
    </figure>
  );
}
