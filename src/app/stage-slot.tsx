import { useCallback, type ReactElement } from 'react';
import { shortSentence } from '../derive/words/sentence.ts';
import {
  eventAt,
  useLayout,
  usePlayback,
  useSelection,
  useSession,
  useShell,
  useView,
  type LiveRun,
} from '../views/kit/shell.ts';
import { useChapters } from '../views/panels/chapters.ts';
import { currentChapter } from '../views/panels/current-chapter.ts';
import { GalleryStage } from '../views/stage/gallery-stage.tsx';
import type { StagePage } from '../views/stage/pointer.ts';
import { Stage } from '../views/stage/stage.tsx';

/** Hands the stage what it reads; undefined until a run is open. @param props.simple the picture of the first screen */
export function StageSlot({ simple = false }: { readonly simple?: boolean }): ReactElement | undefined {
  const { run } = useShell();
  return run === undefined ? undefined : <Slot run={run} simple={simple} />;
}

function Slot({ run, simple }: { readonly run: LiveRun; readonly simple: boolean }): ReactElement {
  const { selection, playhead, session } = useShell();
  const open = (page: StagePage, focus = ''): void => {
    if (page !== 'cycle' && page !== 'informer') session.setView(page, focus);
    else if (page === 'informer') session.setView('informer', 'kube-scheduler pods');
    else if (view?.cycle !== undefined) {
      selection.select(view.cycle.pod);
      session.setView(view.cycle.host === '' ? 'why' : 'why-node');
    }
  };
  const lang = useLayout((s) => s.language);
  const theme = useLayout((s) => s.theme);
  const reducedMotion = useLayout((s) => s.reducedMotion);
  const step = usePlayback((s) => s.step);
  const steps = usePlayback((s) => s.steps);
  const playing = usePlayback((s) => s.playing);
  const selected = useSelection((s) => s.object);
  const view = useView(step);
  const branch = useSession((s) => s.branch);
  const chapter = currentChapter(useChapters(), step);
  const viewAt = useCallback((k: number) => run.viewAt(k), [run]);
  const onView = useCallback((listener: () => void) => run.onView(listener), [run]);
  const words = useCallback((k: number) => shortSentence(eventAt(run.trace, k), lang), [run, lang]);
  const Picture = simple ? GalleryStage : Stage;
  return (
    <Picture
      key={run.id}
      trace={run.trace}
      step={step}
      steps={steps}
      viewAt={viewAt}
      onView={onView}
      playhead={() => playhead.current}
      selection={selected}
      onSelect={(key) => {
        selection.select(key);
      }}
      {...(simple ? {} : { onOpen: open })}
      lang={lang}
      theme={theme}
      words={words}
      reducedMotion={reducedMotion}
      {...(chapter === 0 ? {} : { chapter })}
      digest={view?.digest ?? ''}
      scenario={run.answer.name}
      simMicros={(run.trace.time(step) / run.answer.ticksPerSecond) * 1e6}
      playing={playing}
      branch={branch === undefined ? 'main' : `branch from ${String(branch.from)}`}
    />
  );
}
