/** The controls over the lower half: the play-head is a slider; a press seeks, dragging its line or ruler scrubs, elsewhere pans. */
import { useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { stageWords } from '../../derive/stage-words.ts';
import type { TimelineLayout } from '../../derive/timeline-layout.ts';
import type { Instrument } from './instrument.ts';
import { localX, localY } from './overview.tsx';
import type { Tip } from './tip.ts';
import type { TimelineProps } from './timeline.tsx';
import { laneNameAt, onPlayHead, stepAt } from './under-pointer.ts';

function walkKey(event: KeyboardEvent, { step, steps, onSeek, onWalk, onTogglePlay }: TimelineProps): boolean {
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowUp':
      onWalk(1, event.shiftKey);
      return true;
    case 'ArrowLeft':
    case 'ArrowDown':
      onWalk(-1, event.shiftKey);
      return true;
    case 'PageUp':
      onWalk(1, true);
      return true;
    case 'PageDown':
      onWalk(-1, true);
      return true;
    case 'Home':
      if (step !== 0) onSeek(0);
      return true;
    case 'End':
      onSeek(steps);
      return true;
    case ' ':
      onTogglePlay();
      return true;
    default:
      return false;
  }
}

interface WindowProps extends TimelineProps {
  readonly layout: TimelineLayout;
  readonly instrument: () => Instrument | undefined;
  readonly tip: () => Tip | undefined;
}

interface Drag {
  readonly kind: 'scrub' | 'pan' | 'press';
  readonly x: number;
  readonly from: number;
}

const PAN_FROM = 3;

/** @returns what the pointer does: handlers for an element over the rows */
function useDrag({ layout, instrument, tip, step, words, onSeek }: WindowProps) {
  const drag = useRef<Drag>(undefined);
  const seek = (x: number, y: number): void => {
    const picture = instrument()?.picture;
    const target = picture === undefined ? step : stepAt(picture, x, y);
    if (target !== step) onSeek(target);
  };
  const pan = (start: Drag, x: number): void => {
    const it = instrument();
    if (it?.window === undefined) return;
    const { span } = it.window;
    it.move({ from: start.from - ((x - start.x) / (layout.x1 - layout.x0)) * span, span });
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const [x, y] = [localX(event), localY(event)];
      const it = instrument();
      const scrubs = it?.picture !== undefined && onPlayHead(it.picture, x, y);
      drag.current = { kind: scrubs ? 'scrub' : 'press', x, from: it?.window?.from ?? 0 };
      tip()?.hide();
      if (scrubs) seek(x, layout.windowTop - 4);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const [x, y] = [localX(event), localY(event)];
      const start = drag.current;
      const it = instrument();
      if (start === undefined) {
        if (it?.picture !== undefined) tip()?.show(it.picture, x, y, words);
      } else if (start.kind === 'scrub') seek(x, layout.windowTop - 4);
      else if (start.kind === 'pan') pan(start, x);
      else if (Math.abs(x - start.x) >= PAN_FROM) drag.current = { ...start, kind: 'pan' };
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (drag.current?.kind === 'press') seek(localX(event), localY(event));
      drag.current = undefined;
    },
    onPointerCancel: () => {
      drag.current = undefined;
    },
    onPointerLeave: () => {
      tip()?.hide();
    },
  };
}

export function Window(props: WindowProps): ReactElement {
  const { layout, step, steps, lang, words: sentence } = props;
  const words = stageWords(lang);
  const top = layout.slim ? 0 : layout.windowTop - 16;
  const said = step === 0 ? words.stepZero : sentence(step);
  const drag = useDrag(props);
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
      {...drag}
    />
  );
}

/** The names of the lanes: a press opens one. The panel of the tools has the same as buttons. */
export function LaneNames({ layout, instrument, onOpenLane }: WindowProps): ReactElement {
  return (
    <div
      className="tl-names"
      aria-hidden="true"
      style={{ left: 0, width: layout.x0 - 8, top: layout.windowTop, height: layout.height - layout.windowTop }}
      onPointerUp={(event) => {
        const picture = instrument()?.picture;
        const lane = picture === undefined ? undefined : laneNameAt(picture, localX(event), localY(event));
        if (lane !== undefined) onOpenLane(lane);
      }}
    />
  );
}
