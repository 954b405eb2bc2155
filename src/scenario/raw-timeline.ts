/** The timeline in a canonical text, read and written without a look at what its entries mean. */
import { canonicalJson } from './plain.ts';

/** An entry as a scenario file has it: `{afterStep: 12, delete: {…}}`. */
export type RawEntry = Readonly<Record<string, unknown>>;

interface Spec {
  readonly timeline?: readonly RawEntry[];
  readonly story?: readonly Readonly<Record<string, unknown>>[];
}

interface Canonical {
  readonly items: readonly { readonly spec?: Spec }[];
}

const specOf = ({ items: [document] }: Canonical): Spec => document?.spec ?? {};

export const timelineOf = (canonical: string): readonly RawEntry[] =>
  specOf(JSON.parse(canonical) as Canonical).timeline ?? [];

/** @param unmarked no note of the story is of another run there */
export function withTimeline(canonical: string, timeline: readonly RawEntry[], unmarked = false): string {
  const list = JSON.parse(canonical) as Canonical;
  const [document, ...objects] = list.items;
  const { story } = specOf(list);
  const told = unmarked ? story?.map(({ ofOriginalRun: _, ...note }) => note) : story;
  const spec = { ...document?.spec, timeline, ...(told === undefined ? {} : { story: told }) };
  return canonicalJson({ ...list, items: [{ ...document, spec }, ...objects] });
}

/** Entries of a text that are not in an earlier timeline, in order. */
export function addedEntries(canonical: string, before: readonly RawEntry[]): readonly RawEntry[] {
  const left = before.map(canonicalJson);
  return timelineOf(canonical).filter((entry) => {
    const at = left.indexOf(canonicalJson(entry));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
