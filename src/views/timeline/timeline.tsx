/** The timeline: all steps in an overview, some in a window, the play-head in both. An instrument, not an ornament. */
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactElement, RefObject } from 'react';
import { LaneDensity } from '../../derive/lane-density.ts';
import { stageWords } from '../../derive/stage-words.ts';
import {
  clampWindow,
  followed,
  layoutTimeline,
  overviewStep,
  overviewX,
  resized,
  usualSpan,
  windowStep,
  type StepWindow,
  type TimelineLayout,
} from '../../derive/timeline-layout.ts';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import type { Lang } from '../../derive/words/lang.ts';
import { readPalette } from '../stage/palette.ts';
import { paintTimeline } from './timeline-painter.ts';
import './timeline.css';

export interface TimelineProps {
  readonly trace: TraceBuffer;
  readonly step: number;
  readonly steps: number;
  /** "Pod/ns/name": its events are darker. */
  readonly selection: string | undefined;
  readonly lang: Lang;
  readonly theme: string;
  /** The sentence of a step. */
  readonly words: (step: number) => string;
  readonly onSeek: (step: number) => void;
  /** One unit forth (1) or back (-1); `coarse`: the next coarser unit. Without it the arrows go by one event. */
  readonly onWalk?: (by: 1 | -1, coarse: boolean) => void;
  readonly onTogglePlay?: () => void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function useSize(ref: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [ref]);
  return size;
}

export function Timeline(props: TimelineProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const size = useSize(root);
  const words = stageWords(props.lang);
  return (
    <div
      className="timeline"
      data-testid="timeline"
      data-region="timeline"
      role="group"
      aria-label={words.timeline}
      ref={root}
    >
      {size === undefined ? undefined : <Instrument {...props} size={size} />}
    </div>
  );
}

/** The window a person chose, or the usual one; it follows the play-head. */
function useWindow(layout: TimelineLayout, step: number, steps: number): [StepWindow, (window: StepWindow) => void] {
  const [span, setSpan] = useState<number>();
  const [from, setFrom] = useState(0);
  const window = followed({ from, span: span ?? usualSpan(layout, steps) }, step, steps);
  if (window.from !== from) setFrom(window.from);
  return [
    window,
    (next) => {
      setFrom(next.from);
      if (next.span !== window.span) setSpan(next.span);
    },
  ];
}

function Instrument(props: TimelineProps & { size: Size }): ReactElement {
  const { trace, step, steps, selection, lang, theme, size, onSeek } = props;
  const words = stageWords(lang);
  const canvas = useRef<HTMLCanvasElement>(null);
  const density = useMemo(() => new LaneDensity(trace), [trace]);
  const layout = layoutTimeline(size.width, size.height, trace.tables.lanes.length);
  const [window, setWindow] = useWindow(layout, step, steps);
  const mine = useMemo(
    () => new Set(selection === undefined || steps === 0 ? [] : trace.eventsOfObject(selection)),
    [trace, selection, steps],
  );

  useLayoutEffect(() => {
    const g = canvas.current?.getContext('2d');
    if (g === undefined || g === null) return;
    const ratio = globalThis.devicePixelRatio;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintTimeline({
      g,
      palette: readPalette(g.canvas, theme),
      layout,
      trace,
      density,
      window,
      step,
      steps,
      mine,
      words,
      lang,
    });
  });

  const ratio = globalThis.devicePixelRatio;
  return (
    <>
      <canvas
        ref={canvas}
        width={Math.round(size.width * ratio)}
        height={Math.round(size.height * ratio)}
        style={{ width: size.width, height: size.height }}
        aria-hidden="true"
      />
      {layout.slim ? undefined : (
        <Overview layout={layout} window={window} steps={steps} setWindow={setWindow} onSeek={onSeek} lang={lang} />
      )}
      <PlayHead {...props} layout={layout} window={window} />
    </>
  );
}

const localX = (event: PointerEvent<HTMLElement>): number => {
  const root = event.currentTarget.closest('.timeline');
  return event.clientX - (root?.getBoundingClientRect().left ?? 0);
};

interface OverviewProps {
  readonly layout: TimelineLayout;
  readonly window: StepWindow;
  readonly steps: number;
  readonly setWindow: (window: StepWindow) => void;
  readonly onSeek: (step: number) => void;
  readonly lang: Lang;
}

const DRAG_FROM = 3;

/** Click seeks; dragging inside the window moves it. */
function Overview({ layout, window, steps, setWindow, onSeek, lang }: OverviewProps): ReactElement {
  const drag = useRef<{ x: number; from: number; moved: boolean }>(undefined);
  const top = layout.overviewTop - 6;
  const height = layout.overviewBottom - layout.overviewTop + 10;
  const words = stageWords(lang);
  const a = overviewX(layout, steps, window.from);
  const b = Math.max(a + 6, overviewX(layout, steps, window.from + window.span));
  return (
    <>
      <div
        className="tl-hit"
        style={{ left: layout.x0, width: layout.x1 - layout.x0, top, height }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: localX(event), from: window.from, moved: false };
        }}
        onPointerMove={(event) => {
          const start = drag.current;
          if (start === undefined) return;
          const by = localX(event) - start.x;
          if (!start.moved && Math.abs(by) < DRAG_FROM) return;
          drag.current = { ...start, moved: true };
          const shift = (by / (layout.x1 - layout.x0)) * steps;
          setWindow(clampWindow({ from: start.from + shift, span: window.span }, steps));
        }}
        onPointerUp={(event) => {
          if (drag.current?.moved === false) onSeek(overviewStep(layout, steps, localX(event)));
          drag.current = undefined;
        }}
      />
      <Handle end="start" x={a - 22} label={words.windowStart} {...{ layout, window, steps, setWindow, top, height }} />
      <Handle end="end" x={b - 2} label={words.windowEnd} {...{ layout, window, steps, setWindow, top, height }} />
    </>
  );
}

interface HandleProps {
  readonly end: 'start' | 'end';
  readonly x: number;
  readonly label: string;
  readonly layout: TimelineLayout;
  readonly window: StepWindow;
  readonly steps: number;
  readonly setWindow: (window: StepWindow) => void;
  readonly top: number;
  readonly height: number;
}

function Handle({ end, x, label, layout, window, steps, setWindow, top, height }: HandleProps): ReactElement {
  const value = end === 'start' ? window.from : window.from + window.span;
  const move = (step: number): void => {
    setWindow(resized(window, end, Math.round(step), steps));
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
      className="tl-handle"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={value}
      style={{ left: x, top, height }}
      onKeyDown={(event) => {
        const step = by[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        move(value + step);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) move(overviewStep(layout, steps, localX(event)));
      }}
    />
  );
}

interface PlayHeadProps extends TimelineProps {
  readonly layout: TimelineLayout;
  readonly window: StepWindow;
}

function walkKey(event: KeyboardEvent, { step, steps, onSeek, onWalk, onTogglePlay, trace }: TimelineProps): boolean {
  const walk = (by: 1 | -1, coarse: boolean): void => {
    if (onWalk !== undefined) onWalk(by, coarse);
    else if (coarse) onSeek(by === 1 ? trace.next(step, 'cycle') : trace.previous(step, 'cycle'));
    else onSeek(Math.max(0, Math.min(steps, step + by)));
  };
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowUp':
      walk(1, event.shiftKey);
      return true;
    case 'ArrowLeft':
    case 'ArrowDown':
      walk(-1, event.shiftKey);
      return true;
    case 'PageUp':
      walk(1, true);
      return true;
    case 'PageDown':
      walk(-1, true);
      return true;
    case 'Home':
      onSeek(0);
      return true;
    case 'End':
      onSeek(steps);
      return true;
    case ' ':
      onTogglePlay?.();
      return onTogglePlay !== undefined;
    default:
      return false;
  }
}

/** The slider of the run: click and drag seek to the event at or before the pointer. */
function PlayHead(props: PlayHeadProps): ReactElement {
  const { layout, window, step, steps, lang, words: sentence, onSeek } = props;
  const words = stageWords(lang);
  const top = layout.slim ? 0 : layout.windowTop - 16;
  const seek = (event: PointerEvent<HTMLElement>): void => {
    const x = localX(event);
    const target = layout.slim ? overviewStep(layout, steps, x) : windowStep(layout, window, steps, x);
    if (target !== step) onSeek(target);
  };
  const said = step === 0 ? words.stepZero : sentence(step);
  return (
    <div
      className="tl-hit"
      role="slider"
      tabIndex={0}
      aria-label={words.playHead}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={step}
      aria-valuetext={words.stepOf(String(step), String(steps), said)}
      style={{ left: layout.x0 - 6, width: layout.x1 - layout.x0 + 12, top, height: layout.height - top }}
      onKeyDown={(event) => {
        if (!walkKey(event, props)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
      }}
    />
  );
}
