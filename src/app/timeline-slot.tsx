import { Suspense, useCallback, useMemo, type ReactElement } from 'react';
import { stepListOf, type StepList } from '../derive/step-list.ts';
import { sentence } from '../derive/words/sentence.ts';
import {
  eventAt,
  useLayout,
  useMarks,
  usePlayback,
  useSelection,
  useShell,
  useTimeline,
  type LiveRun,
} from '../views/kit/shell.ts';
import { toggleBookmark } from '../views/kit/toggle-bookmark.ts';
import { Timeline } from './late-views.ts';

/** Hands the timeline what it reads; the room stays while nothing is open, or the timeline is on its way. */
export function TimelineSlot(): ReactElement {
  const { run } = useShell();
  return (
    <div className="tl">
      {run !== undefined && (
        <Suspense>
          <Slot run={run} />
        </Suspense>
      )}
    </div>
  );
}

function Slot({ run }: { readonly run: LiveRun }): ReactElement {
  const shell = useShell();
  const { playback, timeline } = shell;
  const lang = useLayout((s) => s.language);
  const step = usePlayback((s) => s.step);
  const selected = useSelection((s) => s.object);
  const { hidden, text, onlySelected, open, chain } = useTimeline((s) => s);
  const object = onlySelected ? selected : undefined;
  const filter = useMemo(() => ({ hidden, text, object, open }), [hidden, text, object, open]);
  const stopped = usePlayback((s) => s.stops);
  const [stops, breaches] = useMemo(() => {
    const of = (isBreach: boolean): StepList =>
      stepListOf(new Set(stopped.filter(({ breach }) => (breach !== undefined) === isBreach).map((one) => one.step)));
    return [of(false), of(true)];
  }, [stopped]);
  const words = useCallback((k: number) => sentence(eventAt(run.trace, k), lang), [run, lang]);
  return (
    <Timeline
      key={run.id}
      trace={run.trace}
      step={step}
      steps={usePlayback((s) => s.steps)}
      rests={usePlayback((s) => s.runState !== 'running')}
      selection={selected}
      filter={filter}
      chain={chain}
      bookmarks={useMarks((s) => s.bookmarks)}
      stops={stops}
      breaches={breaches}
      lang={lang}
      theme={useLayout((s) => s.theme)}
      words={words}
      onSeek={(k) => {
        // A drag is many small moves: none of them is worth an entry in the history.
        playback.seek(k);
      }}
      onWalk={(by, coarse) => {
        const unit = coarse ? playback.coarser : playback.state.granularity;
        if (by === 1) playback.stepForward(unit);
        else playback.stepBack(unit);
      }}
      onTogglePlay={() => {
        playback.toggle();
      }}
      onOpenLane={(lane) => {
        timeline.toggleOpen(lane);
      }}
      onBookmark={() => {
        toggleBookmark(shell);
      }}
      onChain={() => {
        timeline.setChain(!chain);
      }}
      onWish={timeline.onWish}
    />
  );
}
