/** 2,000 random sequences over the ten toy machines, longer and in more sizes than the unit tests have time for. */
import { describe, expect, it } from 'vitest';
import { Xoshiro128 } from '../../src/kernel/random.ts';
import { digestOf } from '../../src/kernel/recompute.ts';
import { MACHINES } from '../kernel/machines/all.ts';
import type { Build, Machine, Setting } from '../kernel/machines/rig.ts';

const SEQUENCES = 2000 / MACHINES.length;
const MOVES = 40;

interface Record {
  readonly states: readonly string[];
  readonly both: readonly string[];
  readonly times: readonly (readonly [number, number | undefined])[];
}

function straightRun(build: Build, setting: Setting, steps: number): Record {
  const machine = build(setting);
  const { world } = machine;
  const states = [digestOf(machine.state())];
  const both = [world.digest()];
  const times: (readonly [number, number | undefined])[] = [[world.now, world.nextTime]];
  for (let step = 1; step <= steps; step++) {
    expect(world.advance(1)).toBe(1);
    states.push(digestOf(machine.state()));
    both.push(world.digest());
    times.push([world.now, world.nextTime]);
  }
  return { states, both, times };
}

function settingOf(dice: Xoshiro128): Setting {
  const tiny = { chunkBits: 4 + dice.below(4), pageBits: 2 + dice.below(3), keyframeRows: 24 + dice.below(100) };
  return {
    seed: dice.below(1_000_000),
    checkpointEvery: 1 + dice.below(300),
    checks: dice.below(4) === 0,
    ...(dice.below(3) === 0 ? {} : { sizes: tiny }),
  };
}

function expectMoment(machine: Machine, record: Record): void {
  const { world } = machine;
  const { step } = world;
  expect([step, world.stateDigest(), digestOf(machine.state()), world.digest()]).toEqual([
    step,
    record.states[step],
    record.states[step],
    record.both[step],
  ]);
  expect([step, world.now, world.nextTime]).toEqual([step, ...(record.times[step] ?? [])]);
}

function move(machine: Machine, record: Record, steps: number, dice: Xoshiro128): void {
  const { world } = machine;
  const k = dice.below(world.step + 1);
  switch (dice.below(6)) {
    case 0:
      world.advance(Math.min(1 + dice.below(steps), steps - world.step));
      break;
    case 1:
      world.fork(k);
      expect(world.step).toBe(k);
      break;
    case 2:
      world.undoFork();
      break;
    default:
      expect([k, world.recomputeStateDigest(k), world.digest(k)]).toEqual([k, record.states[k], record.both[k]]);
      return;
  }
  expectMoment(machine, record);
}

describe.each(MACHINES)('%s', (name, build) => {
  it(`W-1 to W-5: ${String(SEQUENCES)} sequences of ${String(MOVES)} moves`, () => {
    const dice = new Xoshiro128().seed(name.length, 11, 5, 7);
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      const setting = settingOf(dice);
      const steps = 300 + dice.below(1200);
      const record = straightRun(build, { seed: setting.seed }, steps);
      const machine = build(setting);
      for (let i = 0; i < MOVES; i++) move(machine, record, steps, dice);
      machine.world.advance(steps - machine.world.step);
      expectMoment(machine, record);
    }
  });
});
