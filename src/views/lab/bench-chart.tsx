import { scaleLog } from 'd3-scale';
import type { ReactElement } from 'react';
import {
  type Cell,
  isRough,
  median,
  medianInterval,
  PUBLISHED,
  RECORDED,
  type Results,
  ROW_IDS,
  type RowId,
  unavailable,
  workersOf,
  WRITERS,
} from '../../bench/concurrency/page.ts';
import { type BenchWords, shortTime } from '../../derive/words/bench.ts';
import { count } from '../../derive/words/numbers.ts';
import { rowName, useBenchWords } from './bench-words.ts';
import { useSize } from './use-size.ts';

const LABELS = 124;
const FIGURES = 64;
const GAP = 20;
const TOP = 44;
const ROW = 28;
const AXIS = 22;
const HEIGHT = TOP + ROW_IDS.length * ROW + AXIS;

/** Four panels, two or one beside each other: text keeps its size, so the layout changes. */
const columnsFor = (width: number): number => (width >= 1240 ? 4 : width >= 700 ? 2 : 1);

/** Small multiples by writers: a row each, a dot a batch, on a log axis shared by all. */
export function BenchChart({ results }: { readonly results: Results | undefined }): ReactElement {
  const [element, width] = useSize();
  const columns = columnsFor(width);
  const plot = Math.max(120, (width - LABELS - GAP * (columns - 1)) / columns);
  const [low, high] = domainOf(results);
  return (
    <div className="bench-panels" ref={element}>
      {width > 0 &&
        WRITERS.map((writers, i) => {
          const labels = i % columns === 0 ? LABELS : 0;
          const cells = results?.cells.filter((cell) => cell.writers === writers) ?? [];
          return (
            <Panel
              key={writers}
              writers={writers}
              cells={cells}
              cores={results?.stamp.cores}
              left={labels}
              plot={plot}
              low={low}
              high={high}
            />
          );
        })}
    </div>
  );
}

/** Whole decades that hold every sample and every reference. */
function domainOf(results: Results | undefined): readonly [low: number, high: number] {
  let low = 10;
  let high = 10_000;
  for (const cell of results?.cells ?? []) {
    for (const nanos of cell.nanos) {
      low = Math.min(low, nanos);
      high = Math.max(high, nanos);
    }
  }
  low = Math.min(low, 4.7);
  return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high))];
}

interface PanelProps {
  readonly writers: number;
  readonly cells: readonly Cell[];
  readonly cores: number | undefined;
  /** Room for the names of rows; 0 in panels that stand right of another. */
  readonly left: number;
  readonly plot: number;
  readonly low: number;
  readonly high: number;
}

type Scale = (nanos: number) => number;

function Panel({ writers, cells, cores, left, plot, low, high }: PanelProps): ReactElement {
  const words = useBenchWords();
  const width = left + plot;
  const scale = scaleLog([low, high], [left + 4, width - FIGURES - 4]);
  const most = Math.max(...ROW_IDS.map((row) => workersOf(row, writers)));
  return (
    <svg
      className="bench-panel"
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={words.chartOf(words.writers(count(writers)))}
    >
      <text x={left} y={13} fontSize={13} fontWeight={600} fill="var(--ink)">
        {words.writers(count(writers))}
      </text>
      {cores !== undefined && most > cores && (
        <text x={width} y={13} fontSize={11} fill="var(--warn)" textAnchor="end">
          {words.crowded(count(most), count(cores))}
        </text>
      )}
      <text x={width} y={TOP - 10} fontSize={11} fill="var(--ink-3)" textAnchor="end">
        {words.median}
      </text>
      <Axis scale={scale} low={low} high={high} />
      {writers === 1 && <Published scale={scale} />}
      {ROW_IDS.map((row, i) => (
        <Row
          key={row}
          row={row}
          writers={writers}
          cell={cells.find((cell) => cell.row === row)}
          name={left > 0 ? rowName(row, words) : undefined}
          left={left}
          right={width}
          y={TOP + i * ROW + ROW / 2}
          scale={scale}
        />
      ))}
    </svg>
  );
}

function Axis({
  scale,
  low,
  high,
}: {
  readonly scale: Scale;
  readonly low: number;
  readonly high: number;
}): ReactElement {
  const decades = Math.round(Math.log10(high / low));
  const ticks = Array.from({ length: decades + 1 }, (_, i) => low * 10 ** i);
  // Labels of narrow decades would touch.
  const every = scale(low * 10) - scale(low) < 44 ? 2 : 1;
  const bottom = TOP + ROW_IDS.length * ROW;
  return (
    <g>
      {ticks.map((nanos, i) => (
        <g key={nanos}>
          <path
            d={`M${String(Math.round(scale(nanos)) + 0.5)} ${String(TOP - 4)}V${String(bottom)}`}
            stroke="var(--line)"
          />
          {i % every === 0 && (
            <text
              x={scale(nanos) - (i === 0 ? 4 : 0)}
              y={bottom + 15}
              fontSize={11}
              fill="var(--ink-3)"
              textAnchor={i === 0 ? 'start' : 'middle'}
            >
              {shortTime(nanos).replace(/\.0+ /, ' ')}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

/** The article's two figures: through all rows, since they are what the article compares. */
function Published({ scale }: { readonly scale: Scale }): ReactElement {
  const marks = Object.values(PUBLISHED.nanos);
  return (
    <g data-mark="published">
      {marks.map((nanos, i) => (
        <g key={nanos}>
          <path
            d={`M${String(scale(nanos))} ${String(TOP - 6)}V${String(TOP + ROW_IDS.length * ROW)}`}
            stroke="var(--ink-2)"
            strokeDasharray="5 3"
            strokeWidth={1.25}
          />
          <text
            x={scale(nanos) + (i === 0 ? 2 : 4)}
            y={TOP - 10}
            fontSize={11}
            fill="var(--ink-2)"
            textAnchor={i === 0 ? 'end' : 'start'}
          >
            {`Go ${nanos.toFixed(2)}`}
          </text>
        </g>
      ))}
    </g>
  );
}

interface RowProps {
  readonly row: RowId;
  readonly writers: number;
  readonly cell: Cell | undefined;
  /** Undefined where another panel names it. */
  readonly name: string | undefined;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly scale: Scale;
}

function Row({ row, writers, cell, name, left, right, y, scale }: RowProps): ReactElement {
  const words = useBenchWords();
  const nanos = cell?.nanos ?? [];
  const recorded = RECORDED.nanos[row]?.[writers];
  return (
    <g>
      <path
        d={`M${String(name === undefined ? left : 0)} ${String(y + ROW / 2)}H${String(right)}`}
        stroke="var(--line)"
      />
      {name !== undefined && (
        <text x={0} y={y + 4} fontSize={13} fill="var(--ink)">
          {name}
        </text>
      )}
      {recorded !== undefined && <Diamond x={scale(recorded)} y={y} />}
      {nanos.length > 0 && <Samples nanos={nanos} y={y} scale={scale} />}
      <text x={right} y={y + 4} fontSize={13} fill={nanos.length > 0 ? 'var(--ink)' : 'var(--ink-3)'} textAnchor="end">
        {figureOf(row, cell, words)}
      </text>
    </g>
  );
}

export function figureOf(row: RowId, cell: Cell | undefined, words: BenchWords): string {
  if (cell?.state.kind === 'unavailable' || (cell === undefined && unavailable(row, crossOriginIsolated) !== undefined))
    return words.unavailable;
  if (cell?.state.kind === 'void') return words.void;
  if (cell === undefined || cell.nanos.length === 0) return '';
  return `${isRough(cell.nanos) ? '~' : ''}${shortTime(median(cell.nanos))}`;
}

const Diamond = ({ x, y }: { readonly x: number; readonly y: number }): ReactElement => (
  <path
    data-mark="recorded"
    d={`M${String(x)} ${String(y - 5)}l5 5l-5 5l-5 -5Z`}
    fill="var(--surface)"
    stroke="var(--ink-2)"
    strokeWidth={1.25}
  />
);

/** Dots of one row stand apart a little, always the same way. */
const jitter = (i: number): number => ((i * 7) % 15) - 7;

function Samples({
  nanos,
  y,
  scale,
}: {
  readonly nanos: readonly number[];
  readonly y: number;
  readonly scale: Scale;
}): ReactElement {
  const interval = medianInterval(nanos);
  return (
    <g>
      {nanos.map((n, i) => (
        <circle key={i} cx={scale(n)} cy={y + jitter(i)} r={2} fill="var(--mark)" opacity={0.55} />
      ))}
      {interval !== undefined && (
        <path
          d={`M${String(scale(interval.low))} ${String(y)}H${String(scale(interval.high))}`}
          stroke="var(--accent)"
          strokeWidth={5}
        />
      )}
      <path d={`M${String(scale(median(nanos)))} ${String(y - 8)}v16`} stroke="var(--accent)" strokeWidth={2} />
    </g>
  );
}
