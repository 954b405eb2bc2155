/** What a person put on the run that is open: bookmarks, breakpoints, watch expressions. It goes with the address. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { MARK_TEXT_MAX, MARKS_MAX, NO_MARKS, type LinkBookmark, type LinkMarks } from '../scenario/link-marks.ts';

export type MarksState = LinkMarks;

/** How a bookmark finds its event again where the engine counts differently. */
export interface Finder {
  readonly length: number;
  readonly anchorOf: (step: number) => string;
  readonly find: (anchor: string) => number | undefined;
}

export class Marks {
  readonly store: StoreApi<MarksState> = createStore(() => NO_MARKS);
  /** Bookmarks of a link that were not looked for yet. */
  private unsettled = new Set<LinkBookmark>();

  get state(): MarksState {
    return this.store.getState();
  }

  /** Another run is open, with the marks of its link. */
  open(marks: LinkMarks): void {
    this.unsettled = new Set(marks.bookmarks);
    this.store.setState({ ...marks, bookmarks: inOrder(marks.bookmarks) });
  }

  /** What of them means something in another run of the scenario. */
  elsewhere(): LinkMarks {
    return { ...this.state, bookmarks: [] };
  }

  bookmarkAt(step: number): LinkBookmark | undefined {
    return this.state.bookmarks.find((one) => one.step === step);
  }

  /** One a step: the newer name counts. Beyond the limit of a link nothing is added. */
  addBookmark(bookmark: LinkBookmark): void {
    const others = this.state.bookmarks.filter(({ step }) => step !== bookmark.step);
    const name = bookmark.name.slice(0, MARK_TEXT_MAX);
    if (name === '' || others.length >= MARKS_MAX) return;
    this.store.setState({ bookmarks: inOrder([...others, { ...bookmark, name }]) });
  }

  removeBookmark(step: number): void {
    this.store.setState({ bookmarks: this.state.bookmarks.filter((one) => one.step !== step) });
  }

  rename(step: number, name: string): void {
    const kept = this.bookmarkAt(step);
    if (kept !== undefined) this.addBookmark({ ...kept, name });
  }

  /** The same text twice stops no better than once. */
  add(what: 'breakpoints' | 'watches', text: string): void {
    const others = this.state[what].filter((one) => one !== text);
    if (text === '' || text.length > MARK_TEXT_MAX || others.length >= MARKS_MAX) return;
    this.store.setState({ [what]: [...others, text] });
  }

  remove(what: 'breakpoints' | 'watches', text: string): void {
    this.store.setState({ [what]: this.state[what].filter((one) => one !== text) });
  }

  /** The run got further: bookmarks whose event is not at their step go to where it is. @param rests no step will come */
  settle(finder: Finder, rests: boolean): void {
    if (this.unsettled.size === 0) return;
    const moved = this.state.bookmarks.map((one) => this.settled(one, finder, rests));
    if (moved.some((one, i) => one !== this.state.bookmarks[i])) this.store.setState({ bookmarks: inOrder(moved) });
  }

  private settled(one: LinkBookmark, finder: Finder, rests: boolean): LinkBookmark {
    if (!this.unsettled.has(one)) return one;
    const reached = finder.length >= one.step;
    const right = one.anchor === '' || (reached && finder.anchorOf(one.step) === one.anchor);
    if (right || rests) this.unsettled.delete(one);
    if (right || !rests) return one;
    const step = finder.find(one.anchor);
    return step === undefined ? one : { ...one, step };
  }
}

const inOrder = (bookmarks: readonly LinkBookmark[]): readonly LinkBookmark[] =>
  [...bookmarks].sort((a, b) => a.step - b.step);
