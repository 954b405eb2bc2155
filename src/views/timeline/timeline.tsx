/** The timeline: all steps in an overview, some in a window, the play-head in both. An instrument, not an ornament. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactElement, RefObject } from 'react';
import { stageWords } from '../../derive/stage-words.ts';
import type { StepList } from '../../derive/step-list.ts';
import { extraHeight, layoutTimeline, type StepWindow } from '../../derive/timeline-layout.ts';
import { causesOf, type Bookmark } from '../../derive/timeline-marks.ts';
import { TimelineRows, type TimelineFilter } from '../../derive/timeline-rows.ts';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import type { Lang } from '../../derive/words/lang.ts';
import { timelineWords } from '../../derive/words/timeline.ts';
import type { WindowWish } from '../../store/timeline.ts';
import { Instrument } from './instrument.ts';
import { bindTimelineKeys, carryOut, type Deeds } from './keys.ts';
import { Overview } from './overview.tsx';
import { Tip } from './tip.ts';
import { Twin } from './twin.tsx';
import { LaneNames, Window } from './window.tsx';
import './timeline.css';

export interface TimelineProps {
  readonly trace: TraceBuffer;
  readonly step: number;
  readonly steps: number;
  /** No step will come. */
  readonly rests: boolean;
  /** "Pod/ns/name": its events are darker. */
  readonly selection: string | undefined;
  readonly filter: TimelineFilter;
  readonly chain: boolean;
  readonly bookmarks: readonly Bookmark[];
  /** Steps at which a run stops. */
  readonly stops: StepList;
  /** Steps at which an invariant was broken. */
  readonly breaches: StepList;
  readonly lang: Lang;
  readonly theme: string;
  /** The sentence of a step. */
  readonly words: (step: number) => string;
  readonly onSeek: (step: number) => void;
  /** One unit forth (1) or back (-1); `coarse`: the next coarser unit. */
  readonly onWalk: (by: 1 | -1, coarse: boolean) => void;
  readonly onTogglePlay: () => void;
  readonly onOpenLane: (lane: string) => void;
  readonly onBookmark: () => void;
  readonly onChain: () => void;
  /** @returns how to stop listening */
  readonly onWish: (listener: (wish: WindowWish) => void) => () => void;
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
  const { trace, filter, rests, steps, lang } = props;
  const root = useRef<HTMLDivElement>(null);
  const size = useSize(root);
  // Who acts in an open lane is known better and better, and for good once the run rests.
  const known = filter.open === '' ? 0 : rests ? steps : 2 ** Math.floor(Math.log2(Math.max(1, steps)));
  const rows = useMemo(() => new TimelineRows(trace, filter, known), [trace, filter, known]);
  // As far as the run is: picture and twin then say the same.
  rows.grow();
  const extra = extraHeight(rows.rows.length, trace.tables.lanes.length);
  return (
    <div
      className="timeline"
      data-testid="timeline"
      data-region="timeline"
      role="group"
      aria-label={stageWords(lang).timeline}
      style={{ '--tl-extra': `${String(extra)}px` } as CSSProperties}
      ref={root}
    >
      {size === undefined ? undefined : <Drawn {...props} rows={rows} size={size} root={root} />}
    </div>
  );
}

interface DrawnProps extends TimelineProps {
  readonly rows: TimelineRows;
  readonly size: Size;
  readonly root: RefObject<HTMLDivElement | null>;
}

const sameWindow = (a: StepWindow | undefined, b: StepWindow): boolean => a?.from === b.from && a.span === b.span;

function Drawn(props: DrawnProps): ReactElement {
  const { trace, rows, step, steps, selection, chain, bookmarks, stops, breaches, lang, theme, size, root, onSeek } =
    props;
  const words = stageWords(lang);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tipBox = useRef<HTMLDivElement>(null);
  const tip = useRef<Tip>(undefined);
  const instrument = useRef<Instrument>(undefined);
  const [window, setWindow] = useState<StepWindow>({ from: 0, span: 1 });
  const layout = layoutTimeline(size.width, size.height, rows.shownLanes.length, rows.rows.length);

  useLayoutEffect(() => {
    if (canvas.current === null || root.current === null) return undefined;
    const made = new Instrument(canvas.current, root.current, (next) => {
      setWindow((old) => (sameWindow(old, next) ? old : next));
    });
    instrument.current = made;
    if (tipBox.current !== null) tip.current = new Tip(tipBox.current);
    return () => {
      made.stop();
      instrument.current = undefined;
    };
  }, [root]);

  useLayoutEffect(() => {
    instrument.current?.show({
      layout,
      trace,
      rows,
      step,
      steps,
      selected: selection === undefined ? -1 : (trace.idOf(selection) ?? -1),
      bookmarks,
      stops,
      breaches,
      chain: chain ? causesOf(trace, step) : [],
      words,
      more: timelineWords(lang),
      lang,
      theme,
    });
  });
  useDeeds(props, instrument);

  const ratio = globalThis.devicePixelRatio;
  const it = (): Instrument | undefined => instrument.current;
  return (
    <>
      <canvas
        ref={canvas}
        width={Math.round(size.width * ratio)}
        height={Math.round(size.height * ratio)}
        style={{ width: size.width, height: size.height }}
        aria-hidden="true"
      />
      {layout.slim ? undefined : <Overview {...{ layout, window, instrument: it, steps, onSeek, words }} />}
      {layout.slim ? undefined : <LaneNames {...props} layout={layout} instrument={it} tip={() => tip.current} />}
      <Window {...props} layout={layout} instrument={it} tip={() => tip.current} />
      <div className="tl-tip" ref={tipBox} hidden aria-hidden="true" />
      {layout.slim ? undefined : <Twin {...props} window={window} />}
    </>
  );
}

/** Keys, the wheel and the tools act on the window, and on where the play-head stands. */
function useDeeds(props: DrawnProps, instrument: RefObject<Instrument | undefined>): void {
  const { root, onWish } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const deeds: Deeds = { instrument: () => instrument.current, props: () => latest.current };
    const stopWishes = onWish((wish) => {
      carryOut(wish, deeds);
    });
    const stopKeys = root.current === null ? undefined : bindTimelineKeys(root.current, deeds);
    return () => {
      stopWishes();
      stopKeys?.();
    };
  }, [root, onWish, instrument]);
}
