/** The controls over the upper half: a press seeks, dragging moves the window, two handles move its ends. */
import { useRef, type PointerEvent, type ReactElement } from 'react';
import type { StageWords } from '../../derive/stage-words.ts';
import {
  clampWindow,
  overviewStep,
  resized,
  type StepWindow,
  type TimelineLayout,
} from '../../derive/timeline-layout.ts';
import type { Instrument } from './instrument.ts';
import { flagAt } from './under-pointer.ts';

export const localX = (event: PointerEvent<HTMLElement>): number => {
  const root = event.currentTarget.closest('.timeline');
  return event.clientX - (root?.getBoundingClientRect().left ?? 0);
};
export const localY = (event: PointerEvent<HTMLElement>): number => {
  const root = event.currentTarget.closest('.timeline');
  return event.clientY - (root?.getBoundingClientRect().top ?? 0);
};

interface OverviewProps {
  readonly layout: TimelineLayout;
  /** At rest: what a screen reader is told. */
  readonly window: StepWindow;
  readonly instrument: () => Instrument | undefined;
  readonly steps: number;
  readonly onSeek: (step: number) => void;
  readonly words: StageWords;
}

const DRAG_FROM = 3;

export function Overview({ layout, window, instrument, steps, onSeek, words }: OverviewProps): ReactElement {
  const drag = useRef<{ x: number; from: number; moved: boolean }>(undefined);
  const top = 0;
  const height = layout.overviewBottom + 4;
  const press = (x: number, y: number): void => {
    const picture = instrument()?.picture;
    const flag = picture === undefined ? undefined : flagAt(picture, x, y);
    onSeek(flag ?? overviewStep(layout, steps, x));
  };
  return (
    <>
      <div
        className="tl-hit"
        style={{ left: layout.x0 - 6, width: layout.x1 - layout.x0 + 12, top, height }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: localX(event), from: instrument()?.window?.from ?? 0, moved: false };
        }}
        onPointerMove={(event) => {
          const start = drag.current;
          if (start === undefined) return;
          const by = localX(event) - start.x;
          if (!start.moved && Math.abs(by) < DRAG_FROM) return;
          drag.current = { ...start, moved: true };
          const shift = (by / (layout.x1 - layout.x0)) * steps;
          const now = instrument()?.window ?? window;
          instrument()?.move({ from: start.from + shift, span: now.span });
        }}
        onPointerUp={(event) => {
          if (drag.current?.moved === false) press(localX(event), localY(event));
          drag.current = undefined;
        }}
      />
      <Handle end="start" label={words.windowStart} {...{ layout, window, instrument, steps }} />
      <Handle end="end" label={words.windowEnd} {...{ layout, window, instrument, steps }} />
    </>
  );
}

interface HandleProps extends Pick<OverviewProps, 'layout' | 'window' | 'instrument' | 'steps'> {
  readonly end: 'start' | 'end';
  readonly label: string;
}

const endOf = ({ from, span }: StepWindow, end: 'start' | 'end'): number => (end === 'start' ? from : from + span);

function Handle({ end, label, layout, window, instrument, steps }: HandleProps): ReactElement {
  const move = (to: (now: StepWindow) => number): void => {
    const it = instrument();
    if (it?.window === undefined) return;
    it.move(clampWindow(resized(it.window, end, to(it.window), steps), steps));
  };
  const small = Math.max(1, Math.round(window.span / 20));
  const by: Readonly<Record<string, number>> = {
    ArrowLeft: -small,
    ArrowDown: -small,
    ArrowRight: small,
    ArrowUp: small,
    PageDown: -small * 10,
    PageUp: small * 10,
    Home: -steps,
    End: steps,
  };
  return (
    <div
      className={`tl-handle ${end}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={Math.round(endOf(window, end))}
      style={{ top: layout.overviewTop - 6, height: layout.overviewBottom - layout.overviewTop + 10 }}
      onKeyDown={(event) => {
        const step = by[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        move((now) => Math.round(endOf(now, end)) + step);
        instrument()?.rest();
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          move(() => overviewStep(layout, steps, localX(event)));
      }}
    />
  );
}
