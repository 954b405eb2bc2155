/**
 * A world under a clock that a script moves: what is due at once runs at once, and a timer waits until the clock has come to
 * it, as in the recordings. The world itself stands at tick 0.
 */
import { createWorld, type AfterOptions, type Handler, type World } from '../../kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANES } from '../../model/events.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
  readonly handler: Handler<unknown>;
  readonly data: unknown;
}

export class InformerClock {
  /** What components get: a tick is a millisecond of the script. */
  readonly world: World;
  now = 0;
  private readonly real: World;
  private readonly functions = new Map<number, (data: unknown) => void>();
  private timers: Timer[] = [];
  private readonly acting: Handler<undefined>;
  private action: () => void = () => undefined;

  constructor() {
    this.real = createWorld({ seed: 1, ticksPerSecond: 1000, kinds: EVENT_KIND_NAMES, lanes: LANES });
    this.world = this.wrapped();
    this.acting = this.real.handler('script', () => {
      this.real.emit(EVENT['request.sent'], { subject: 'script' });
      this.action();
    });
  }

  private wrapped(): World {
    const own: Readonly<Record<string, unknown>> = {
      after: this.after.bind(this),
      handler: this.handler.bind(this),
      drop: this.drop.bind(this),
    };
    return new Proxy(this.real, {
      get: (real, name) => {
        if (name === 'now') return this.now;
        if (typeof name === 'string' && name in own) return own[name];
        const value: unknown = Reflect.get(real, name, real);
        return typeof value === 'function' ? (value.bind(real) as unknown) : value;
      },
    });
  }

  private after<D>(delay: number, lane: number, handler: Handler<D>, data: D, options?: AfterOptions): void {
    const fire = (): void => this.real.after(0, lane, handler, data, options);
    if (delay === 0) fire();
    else this.timers.push({ at: this.now + delay, fire, handler: handler, data });
  }

  private handler<D>(name: string, run: (data: D) => void): Handler<D> {
    const handler = this.real.handler(name, run);
    this.functions.set(handler.id, run as (data: unknown) => void);
    return handler;
  }

  private drop<D>(handler: Handler<D>, matches: (data: D) => boolean): number {
    this.timers = this.timers.filter((timer) => timer.handler.id !== handler.id);
    return this.real.drop(handler, matches);
  }

  /** Inside a pop: what stands behind a handler. */
  call<D>(handler: Handler<D>, data: D): void {
    this.functions.get(handler.id)?.(data);
  }

  begin(): void {
    this.real.begin();
  }

  /** Does it inside a pop, and lets everything that follows at once happen. */
  act(action: () => void): void {
    this.action = action;
    this.real.after(0, 0, this.acting, undefined);
    this.settle();
  }

  private settle(): void {
    while (this.real.nextTime !== undefined) this.real.advance(1000);
  }

  /**
   * The recordings step their clock from timer to timer. Back-offs run on a clock of their own, which comes to the end of the
   * advance just before the last of those steps: who only opens a watch again reads the time before that step, whatever
   * follows comes after it.
   */
  advance(millis: number): void {
    const end = this.now + millis;
    for (let next = this.nextStep(); next <= end; next = this.nextStep()) {
      this.now = Math.max(this.now, next);
      this.fireDue((timer) => !isBackoff(timer));
    }
    const before = this.now;
    this.now = end;
    this.fireDue((timer) => !isBackoff(timer));
    for (const timer of this.timers.filter((each) => each.at <= end && isBackoff(each))) {
      this.timers = this.timers.filter((each) => each !== timer);
      this.now = opensWatch(timer) ? before : end;
      timer.fire();
      this.real.advance(1);
      this.now = end;
      this.settle();
    }
  }

  private nextStep(): number {
    return Math.min(Infinity, ...this.timers.filter((timer) => !isBackoff(timer)).map(({ at }) => at));
  }

  private fireDue(matches: (timer: Timer) => boolean): void {
    for (;;) {
      const [first] = this.timers.filter((timer) => timer.at <= this.now && matches(timer)).sort((a, b) => a.at - b.at);
      if (first === undefined) return;
      this.timers = this.timers.filter((timer) => timer !== first);
      first.fire();
      this.settle();
    }
  }
}

const opensWatch = ({ handler, data }: Timer): boolean => handler.name.endsWith(' resume') && data === 'watch';
const isBackoff = ({ handler }: Timer): boolean => / (?:resume|list)$/.test(handler.name);
