import { describe, expect, it } from 'vitest';
import type { BesideAnswer, ForkEntry, Tale } from '../../src/protocol/protocol.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { gallery, openEngine, runToRest } from '../fixtures/dumps.ts';

const AT = 60;
const stop: ForkEntry = { verb: 'kubeletStops', body: 'node-a' };
const crash: ForkEntry = { verb: 'crash', body: 'kube-scheduler', options: { for: '30s' } };

function forked(entries: readonly ForkEntry[], at = AT): Engine {
  const engine = runToRest(openEngine(gallery('web')));
  const answer = engine.fork(at, entries);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return runToRest(engine);
}

const besideOf = (engine: Engine): BesideAnswer => {
  const answer = engine.beside();
  if (answer === undefined) throw new Error('no branch');
  return answer;
};

const statesOf = ({ base }: BesideAnswer, { rows }: Tale): ReadonlyMap<string, unknown> => {
  const states = new Map<string, unknown>(base);
  for (const { key, state } of rows) {
    if (state === undefined) states.delete(key);
    else states.set(key, state);
  }
  return states;
};

describe('a branch beside its original', () => {
  it('is nothing where nothing was forked', () => {
    expect(runToRest(openEngine(gallery('web'))).beside()).toBeUndefined();
  });

  it('tells what each of both did, and the original is the run that was left', () => {
    const alone = runToRest(openEngine(gallery('web')));
    const engine = forked([stop]);
    const answer = besideOf(engine);
    expect(answer).toMatchObject({ from: AT, fromMicros: alone.cluster.world.trace.time(AT), entries: [stop] });
    expect(answer.original.steps).toBe(alone.cluster.world.step);
    expect(answer.branch.steps).toBe(engine.cluster.world.step);
    const words = (of: Engine): readonly (readonly [string, string])[] =>
      of
        .objects(of.cluster.world.step)
        .filter(({ kind }) => kind === 'Pod' || kind === 'Node')
        .map(({ key, status }) => [key, status] as const);
    for (const [run, tale] of [
      [alone, answer.original],
      [engine, answer.branch],
    ] as const) {
      const states = statesOf(answer, tale);
      for (const [key, status] of words(run)) expect([key, states.get(key)]).toMatchObject([key, { text: status }]);
    }
    // Its node is dead before its Pod is there: two of three become ready.
    const soon = { ...answer.branch, rows: answer.branch.rows.filter(({ micros }) => micros < 3_000_000) };
    expect(statesOf(answer, soon).get('Deployment/default/web')).toMatchObject({ text: '2/3' });
    expect(statesOf(answer, answer.original).get('Deployment/default/web')).toMatchObject({ text: '3/3' });
  });

  it('is the same from either side, and from a link', () => {
    const engine = forked([crash]);
    const fromBranch = besideOf(engine);
    const linked = besideOf(runToRest(openEngine({ name: 'link', data: engine.scenario() })));
    expect(linked).toEqual(fromBranch);
    expect(engine.undo()).toBe(true);
    runToRest(engine);
    expect(engine.beside({ step: AT, entries: [crash] })).toEqual(fromBranch);
  });

  it('counts the events of both on one clock', () => {
    const { window, original, branch } = besideOf(forked([crash]));
    expect(window.to).toBeGreaterThan(window.from);
    for (const { density } of [original, branch]) {
      expect(density).toHaveLength(160);
      expect(density.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0);
    }
  });
});
