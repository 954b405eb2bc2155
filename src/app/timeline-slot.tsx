import { useCallback, type ReactElement } from 'react';
import { sentence } from '../derive/words/sentence.ts';
import { eventAt, useLayout, usePlayback, useSelection, useShell, type LiveRun } from '../views/kit/shell.ts';
import { Timeline } from '../views/timeline/timeline.tsx';

/** Hands the timeline what it reads; the room stays while nothing is open. */
export function TimelineSlot(): ReactElement {
  const { run } = useShell();
  return <div className="tl">{run !== undefined && <Slot run={run} />}</div>;
}

function Slot({ run }: { readonly run: LiveRun }): ReactElement {
  const { playback } = useShell();
  const lang = useLayout((s) => s.language);
  const theme = useLayout((s) => s.theme);
  const step = usePlayback((s) => s.step);
  const steps = usePlayback((s) => s.steps);
  const selected = useSelection((s) => s.object);
  const words = useCallback((k: number) => sentence(eventAt(run.trace, k), lang), [run, lang]);
  return (
    <Timeline
      key={run.id}
      trace={run.trace}
      step={step}
      steps={steps}
      selection={selected}
      lang={lang}
      theme={theme}
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
    />
  );
}
