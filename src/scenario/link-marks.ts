/** What a person put on a run, as it goes with a link: bookmarks, breakpoints and watch expressions. */

export interface LinkBookmark {
  readonly step: number;
  readonly name: string;
  /** As that of the moment; "" = none. */
  readonly anchor: string;
}

export interface LinkMarks {
  readonly bookmarks: readonly LinkBookmark[];
  readonly breakpoints: readonly string[];
  readonly watches: readonly string[];
}

export const NO_MARKS: LinkMarks = { bookmarks: [], breakpoints: [], watches: [] };

export const MARKS_MAX = 64;
export const MARK_TEXT_MAX = 300;

export const hasMarks = ({ bookmarks, breakpoints, watches }: LinkMarks): boolean =>
  bookmarks.length + breakpoints.length + watches.length > 0;

/** Plain data of any origin; what is no mark is left out, what is too much is cut. */
export function marksOf(value: unknown): LinkMarks {
  if (typeof value !== 'object' || value === null) return NO_MARKS;
  const { bookmarks, breakpoints, watches } = value as Readonly<Record<string, unknown>>;
  return {
    bookmarks: listOf(bookmarks).flatMap((one) => {
      const found = bookmarkOf(one);
      return found === undefined ? [] : [found];
    }),
    breakpoints: listOf(breakpoints).filter(isText),
    watches: listOf(watches).filter(isText),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MARKS_MAX) : []);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MARK_TEXT_MAX;

function bookmarkOf(value: unknown): LinkBookmark | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { step, name, anchor } = value as Readonly<Record<string, unknown>>;
  if (typeof step !== 'number' || !Number.isSafeInteger(step) || step < 0 || !isText(name)) return undefined;
  return { step, name, anchor: isText(anchor) ? anchor : '' };
}
