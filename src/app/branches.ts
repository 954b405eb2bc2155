/** Forks of the run on screen, and the way back. */
import type { RunListener } from '../client/run.ts';
import type { ForkEntry, OpenAnswer, RunStatus } from '../protocol/protocol.ts';
import type { Branch, Source } from '../store/session.ts';
import type { Place } from '../store/view-name.ts';
import type { ForkWish } from '../views/kit/shell.ts';
import type { Stores } from './controller.ts';
import { liveOf, viewArrived, type Live } from './live.ts';
import { storyOfFork, withStory } from './story-elsewhere.ts';

/** What the controller lends: the run on screen, and how to change it. */
export interface Screen {
  readonly live: () => Live | undefined;
  readonly show: (live: Live, step: number) => void;
  /** Tells of a run's progress while it is on screen, of its end in any case. */
  readonly listener: (live: Live, onStatus?: (status: RunStatus) => void) => RunListener;
}

/** What was on screen before the last fork. */
interface Left {
  readonly live: Live;
  readonly answer: OpenAnswer;
  readonly source: Source;
  readonly branch: Branch | undefined;
  readonly step: number;
  /** The room that the fork was made from. */
  readonly place: Place;
}

const branchOf = (from: number, entries: readonly ForkEntry[]): Branch =>
  entries.some(({ options }) => options?.['alone'] === true) ? { from, alone: true } : { from };

const STAGE: Place = { view: 'stage', focus: '' };

export class Branches {
  private readonly stores: Stores;
  private readonly screen: Screen;
  private left: Left | undefined;
  /** A press while a fork is being made is one press too many. */
  private busy = false;

  constructor(stores: Stores, screen: Screen) {
    this.stores = stores;
    this.screen = screen;
  }

  /** Another scenario is open: nothing of the one before comes back. */
  forget(): void {
    this.left = undefined;
  }

  /** Of what `undo` brings back; undefined where there is nothing, or a fork is being made. */
  get leftRun(): number | undefined {
    return this.busy ? undefined : this.left?.live.id;
  }

  /** Right after the step shown. @returns false where the engine refuses the entries; the refusal is reported */
  async fork(wish: ForkWish): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      return await this.make(wish);
    } finally {
      this.busy = false;
    }
  }

  private async make(wish: ForkWish): Promise<boolean> {
    const before = this.screen.live();
    const { session, playback } = this.stores;
    const { answer, source, branch } = session.state;
    const place = session.madeFrom;
    if (before === undefined || answer === undefined) return false;
    const { step: here } = playback.state;
    const step = wish.from ?? here;
    const begun = await this.begin(before, step, wish);
    if (begun === undefined) return false;
    const { live, arrival } = begun;
    const at = await arrival;
    await viewArrived(live, at);
    const text = await live.run.scenario();
    if (this.screen.live() !== before || text === undefined) return false;
    const { story } = live.answer;
    const scenario = withStory(text, story);
    this.left = { live: before, answer, source, branch, step: here, place };
    this.screen.show(live, at);
    session.turned(
      live.id,
      { ...answer, story, scenario },
      { kind: 'link' },
      branchOf(step, wish.entries),
      wish.place ?? STAGE,
    );
    return true;
  }

  /**
   * The way back, to the step where the fork was made.
   * @param at ticks to stand at instead @returns false where this page knows none
   */
  async undo(at?: number): Promise<boolean> {
    const { left } = this;
    if (this.busy) return true;
    if (left === undefined) return false;
    this.left = undefined;
    const listener = this.screen.listener(left.live);
    if (!(await left.live.run.undo(listener))) return false;
    this.screen.show(left.live, at === undefined ? left.step : left.live.trace.stepOfTime(at));
    const { session } = this.stores;
    const place = at === undefined ? left.place : session.state;
    session.turned(left.live.id, left.answer, left.source, left.branch, place);
    void left.live.run.pump(listener);
    return true;
  }

  private async begin(
    before: Live,
    step: number,
    { entries, goal }: ForkWish,
  ): Promise<{ readonly live: Live; readonly arrival: Promise<number> } | undefined> {
    let begun: { readonly live: Live; readonly arrival: Promise<number>; readonly listener: RunListener } | undefined;
    const forked = await before.run.fork(step, entries, () => {
      const story = storyOfFork(before.answer.story, before.trace, step);
      const live = liveOf(before.run, before.trace.forked(step), { ...before.answer, story });
      live.origin = before.origin;
      let arrive: (at: number) => void = () => undefined;
      const arrival = new Promise<number>((resolve) => {
        arrive = resolve;
      });
      const listener = this.screen.listener(live, ({ state }) => {
        const at = goal?.(live.trace, step);
        if (at !== undefined || goal === undefined || state !== 'running') arrive(at ?? step);
      });
      begun = { live, arrival, listener };
      return { sink: live.trace, listener };
    });
    if (forked?.ok === false) this.stores.session.report(forked.problem);
    if (begun !== undefined) void before.run.pump(begun.listener);
    return begun;
  }
}
