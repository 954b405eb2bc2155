/** Single runs: undisturbed, or by seeded chance, which proves nothing but comes to far places of large programs soon. */
import type { PathNode } from './explore-found.ts';
import { TIME, type Move, type Snapshot, type Start, type Stepped, type Stepper } from './explore-step.ts';
import type { Pick } from './explore-types.ts';
import type { Op, OpKind, Outcome, Transition } from './machine-types.ts';
import { findRaces } from './race.ts';

/** Runs, steps of all of them together, and of one. */
const WALKS = 64;
const ALL_STEPS = 30_000;
const ONE_STEPS = 2_000;
/** Steps of a run that spins before time passes. */
const PATIENCE = 400;

type Roll = (n: number) => number;

/** Numbers that look like chance, the same for one seed. */
function dice(seed: number): Roll {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor(((state ^ (state >>> 13)) >>> 0) / (0x1_0000_0000 / n));
  };
}

export class Walk {
  readonly ops: Op[] = [];
  outcome: Outcome | undefined;
  private at: Snapshot;
  /** After each step; before the first, where the start has come to. */
  private readonly nodes: PathNode[] = [];
  private readonly root: PathNode;
  private readonly roll: Roll | undefined;
  private readonly picks: ReadonlyMap<number, Pick>;
  private idle = 0;
  private last = 1;

  /**
   * @param seed undefined = undisturbed: who runs goes on until it blocks
   * @param picks come before both
   */
  constructor(
    private readonly stepper: Stepper,
    start: Start,
    seed: number | undefined,
    picks: readonly Pick[] = [],
  ) {
    this.picks = new Map(picks.map((one) => [one.step, one]));
    this.roll = seed === undefined ? undefined : dice(seed);
    this.at = start;
    this.root = start.node;
    this.outcome = start.outcome;
  }

  get stdout(): readonly string[] {
    return this.stepper.machine(this.at).stdout;
  }

  /** One step of the machine. */
  advance(): void {
    const machine = this.stepper.machine(this.at);
    const all = machine.transitions().length;
    const open = this.stepper.open(this.at);
    const before = this.nodes.at(-1) ?? this.root;
    const pick = this.picks.get(before.depth);
    const passes = pick?.option === TIME || (this.idle >= PATIENCE && machine.nextTimer !== undefined);
    const picked = open.find((one) => one.goroutine === pick?.goroutine && one.option === pick.option);
    const transition = passes ? undefined : (picked ?? this.choose(open));
    const move: Move = transition === undefined ? { kind: 'time' } : { kind: 'take', transition };
    const decided = all > 1 || (transition === undefined && all > 0);
    this.took(this.stepper.step(this.at, before, move, decided));
  }

  private choose(open: readonly Transition[]): Transition | undefined {
    if (this.roll !== undefined) return open[this.roll(Math.max(open.length, 1))];
    // One that only spins lets the others run.
    const own = this.idle < PATIENCE / 4 ? open.find((one) => one.goroutine === this.last) : undefined;
    return own ?? open.find((one) => one.goroutine > this.last) ?? open[0];
  }

  private took({ cells, reads, endless, op, node, outcome }: Stepped): void {
    this.idle = op.goroutine === 0 || matters(op) ? 0 : this.idle + 1;
    if (op.goroutine > 0) this.last = op.goroutine;
    this.at = { cells, reads, endless };
    this.nodes.push(node);
    this.ops.push(op);
    this.outcome = outcome;
  }

  /** Tells the findings of its data races. */
  tellRaces(): void {
    for (const { first, second } of findRaces(this.ops)) {
      const node = this.nodes[second.step];
      if (node !== undefined) this.stepper.findings.race(first, second, node);
    }
  }
}

const LOOKS: readonly OpKind[] = [
  'atomic',
  'switch',
  'rand',
  'context',
  'trylock',
  'read',
  'map-read',
  'sync-map',
  'select',
];

/** Whether something may come of the step: a goroutine that spins only looks and yields. */
function matters({ kind, wakes }: Op): boolean {
  return wakes.length > 0 || !LOOKS.includes(kind);
}

export class Walks {
  private seed = 0;
  private taken = 0;
  private walk: Walk;

  constructor(
    private readonly stepper: Stepper,
    private readonly start: Start,
  ) {
    this.walk = new Walk(stepper, start, this.seed);
  }

  get done(): boolean {
    return this.seed >= WALKS || this.taken >= ALL_STEPS;
  }

  /** One step of the machine. */
  advance(): void {
    this.taken++;
    this.walk.advance();
    if (this.walk.outcome === undefined && this.walk.ops.length < ONE_STEPS) return;
    this.walk.tellRaces();
    this.walk = new Walk(this.stepper, this.start, ++this.seed);
  }
}
