/** What the room shows is what history says: commits, windows, watches, at any step. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { EVENT } from '../../src/model/events.ts';

const CASES = new URL('../cases/api-server/', import.meta.url);

function opened(name: string): Engine {
  const engine = createEngine();
  const data = readFileSync(new URL(name, CASES), 'utf8');
  expect(engine.open({ files: [{ name, data }] }).ok).toBe(true);
  while (engine.advance(5000).status.state === 'running');
  return engine;
}

const engine = opened('two-writers.yaml');
const { world } = engine.cluster;

describe('the room as of a step', () => {
  it('lists every write up to it, newest first, each one revision above the one before', () => {
    const { trace } = world;
    const writes = [...Array(trace.length).keys()]
      .map((i) => i + 1)
      .filter((k) => trace.kind(k) === EVENT['store.written']);
    for (const step of [0, writes[0] ?? 0, writes[40] ?? 0, world.step]) {
      const { commits, revision } = engine.apiServer(step);
      const expected = writes.filter((k) => k <= step).reverse();
      expect(commits.map((commit) => commit.step)).toEqual(expected.slice(0, 200));
      commits.forEach((commit, i) => {
        expect(commit.revision).toBe(revision - i);
      });
    }
  });

  it('before the first step nothing was written, and every watch waits where its list ended', () => {
    const { commits, conflicts, refused, watches, revision } = engine.apiServer(0);
    expect([commits, conflicts, refused]).toEqual([[], [], 0]);
    expect(watches.length).toBeGreaterThan(10);
    for (const { openedFrom, seen, underWay } of watches)
      expect([seen, openedFrom, underWay]).toEqual([revision, revision, 0]);
  });

  it('a watch is behind from the write until its event is delivered', () => {
    const { trace } = world;
    const id = 'kube-controller-manager deployments';
    const written = engine
      .apiServer(world.step)
      .commits.filter(({ key }) => key === 'Deployment/default/web')
      .at(-1);
    const step = written?.step ?? 0;
    const at = (k: number) => engine.apiServer(k).watches.find((watch) => watch.id === id);
    expect(at(step)).toMatchObject({ underWay: 1, lastSent: written?.revision });
    let arrived = step + 1;
    while (trace.kind(arrived) !== EVENT['watch.delivered'] || trace.subject(arrived) !== id) arrived++;
    expect(at(arrived - 1)).toMatchObject({ underWay: 1 });
    expect(at(arrived)).toMatchObject({ underWay: 0, seen: written?.revision });
  });

  it('each watch has a window, also where nothing was ever written', () => {
    const { watches, windows } = engine.apiServer(world.step);
    const names = windows.map(({ resource }) => resource);
    for (const { resource } of watches) expect(names).toContain(resource);
    expect(names).toEqual([...names].sort());
    const deployments = windows.find(({ resource }) => resource === 'deployments');
    const writes = engine.apiServer(world.step).commits.filter(({ key }) => key.startsWith('Deployment/'));
    expect(deployments).toMatchObject({
      objects: 1,
      events: writes.length,
      oldest: writes.at(-1)?.revision,
      newest: writes[0]?.revision,
    });
  });
});

describe('standing faults', () => {
  const faulty = opened('slow-watch.yaml');
  const step = faulty.cluster.world.step;
  const at = (micros: number): number => {
    let k = step;
    while (faulty.cluster.world.trace.time(k) >= micros) k--;
    return k;
  };

  it('a slow watch is told with its target, and events wait on their way to it', () => {
    const answer = faulty.apiServer(at(3_500_000));
    expect(answer.faults).toMatchObject([{ kind: 'slow', target: 'kube-scheduler pods', ticks: 2_000_000 }]);
    const slow = answer.watches.find(({ id }) => id === 'kube-scheduler pods');
    expect(slow).toMatchObject({ slowedTicks: 2_000_000 });
    expect(slow?.underWay).toBeGreaterThan(0);
    for (const { id, slowedTicks } of answer.watches) if (id !== 'kube-scheduler pods') expect(slowedTicks).toBe(0);
  });

  it('it is over when the timeline says so, and nothing was lost', () => {
    const answer = faulty.apiServer(step);
    expect(answer.faults).toEqual([]);
    expect(answer.watches.find(({ id }) => id === 'kube-scheduler pods')).toMatchObject({
      slowedTicks: 0,
      underWay: 0,
    });
  });

  it('after a compaction revisions below are gone: 410 from there', () => {
    const before = faulty.apiServer(at(20_000_000));
    const after = faulty.apiServer(step);
    expect(before.compacted).toBe(0);
    expect(after.compacted).toBe(before.revision);
    for (const { goneBelow } of after.windows) expect(goneBelow).toBeGreaterThanOrEqual(before.revision);
    const had = before.windows.filter(({ events }) => events > 0).map(({ resource }) => resource);
    const forgotten = after.windows.filter((window) => window.forgotten === true).map(({ resource }) => resource);
    expect(before.windows.some(({ forgotten: gone }) => gone)).toBe(false);
    expect(forgotten).toEqual(had);
    expect(had).toContain('pods');
  });
});
