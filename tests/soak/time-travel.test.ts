/** 10,000 random seeks, steps, forks and undos over whole clusters: however one comes to a step, it is the same step. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { Xoshiro128 } from '../../src/kernel/random.ts';
import { dump, gallery, openEngine, runToRest } from '../fixtures/dumps.ts';

const SCENARIOS: readonly (readonly [name: string, open: () => Engine])[] = [
  ['web', () => openEngine(gallery('web'))],
  ['pending', () => openEngine(gallery('pending'))],
  ...[
    'a-deployment--3-updated.list.yaml',
    'b-unschedulable--1-pending.list.yaml',
    'e-drain--3-blocked.list.yaml',
    'g-jobs--3-ticks.list.yaml',
    'i-daemonset--3-four.list.yaml',
    'k-spread--2-skewed.list.yaml',
    'o-garbage--1-orphans.list.yaml',
    'big-dump-1--dump.yaml',
  ].map((name) => [name, () => openEngine(dump(name))] as const),
];
const MOVES = 10_000 / SCENARIOS.length;
/** Everything from scratch, off the views: dear, so not at every move. */
const FROM_SCRATCH = 50;

interface Record {
  readonly states: readonly string[];
  readonly both: readonly string[];
  readonly times: readonly number[];
}

/** One event at a time, never back. */
function straightRun(open: () => Engine, steps: number): Record {
  const { world } = open().cluster;
  const record = { states: [world.stateDigest()], both: [world.digest()], times: [world.now as number] };
  for (let step = 1; step <= steps; step++) {
    expect(world.advance(1)).toBe(1);
    record.states.push(world.stateDigest());
    record.both.push(world.digest());
    record.times.push(world.now);
  }
  return record;
}

const WHEEL = ['seek', 'seek', 'seek', 'seek', 'step', 'step', 'fork', 'undo'] as const;

describe.each(SCENARIOS)('%s', (name, open) => {
  it(`C-8, W-3: ${String(MOVES)} random moves`, () => {
    const whole = runToRest(open());
    const steps = whole.cluster.world.step;
    const record = straightRun(open, steps);
    const { world } = whole.cluster;
    const dice = new Xoshiro128().seed(name.length, steps, 3, 1);
    const made = new Map<string, number>();
    for (let i = 0; i < MOVES; i++) {
      const move = WHEEL[dice.below(WHEEL.length)] ?? 'seek';
      made.set(move, (made.get(move) ?? 0) + 1);
      const k = dice.below(world.step + 1);
      if (move === 'step') world.advance(Math.min(1 + dice.below(200), steps - world.step));
      if (move === 'fork') world.fork(k);
      if (move === 'undo') world.undoFork();
      const at = move === 'seek' ? k : world.step;
      expect([i, move, at, world.stateDigest(at), world.digest(at)]).toEqual([
        i,
        move,
        at,
        record.states[at],
        record.both[at],
      ]);
      if (move !== 'seek') expect([i, move, world.now]).toEqual([i, move, record.times[at]]);
      if (i % FROM_SCRATCH === 0) expect([i, world.recomputeStateDigest(at)]).toEqual([i, record.states[at]]);
    }
    expect(made.size).toBe(4);
    world.advance(steps - world.step);
    expect(world.digest()).toBe(record.both[steps]);
  });
});

describe('what a person is shown', () => {
  it.each(SCENARIOS.slice(0, 2))('%s: 500 random moments, asked in any order, after forks too', (_name, open) => {
    const fresh = runToRest(open());
    const asked = runToRest(open());
    const spec = { queueRows: 12, nodes: 5000, cycleRows: 12 };
    const steps = fresh.run.status.steps;
    const dice = new Xoshiro128().seed(1, 2, 3, 4);
    for (let i = 0; i < 500; i++) {
      const k = dice.below(steps + 1);
      if (i % 25 === 0) {
        const { world } = asked.cluster;
        world.fork(k);
        world.advance(steps - world.step);
      }
      expect([i, asked.view(k, spec)]).toEqual([i, fresh.view(k, spec)]);
      expect([i, asked.objects(k)]).toEqual([i, fresh.objects(k)]);
      const [first] = asked.objects(k);
      if (first !== undefined) expect([i, asked.inspect(k, first.key)]).toEqual([i, fresh.inspect(k, first.key)]);
    }
  });
});
