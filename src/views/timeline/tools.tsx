/** What one does with the timeline, as buttons: zoom, what is shown, bookmarks. */
import type { ReactElement, ReactNode } from 'react';
import { stageWords } from '../../derive/stage-words.ts';
import { objectName, shortKey } from '../../derive/words/names.ts';
import { timelineWords, type TimelineWords } from '../../derive/words/timeline.ts';
import { IconButton } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { useLayout, useSelection, useShell, useTimeline, type LiveRun } from '../kit/shell.ts';
import { BookmarkList } from './bookmarks.tsx';
import { PopoverHead, ToolPopover } from './tool-popover.tsx';
import './tools.css';

export default function TimelineTools(): ReactElement | undefined {
  const { timeline, run } = useShell();
  const words = timelineWords(useLayout((s) => s.language));
  if (run === undefined) return undefined;
  return (
    <div className="tl-tools" role="group" aria-label={words.tools}>
      <span className="tl-zoom">
        <IconButton
          icon="minus"
          label={words.zoomOut}
          keys="S"
          onClick={() => {
            timeline.ask('out');
          }}
        />
        <IconButton
          icon="plus"
          label={words.zoomIn}
          keys="W"
          onClick={() => {
            timeline.ask('in');
          }}
        />
      </span>
      <IconButton
        icon="fit"
        label={words.fitAll}
        onClick={() => {
          timeline.ask('all');
        }}
      />
      <Options run={run} words={words} />
    </div>
  );
}

function Options({ run, words }: { readonly run: LiveRun; readonly words: TimelineWords }): ReactElement {
  const { timeline } = useShell();
  const filtered = useTimeline((s) => s.text !== '' || s.onlySelected || s.hidden.size > 0);
  return (
    <ToolPopover
      icon="sliders"
      title={words.options}
      name={filtered ? `${words.options} (${words.filtered})` : words.options}
      on={filtered}
      testId="timeline-options"
      region="timeline-options"
    >
      <PopoverHead close={words.close}>
        <FilterField words={words} />
        <IconButton
          icon="reset"
          label={words.reset}
          aria-disabled={!filtered}
          onClick={() => {
            timeline.showAll();
          }}
        />
      </PopoverHead>
      <Checks words={words} />
      <h3>{words.lanes}</h3>
      <Lanes lanes={run.answer.lanes} words={words} />
      <h3>{words.bookmarks}</h3>
      <BookmarkList run={run} words={words} />
    </ToolPopover>
  );
}

function FilterField({ words }: { readonly words: TimelineWords }): ReactElement {
  const { timeline, run } = useShell();
  const text = useTimeline((s) => s.text);
  return (
    <label className="search tl-search">
      <Icon name="filter" />
      <input
        className="field"
        type="search"
        list="event-kinds"
        placeholder={words.filterHint}
        aria-label={words.filter}
        value={text}
        onChange={(event) => {
          timeline.setText(event.target.value);
        }}
      />
      <datalist id="event-kinds">
        {run?.answer.kinds.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its words take a second line where they have no room. */
  readonly wraps?: boolean;
  readonly children: ReactNode;
}

function Check({ checked, onChange, wraps = false, children }: CheckProps): ReactElement {
  return (
    <label className={wraps ? 'tl-check wraps' : 'tl-check'}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      {children}
    </label>
  );
}

function Checks({ words }: { readonly words: TimelineWords }): ReactElement {
  const { timeline } = useShell();
  const selected = useSelection((s) => s.object);
  const onlySelected = useTimeline((s) => s.onlySelected);
  const chain = useTimeline((s) => s.chain);
  return (
    <>
      <div className="row">
        <Check
          wraps
          checked={onlySelected}
          onChange={(on) => {
            timeline.setOnlySelected(on);
          }}
        >
          {selected === undefined ? words.nothingSelected : words.onlySelected(objectName(shortKey(selected)))}
        </Check>
        <button
          type="button"
          className="btn"
          aria-disabled={selected === undefined}
          onClick={() => {
            timeline.ask('selection');
          }}
        >
          {words.fitSelection}
        </button>
      </div>
      <Check
        checked={chain}
        onChange={(on) => {
          timeline.setChain(on);
        }}
      >
        {words.chain}
      </Check>
    </>
  );
}

function Lanes({ lanes, words }: { readonly lanes: readonly string[]; readonly words: TimelineWords }): ReactElement {
  const { timeline } = useShell();
  const lang = useLayout((s) => s.language);
  const hidden = useTimeline((s) => s.hidden);
  const open = useTimeline((s) => s.open);
  return (
    <ul className="tl-lanes">
      {lanes.map((name) => {
        const said = stageWords(lang).lanes[name] ?? name;
        return (
          <li key={name} className="row">
            <Check
              checked={!hidden.has(name)}
              onChange={() => {
                timeline.toggleLane(name, lanes);
              }}
            >
              {said}
            </Check>
            <IconButton
              icon={open === name ? 'down' : 'right'}
              label={open === name ? words.closeLane(said) : words.openLane(said)}
              aria-expanded={open === name}
              onClick={() => {
                timeline.toggleOpen(name);
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}
