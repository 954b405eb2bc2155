/**
 * The search of the explorer: depth first over states, each expanded once, by a persistent set of what may happen there.
 *
 * Why keeping visited states goes together with the reduction: the set is a function of the state alone, so that it does
 * not matter on which way the state was reached (sleep sets, which are not, are not used). A run that the set leaves out
 * can be taken after its steps just as well; that this is not put off for ever is seen to where a step leads back to a
 * state that is still being explored: then everything is taken there. A step that ends the program hinders all others:
 * then too.
 *
 * Spinning: strongly connected parts of the graph (Tarjan) that nothing leads out of. There, whoever may run, nothing comes
 * of it: time passes if a timer runs (in truth it passes all the while), else the program hangs. What can be left is no
 * hang: a fair scheduler leaves it.
 */
import { readsClock, stateKey } from './canonical.ts';
import type { PathNode, Picked } from './explore-found.ts';
import { readsKey } from './explore-lost.ts';
import { hanging, type Move, type Snapshot, type Start, type Stepped, type Stepper } from './explore-step.ts';
import type { Spin } from './explore-types.ts';
import type { Op, Transition } from './machine-types.ts';
import { habitsOf, persistentSet, type Habits } from './persistent.ts';
import type { RaceAccess } from './race.ts';
import type { Go } from './runtime-state.ts';

interface State extends PathNode {
  parent: PathNode | undefined;
  pick: Picked | undefined;
  depth: number;
  readonly index: number;
  /** Lowest index of a state being explored that can be reached (Tarjan). */
  low: number;
  /** Its strongly connected part is not known yet. */
  open: boolean;
  /** It is on the way from the start to where the search stands. */
  onWay: boolean;
  /** Something leads out of its strongly connected part. */
  leaves: boolean;
  timed: boolean;
  snapshot: Snapshot | undefined;
}

interface Expansion {
  readonly state: State;
  /** Everything that may happen and be seen. */
  readonly all: readonly Transition[];
  /** How much may happen at all. */
  readonly open: number;
  moves: { readonly move: Move; readonly from: State }[];
  next: number;
  whole: boolean;
  /** The end of main where the set leaves it out: it is taken all the same, to see who is blocked there. */
  readonly exit: Transition | undefined;
  /** Steps on plain memory that were taken here. */
  readonly touches: { readonly op: Op; readonly transition: Transition }[];
}

export interface SearchLimits {
  readonly maxStates: number;
  readonly maxDepth: number;
  readonly reduce: boolean;
}

export class Search {
  bound: 'none' | 'states' | 'depth' = 'none';
  deepest = 0;
  private readonly known = new Map<string, State>();
  private readonly way: Expansion[] = [];
  private readonly unsettled: State[] = [];
  private readonly habits: Habits;
  private readonly clock: boolean;

  constructor(
    private readonly stepper: Stepper,
    private readonly limits: SearchLimits,
    start: Start,
  ) {
    this.habits = habitsOf(stepper.code);
    this.clock = readsClock(stepper.code);
    if (start.outcome === undefined) this.enter(start, start.node, 1);
  }

  get states(): number {
    return this.known.size;
  }

  get done(): boolean {
    return this.way.length === 0 || this.bound === 'states';
  }

  /** One step of the machine, or one way back. */
  advance(): void {
    const here = this.way.at(-1);
    if (here === undefined || this.done) return;
    const next = here.moves[here.next];
    if (next === undefined) {
      this.finish(here);
      return;
    }
    here.next++;
    this.follow(here, next.move, next.from);
  }

  private follow(here: Expansion, move: Move, from: State): void {
    const { snapshot } = from;
    if (snapshot === undefined) return;
    const stepped = this.stepper.step(snapshot, from, move, here.open > 1 || (move.kind === 'time' && here.open > 0));
    this.deepest = Math.max(this.deepest, stepped.node.depth);
    if (move.kind === 'take') this.races(here, move.transition, stepped);
    if (stepped.outcome !== undefined) {
      here.state.leaves = true;
      if (move.kind !== 'take' || move.transition !== here.exit) this.takeAll(here);
      return;
    }
    const key = this.keyOf(stepped);
    const known = this.known.get(key);
    if (known !== undefined) this.meet(here, known, stepped.node);
    else if (this.known.size >= this.limits.maxStates) this.bound = 'states';
    else if (this.way.length >= this.limits.maxDepth) {
      this.bound = 'depth';
      here.state.leaves = true;
    } else this.enter(stepped, stepped.node, stepped.op.goroutine, key);
  }

  private keyOf({ cells, reads }: Snapshot): string {
    const state = stateKey(this.stepper.code, { get: (key) => cells.get(key) }, this.clock);
    return reads.size === 0 ? state : `${state} ${readsKey(reads)}`;
  }

  private meet(here: Expansion, known: State, node: PathNode): void {
    if (node.depth < known.depth) {
      known.parent = node.parent;
      known.pick = node.pick;
      known.depth = node.depth;
    }
    if (known.open) here.state.low = Math.min(here.state.low, known.index);
    else here.state.leaves = true;
    if (known.onWay) this.takeAll(here);
  }

  private takeAll(here: Expansion): void {
    if (here.whole) return;
    here.whole = true;
    const taken = new Set(here.moves.map(({ move }) => (move.kind === 'take' ? move.transition : undefined)));
    const left = here.all.filter((one) => !taken.has(one));
    here.moves.push(...left.map((transition) => ({ move: { kind: 'take', transition } as const, from: here.state })));
  }

  private enter(snapshot: Snapshot, node: PathNode, last: number, key = this.keyOf(snapshot)): void {
    const { cells, reads, endless } = snapshot;
    const all = this.stepper.open(snapshot);
    const open = endless.size === 0 ? all.length : this.stepper.machine(snapshot).transitions().length;
    const index = this.known.size;
    const state: State = {
      parent: node.parent,
      pick: node.pick,
      depth: node.depth,
      index,
      low: index,
      open: true,
      onWay: true,
      leaves: false,
      timed: all.length === 0,
      snapshot: { cells, reads, endless },
    };
    this.known.set(key, state);
    this.unsettled.push(state);
    const enough = this.limits.reduce ? persistentSet(this.habits, { get: (at) => cells.get(at) }, all) : all;
    // Who ran goes on: the first run found is the one that nobody disturbs.
    const first = enough.filter((one) => one.goroutine === last);
    const exit = endsMain(cells) ? all.find((one) => one.goroutine === 1 && !enough.includes(one)) : undefined;
    const rest = enough.filter((one) => one.goroutine !== last);
    const order = [...first, ...rest, ...(exit === undefined ? [] : [exit])];
    const moves: Expansion['moves'] =
      all.length === 0
        ? [{ move: { kind: 'time' }, from: state }]
        : order.map((transition) => ({ move: { kind: 'take', transition }, from: state }));
    this.way.push({ state, all, open, moves, next: 0, whole: enough.length === all.length, exit, touches: [] });
  }

  private finish(here: Expansion): void {
    const { state } = here;
    if (state.low === state.index && this.spins(here)) return;
    if (state.low === state.index) this.settle(state);
    this.way.pop();
    state.onWay = false;
    const above = this.way.at(-1)?.state;
    if (above === undefined) return;
    if (state.open) above.low = Math.min(above.low, state.low);
    else above.leaves = true;
  }

  /** @returns whether there is more to do: time may pass in a part that nothing else leads out of */
  private spins(here: Expansion): boolean {
    const part = this.unsettled.slice(this.unsettled.lastIndexOf(here.state));
    if (part.some((one) => one.leaves)) return false;
    const before = here.moves.length;
    for (const one of part) {
      if (one.timed || one.snapshot === undefined) continue;
      one.timed = true;
      if (this.stepper.machine(one.snapshot).nextTimer !== undefined) {
        here.moves.push({ move: { kind: 'time' }, from: one });
      }
    }
    if (here.moves.length > before) return true;
    const { snapshot } = here.state;
    if (snapshot !== undefined) {
      const spins = this.spinning(part);
      this.stepper.findings.outcome(hanging(this.stepper.machine(snapshot).stdout), here.state, { spins });
    }
    return false;
  }

  /** Who goes round in a part that nothing leads out of, each at one of its places there. */
  private spinning(part: readonly State[]): readonly Spin[] {
    const places = new Map<number, Spin['at']>();
    for (const { snapshot } of part) {
      if (snapshot === undefined) continue;
      const views = this.stepper.machine(snapshot).goroutines();
      for (const { goroutine } of this.stepper.open(snapshot)) {
        const at = views[goroutine - 1]?.at;
        if (at !== undefined && !places.has(goroutine)) places.set(goroutine, at);
      }
    }
    return [...places].map(([goroutine, at]) => ({ goroutine, at }));
  }

  private settle(state: State): void {
    const at = this.unsettled.lastIndexOf(state);
    for (const one of this.unsettled.splice(at)) {
      one.open = false;
      one.snapshot = undefined;
    }
  }

  /** Two steps on one variable that are open at once, one of them a write: nothing orders them. */
  private races(here: Expansion, transition: Transition, { op }: Stepped): void {
    if (op.memory.length === 0) return;
    for (const other of here.touches) {
      if (other.op.goroutine === op.goroutine) continue;
      const clash = op.memory.some((one) =>
        other.op.memory.some((two) => one.object === two.object && (one.write || two.write)),
      );
      if (clash) this.note(here, other, { op, transition });
    }
    here.touches.push({ op, transition });
  }

  private note(here: Expansion, one: Expansion['touches'][number], two: Expansion['touches'][number]): void {
    const { state } = here;
    const after: PathNode = { parent: state, pick: pickOf(one.transition), depth: state.depth + 1 };
    const then: PathNode = { parent: after, pick: pickOf(two.transition), depth: state.depth + 2 };
    this.stepper.findings.race(accessOf(one.op, after.depth), accessOf(two.op, then.depth), then);
  }
}

/** Main has nothing left to do. */
function endsMain(cells: Snapshot['cells']): boolean {
  const { frames, exited } = cells.get('go/1') as Go;
  return frames.length === 0 && !exited;
}

function pickOf({ goroutine, option }: Transition): Picked {
  return { goroutine, option };
}

function accessOf(op: Op, depth: number): RaceAccess {
  const write = op.memory.some((one) => one.write);
  return { goroutine: op.goroutine, at: op.at, object: op.object, write, step: depth - 1 };
}
