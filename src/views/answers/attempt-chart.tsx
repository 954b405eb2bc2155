import { ticks as roundSteps } from 'd3-array';
import type { ReactElement } from 'react';
import type { Attempt } from '../../derive/attempts.ts';
import { simTime } from '../../derive/words/numbers.ts';
import { useAnswerWords } from './answer-page.tsx';

interface AttemptChartProps {
  readonly attempts: readonly Attempt[];
  /** Ticks. */
  readonly now: number;
  readonly perSecond: number;
  /** The queue in which it waits now. */
  readonly place: 'active' | 'backoff' | 'unschedulable' | undefined;
  /** Ticks: when its back-off ends. */
  readonly until?: number;
}

const WIDTH = 368;
const LEFT = 118;
const RIGHT = 8;
const ROWS = { attempts: 38, unschedulable: 66, backoff: 92 } as const;
/** Tries closer than this share one mark. */
const CLOSE = 9;

interface Bar {
  readonly row: 'unschedulable' | 'backoff';
  readonly from: number;
  readonly to: number;
  readonly now: boolean;
}

/** From the end of each try to the next, in the queue that it went to; the last wait is the one that goes on. */
function barsOf({ attempts, now, place, until }: AttemptChartProps): Bar[] {
  const bars: Bar[] = [];
  attempts.forEach(({ end }, i) => {
    if (end === undefined || end.outcome === 'bound') return;
    const next = attempts[i + 1];
    const row = end.outcome === 'backoff' ? 'backoff' : 'unschedulable';
    if (next !== undefined) bars.push({ row, from: end.time, to: next.time, now: false });
    else if (place === 'backoff') bars.push({ row: 'backoff', from: end.time, to: until ?? now, now: true });
    else if (place === 'unschedulable') bars.push({ row: 'unschedulable', from: end.time, to: now, now: true });
  });
  return bars;
}

/** Steps of the tries whose number has room. */
function namedTries(attempts: readonly Attempt[], x: (time: number) => number): ReadonlySet<number> {
  const named = new Set<number>();
  let last = -Infinity;
  for (const { step, time } of attempts) {
    if (x(time) - last <= CLOSE) continue;
    last = x(time);
    named.add(step);
  }
  return named;
}

/** When the Pod was tried and where it waited. The clock's hand is the step. */
export function AttemptChart(props: AttemptChartProps): ReactElement {
  const words = useAnswerWords();
  const { attempts, now, until, perSecond } = props;
  const start = attempts[0]?.time ?? 0;
  const end = Math.max(now, until ?? 0, start + perSecond);
  const x = (time: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * (time - start)) / (end - start);
  const grid = roundSteps(start / perSecond, end / perSecond, 4).map((s) => s * perSecond);
  const named = namedTries(attempts, x);
  return (
    <svg className="attempt-chart" viewBox={`0 0 ${String(WIDTH)} 102`} role="img" aria-label={words.chart}>
      {grid.map((time) => (
        <g key={time}>
          <path d={`M${String(Math.round(x(time)) + 0.5)} 16V98`} className="grid" />
          <text x={x(time)} y={10} textAnchor={x(time) > WIDTH - 30 ? 'end' : 'middle'} className="f">
            {clock((time / perSecond) * 1e6)}
          </text>
        </g>
      ))}
      {(['attempts', 'unschedulable', 'backoff'] as const).map((row) => (
        <text key={row} x={0} y={ROWS[row] + 4} className="l">
          {words.rowNames[row]}
        </text>
      ))}
      <path d={`M0 52.5H${String(WIDTH)}M0 79.5H${String(WIDTH)}`} className="grid" />
      {barsOf(props).map((bar, i) => (
        <WaitBar key={i} bar={bar} x={x} now={now} />
      ))}
      <path d={`M${String(x(now))} 16V98`} className="now" />
      {attempts.map((attempt) => {
        const at = x(attempt.time);
        return (
          <g key={attempt.step}>
            <path d={`M${String(at)} 34v11`} className="try" />
            {named.has(attempt.step) && (
              <text x={at} y={29} textAnchor="middle" className="s">
                {attempt.number}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function WaitBar({
  bar,
  x,
  now,
}: {
  readonly bar: Bar;
  readonly x: (t: number) => number;
  readonly now: number;
}): ReactElement {
  const y = ROWS[bar.row] - 5;
  const width = Math.max(2, x(bar.to) - x(bar.from) - 1);
  if (!bar.now) return <rect x={x(bar.from)} y={y} width={width} height={10} className="bar" />;
  return (
    <g>
      <rect x={x(bar.from) + 0.5} y={y + 0.5} width={width} height={9} className="ahead" />
      <rect
        x={x(bar.from)}
        y={y}
        width={Math.max(1, x(Math.min(now, bar.to)) - x(bar.from))}
        height={10}
        className="here"
      />
    </g>
  );
}

/** "0:05": the milliseconds of round seconds say nothing. */
const clock = (micros: number): string => simTime(micros).replace(/\.000$/, '');
