import { describe, expect, it } from 'vitest';
import { dump, gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { ForkEntry, Frame } from '../../src/protocol/protocol.ts';
import { TraceBuffer } from '../../src/derive/trace-buffer.ts';
import { EVENT_KINDS, LANES } from '../../src/model/events.ts';

const cordon: ForkEntry = { verb: 'cordon', body: 'node-a' };
const scale = (replicas: number): ForkEntry => ({ verb: 'scale', body: { kind: 'Deployment', name: 'web', replicas } });
const remove = (name: string): ForkEntry => ({
  verb: 'delete',
  body: { kind: 'Pod', name },
  options: { gracePeriodSeconds: 0 },
});

const digests = (engine: Engine): string[] => {
  const { world } = engine.cluster;
  return Array.from({ length: world.step + 1 }, (_, k) => world.digest(k));
};

/** Opens the text that a link of this branch would carry, and runs it to rest. */
const fresh = (engine: Engine): Engine => runToRest(openEngine({ name: 'link', data: engine.scenario() }));

function forked(engine: Engine, step: number, entries: readonly ForkEntry[]): Engine {
  const answer = engine.fork(step, entries);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return engine;
}

describe('a fork and its scenario text', () => {
  it.each([
    ['web', () => openEngine(gallery('web')), [scale(5)]],
    ['pending', () => openEngine(gallery('pending')), [remove('mistyped'), cordon]],
    [
      'a dump',
      () => openEngine(dump('k-spread--2-skewed.list.yaml')),
      [{ verb: 'cordon', body: 'no-such-node' }, cordon],
    ],
  ])(
    '%s: opened from its text it gives the same digest at every step, wherever it was forked',
    (_name, open, entries) => {
      const steps = runToRest(open()).cluster.world.step;
      for (const at of [0, 1, Math.floor(steps / 3), steps - 1, steps]) {
        const engine = runToRest(forked(runToRest(open()), at, entries));
        expect(engine.cluster.world.step).toBeGreaterThan(at);
        expect([at, digests(fresh(engine))]).toEqual([at, digests(engine)]);
      }
    },
  );

  it('two forks, the second before and after the first: the text says what the branch did', () => {
    for (const second of [40, 90]) {
      const engine = runToRest(forked(runToRest(openEngine(gallery('web'))), 60, [scale(4)]));
      runToRest(forked(engine, second, [scale(1)]));
      expect(engine.scenario().includes('"replicas":4')).toBe(second > 60);
      expect(digests(fresh(engine))).toEqual(digests(engine));
    }
  });

  it('an unforked scenario keeps its text', () => {
    const engine = openEngine(gallery('web'));
    expect(engine.scenario()).toBe(engine.cluster.scenario.canonical);
  });
});

describe('fork and undo', () => {
  it('undo brings back steps, digests, status and text; one is kept', () => {
    const engine = runToRest(openEngine(gallery('web')));
    const before = [digests(engine), engine.run.status, engine.scenario(), engine.moment(50)];
    const view = engine.view(60, { queueRows: 9, nodes: 9, cycleRows: 9 });
    runToRest(forked(engine, 50, [scale(5)]));
    expect(engine.moment(50)).toEqual(before[3]);
    expect(engine.view(60, { queueRows: 9, nodes: 9, cycleRows: 9 }).digest).not.toBe(view.digest);
    expect(engine.undo()).toBe(true);
    expect([digests(engine), engine.run.status, engine.scenario(), engine.moment(50)]).toEqual(before);
    expect(engine.view(60, { queueRows: 9, nodes: 9, cycleRows: 9 })).toEqual(view);
    expect(engine.undo()).toBe(false);
  });

  it('refuses a step that is not there and an entry that no timeline takes, and changes nothing', () => {
    const engine = runToRest(openEngine(gallery('web')));
    const { step } = engine.cluster.world;
    const digest = engine.cluster.world.digest();
    const problem = (at: number, entry: ForkEntry): string => {
      const answer = engine.fork(at, [entry]);
      return answer.ok ? '' : answer.problem.code;
    };
    expect(problem(step + 1, cordon)).toBe('not-a-step');
    expect(problem(-1, cordon)).toBe('not-a-step');
    expect(problem(5, { verb: 'explode', body: 'node-a' })).toBe('unknown-verb');
    expect(problem(5, { verb: 'cordon', body: 7 })).toBe('wrong-type');
    expect([engine.cluster.world.step, engine.cluster.world.digest(), engine.undo()]).toEqual([step, digest, false]);
  });

  it('questions follow the branch: why, object table and cycles', () => {
    const engine = runToRest(openEngine(gallery('pending')));
    const { step } = engine.cluster.world;
    expect(engine.why(step, 'Pod/default/mistyped').state).toBe('pending');
    const label = { kind: 'Node', name: 'node-0', labels: { disktype: 'sdd' } };
    const nodes = engine
      .objects(0)
      .filter((row) => row.kind === 'Node')
      .map((row) => row.key.slice('Node/'.length));
    runToRest(forked(engine, step, [{ verb: 'label', body: { ...label, name: nodes[0] } }]));
    const end = engine.cluster.world.step;
    expect(engine.why(end, 'Pod/default/mistyped')).toMatchObject({ state: 'running' });
    expect(engine.why(end, 'Pod/default/mistyped').attempts.at(-1)?.host).toBe(nodes[0]);
    engine.undo();
    expect(engine.why(step, 'Pod/default/mistyped').state).toBe('pending');
    expect(engine.why(step, 'Pod/default/mistyped').attempts.every(({ host }) => host === '')).toBe(true);
  });

  it('frames: a fork starts at the step after it, an undo brings the old rows again, and the page holds what the engine holds', () => {
    const engine = openEngine(gallery('web'));
    const page = new TraceBuffer({ kinds: EVENT_KINDS, lanes: LANES });
    const pump = (): Frame[] => {
      const frames: Frame[] = [];
      do {
        const frame = engine.advance(100);
        frames.push(frame);
        page.append(frame);
      } while (engine.run.status.state === 'running');
      return frames;
    };
    const same = (): void => {
      const { trace } = engine.cluster.world;
      const rows = (length: number, row: (k: number) => unknown): unknown[] =>
        Array.from({ length }, (_, k) => row(k + 1));
      expect(
        rows(page.length, (k) => [page.time(k), page.kind(k), page.object(k), page.detail(k), page.cause(k)]),
      ).toEqual(
        rows(trace.length, (k) => [trace.time(k), trace.kind(k), trace.object(k), trace.detail(k), trace.cause(k)]),
      );
    };
    pump();
    same();
    forked(engine, 70, [scale(5)]);
    const [first] = pump();
    expect([first?.branch, first?.from]).toEqual([1, 71]);
    same();
    forked(engine, 90, [scale(1)]);
    expect(pump()[0]).toMatchObject({ branch: 2, from: 91 });
    same();
    engine.undo();
    expect(engine.advance(1)).toMatchObject({ branch: 1, from: 91 });
    engine.fork(90, [scale(2)]);
    expect(pump()[0]).toMatchObject({ branch: 3, from: 91 });
    same();
  });
});
