/** One clock above bars: ticks, the present moment, and what a width stands for. */
import type { ReactElement, ReactNode } from 'react';
import { count, simTime } from '../../derive/words/numbers.ts';
import type { Axis, Scale } from '../../derive/workloads.ts';
import type { At } from '../../protocol/protocol.ts';
import { Segmented } from '../kit/controls.tsx';
import { useShell } from '../kit/shell.ts';
import { AxisContext, percent, useAxis, useWorkloadWords } from './room.ts';

interface ClockProps {
  readonly axis: Axis;
  readonly children: ReactNode;
}

/** One clock for all that stands in it. Its ruler goes right above the first bars. */
export function Clock({ axis, children }: ClockProps): ReactElement {
  return (
    <AxisContext value={axis}>
      <div className="wl-clock">{children}</div>
    </AxisContext>
  );
}

/** Shares of the width: how near to an edge a word would leave it, and how near to each other two would touch. */
const EDGE = 0.06;
const APART = 0.12;

/** At an edge a word stands beside its line. */
const edge = (at: number): string => (at > 1 - EDGE ? 'at-end' : at < EDGE ? 'at-start' : '');

export function Ruler({ now }: { readonly now: At }): ReactElement {
  const own = useWorkloadWords();
  const axis = useAxis();
  const { run } = useShell();
  const perSecond = run?.answer.ticksPerSecond ?? 1e6;
  const here = axis.place(now);
  const middle = Math.min(1 - EDGE, Math.max(EDGE, here));
  const text = (value: number): string =>
    axis.scale === 'time' ? simTime((value / perSecond) * 1e6).replace(/\.000$/, '') : count(value);
  return (
    <div className="wl-row wl-ruler num" aria-hidden="true">
      <span className="t1 i3">{axis.scale === 'time' ? own.scales.time : own.step}</span>
      <div className="wl-track">
        {axis.ticks
          .filter(({ at }) => Math.abs(at - middle) > APART)
          .map(({ at, value }) => (
            <span key={value} className={`tick ${edge(at)}`} style={{ left: percent(at) }}>
              {text(value)}
            </span>
          ))}
        <span className={`tick is-here ${edge(here)}`} style={{ left: percent(here) }}>
          {own.now}
        </span>
      </div>
      <span />
    </div>
  );
}

/** The present moment, through all that stands in a track. */
export function NowLine({ at }: { readonly at: number }): ReactElement {
  return <span className="wl-now" style={{ left: percent(at) }} aria-hidden="true" />;
}

interface ScaleChoiceProps {
  readonly scale: Scale;
  readonly onScale: (scale: Scale) => void;
}

export function ScaleChoice({ scale, onScale }: ScaleChoiceProps): ReactElement {
  const own = useWorkloadWords();
  const options = (['time', 'steps'] as const).map((value) => ({ value, text: own.scales[value] }));
  return <Segmented label={own.scale} value={scale} options={options} onChange={onScale} />;
}
