/** Asks the engine where breakpoints stop the run, as the run and the breakpoints change, and gives it to the playback. */
import type { Stop } from '../store/stops.ts';
import type { Controller, Stores } from './controller.ts';
import type { Live } from './live.ts';

/** What is known of one run and one set of breakpoints. */
interface Known {
  readonly live: Live;
  readonly texts: readonly string[];
  readonly stops: readonly Stop[];
  readonly upTo: number;
}

const SOURCE = 'breakpoints';

/** @returns resolves once every step that is simulated by then was looked at */
export function watchBreakpoints(stores: Stores, controller: Controller): () => Promise<void> {
  const { marks, playback } = stores;
  let known: Known | undefined;
  let asking: Promise<void> | undefined;

  const current = (): Known | undefined => {
    const { live } = controller;
    const texts = marks.state.breakpoints;
    if (live === undefined || texts.length === 0) return undefined;
    return known?.live === live && known.texts === texts ? known : { live, texts, stops: [], upTo: 0 };
  };

  const ask = async (): Promise<void> => {
    for (let now = current(); now !== undefined && now.upTo < now.live.trace.length; now = current()) {
      known = now;
      const next = await more(now);
      if (next === undefined) return;
      if (known !== now) continue;
      known = next;
      playback.giveStops(SOURCE, next);
    }
  };

  const changed = (): void => {
    const now = current();
    if (now !== known) {
      known = now;
      // Until the engine has looked, play stays where it is.
      playback.giveStops(SOURCE, now === undefined ? undefined : { stops: [], upTo: 0 });
    }
    if (now === undefined) return;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
  };

  const relevant = (): string => [controller.live?.id, playback.state.steps].join();
  let seen = '';
  marks.store.subscribe(changed);
  playback.store.subscribe(() => {
    if (relevant() === seen) return;
    seen = relevant();
    changed();
  });
  return async () => {
    changed();
    await asking;
  };
}

/** What the next slice of steps adds. */
async function more(now: Known): Promise<Known | undefined> {
  const answer = await now.live.stops(now.texts, now.upTo);
  if (answer === undefined) return undefined;
  const found = answer.steps.flatMap((steps, i) => Array.from(steps, (step) => ({ step, words: now.texts[i] ?? '' })));
  found.sort((a, b) => a.step - b.step);
  return { ...now, stops: found.length === 0 ? now.stops : [...now.stops, ...found], upTo: answer.upTo };
}
