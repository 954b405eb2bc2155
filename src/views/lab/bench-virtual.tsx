/** What the cost model predicts of scoring: virtual time, kept apart from what was measured. */
import type { ReactElement } from 'react';
import type { VirtualRow } from '../../bench/concurrency/page.ts';
import { chunkPath } from '../../derive/lanes.ts';
import { count } from '../../derive/words/numbers.ts';
import { useBenchWords } from './bench-words.ts';

export const virtualRatio = ({ ticks, alone }: VirtualRow): number => alone / ticks;

/** Ticks of a cluster are microseconds. */
const timeOf = (ticks: number): string => `${(ticks / 1000).toFixed(2)} ms`;

const Square = ({ x, y }: { readonly x: number; readonly y: number }): ReactElement => (
  <rect x={x - 3.5} y={y - 3.5} width={7} height={7} fill="var(--surface)" stroke="var(--ink-2)" strokeWidth={1.25} />
);

/** The mark in a caption: fonts draw an open square as they please. */
export const VirtualKey = (): ReactElement => (
  <svg width={9} height={9} aria-hidden="true">
    <Square x={4.5} y={4.5} />
  </svg>
);

/** Dotted, with open squares: nothing measured looks like it. @param points places in the chart */
export function VirtualMarks({
  points,
}: {
  readonly points: readonly (readonly [x: number, y: number])[];
}): ReactElement {
  return (
    <g data-mark="virtual">
      {points.length > 0 && (
        <path
          d={`M${points.map(([x, y]) => `${String(x)} ${String(y)}`).join('L')}`}
          fill="none"
          stroke="var(--ink-2)"
          strokeDasharray="1 4"
          strokeLinecap="round"
          strokeWidth={1.75}
        />
      )}
      {points.map(([x, y]) => (
        <Square key={x} x={x} y={y} />
      ))}
    </g>
  );
}

interface VirtualScoringProps {
  readonly rows: readonly VirtualRow[];
  /** Numbers of workers that are measured: the lanes are those of the largest. */
  readonly measured: readonly number[];
  readonly nodes: number;
}

export function VirtualScoring({ rows, measured, nodes }: VirtualScoringProps): ReactElement | undefined {
  const words = useBenchWords();
  const lanes = rows.find(({ workers }) => workers === Math.max(...measured));
  if (lanes === undefined) return undefined;
  return (
    <section className="bench-virtual" data-testid="virtual-scoring">
      <h4>{words.virtualTitle}</h4>
      <p className="i2">{words.virtualLead(count(nodes))}</p>
      <div className="bench-scoring-cols">
        <VirtualLanes row={lanes} />
        <div>
          <table className="t num">
            <thead>
              <tr>
                {[words.workers, words.chunk, words.virtualTime, words.virtualSpeedUp].map((head) => (
                  <th key={head} scope="col" className="n">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.workers} data-virtual-workers={row.workers}>
                  <td className="n">{count(row.workers)}</td>
                  <td className="n">{count(row.chunk)}</td>
                  <td className="n">{timeOf(row.ticks)}</td>
                  <td className="n">{virtualRatio(row).toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

const WIDTH = 320;
const NAMES = 64;
const TOP = 22;
const LANE = 13;
const BLOCK = 9;

function VirtualLanes({ row }: { readonly row: VirtualRow }): ReactElement {
  const words = useBenchWords();
  const { workers, chunks, ticks } = row;
  const bottom = TOP + workers * LANE + 4;
  return (
    <figure className="bench-figure">
      <svg
        className="bench-panel"
        width={WIDTH}
        height={bottom + 18}
        role="img"
        aria-label={words.virtualLanes(count(workers), count(chunks.length))}
      >
        <text x={0} y={12} fontSize={11} fill="var(--ink-2)">
          {words.virtualMark}
        </text>
        {Array.from({ length: workers }, (_, worker) => (
          <g key={worker} data-lane={worker}>
            <text x={0} y={TOP + worker * LANE + BLOCK} fontSize={11} fill="var(--ink-3)">
              {words.virtualWorker(String(worker))}
            </text>
            <path
              transform={`translate(${String(NAMES)} ${String(TOP + worker * LANE)}) scale(1 ${String(BLOCK)})`}
              d={chunks
                .filter((chunk) => chunk.worker === worker)
                .map((chunk) => chunkPath(chunk, ticks, WIDTH - NAMES))
                .join('')}
              fill="var(--mark)"
            />
          </g>
        ))}
        <path d={`M${String(NAMES)} ${String(bottom - 2.5)}H${String(WIDTH)}`} stroke="var(--line)" />
        <text x={NAMES} y={bottom + 13} fontSize={11} fill="var(--ink-3)">
          0
        </text>
        <text x={WIDTH} y={bottom + 13} fontSize={11} fill="var(--ink-3)" textAnchor="end">
          {`${words.virtualTime} ${timeOf(ticks)}`}
        </text>
      </svg>
      <figcaption className="t1 i2">{words.virtualLanes(count(workers), count(chunks.length))}</figcaption>
    </figure>
  );
}
