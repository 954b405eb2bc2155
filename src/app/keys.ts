import { tinykeys } from 'tinykeys';
import { isComposing } from '../views/kit/composing.ts';
import type { Shell } from '../views/kit/shell.ts';
import { toggleBookmark } from '../views/kit/toggle-bookmark.ts';

/** Widgets that have keys of their own. */
const OWN_KEYS = [
  'input',
  'textarea',
  'select',
  '[contenteditable]',
  '[role=radiogroup]',
  '[role=tablist]',
  '[role=menu]',
  '[role=slider]',
  '[role=separator]',
  '[role=dialog]',
  'dialog',
  '[data-testid=event-log]',
  '[data-testid=object-table]',
  'pre',
].join();
/** Rows are buttons: their list moves the focus up and down, and takes no other key. */
const ROW = '[data-testid=event-log], [data-testid=object-table]';
const PRESSABLE = 'button, a[href], summary';
/** Where single letters act (WCAG 2.1.4), and where nothing has the focus. */
const STAGE = `[data-testid=stage], [data-region=timeline], .dock, #answer, ${ROW}`;
/** The letters of rooms act from the bar too: that is where a person stands who has just chosen something there. */
const ROOMS = `${STAGE}, header.bar`;
/** Where letters look for an entry. */
const TYPE_AHEAD = '[role=menu], [role=listbox], [role=dialog], dialog';
const EDITABLE = 'input, textarea, select, [contenteditable]';

type Handler = (shell: Shell) => void;

const targetOf = (event: KeyboardEvent): Element | undefined =>
  event.target instanceof Element ? event.target : undefined;

/** Left and right step on rows, too: a person who clicked a row goes on from there. */
function steps(event: KeyboardEvent): boolean {
  const target = targetOf(event);
  const onRow = target?.closest('button') !== null && target?.closest(ROW) !== null;
  return walks(event) || (onRow && !event.defaultPrevented && !isComposing(event));
}

/** Help is one key away wherever nothing is being written. */
function asks(event: KeyboardEvent): boolean {
  const target = targetOf(event);
  if (event.defaultPrevented || isComposing(event) || target === undefined) return false;
  return target.closest(`${EDITABLE}, dialog`) === null;
}

/** Arrows, Home and End: on the stage, the timeline, or while nothing has the focus. */
function walks(event: KeyboardEvent): boolean {
  const target = targetOf(event);
  if (event.defaultPrevented || isComposing(event) || target === undefined) return false;
  return target.closest(OWN_KEYS) === null;
}

/** Space also presses whatever button has the focus: then that is what it does. */
const plays = (event: KeyboardEvent): boolean => walks(event) && targetOf(event)?.closest(PRESSABLE) === null;

const letters = (event: KeyboardEvent): boolean => actsIn(STAGE, event);
const opens = (event: KeyboardEvent): boolean => actsIn(ROOMS, event);

function actsIn(places: string, event: KeyboardEvent): boolean {
  const target = targetOf(event);
  if (event.defaultPrevented || isComposing(event) || target === undefined) return false;
  if (target.closest(`${EDITABLE}, ${TYPE_AHEAD}`) !== null) return false;
  return target === document.body || target.closest(places) !== null;
}

/** Esc closes an answer, unless something smaller is open and takes it. */
const leaves = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !isComposing(event) &&
  targetOf(event)?.closest('input, [role=menu], [role=dialog], dialog') === null;

const eventOfSelection = (by: 1 | -1): Handler => {
  return ({ run, selection, playback, commands }) => {
    const { object } = selection.store.getState();
    if (run === undefined || object === undefined) return;
    const { step } = playback.state;
    const steps = run.trace.eventsOfObject(object);
    const next = by === 1 ? steps.find((k) => k > step) : steps.filter((k) => k < step).at(-1);
    if (next !== undefined) commands.jump(next);
  };
};

/** UX 1.3. @returns how to take the keys away again */
export function bindKeys(shell: () => Shell): () => void {
  const when = (allowed: (event: KeyboardEvent) => boolean, act: Handler) => (event: KeyboardEvent) => {
    const now = shell();
    // The laboratory has no play-head; only help is asked for there.
    if (!allowed(event) || (now.session.state.view === 'lab' && event.key !== '?')) return;
    event.preventDefault();
    // The first press leaves the landing page: the stage shows what happened.
    if (now.session.state.view === 'landing' && (allowed === walks || allowed === steps || allowed === plays))
      now.session.setView('stage');
    act(now);
  };
  return tinykeys(window, {
    Space: when(plays, ({ playback }) => {
      playback.toggle();
    }),
    ArrowRight: when(steps, ({ playback }) => {
      playback.stepForward();
    }),
    ArrowLeft: when(steps, ({ playback }) => {
      playback.stepBack();
    }),
    'Shift+ArrowRight': when(steps, ({ playback }) => {
      playback.stepForward(playback.coarser);
    }),
    'Shift+ArrowLeft': when(steps, ({ playback }) => {
      playback.stepBack(playback.coarser);
    }),
    Home: when(walks, ({ commands }) => {
      commands.jump(0);
    }),
    End: when(walks, ({ commands, playback }) => {
      commands.jump(playback.state.steps);
      playback.followEnd();
    }),
    ',': when(letters, eventOfSelection(-1)),
    '.': when(letters, eventOfSelection(1)),
    q: when(opens, ({ run, session }) => {
      if (run !== undefined) session.setView('queues');
    }),
    i: when(opens, ({ run, session }) => {
      if (run !== undefined) session.setView('informer');
    }),
    k: when(opens, ({ run, session }) => {
      if (run !== undefined) session.setView('api-server');
    }),
    b: when(opens, ({ run, session }) => {
      if (run !== undefined) session.setView('faults');
    }),
    w: when(opens, ({ run, session }) => {
      if (run !== undefined) session.setView('workloads');
    }),
    m: when(letters, (shell) => {
      toggleBookmark(shell);
    }),
    g: when(letters, () => {
      document.getElementById('go-to-step')?.focus();
    }),
    '+': when(letters, faster),
    'Shift++': when(letters, faster),
    '-': when(letters, ({ playback }) => {
      playback.nudgeSpeed(-1);
    }),
    Escape: when(leaves, ({ session }) => {
      if (session.state.view !== 'landing') session.setView('stage');
    }),
    F8: when(asks, ({ commands }) => {
      commands.runToStop(1);
    }),
    'Shift+F8': when(asks, ({ commands }) => {
      commands.runToStop(-1);
    }),
    '?': when(asks, help),
    'Shift+?': when(asks, help),
  });
}

const faster: Handler = ({ playback }) => {
  playback.nudgeSpeed(1);
};
const help: Handler = ({ commands }) => {
  commands.showHelp();
};
