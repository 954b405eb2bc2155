import { useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { RAIL_BESIDE_MAX, RAIL_MAX, RAIL_MIN } from '../../store/layout.ts';
import { IconButton, Segmented } from '../kit/controls.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useLayout, useShell, useWords } from '../kit/shell.ts';
import { EventLog } from './event-log.tsx';
import { Legend } from './legend.tsx';
import { ObjectTable } from './object-table.tsx';
import { Story } from './story.tsx';

const WIDE = 480;

/** Left: the story above, the log or the objects below, the legend at the foot. */
export function LeftRail(): ReactElement {
  const words = useWords();
  const width = useLayout((s) => s.railWidth);
  return (
    <aside
      className={`pane l left-rail ${width > RAIL_BESIDE_MAX ? 'above' : ''}`}
      style={{ width }}
      aria-label={words.openStory}
    >
      <ScrollRegion className="rail-story" label={words.story}>
        <h2 className="cap">{words.story}</h2>
        <Story />
      </ScrollRegion>
      <LogOrObjects />
      <Legend />
      <Splitter />
    </aside>
  );
}

export function LogOrObjects(): ReactElement {
  const { layout } = useShell();
  const words = useWords();
  const tab = useLayout((s) => s.railTab);
  const width = useLayout((s) => s.railWidth);
  const wide = width >= WIDE;
  return (
    <div className="rail-lists">
      <div className="rail-tabs">
        <Segmented
          small
          label={words.panels}
          value={tab}
          options={[
            { value: 'log', text: words.log },
            { value: 'objects', text: words.objects },
          ]}
          onChange={(value) => {
            layout.setRailTab(value);
          }}
        />
        <span className="sp" />
        <IconButton
          icon="expand"
          className="widen"
          label={wide ? words.narrow : words.widen}
          aria-pressed={wide}
          onClick={() => {
            layout.setRailWidth(wide ? RAIL_MIN : WIDE);
          }}
        />
      </div>
      {tab === 'log' ? <EventLog /> : <ObjectTable />}
    </div>
  );
}

const STEP = 24;

/** The rail's edge: drag it, or move it with the arrows. */
function Splitter(): ReactElement {
  const { layout } = useShell();
  const words = useWords();
  const width = useLayout((s) => s.railWidth);
  const start = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    layout.setRailWidth(width + by);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (start.current !== undefined) layout.setRailWidth(start.current.width + event.clientX - start.current.x);
  };
  // A separator that takes the focus is a control: it moves by arrows, and says where it stands.
  const separator = {
    role: 'separator',
    tabIndex: 0,
    'aria-orientation': 'vertical',
    'aria-label': words.resize,
    'aria-valuenow': width,
    'aria-valuemin': RAIL_MIN,
    'aria-valuemax': RAIL_MAX,
    onKeyDown,
    onPointerDown,
    onPointerMove,
    onPointerUp: () => {
      start.current = undefined;
    },
  } as const;
  return <div className="splitter" {...separator} />;
}
