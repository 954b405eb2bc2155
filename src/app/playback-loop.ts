import type { DisplayMoment } from '../derive/display-time.ts';
import type { Layout } from '../store/layout.ts';
import type { Playback, Speed } from '../store/playback.ts';
import type { LiveRun } from '../views/kit/shell.ts';

/** "max": as many milliseconds of display time in one of the clock. */
const MAX_SPEED = 48;
const WALK_MILLIS_MAX = 560;
/** A longer way is cut: nobody can follow a hundred messages in half a second. */
const WALK_STEPS_MAX = 32;
/** Reduced motion: one step a second. */
const CUT_MILLIS = 1000;
/** A frame that is later than this does not make the picture leap. */
const FRAME_MILLIS_MAX = 100;

const factor = (speed: Speed): number => (speed === 'max' ? MAX_SPEED : speed);

/** A walk that is being animated, in display time. */
interface Walk {
  readonly from: number;
  readonly to: number;
  readonly began: number;
  readonly millis: number;
}

/**
 * The one clock of the page. It moves the play-head: along a walk of one step, or on and on while playing. React never
 * runs per frame: the stage reads the play-head, the store hears only of steps that were passed.
 */
export class PlaybackLoop {
  readonly playhead: { current: DisplayMoment } = { current: { step: 0, progress: 0 } };
  private readonly playback: Playback;
  private readonly layout: Layout;
  private readonly run: () => LiveRun | undefined;
  private walk: Walk | undefined;
  /** Display time while playing. */
  private at = 0;
  private lastFrame = 0;
  private handle = 0;
  private moves = -1;

  constructor(playback: Playback, layout: Layout, run: () => LiveRun | undefined) {
    this.playback = playback;
    this.layout = layout;
    this.run = run;
    playback.animated = () => this.animates() && document.visibilityState === 'visible';
    playback.store.subscribe(() => {
      this.onChange();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'hidden') return;
      playback.pause();
      playback.arrive();
    });
  }

  private animates(): boolean {
    return !this.layout.store.getState().reducedMotion && this.playback.state.speed !== 'max';
  }

  /** A move of the person: set the play-head, and the clock going if there is something to animate. */
  private onChange(): void {
    const { step, goal, playing, moves } = this.playback.state;
    if (moves === this.moves) return;
    this.moves = moves;
    const run = this.run();
    this.walk = undefined;
    if (run === undefined || goal === undefined) {
      this.playhead.current = { step, progress: 0 };
      this.at = run?.display.toDisplay(step) ?? 0;
    } else if (Math.abs(goal - step) > WALK_STEPS_MAX) {
      this.playback.arrive();
      this.playhead.current = { step: goal, progress: 0 };
    } else {
      this.playhead.current = { step, progress: 0 };
      this.walk = this.walkFrom(run, step, goal);
    }
    if (playing || goal !== undefined) this.start();
  }

  private walkFrom(run: LiveRun, step: number, goal: number): Walk {
    const from = run.display.toDisplay(step);
    const to = run.display.toDisplay(goal);
    const speed = factor(this.playback.state.speed);
    const millis = Math.min(Math.abs(to - from), WALK_MILLIS_MAX) / speed;
    return { from, to, began: performance.now(), millis };
  }

  private start(): void {
    if (this.handle !== 0) return;
    this.lastFrame = performance.now();
    const turn = (): void => {
      this.handle = 0;
      if (this.frame(performance.now())) this.handle = requestAnimationFrame(turn);
    };
    this.handle = requestAnimationFrame(turn);
  }

  /** @returns whether there is more to animate */
  private frame(now: number): boolean {
    const run = this.run();
    if (run === undefined) return false;
    if (this.walk !== undefined) return this.walkOn(run, this.walk, now);
    if (!this.playback.state.playing) return false;
    return this.animates() || this.playback.state.speed === 'max' ? this.playOn(run, now) : this.cutOn(run, now);
  }

  private walkOn(run: LiveRun, walk: Walk, now: number): boolean {
    const share = walk.millis <= 0 ? 1 : (now - walk.began) / walk.millis;
    if (share >= 1) {
      this.walk = undefined;
      this.playback.arrive();
      this.playhead.current = { step: this.playback.state.step, progress: 0 };
      return false;
    }
    const moment = run.display.fromDisplay(walk.from + (walk.to - walk.from) * Math.max(0, share));
    this.playhead.current = moment;
    this.playback.passed(moment.step);
    return true;
  }

  private playOn(run: LiveRun, now: number): boolean {
    const elapsed = Math.min(FRAME_MILLIS_MAX, now - this.lastFrame);
    this.lastFrame = now;
    this.at = Math.min(run.display.end, this.at + elapsed * factor(this.playback.state.speed));
    const moment = run.display.fromDisplay(this.at);
    const limit = this.playback.limit(this.playback.state.step);
    if (moment.step >= limit.step) return this.holdAt(run, limit);
    const cut = this.playback.state.speed === 'max';
    this.playhead.current = cut ? { step: moment.step, progress: 0 } : moment;
    this.playback.passed(moment.step);
    return this.goesOn(moment.step);
  }

  /** At a stop play ends; where stops are not known yet it waits. */
  private holdAt(run: LiveRun, { step, stops }: { readonly step: number; readonly stops: boolean }): boolean {
    this.at = run.display.toDisplay(step);
    this.playhead.current = { step, progress: 0 };
    this.playback.passed(step);
    if (stops) this.playback.pause();
    return this.goesOn(step);
  }

  private cutOn(run: LiveRun, now: number): boolean {
    const { step, speed } = this.playback.state;
    if (now - this.lastFrame < CUT_MILLIS / Math.min(1, factor(speed))) return true;
    this.lastFrame = now;
    const next = Math.min(step + 1, run.trace.length);
    const limit = this.playback.limit(step);
    if (next >= limit.step) return this.holdAt(run, limit);
    this.at = run.display.toDisplay(next);
    this.playhead.current = { step: next, progress: 0 };
    this.playback.passed(next);
    return this.goesOn(next);
  }

  /** Play ends at the live edge, unless the engine is still on its way. */
  private goesOn(step: number): boolean {
    const { steps, runState, playing } = this.playback.state;
    if (step >= steps && runState !== 'running') {
      this.playback.pause();
      this.playhead.current = { step: steps, progress: 0 };
      return false;
    }
    return playing;
  }
}
