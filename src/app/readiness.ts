import type { Playback } from '../store/playback.ts';
import type { Session, View } from '../store/session.ts';
import type { LiveRun } from '../views/kit/shell.ts';

/** A run that has not come to rest by then is shown while it goes on. */
const PATIENCE_MILLIS = 2000;

/** What the centre shows in each view; a view whose code is still on its way shows nothing. */
function isDrawn(view: View, step: number): boolean {
  if (document.querySelector('.broken') !== null) return true;
  if (view === 'lab') return document.querySelector('.lab') !== null;
  if (view === 'summary') return document.querySelector('.over > *') !== null;
  if (view !== 'landing' && view !== 'stage') return document.querySelector('#answer > *') !== null;
  return document.querySelector(`[data-testid=stage][data-step="${String(step)}"] canvas`) !== null;
}

/**
 * Keeps `<html data-steplane>`: "ready" once the moment shown is drawn and nothing moves, "loading" from the instant
 * that anything changes, "error" where there is a problem and nothing to show.
 */
export function watchReadiness(playback: Playback, session: Session, run: () => LiveRun | undefined): void {
  const root = document.documentElement;
  let frames = 0;
  let handle = 0;
  let seen = '';
  let openedAt = 0;
  let openedRun = 0;

  const settled = (): boolean => {
    const { step, goal, playing, runState } = playback.state;
    const { opening, view } = session.state;
    const rests = runState !== 'running' || performance.now() - openedAt > PATIENCE_MILLIS;
    const still = rests && !playing && goal === undefined && opening === undefined;
    const isHere = view === 'lab' || run()?.viewAt(step) !== undefined;
    return still && isHere && isDrawn(view, step);
  };
  const turn = (): void => {
    handle = 0;
    if (run() === undefined && session.state.problem !== undefined && session.state.opening === undefined) {
      root.dataset['steplane'] = 'error';
      return;
    }
    frames = settled() ? frames + 1 : 0;
    // One frame for React and the canvas to draw, one more to be on the screen.
    if (frames >= 3) root.dataset['steplane'] = 'ready';
    else handle = requestAnimationFrame(turn);
  };
  const changed = (): void => {
    const { step, goal, playing } = playback.state;
    const { runId, view, opening, problem } = session.state;
    if (runId !== openedRun) {
      openedRun = runId;
      openedAt = performance.now();
    }
    const now = [step, goal, playing, runId, view, opening === undefined, problem?.code].join();
    if (now === seen) return;
    seen = now;
    frames = 0;
    root.dataset['steplane'] = 'loading';
    if (handle === 0) handle = requestAnimationFrame(turn);
  };
  playback.store.subscribe(changed);
  session.store.subscribe(changed);
  changed();
}
