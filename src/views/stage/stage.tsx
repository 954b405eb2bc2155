/** The stage: the control plane as of a step. React draws its structure when the step changes, the canvas draws what moves. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PointerEvent, ReactElement, RefObject } from 'react';
import type { LayoutKind } from '../../derive/layout-types.ts';
import { hasLessons } from '../../derive/messages.ts';
import { layoutKindFor, layoutStage, LEAST_HEIGHT } from '../../derive/stage-layout.ts';
import { stageWords, type StageWords } from '../../derive/stage-words.ts';
import { textWidth } from '../../derive/text-width.ts';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import type { Lang } from '../../derive/words/lang.ts';
import type { StageView } from '../../protocol/protocol.ts';
import { pageOfPart } from './fault-targets.ts';
import { FrameLoop } from './frame-loop.ts';
import { readPalette } from './palette.ts';
import { Picture } from './picture.tsx';
import { objectsOfPart, targetAt, type StagePage, type Target } from './pointer.ts';
import { paintNodes } from './under-painter.ts';
import './stage.css';

export interface StageProps {
  readonly trace: TraceBuffer;
  /** The step shown; changes when the play-head passes an event. */
  readonly step: number;
  readonly steps: number;
  readonly viewAt: (step: number) => StageView | undefined;
  /** Called when a view has come; answers how to stop listening. */
  readonly onView: (listener: () => void) => () => void;
  /** Read on every frame. */
  readonly playhead: () => { readonly step: number; readonly progress: number };
  /** "Pod/ns/name" or "Node/name". */
  readonly selection: string | undefined;
  readonly onSelect: (key: string | undefined) => void;
  /** A place was pressed that has a page of its own; undefined: none has. */
  readonly onOpen?: (page: StagePage, focus?: string) => void;
  readonly lang: Lang;
  readonly theme: string;
  /** The sentence of a step. */
  readonly words: (step: number) => string;
  readonly reducedMotion: boolean;
  /** Undefined: by the room there is. */
  readonly layout?: LayoutKind;
  /** The chapter of the story that the step belongs to. */
  readonly chapter?: number;
  readonly digest: string;
  readonly scenario: string;
  readonly simMicros: number;
  readonly playing: boolean;
  readonly branch: string;
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
      const width = element.clientWidth;
      const height = element.clientHeight;
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

/** The view of the step, or the last one that was there: the last picture stays while the next is on its way. */
function useView({ viewAt, onView, step }: StageProps): StageView | undefined {
  const view = useSyncExternalStore(onView, () => viewAt(step));
  const [last, setLast] = useState(view);
  if (view !== undefined && view !== last) setLast(view);
  return view ?? last;
}

interface GroundProps {
  readonly stage: StageProps;
  readonly view: StageView;
  readonly size: Size;
  readonly kind: LayoutKind;
  readonly words: StageWords;
  readonly loopRef: RefObject<FrameLoop | undefined>;
}

function Ground({ stage, view, size, kind, words, loopRef }: GroundProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const under = useRef<HTMLCanvasElement>(null);
  const [target, setTarget] = useState<Target>();
  const [foot, setFoot] = useState(0);
  const layout = layoutStage(kind, size.width, size.height, view.nodes.length, hasLessons(view));
  const { trace, viewAt, playhead, selection, lang, theme, reducedMotion, onSelect, onOpen } = stage;

  // Before the effect below, which tells the loop what to look at.
  useLayoutEffect(() => {
    if (canvas.current === null) return undefined;
    const made = new FrameLoop(canvas.current);
    loopRef.current = made;
    made.start();
    return () => {
      made.stop();
      loopRef.current = undefined;
    };
  }, [loopRef]);

  useLayoutEffect(() => {
    const hover = target?.id ?? '';
    loopRef.current?.look({
      trace,
      viewAt,
      playhead,
      size,
      layout: kind,
      selection,
      hover,
      lang,
      theme,
      reducedMotion,
    });
  });

  const painted = layout.nodes.style === 'tile' || layout.nodes.style === 'cell';
  useLayoutEffect(() => {
    const g = painted ? under.current?.getContext('2d') : undefined;
    if (g === undefined || g === null) return;
    const ratio = globalThis.devicePixelRatio;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, layout.width, layout.height);
    paintNodes({ g, palette: readPalette(g.canvas, theme), selection }, layout, view);
  });

  const aim = (event: PointerEvent<HTMLDivElement>): Target | undefined => {
    const at = event.currentTarget.getBoundingClientRect();
    const scene = loopRef.current?.scene;
    const found = scene && targetAt(scene, view, words, event.clientX - at.left, event.clientY - at.top);
    return found?.opens !== undefined && onOpen === undefined ? undefined : found;
  };
  return (
    <div
      className={target?.object === undefined && target?.opens === undefined ? 'st-picture' : 'st-picture picks'}
      style={{ width: layout.width, height: layout.height }}
      onPointerMove={(event) => {
        const next = aim(event);
        if (next?.id === target?.id) return;
        setTarget(next);
        const ground = event.currentTarget.parentElement;
        if (ground !== null) setFoot(ground.scrollTop + ground.clientHeight);
      }}
      onPointerLeave={() => {
        setTarget(undefined);
      }}
      onPointerUp={(event) => {
        // The part that was pressed took the focus; arrows would walk the parts then, and a person expects them to step.
        event.currentTarget.closest<HTMLElement>('.stage')?.focus({ preventScroll: true });
        const aimed = aim(event);
        if (aimed?.object !== undefined) onSelect(aimed.object);
        else if (aimed?.opens !== undefined) onOpen?.(aimed.opens, aimed.focus);
      }}
    >
      {painted ? (
        <canvas
          ref={under}
          width={Math.round(layout.width * globalThis.devicePixelRatio)}
          height={Math.round(layout.height * globalThis.devicePixelRatio)}
          style={{ width: layout.width, height: layout.height }}
          aria-hidden="true"
        />
      ) : undefined}
      <Picture layout={layout} view={view} trace={trace} lang={lang} selection={selection} />
      <canvas ref={canvas} className="st-tokens" aria-hidden="true" />
      {target === undefined ? undefined : (
        <Tip target={target} width={layout.width} height={layout.height} foot={foot} />
      )}
    </div>
  );
}

const TIP_WIDTH = 240;
const TIP_ROW = 18;
/** Never too few: a tip above its thing may stand a little higher than it must. */
const rowsOf = (text: string): number => Math.ceil(textWidth(text, 13) / (TIP_WIDTH - 20));

interface TipProps {
  readonly target: Target;
  readonly width: number;
  readonly height: number;
  /** Lower edge of what is in sight of the picture. */
  readonly foot: number;
}

function Tip({ target, width, height, foot }: TipProps): ReactElement {
  const left = Math.max(4, Math.min(target.x - 20, width - TIP_WIDTH - 4));
  const rows = [target.title, ...target.lines].reduce((sum, text) => sum + rowsOf(text), 0);
  const below = target.y + 16 + rows * TIP_ROW <= foot;
  return (
    <div
      className="st-tip"
      role="tooltip"
      style={below ? { left, top: target.y } : { left, bottom: height - target.top }}
    >
      <b>{target.title}</b>
      {target.lines.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}

const partsOf = (root: Element): SVGGElement[] => [...root.querySelectorAll<SVGGElement>('.st-part')];

/** Enter walks into the parts, arrows from one to the next, Enter chooses what is inside, Esc leaves. */
function walk(root: HTMLElement, event: KeyboardEvent, stage: StageProps, loop: FrameLoop | undefined): void {
  const parts = partsOf(root);
  const at = parts.findIndex((part) => part === document.activeElement);
  const go = (index: number): void => {
    event.preventDefault();
    event.stopPropagation();
    parts[(index + parts.length) % parts.length]?.focus();
  };
  if (at < 0) {
    if (event.key === 'Enter') go(0);
    return;
  }
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowDown':
      go(at + 1);
      break;
    case 'ArrowLeft':
    case 'ArrowUp':
      go(at - 1);
      break;
    case 'Home':
      go(0);
      break;
    case 'End':
      go(parts.length - 1);
      break;
    case 'Enter': {
      event.preventDefault();
      event.stopPropagation();
      const part = parts[at]?.dataset['part'] ?? '';
      const inside = objectsOfPart(part, loop?.scene, stage.viewAt(stage.step));
      const leads = pageOfPart(part, stage.viewAt(stage.step));
      if (inside.length === 0 && leads !== undefined) stage.onOpen?.(leads.page, leads.focus);
      const next = inside[(inside.indexOf(stage.selection ?? '') + 1) % Math.max(1, inside.length)];
      if (next !== undefined) stage.onSelect(next);
      break;
    }
    case 'Escape':
      event.stopPropagation();
      root.focus();
      break;
  }
}

/** A sentence that does not fit one line takes two of smaller type: the caption's height stays, and so does the picture. */
const isLong = (sentence: string, width: number, kind: LayoutKind): boolean =>
  kind !== 'phone' && textWidth(sentence, 16) > width - CAPTION_SIDES;
const CAPTION_SIDES = 64;

/** A composite widget: one tab stop, and keys of its own inside. No ARIA role says that of a picture. */
const composite = (label: string) => ({
  role: 'group',
  'aria-label': label,
  'aria-describedby': 'stage-help',
  tabIndex: 0,
});

/** Where the picture is taller than its room, the ground scrolls: then it must take the focus, too. */
const scrolls = (label: string) => ({ role: 'region', 'aria-label': label, tabIndex: 0 });

export function Stage(props: StageProps): ReactElement {
  const { step, steps, lang } = props;
  const ground = useRef<HTMLDivElement>(null);
  const loopRef = useRef<FrameLoop>(undefined);
  const root = useRef<HTMLElement>(null);
  const size = useSize(ground);
  const view = useView(props);
  const words = stageWords(lang);
  const kind = props.layout ?? (size === undefined ? 'wide' : layoutKindFor(size.width, size.height));
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      walk(element, event, props, loopRef.current);
    };
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('keydown', onKey);
    };
  });
  const sentence = step === 0 ? words.stepZero : props.words(step);
  return (
    <section
      className="stage"
      data-testid="stage"
      data-step={step}
      data-steps={steps}
      data-digest={props.digest}
      data-scenario={props.scenario}
      data-sim-micros={props.simMicros}
      data-playing={props.playing}
      data-branch={props.branch}
      data-layout={kind}
      ref={root}
      {...composite(words.stage(step))}
    >
      <div className={isLong(sentence, size?.width ?? 0, kind) ? 'st-caption long' : 'st-caption'}>
        {props.chapter === undefined ? undefined : <span className="st-no">{props.chapter}</span>}
        <p>{sentence}</p>
        <span id="stage-help" className="st-hidden">
          {words.stageHelp}
        </span>
      </div>
      <div
        className="st-ground"
        ref={ground}
        {...(size !== undefined && size.height < LEAST_HEIGHT[kind] ? scrolls(words.stage(step)) : {})}
      >
        {size === undefined || view === undefined ? undefined : (
          <Ground stage={props} view={view} size={size} kind={kind} words={words} loopRef={loopRef} />
        )}
      </div>
    </section>
  );
}
