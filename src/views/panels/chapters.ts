import { useMemo } from 'react';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import type { StoryNote, StoryQuestion } from '../../protocol/protocol.ts';
import { findAnchor } from '../kit/anchors.ts';
import { usePlayback, useShell } from '../kit/shell.ts';

export interface Chapter {
  readonly note: StoryNote;
  /** Undefined until the run has come to it. */
  readonly step: number | undefined;
  /** What it asks, where this run is known to answer it. */
  readonly question: StoryQuestion | undefined;
}

/** The story's notes with the steps that their anchors name, in the order of the steps; those that have none yet come last. */
export function chaptersOf(story: readonly StoryNote[], trace: TraceBuffer): readonly Chapter[] {
  const placed = story.map((note, i) => {
    const open = note.ofOriginalRun === true || story[i + 1]?.ofOriginalRun === true;
    return { note, step: findAnchor(trace, note.anchor), question: open ? undefined : note.question };
  });
  return placed.sort((a, b) => (a.step ?? trace.length + 1) - (b.step ?? trace.length + 1));
}

export function useChapters(): readonly Chapter[] {
  const { run } = useShell();
  const steps = usePlayback((s) => s.steps);
  return useMemo(() => {
    if (run === undefined || steps < 0) return [];
    return chaptersOf(run.answer.story, run.trace);
  }, [run, steps]);
}
