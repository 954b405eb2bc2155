import { useMemo, type PointerEvent, type ReactElement } from 'react';
import { axisOf, layOutLanes, type Lanes, type LaneSpan } from '../../derive/lab-lanes.ts';
import { goName, virtualTime } from '../../derive/words/lab.ts';
import { count } from '../../derive/words/numbers.ts';
import type { LabRun } from '../../protocol/lab.ts';
import { timeOf } from '../../store/lab-state.ts';
import { useLabWords } from './use-lab.ts';
import { useSize } from './use-size.ts';

const NAME = 46;
const ROW = 30;
const TOP = 22;
const FOOT = 34;

interface LanesProps {
  readonly run: LabRun;
  readonly step: number;
  readonly onSeek: (step: number) => void;
}

/** Lanes of all goroutines; below them who owned each lock, what each wait group counted, how full each buffer was. */
export function LanesView({ run, step, onSeek }: LanesProps): ReactElement {
  const words = useLabWords();
  const [root, width] = useSize();
  const lanes = useMemo(() => layOutLanes(run), [run]);
  const rows = lanes.goroutines.length;
  const height = TOP + rows * ROW + (lanes.locks.length + lanes.groups.length + lanes.buffers.length) * FOOT + 4;
  const place = axisOf(lanes);
  const x = (time: number): number => NAME + place(time) * Math.max(10, width - NAME - 3);
  const seek = (event: PointerEvent<SVGSVGElement>): void => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    let found = 0;
    run.ops.forEach((op, index) => {
      if (x(op.time) <= at + 1) found = index + 1;
    });
    onSeek(found);
  };
  return (
    <div className="lanes" ref={root}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={words.lanes(count(rows))}
          data-testid="lanes"
          data-picture={String(step)}
          onPointerDown={seek}
        >
          <Axis lanes={lanes} x={x} height={height} />
          {lanes.goroutines.map((spans, index) => (
            <Lane key={index} name={goName(index + 1)} spans={spans} x={x} top={TOP + index * ROW} step={step} />
          ))}
          <Locks lanes={lanes} x={x} top={TOP + rows * ROW} now={timeOf(run, step)} />
          <Groups lanes={lanes} x={x} top={TOP + rows * ROW + lanes.locks.length * FOOT} now={timeOf(run, step)} />
          <Buffers
            lanes={lanes}
            x={x}
            top={TOP + rows * ROW + (lanes.locks.length + lanes.groups.length) * FOOT}
            now={timeOf(run, step)}
          />
          <path className="lane-head" d={`M${String(x(timeOf(run, step)))} 14V${String(height)}`} />
        </svg>
      )}
      <Legend pauses={lanes.pauses.length > 0} locks={lanes.locks.length > 0} groups={lanes.groups.length > 0} />
    </div>
  );
}

type Place = (time: number) => number;

function Axis({
  lanes,
  x,
  height,
}: {
  readonly lanes: Lanes;
  readonly x: Place;
  readonly height: number;
}): ReactElement {
  const ticks = ticksOf(lanes);
  return (
    <g className="lane-axis">
      {ticks.map((time, index) => (
        <g key={time}>
          <path d={`M${String(x(time))} 16V${String(height)}`} />
          <text x={x(time)} y={11} textAnchor={index === 0 ? 'start' : time > 0.92 * lanes.end ? 'end' : 'middle'}>
            {virtualTime(time)}
          </text>
        </g>
      ))}
      {lanes.pauses.map(({ from, to }) => (
        <rect
          key={from}
          className="lane-pause"
          x={x(from)}
          y={16}
          width={Math.max(1, x(to) - x(from))}
          height={height}
        />
      ))}
    </g>
  );
}

/** Start, middle and end; round times between them where nothing is cut short. */
function ticksOf({ end, pauses }: Lanes): readonly number[] {
  if (pauses.length > 0 || end < 20) return [0, end];
  const rough = end / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const by = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(end / by) + 1 }, (_, index) => index * by).filter(
    (time) => time <= end * 0.98 || time === 0,
  );
}

interface LaneProps {
  readonly name: string;
  readonly spans: readonly LaneSpan[];
  readonly x: Place;
  readonly top: number;
  readonly step: number;
}

const box = (x: number, y: number, width: number, height: number): string =>
  `M${x.toFixed(1)} ${String(y)}h${width.toFixed(1)}v${String(height)}h${(-width).toFixed(1)}z`;

/** One path a state: many spans cost no more than few. */
function Lane({ name, spans, x, top, step }: LaneProps): ReactElement {
  const middle = top + ROW / 2;
  const paths: Record<string, string> = {};
  const add = (key: string, d: string): void => {
    paths[key] = (paths[key] ?? '') + d;
  };
  for (const { from, to, state, step: own } of spans) {
    const [left, width] = [x(from), Math.max(1.5, x(to) - x(from) - 0.75)];
    if (state === 'blocked') add('blocked', `M${left.toFixed(1)} ${String(middle)}h${width.toFixed(1)}`);
    else if (state === 'runnable') {
      if (width > 2) add('runnable', box(left + 0.75, middle - 5, width - 0.75, 10));
    } else {
      const tall = state === 'holding' ? 9 : 5;
      const key = own === step ? 'current' : own > step ? `${state}-later` : state;
      add(key, box(left, middle - tall, width, tall * 2));
    }
  }
  return (
    <g className="lane">
      <text x={0} y={middle + 4}>
        {name}
      </text>
      {Object.entries(paths).map(([key, d]) => (
        <path key={key} className={`span-${key}`} d={d} />
      ))}
    </g>
  );
}

interface FootProps {
  readonly lanes: Lanes;
  readonly x: Place;
  readonly top: number;
  readonly now: number;
}

function Locks({ lanes, x, top, now }: FootProps): ReactElement {
  return (
    <>
      {lanes.locks.map(({ name, spans }, index) => (
        <g key={name} className="lane-lock">
          <text x={0} y={top + index * FOOT + 22}>
            {short(name)}
          </text>
          {spans.map(({ from, to, owner }) => {
            const width = Math.max(1.5, x(to) - x(from) - 1);
            return (
              <g key={from} className={from <= now && now < to ? 'on' : ''}>
                <rect x={x(from)} y={top + index * FOOT + 9} width={width} height={18} />
                {width > 14 && (
                  <text x={x(from) + width / 2} y={top + index * FOOT + 22} textAnchor="middle">
                    {owner === 1 ? 'm' : owner}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      ))}
    </>
  );
}

/** The counter, and beside it who waits: "2", "1 · m". */
function Groups({ lanes, x, top, now }: FootProps): ReactElement {
  return (
    <>
      {lanes.groups.map(({ name, spans }, index) => (
        <g key={name} className="lane-group" data-group={name}>
          <text x={0} y={top + index * FOOT + 22}>
            {short(name)}
          </text>
          {spans.map(({ from, to, count: left, waiters }) => {
            const width = Math.max(1.5, x(to) - x(from) - 1);
            const who = waiters.map((id) => (id === 1 ? 'm' : String(id))).join(' ');
            const said = who === '' ? String(left) : `${String(left)} · ${who}`;
            const text = width > said.length * 6 + 4 ? said : width > 10 ? String(left) : '';
            return (
              <g key={from} className={from <= now && now < to ? 'on' : ''} data-waits={String(waiters.length > 0)}>
                <rect x={x(from)} y={top + index * FOOT + 9} width={width} height={18} />
                {text !== '' && (
                  <text x={x(from) + width / 2} y={top + index * FOOT + 22} textAnchor="middle">
                    {text}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      ))}
    </>
  );
}

const short = (name: string): string => (name.length > 7 ? `${name.slice(0, 6)}…` : name);

function Buffers({ lanes, x, top, now }: FootProps): ReactElement {
  const tall = 22;
  return (
    <>
      {lanes.buffers.map(({ name, capacity, points }, index) => {
        const base = top + index * FOOT + 28;
        const bars = { past: '', later: '' };
        points.forEach(({ time, length }, at) => {
          const to = x(points[at + 1]?.time ?? lanes.end);
          const part = (length / capacity) * tall;
          if (part > 0)
            bars[time <= now ? 'past' : 'later'] += box(x(time), base - part, Math.max(1, to - x(time)), part);
        });
        return (
          <g key={name} className="lane-buffer">
            <text x={0} y={base - 6}>
              {short(name)}
            </text>
            <path className="span-running" d={bars.past} />
            <path className="span-running-later" d={bars.later} />
            <path className="capacity" d={`M${String(x(0))} ${String(base - tall - 1)}H${String(x(lanes.end))}`} />
            <path className="base" d={`M${String(x(0))} ${String(base + 0.5)}H${String(x(lanes.end))}`} />
          </g>
        );
      })}
    </>
  );
}

interface LegendProps {
  readonly pauses: boolean;
  readonly locks: boolean;
  readonly groups: boolean;
}

function Legend({ pauses, locks, groups }: LegendProps): ReactElement {
  const words = useLabWords();
  const states = ['running', ...(locks ? ['holding' as const] : []), 'runnable', 'blocked'] as const;
  return (
    <ul className="lane-legend t1 i2">
      {states.map((state) => (
        <li key={state}>
          <svg width={18} height={14} aria-hidden="true">
            <path
              className={`span-${state}`}
              d={
                state === 'blocked'
                  ? 'M0 7h18'
                  : state === 'runnable'
                    ? 'M1 2h16v10h-16z'
                    : state === 'holding'
                      ? 'M0 0h18v14h-18z'
                      : 'M0 2h18v10h-18z'
              }
            />
          </svg>
          {words[state]}
        </li>
      ))}
      {groups && <li>{words.groupLegend}</li>}
      {pauses && <li>{words.pause}</li>}
    </ul>
  );
}
