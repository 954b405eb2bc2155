/** The contract of SharedInformer, rule by rule: docs/spec/informer.md. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namespacedName, type KubeObject } from '../../../src/model/objects.ts';
import { GENERATIONS } from './builders.ts';
import { noting, Rig, valueOf } from './rig.ts';

const DOC = readFileSync(new URL('../../../docs/spec/informer.md', import.meta.url), 'utf8');
const SELF = readFileSync(new URL(import.meta.url), 'utf8');

test('every rule of the contract has a test of its name, and every test a rule', () => {
  const rules = [...DOC.matchAll(/^\| (SI-\d+) /gm)].map(([, id]) => id);
  const tests = new Set([...SELF.matchAll(/test(?:\.each\([^)]*\))?\('(SI-\d+) /g)].map(([, id]) => id));
  expect(new Set(rules).size).toBe(rules.length);
  expect([...tests].sort()).toEqual([...rules].sort());
});

type Disturbance = 'create' | 'update' | 'remove' | 'close' | 'break' | 'compact' | 'cut' | 'lift' | 'wait';

const script = fc.array(
  fc.record({
    kind: fc.constantFrom<Disturbance>(
      'create',
      'update',
      'remove',
      'close',
      'break',
      'compact',
      'cut',
      'lift',
      'wait',
    ),
    name: fc.constantFrom('a', 'b', 'c'),
  }),
  { minLength: 5, maxLength: 30 },
);

function disturb(rig: Rig, { kind, name }: { readonly kind: Disturbance; readonly name: string }, n: number): void {
  const { faults } = rig.apiServer;
  const known = rig.truth[name] !== undefined;
  if (kind === 'wait') rig.run(5);
  else if (kind === 'create') rig.act(() => known || rig.write('create', name, String(n)));
  else if (kind === 'update') rig.act(() => !known || rig.write('update', name, String(n)));
  else if (kind === 'remove') rig.act(() => !known || rig.write('delete', name, ''));
  else if (kind === 'close') rig.act(() => faults.endWatches(() => true, 'closed'));
  else if (kind === 'break') rig.act(() => faults.endWatches(() => true, 'broken'));
  else if (kind === 'compact') rig.act(() => faults.compact());
  else if (kind === 'cut') rig.act(() => faults.cut('cut', () => true));
  else rig.act(() => faults.lift('cut'));
}

describe.each(GENERATIONS)('%s', (generation) => {
  const rigOf = (settings = {}): Rig => new Rig({ generation, settings });

  test('SI-1 whatever happens on the way, the cache comes to what the api-server has', () => {
    fc.assert(
      fc.property(script, fc.constantFrom('list-watch', 'watch-list' as const), (steps, mode) => {
        const rig = rigOf({ mode }).seed('a').begin();
        steps.forEach((step, n) => disturb(rig, step, n + 1));
        rig.act(() => rig.apiServer.faults.lift('cut'));
        rig.run(70);
        expect(rig.cache).toEqual(rig.truth);
        expect(rig.informer.hasSynced).toBe(true);
      }),
      { numRuns: 12, seed: 7 },
    );
  });

  test('SI-2 an object is its namespace and name; another uid under them is the same object', () => {
    const rig = rigOf().seed('a');
    const uids: string[] = [];
    const note = (object: KubeObject): number => uids.push(String(object.metadata.uid));
    rig.informer.addEventHandler('x', { onUpdate: (before, after) => (note(before), note(after)) });
    rig.begin();
    rig.act(() => rig.apiServer.faults.endWatches(() => true, 'broken'));
    rig.act(() => rig.apiServer.faults.compact());
    rig.remove('a');
    rig.create('a', '2');
    rig.act(() => rig.apiServer.faults.compact());
    rig.run(10);
    expect(rig.cache).toEqual({ a: '2' });
    expect(uids).toHaveLength(2);
    expect(uids[0]).not.toBe(uids[1]);
  });

  test('SI-3 the collection may be one namespace of it', () => {
    const rig = new Rig({ generation, options: { spec: { namespace: 'other' } } }).seed('a').begin();
    expect(rig.truth).toEqual({ a: '0' });
    expect(rig.cache).toEqual({});
  });

  test('SI-4 states of one object appear in their order, though some may be left out', () => {
    fc.assert(
      fc.property(script, (steps) => {
        const rig = rigOf().seed('a');
        const seen = new Map<string, number[]>();
        const note = (object: KubeObject): void => {
          const { name, resourceVersion } = object.metadata;
          seen.set(name, [...(seen.get(name) ?? []), Number(resourceVersion)]);
        };
        rig.informer.addEventHandler('x', { onAdd: note, onUpdate: (_, after) => note(after) });
        rig.begin();
        steps.forEach((step, n) => disturb(rig, step, n + 1));
        rig.act(() => rig.apiServer.faults.lift('cut'));
        rig.run(70);
        for (const revisions of seen.values()) expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
      }),
      { numRuns: 8, seed: 9 },
    );
  });

  test('SI-5 the cache starts empty and is filled when the informer runs', () => {
    const rig = rigOf().seed('a', 'b');
    expect(rig.cache).toEqual({});
    expect(rig.informer.hasSynced).toBe(false);
    rig.begin();
    expect(rig.cache).toEqual({ a: '0', b: '0' });
  });

  test('SI-6 what is removed for good leaves the cache, also if the watch missed it', () => {
    const rig = rigOf().seed('a', 'b').begin();
    rig.act(() => rig.apiServer.faults.cut('cut', () => true));
    rig.remove('a');
    rig.act(() => rig.apiServer.faults.compact());
    rig.act(() => rig.apiServer.faults.lift('cut'));
    rig.run(70);
    expect(rig.cache).toEqual({ b: '0' });
  });

  test('SI-7 keys are namespace/name', () => {
    const rig = rigOf().seed('a').begin();
    expect(rig.informer.indexer.get('default/a')?.metadata.name).toBe('a');
    expect(rig.informer.indexer.list().map(namespacedName)).toEqual(['default/a']);
  });

  test('SI-8 a query is answered from one state of the cache: no name twice', () => {
    const rig = rigOf().seed('a').begin();
    for (let i = 0; i < 5; i++) rig.update('a', String(i));
    while (rig.world.pendingWork > 0) {
      rig.world.advance(1);
      const names = rig.informer.indexer.list('default').map(namespacedName);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('SI-9 a client from before the start hears of every change of the cache', () => {
    const rig = rigOf().seed('a');
    const heard: string[] = [];
    rig.informer.addEventHandler('x', noting(heard));
    rig.begin();
    // A while apart: DeltaFIFO takes what waits for one key together.
    for (const act of [() => rig.update('a', '1'), () => rig.create('b', '5'), () => rig.remove('a')]) {
      act();
      rig.run(1);
    }
    expect(heard).toEqual(['!a0', 'a0>a1', '+b5', '-a1']);
  });

  test('SI-10 a client that comes later is told of what is there first, and of everything after that', () => {
    const rig = rigOf().seed('a', 'b').begin();
    const heard: string[] = [];
    rig.act(() => rig.informer.addEventHandler('late', noting(heard)));
    rig.update('b', '1');
    rig.run(1);
    expect(heard).toEqual(['!a0', '!b0', 'b0>b1']);
    expect(rig.informer.handlerHasSynced('late')).toBe(true);
  });

  test('SI-11 the cache and its indexes are changed before a client hears of it, and may be further by then', () => {
    const rig = rigOf();
    const found: string[] = [];
    const { indexer } = rig.informer;
    const look = (key: string): number =>
      found.push(`${valueOf(indexer.get(key) as KubeObject)} ${indexer.byIndex('namespace', 'default').length}`);
    rig.informer.addEventHandler('slow', { onAdd: (object) => look(namespacedName(object)) }, { handlerTicks: 50_000 });
    rig.begin();
    rig.create('a', '1');
    rig.run(0.01);
    rig.update('a', '2');
    rig.run(1);
    expect(found).toEqual(['2 1']);
  });

  test('SI-12 one client hears one thing after the other, in order for each object; clients do not wait for each other', () => {
    const rig = rigOf();
    const [slow, quick]: [string[], string[]] = [[], []];
    const at: number[] = [];
    const note = noting(slow);
    const slowly = { ...note, onAdd: (o: KubeObject, i: boolean) => (at.push(rig.world.now), note.onAdd?.(o, i)) };
    rig.informer.addEventHandler('slow', slowly, { handlerTicks: 100_000 });
    rig.informer.addEventHandler('quick', noting(quick));
    rig.begin();
    for (const name of ['a', 'b', 'c']) rig.create(name);
    rig.run(0.02);
    rig.update('a', '2');
    rig.run(0.02);
    expect(quick).toEqual(['+a1', '+b1', '+c1', 'a1>a2']);
    expect(slow).toEqual([]);
    rig.run(1);
    expect(slow).toEqual(quick);
    expect(at.map((tick) => tick - (at[0] ?? 0))).toEqual([0, 100_000, 200_000]);
  });

  test('SI-13 a backlog is kept, not dropped and not waited for: the ring doubles', () => {
    const rig = rigOf();
    rig.informer.addEventHandler('stuck', noting([]));
    rig.begin();
    rig.act(() => rig.informer.holdHandler('stuck', true));
    rig.create('a', '0');
    for (let i = 1; i <= 1027; i++) rig.act(() => rig.write('update', 'a', String(i)));
    rig.run(1);
    const [listener] = rig.state().listeners;
    expect(rig.cache).toEqual({ a: '1027' });
    expect(listener?.inHandler?.kind).toBe('add');
    expect(listener?.inHandler?.endsTick).toBeUndefined();
    expect(listener?.inHand?.kind).toBe('update');
    expect(listener?.pending).toHaveLength(1026);
    expect(listener?.capacity).toBe(2048);
    expect([listener?.readIndex, listener?.writeIndex]).toEqual([0, 1026]);
    expect(listener?.doubledAt).toHaveLength(1);
    expect(rig.state((listener?.doubledAt[0] ?? 0) - 1).listeners[0]?.capacity).toBe(1024);
  });

  test('SI-14 a delete tells the last state that was known, at a version at which the object is gone', () => {
    const rig = rigOf().seed('a').begin();
    const versions: string[] = [];
    rig.act(() =>
      rig.informer.addEventHandler('x', {
        onDelete: (object) => versions.push(`${valueOf(object)}@${String(object.metadata.resourceVersion)}`),
      }),
    );
    rig.remove('a');
    rig.run(1);
    expect(versions).toEqual([`0@${rig.apiServer.revision}`]);
  });

  test('SI-15 a delete that was missed is told with what was last known, as a tombstone', () => {
    const rig = rigOf().seed('a').begin();
    const heard: string[] = [];
    rig.act(() => rig.informer.addEventHandler('x', noting(heard)));
    rig.act(() => rig.apiServer.faults.cut('cut', () => true));
    rig.remove('a');
    rig.act(() => rig.apiServer.faults.compact());
    rig.act(() => rig.apiServer.faults.lift('cut'));
    rig.run(70);
    expect(heard).toEqual(['!a0', '†a0']);
  });

  test('SI-16 a resync tells every cached object again and asks the api-server nothing', () => {
    const rig = rigOf({ resyncTicks: 10_000_000 }).seed('a', 'b');
    const heard: string[] = [];
    rig.informer.addEventHandler('x', noting(heard));
    rig.begin();
    heard.length = 0;
    const before = rig.state().reflector;
    rig.run(10);
    expect(heard).toEqual(['a0>a0', 'b0>b0']);
    expect(rig.state().reflector.relists).toBe(before.relists);
    expect(rig.state().reflector.resyncTicks).toBeGreaterThan(0);
  });

  test('SI-17 an informer without resyncs does none, whatever a client asks for', () => {
    const rig = rigOf().seed('a');
    const heard: string[] = [];
    rig.informer.addEventHandler('x', noting(heard), { resyncTicks: 2_000_000 });
    rig.begin();
    rig.run(20);
    expect(heard).toEqual(['!a0']);
  });

  test('SI-18 a client is resynced no more often than it asks for, and others with it are not', () => {
    const rig = rigOf({ resyncTicks: 5_000_000 }).seed('a');
    const [five, fifteen, never]: [number[], number[], number[]] = [[], [], []];
    const at = (ticks: number[]) => ({ onUpdate: () => ticks.push(Math.round(rig.world.now / 1_000_000)) });
    rig.informer.addEventHandler('five', at(five));
    rig.informer.addEventHandler('fifteen', at(fifteen), { resyncTicks: 15_000_000 });
    rig.informer.addEventHandler('never', at(never), { resyncTicks: 0 });
    rig.begin();
    rig.run(31);
    expect(five).toHaveLength(6);
    expect(fifteen.length).toBeGreaterThanOrEqual(1);
    fifteen.forEach((tick, i) => expect(tick - (fifteen[i - 1] ?? 0)).toBeGreaterThanOrEqual(15));
    expect(never).toEqual([]);
  });

  test('SI-19 a client that is removed hears no more, and removing it again does nothing', () => {
    const rig = rigOf().begin();
    const heard: string[] = [];
    rig.act(() => rig.informer.addEventHandler('x', noting(heard)));
    rig.act(() => rig.informer.holdHandler('x', true));
    for (const name of ['a', 'b', 'c']) rig.create(name);
    rig.run(1);
    rig.act(() => rig.informer.removeEventHandler('x'));
    rig.act(() => rig.informer.removeEventHandler('x'));
    rig.act(() => rig.informer.holdHandler('x', false));
    rig.create('d');
    rig.run(1);
    // C-46: what waited for it is dropped.
    expect(heard).toEqual(['+a1']);
    expect(rig.state().listeners).toEqual([]);
  });

  test('SI-20 HasSynced tells that a whole list was taken in, not that a client has heard of it', () => {
    const rig = rigOf().seed('a', 'b');
    rig.informer.addEventHandler('slow', noting([]), { handlerTicks: 2_000_000 });
    rig.begin();
    expect(rig.informer.hasSynced).toBe(true);
    expect(rig.informer.handlerHasSynced('slow')).toBe(false);
    expect(rig.state().listeners[0]?.hasSynced).toBe(false);
    rig.run(5);
    expect(rig.informer.handlerHasSynced('slow')).toBe(true);
    expect(rig.state().listeners[0]?.hasSynced).toBe(true);
  });

  test('SI-21 the last version is the newest that the reflector has seen', () => {
    const rig = rigOf().seed('a').begin();
    expect(rig.informer.lastSyncResourceVersion).toBe(rig.apiServer.revision);
    rig.update('a', '1');
    expect(rig.informer.lastSyncResourceVersion).toBe(rig.apiServer.revision - 1);
    rig.run(1);
    expect(rig.informer.lastSyncResourceVersion).toBe(rig.apiServer.revision);
  });

  test('SI-22 a transformer sees every object before it is stored', () => {
    const transform = (object: KubeObject): KubeObject & { data: object } => ({
      ...object,
      data: { value: `${valueOf(object)}!` },
    });
    const settings = { mode: 'list-watch' } as const;
    const rig = new Rig({ generation, settings, options: { transform } }).seed('a').begin();
    rig.create('b', '1');
    rig.update('a', '2');
    rig.run(1);
    expect(rig.cache).toEqual({ a: '2!', b: '1!' });
  });

  test('SI-23 a stopped informer takes no client', () => {
    const rig = rigOf().seed('a').begin();
    let problem: unknown;
    rig.act(() => {
      rig.informer.stop();
      try {
        rig.informer.addEventHandler('late', noting([]));
      } catch (error) {
        problem = error;
      }
    });
    expect(String(problem)).toContain('handler late was not added to shared informer because it has stopped already');
  });
});
