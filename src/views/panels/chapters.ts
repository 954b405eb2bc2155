import { useMemo } from 'react';
import type { StoryNote } from '../../protocol/protocol.ts';
import { findAnchor } from '../kit/anchors.ts';
import { usePlayback, useShell } from '../kit/shell.ts';

export interface Chapter {
  readonly note: StoryNote;
  /** Undefined until the run has come to it. */
  readonly step: number | undefined;
}

/** The story's notes with the steps that their anchors name. */
export function useChapters(): readonly Chapter[] {
  const { run } = useShell();
  const steps = usePlayback((s) => s.steps);
  return useMemo(() => {
    if (run === undefined || steps < 0) return [];
    return run.answer.story.map((note) => ({ note, step: findAnchor(run.trace, note.anchor) }));
  }, [run, steps]);
}
