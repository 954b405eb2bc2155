/** What the controller is to open, and where to stand in it. Pure. */
import type { OpenAnswer, OpenRequest, Problem, SourceFile } from '../protocol/protocol.ts';
import type { Target } from '../store/address.ts';
import type { Source, View } from '../store/session.ts';
import { markedOriginal, withStory } from './story-elsewhere.ts';

/** An opening: what, under which name, and where to stand in it. */
export interface Wish {
  readonly request: OpenRequest;
  readonly label: string;
  readonly source: Source;
  readonly target: Target;
  readonly view: View;
  /** Ticks of the moment to stand at where the target is not in the run. */
  readonly near?: number;
  /** Something to say once it is open. */
  readonly problem?: Problem;
}

/** A scenario that may be too large for an address, under the digest that its address names. */
export interface Kept {
  readonly origin: string;
  readonly name: string;
  readonly label: string;
  readonly scenario: string;
}

/** Back to a file that no address can hold, as long as the page remembers it. */
export const keptWish = ({ name, label, scenario }: Kept, target: Target): Wish => ({
  request: { files: [{ name, data: scenario }] },
  label,
  source: { kind: 'files', names: [label] },
  target,
  view: 'stage',
});

/** @param data the prepared scenario as JSON */
export const galleryWish = (name: string, label: string, data: string, target: Target): Wish => ({
  request: { files: [{ name: `${name}.json`, data }] },
  label,
  source: { kind: 'gallery', name },
  target,
  view: 'stage',
});

/** A scenario that no file and no name stands for: a link can hold it. */
export const linkWish = (request: OpenRequest, label: string, target: Target): Wish => ({
  request,
  label,
  source: { kind: 'link' },
  target,
  view: 'stage',
});

/** The scenario for a run of another kind: nothing that its story says is known to be so there. */
export const elsewhere = ({ name, scenario, story }: OpenAnswer): SourceFile => ({
  name,
  data: withStory(scenario, story.map(markedOriginal)),
});
