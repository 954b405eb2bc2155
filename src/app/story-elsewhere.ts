/** A story in another run than the one it was written for: what is not known to hold there is marked. */
import type { TraceBuffer } from '../derive/trace-buffer.ts';
import type { StoryNote } from '../protocol/protocol.ts';
import { canonicalJson } from '../scenario/plain.ts';
import { findAnchor } from '../views/kit/anchors.ts';

export const markedOriginal = (note: StoryNote): StoryNote => ({ ...note, ofOriginalRun: true });

/** Notes that the trace had not come to when it was forked after `step`: what they tell may not come. */
export function storyOfFork(story: readonly StoryNote[], trace: TraceBuffer, step: number): readonly StoryNote[] {
  return story.map((note) => {
    const at = findAnchor(trace, note.anchor);
    return at !== undefined && at <= step ? note : markedOriginal(note);
  });
}

interface Canonical {
  readonly items: readonly { readonly spec?: object }[];
}

/** @param canonical the scenario as JSON, our document first. @returns the same with the story, so that a link keeps its marks */
export function withStory(canonical: string, story: readonly StoryNote[]): string {
  if (story.length === 0) return canonical;
  const list = JSON.parse(canonical) as Canonical;
  const [document, ...objects] = list.items;
  return canonicalJson({ ...list, items: [{ ...document, spec: { ...document?.spec, story } }, ...objects] });
}
