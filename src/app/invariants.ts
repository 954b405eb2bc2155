/**
 * Asks the engine whether the run kept its invariants, slice by slice, and gives the playback where each was first broken: play
 * stops there. Nobody waits for it but who plays or runs to a stop, so while the engine makes the run it is left to that.
 */
import type { Stop } from '../store/stops.ts';
import type { Controller, Stores } from './controller.ts';
import type { Live } from './live.ts';

/** What is known of one run. */
interface Known {
  readonly live: Live;
  readonly upTo: number;
  /** Looked at where it came to rest, too. */
  readonly rested: boolean;
  readonly stops: readonly Stop[];
}

export interface InvariantWatch {
  /** From now on; before it only who plays makes it begin. */
  readonly begin: () => void;
  /** Resolves once every step that is simulated by then was looked at. */
  readonly settled: () => Promise<void>;
}

const SOURCE = 'invariants';
/** Steps a question: some milliseconds of the worker, as many as a slice of the run. */
const SLICE = 300;

export function watchInvariants({ playback }: Stores, controller: Controller): InvariantWatch {
  let begun = false;
  let awaited = false;
  let known: Known | undefined;
  /** Its engine could not answer. */
  let deaf: Live | undefined;
  let asking: Promise<void> | undefined;

  const current = (): Known | undefined => {
    const { live } = controller;
    if (live === undefined || live === deaf) return undefined;
    const now = known?.live === live ? known : { live, upTo: 0, rested: false, stops: [] };
    return isBehind(now) && isTime(now) ? now : undefined;
  };
  const isTime = ({ live }: Known): boolean =>
    awaited || playback.state.playing || (begun && live.status.state !== 'running');

  const ask = async (): Promise<void> => {
    for (let now = current(); now !== undefined; now = current()) {
      known = now;
      const next = await more(now);
      if (controller.live !== now.live) continue;
      if (next === undefined) deaf = now.live;
      else known = next;
      playback.giveStops(
        SOURCE,
        next === undefined ? undefined : { stops: next.stops, upTo: next.upTo, unasked: true },
      );
    }
  };
  const changed = (): void => {
    if (current() === undefined) return;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
  };

  controller.subscribe(() => {
    known = undefined;
    changed();
  });
  let seen = '';
  playback.store.subscribe(({ steps, runState, playing }) => {
    const now = [controller.live?.id, steps, runState, playing].join();
    if (now === seen) return;
    seen = now;
    changed();
  });
  return {
    begin: () => {
      begun = true;
      changed();
    },
    settled: async () => {
      awaited = true;
      changed();
      await asking;
      awaited = false;
    },
  };
}

const isBehind = ({ live, upTo, rested }: Known): boolean =>
  upTo < live.trace.length || (!rested && live.status.state !== 'running');

/** What the next slice adds. @returns undefined where the engine cannot answer */
async function more({ live, upTo, stops }: Known): Promise<Known | undefined> {
  const to = Math.min(upTo + SLICE, live.trace.length);
  const rested = to === live.trace.length && live.status.state !== 'running';
  const breaches = await live.breaches(to);
  if (breaches === undefined) return undefined;
  const firsts = breaches.filter((one, i) => breaches.findIndex(({ id }) => id === one.id) === i);
  const found = firsts.map((breach): Stop => ({ step: breach.step, words: breach.id, breach }));
  return { live, upTo: to, rested, stops: found.length === stops.length ? stops : found };
}
