import { describe, expect, it } from 'vitest';
import { gallery, dump, openEngine, runToRest } from '../fixtures/dumps.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { explainCycle } from '../../src/components/scheduler/scheduler.ts';
import { EVENT } from '../../src/model/events.ts';

const SCENARIOS = {
  web: () => openEngine(gallery('web')),
  pending: () => openEngine(gallery('pending')),
  'rolling dump': () => openEngine(dump('k-spread--2-skewed.list.yaml')),
};

/** A fixed sequence, so that a failure names its steps. */
function* picks(count: number, max: number): Iterable<number> {
  for (let i = 0, x = 12345; i < count; i++) {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    yield x % (max + 1);
  }
}

describe.each(Object.entries(SCENARIOS))('%s', (_name, open) => {
  it('W-3: forked anywhere and run on, it is the same run', () => {
    const whole = runToRest(open());
    const { world } = whole.cluster;
    const { step, options } = { step: world.step, options: world.options };
    expect(options.seed).toBeGreaterThanOrEqual(0);
    const digest = world.digest();
    for (const at of picks(12, step - 1)) {
      const before = world.digest(at);
      world.fork(at);
      expect(world.digest()).toBe(before);
      world.advance(step - at);
      expect([at, world.step, world.digest()]).toEqual([at, step, digest]);
    }
  });

  it('digests of any step are those of the collections at that step', () => {
    const { world } = runToRest(open()).cluster;
    for (const at of picks(25, world.step))
      expect([at, world.recomputeStateDigest(at)]).toEqual([at, world.stateDigest(at)]);
  });

  it('stepping one event at a time and running at once give one digest at each step', () => {
    const at = (engine: Engine, step: number): string => engine.cluster.world.digest(step);
    const whole = runToRest(open());
    const stepped = open();
    const steps = Math.min(400, whole.cluster.world.step);
    for (let k = 1; k <= steps; k++) {
      stepped.run.advance(1);
      expect([k, at(stepped, k)]).toEqual([k, at(whole, k)]);
    }
  });

  it('every cycle, run again from history, equals what was recorded', () => {
    const { world, scenario } = runToRest(open()).cluster;
    const { trace } = world;
    let cycles = 0;
    for (let k = 1; k <= trace.length; k++) {
      if (trace.kind(k) !== EVENT['cycle.started']) continue;
      cycles++;
      const { result } = explainCycle({
        world,
        version: scenario.kubernetesVersion,
        configuration: scenario.schedulerConfiguration,
        cycleStep: k,
      });
      expect(recordedOutcome(trace, k)).toEqual({
        host: result.host ?? '',
        feasible: result.feasible.length,
        total: winningTotal(result),
      });
    }
    expect(cycles).toBeGreaterThan(0);
  });
});

type Trace = Engine['cluster']['world']['trace'];

function recordedOutcome(trace: Trace, start: number): { host: string; feasible: number; total: number } {
  const pod = trace.object(start);
  let feasible = 0;
  for (let k = start + 1; k <= trace.length; k++) {
    if (trace.object(k) !== pod) continue;
    if (trace.kind(k) === EVENT['cycle.filter']) feasible = trace.number(k);
    if (trace.kind(k) === EVENT['cycle.score']) return { host: trace.detail(k), feasible, total: trace.number(k) };
    if (trace.kind(k) === EVENT['cycle.failed']) return { host: '', feasible, total: 0 };
  }
  throw new Error(`the cycle of step ${String(start)} has no end`);
}

function winningTotal(result: ReturnType<typeof explainCycle>['result']): number {
  const at = result.feasible.indexOf(result.host ?? '');
  return result.totals[at] ?? 0;
}
