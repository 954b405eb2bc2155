/** Where the person stands in the run, and how they walk. Time itself is moved by the page's frame loop. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Granularity, RunStatus } from '../protocol/protocol.ts';
import { landing, type Landing } from './parse-step.ts';
import { Stops, type Stop, type StopSource } from './stops.ts';

/** What playback needs of the event log (derive's TraceBuffer fits). */
export interface Track {
  /** Steps that are simulated. */
  readonly length: number;
  next(step: number, granularity: Granularity, origin?: number): number;
  previous(step: number, granularity: Granularity, origin?: number): number;
  /** The last step at or before that many ticks. */
  stepOfTime(ticks: number): number;
}

export const GRANULARITIES: readonly Granularity[] = ['event', 'stage', 'cycle', 'life'];

export type Speed = 0.25 | 0.5 | 1 | 2 | 4 | 8 | 'max';
export const SPEEDS: readonly Speed[] = [0.25, 0.5, 1, 2, 4, 8, 'max'];

/** How the person came to this step: a walk is animated, a jump cuts, play is moved by the clock. */
export type Move = 'open' | 'walk' | 'jump' | 'play';

export interface PlaybackState {
  /** The last event at or before the play-head. */
  readonly step: number;
  /** Where a walk that is being animated will end. */
  readonly goal: number | undefined;
  /** Steps simulated so far; the newest is the live edge. */
  readonly steps: number;
  readonly playing: boolean;
  readonly speed: Speed;
  readonly granularity: Granularity;
  readonly runState: RunStatus['state'];
  readonly move: Move;
  /** Of all sources, by step. */
  readonly stops: readonly Stop[];
  /** A run to a stop found none in that direction; forgotten with the next move. */
  readonly noStop: 'next' | 'previous' | 'none-set' | undefined;
  /** Grows with each move of the person (not of play), so that two equal moves can be told apart. */
  readonly moves: number;
}

const AT_REST: PlaybackState = {
  step: 0,
  goal: undefined,
  steps: 0,
  playing: false,
  speed: 1,
  granularity: 'event',
  runState: 'running',
  move: 'open',
  stops: [],
  noStop: undefined,
  moves: 0,
};

const clamp = (n: number, max: number): number => Math.max(0, Math.min(Math.trunc(n), max));

export class Playback {
  readonly store: StoreApi<PlaybackState> = createStore(() => AT_REST);
  /** Does a frame loop carry out walks? If not, they cut. */
  animated: () => boolean = () => false;
  private readonly stops = new Stops();
  private track: Track | undefined;
  private ticksPerSecond = 1_000_000;
  /** The last step known when the person asked for the end of a run that is still computed: the end moves on. */
  private endAsked: number | undefined;
  /** Where the walk began: a stop of its own, so that as many steps back lead home. */
  private origin = 0;

  get state(): PlaybackState {
    return this.store.getState();
  }

  /** A new run: stands at `step`, paused. */
  open(track: Track, ticksPerSecond: number, step = 0): void {
    this.track = track;
    this.ticksPerSecond = ticksPerSecond;
    this.origin = step;
    this.endAsked = undefined;
    this.stops.clear();
    const { speed, granularity, moves } = this.state;
    this.store.setState({ ...AT_REST, speed, granularity, step, steps: track.length, moves: moves + 1 });
  }

  /** The engine got further. */
  grow(status: RunStatus): void {
    const steps = this.track?.length ?? status.steps;
    this.store.setState({ steps, runState: status.state });
    if (this.endAsked === undefined) return;
    const { step, playing, goal } = this.state;
    const stayed = step === this.endAsked && !playing && goal === undefined;
    if (stayed && steps > step) this.seek(steps);
    this.endAsked = stayed && status.state === 'running' ? steps : undefined;
  }

  stepForward(granularity: Granularity = this.state.granularity): void {
    if (this.track !== undefined) this.walkTo(this.track.next(this.standing, granularity, this.origin));
  }

  stepBack(granularity: Granularity = this.state.granularity): void {
    if (this.track !== undefined) this.walkTo(this.track.previous(this.standing, granularity, this.origin));
  }

  /** Where the person takes themselves to be: at the end of the walk that is under way. */
  private get standing(): number {
    return this.state.goal ?? this.state.step;
  }

  /** With Shift: the next coarser unit. */
  get coarser(): Granularity {
    return (
      GRANULARITIES[Math.min(GRANULARITIES.indexOf(this.state.granularity) + 1, GRANULARITIES.length - 1)] ?? 'life'
    );
  }

  seek(step: number): void {
    const target = clamp(step, this.state.steps);
    this.origin = target;
    const moves = this.state.moves + 1;
    this.store.setState({ step: target, goal: undefined, playing: false, move: 'jump', noStop: undefined, moves });
  }

  /** Where runs stop, from one source. @param source undefined: it has nothing to stop at any more */
  giveStops(name: string, source: StopSource | undefined): void {
    this.stops.set(name, source);
    this.store.setState({ stops: this.stops.all });
  }

  /** Why runs stop at a step. */
  stopsAt(step: number): readonly Stop[] {
    return this.stops.at(step);
  }

  /**
   * The next stop, or the one before, from where the person stands; where there is none the play-head stays and `noStop`
   * tells it.
   */
  findStop(by: 1 | -1): number | undefined {
    const found = by === 1 ? this.stops.next(this.standing) : this.stops.previous(this.standing);
    if (found !== undefined && found.step <= this.state.steps) return found.step;
    this.pause();
    this.store.setState({ noStop: !this.stops.any ? 'none-set' : by === 1 ? 'next' : 'previous' });
    return undefined;
  }

  /** How far play may go from a step: to the next stop, or to where it is known whether there is one. */
  limit(from: number): { readonly step: number; readonly stops: boolean } {
    const stop = this.stops.next(from);
    if (stop !== undefined && stop.step <= this.stops.upTo) return { step: stop.step, stops: true };
    return { step: Math.max(from, this.stops.upTo), stops: false };
  }

  first(): void {
    this.seek(0);
  }

  /** The end; where the run is still computed, its end once it is known, unless the person goes elsewhere meanwhile. */
  last(): void {
    this.seek(this.state.steps);
    this.followEnd();
  }

  /** Whoever stands at the last step known goes on with it. */
  followEnd(): void {
    const { step, steps, runState } = this.state;
    this.endAsked = step === steps && runState === 'running' ? step : undefined;
  }

  /** Where "128", "+10", "-10" or "0:01.5" leads. @returns undefined where the text is neither step nor time */
  landing(text: string): Landing | undefined {
    const stepAt = (micros: number): number => this.track?.stepOfTime((micros / 1e6) * this.ticksPerSecond) ?? 0;
    return landing(text, { step: this.standing, steps: this.state.steps, stepAt });
  }

  play(): void {
    const { step, steps } = this.state;
    if (steps === 0) return;
    // Play at the end starts over, as everywhere else.
    const from = step >= steps ? 0 : step;
    this.store.setState({
      step: from,
      playing: true,
      move: from === step ? 'play' : 'jump',
      noStop: undefined,
      moves: this.state.moves + 1,
    });
  }

  pause(): void {
    if (!this.state.playing) return;
    this.origin = this.state.step;
    this.store.setState({ playing: false });
  }

  toggle(): void {
    if (this.state.playing) this.pause();
    else this.play();
  }

  /** The frame loop says which step the play-head has passed. */
  passed(step: number): void {
    if (step !== this.state.step) this.store.setState({ step: clamp(step, this.state.steps) });
  }

  /** The frame loop says that the walk is over. */
  arrive(): void {
    const { goal } = this.state;
    if (goal !== undefined) this.store.setState({ step: goal, goal: undefined });
  }

  setSpeed(speed: Speed): void {
    this.store.setState({ speed });
  }

  /** Faster (1) or slower (-1) by one. */
  nudgeSpeed(by: 1 | -1): void {
    const at = SPEEDS.indexOf(this.state.speed) + by;
    const speed = SPEEDS[Math.max(0, Math.min(at, SPEEDS.length - 1))];
    if (speed !== undefined) this.setSpeed(speed);
  }

  setGranularity(granularity: Granularity): void {
    this.origin = this.standing;
    this.store.setState({ granularity });
  }

  private walkTo(goal: number): void {
    const { step, goal: pending, moves } = this.state;
    const walk = { playing: false, move: 'walk', noStop: undefined, moves: moves + 1 } as const;
    if (!this.animated() || goal === step) this.store.setState({ ...walk, step: goal, goal: undefined });
    // A press during a walk ends that walk at once and begins the next.
    else this.store.setState({ ...walk, step: pending ?? step, goal });
  }
}
