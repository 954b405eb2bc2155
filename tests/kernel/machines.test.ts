/** Ten toy machines, each a small use of the kernel as a component would make it; 2,000 random moves over them. */

import { describe, expect, it } from 'vitest';
import { digestOf } from '../../src/kernel/recompute.ts';
import { Xoshiro128 } from '../../src/kernel/random.ts';
import { MACHINES } from './machines/all.ts';
import { bank } from './machines/flow.ts';
import { timers } from './machines/shape.ts';
import type { Build, Machine, Setting } from './machines/rig.ts';

const TINY = { chunkBits: 4, pageBits: 2, keyframeRows: 24 };
const STEPS = 500;
const MOVES = 200;

interface Record {
  readonly states: readonly string[];
  readonly traces: readonly string[];
  readonly both: readonly string[];
  /** `now` and `nextTime` after each step. */
  readonly times: readonly (readonly [number, number | undefined])[];
}

/** A run that never goes back; its states are recomputed from the machine's own structures at every step. */
function straightRun(build: Build, setting: Setting): Record {
  const machine = build(setting);
  const { world } = machine;
  const states = [digestOf(machine.state())];
  const times: (readonly [number, number | undefined])[] = [[world.now, world.nextTime]];
  for (let step = 1; step <= STEPS; step++) {
    expect(world.advance(1)).toBe(1);
    states.push(digestOf(machine.state()));
    times.push([world.now, world.nextTime]);
  }
  const steps = states.map((_, step) => step);
  return { states, traces: steps.map((k) => world.traceDigest(k)), both: steps.map((k) => world.digest(k)), times };
}

function expectMoment(machine: Machine, record: Record): void {
  const { world } = machine;
  const { step } = world;
  expect([world.stateDigest(), world.traceDigest()]).toEqual([record.states[step], record.traces[step]]);
  expect(digestOf(machine.state())).toBe(record.states[step]);
  expect([world.now, world.nextTime]).toEqual(record.times[step]);
  expect(world.recomputeStateDigest(step)).toBe(record.states[step]);
}

type Move = 'seek' | 'step' | 'fork' | 'undo';
const WHEEL: readonly Move[] = ['seek', 'seek', 'step', 'step', 'fork', 'undo'];

function randomMove(machine: Machine, record: Record, dice: Xoshiro128): Move {
  const { world } = machine;
  const move = WHEEL[dice.below(WHEEL.length)] ?? 'seek';
  if (move === 'seek') {
    const k = dice.below(world.step + 1);
    expect(world.recomputeStateDigest(k)).toBe(record.states[k]);
    expect([world.stateDigest(k), world.digest(k)]).toEqual([record.states[k], record.both[k]]);
  }
  if (move === 'step') world.advance(Math.min(1 + dice.below(90), STEPS - world.step));
  if (move === 'fork') {
    const k = dice.below(world.step + 1);
    world.fork(k);
    expect(world.step).toBe(k);
  }
  if (move === 'undo') world.undoFork();
  if (move !== 'seek') expectMoment(machine, record);
  return move;
}

describe.each(MACHINES)('%s', (_, build) => {
  it.each([
    ['tiny sizes', { seed: 7, checkpointEvery: 11, sizes: TINY, checks: true }],
    ['the real sizes', { seed: 7, checkpointEvery: 64 }],
  ])(
    'is the same however one comes to a step: 100 random seeks, steps, forks and undos, with %s',
    (_sizes, setting) => {
      const record = straightRun(build, setting);
      const machine = build(setting);
      const dice = new Xoshiro128().seed(build.name.length, 2, 3, setting.checkpointEvery);
      const moves = Array.from({ length: MOVES / 2 }, () => randomMove(machine, record, dice));
      expect(new Set(moves).size).toBe(4);
      machine.world.advance(STEPS - machine.world.step);
      expectMoment(machine, record);
    },
  );

  it('gives the same digests in two worlds of one seed, whatever their sizes and checks', () => {
    const plain = straightRun(build, { seed: 3 });
    expect(straightRun(build, { seed: 3, sizes: TINY, checkpointEvery: 5, checks: true })).toEqual(plain);
  });

  it('makes each step once: no two states in a row share a trace digest', () => {
    const { traces } = straightRun(build, { seed: 1 });
    expect(new Set(traces).size).toBe(traces.length);
  });
});

describe.each(MACHINES.filter(([name]) => ['bank', 'gossip', 'burst', 'churn', 'walk'].includes(name)))(
  '%s draws',
  (_, build) => {
    it('another seed gives another digest', () => {
      const [a, b] = [straightRun(build, { seed: 1 }), straightRun(build, { seed: 2 })];
      expect(a.states[STEPS]).not.toBe(b.states[STEPS]);
      expect(a.both[STEPS]).not.toBe(b.both[STEPS]);
    });
  },
);

describe('what the machines are for', () => {
  it('the bank keeps its total at every step', () => {
    const { world } = bank({ seed: 5 });
    world.advance(300);
    const accounts = world.collections().find((collection) => collection.name === 'accounts');
    for (let k = 0; k <= 300; k++) {
      let total = 0;
      for (const [, balance] of accounts?.at(k).entries() ?? []) total += Number(balance);
      expect(total).toBe(20_000);
    }
  });

  it('timers: periodic work leaves no pending work, what it starts does', () => {
    const { world } = timers({ seed: 5 });
    let waiting = 0;
    world.advance(300, () => {
      expect(world.pendingWork).toBeLessThanOrEqual(6);
      if (world.pendingWork > 0) waiting++;
      return false;
    });
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(300);
    expect(world.nextTime).toBeGreaterThanOrEqual(world.now);
  });
});
