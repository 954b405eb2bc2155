import { eventName } from '../../derive/words/event-names.ts';
import { anchorOf } from './anchors.ts';
import { eventAt, type Shell } from './shell.ts';

/** Sets a bookmark at the step shown, named after its event, or takes it away. */
export function toggleBookmark({ marks, playback, run, layout }: Shell): void {
  if (run === undefined) return;
  const { step } = playback.state;
  if (marks.bookmarkAt(step) !== undefined) {
    marks.removeBookmark(step);
    return;
  }
  const named = step === 0 ? '' : eventName(eventAt(run.trace, step), layout.store.getState().language);
  marks.addBookmark({ step, name: named === '' ? String(step) : named, anchor: anchorOf(run.trace, step) });
}
