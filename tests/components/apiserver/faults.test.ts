import { describe, expect, test } from 'vitest';
import { createMap, createPod, patchMap, rig, type Rig } from './rig.ts';

const SECOND = 1_000_000;
const isW = (id: string): boolean => id === 'w';
const watchMaps = (r: Rig): void => {
  r.watch('w', { resource: 'configmaps', fromRevision: r.api.revision });
};

describe('F-1 cut: no byte passes', () => {
  test('F-1 open watches break, what was on its way is lost, opening and asking are 503, until it is lifted', () => {
    const r = rig();
    watchMaps(r);
    r.client.send(createMap('a'));
    // Sent and committed; the event is on its way.
    r.world.advance(2);
    r.fault(({ faults }) => {
      faults.cut('f', (name) => name === 'tester');
    });
    r.settle();
    expect(r.seen).toEqual(['w CLOSED 503']);
    expect(r.ask(createMap('b'))).toMatchObject({ code: 503, written: false });
    r.watch('w', { resource: 'configmaps', fromRevision: 0 });
    r.settle();
    expect(r.seen).toEqual(['w CLOSED 503', 'w CLOSED 503']);
    r.fault(({ faults }) => {
      faults.lift('f');
    });
    r.watch('w', { resource: 'configmaps', fromRevision: 0 });
    expect(r.ask(createMap('b')).code).toBe(201);
    expect(r.seen.slice(2)).toEqual(['w ADDED ConfigMap/default/a 1', 'w ADDED ConfigMap/default/b 2']);
  });

  test('F-1 an answer on its way is lost, though the write was committed', () => {
    const r = rig();
    r.client.send(createMap('a'), r.reply, 0);
    r.world.advance(2);
    expect(r.api.revision).toBe(1);
    r.fault(({ faults }) => {
      faults.cut('f', () => true);
      faults.lift('f');
    });
    r.settle();
    expect(r.answers).toMatchObject([{ code: 503 }]);
    expect(r.ask(createMap('a')).code).toBe(409);
  });

  test('F-1 a request on its way is lost too, and nothing was done', () => {
    const r = rig();
    r.client.send(createMap('a'), r.reply, 0);
    r.world.advance(1);
    r.fault(({ faults }) => {
      faults.cut('f', () => true);
      faults.lift('f');
    });
    r.settle();
    expect([r.answers[0]?.code, r.api.revision]).toEqual([503, 0]);
  });
});

describe('F-2 slow: events come later, their order stays', () => {
  test('F-2 each by so many ticks; other watches as ever', () => {
    const r = rig();
    watchMaps(r);
    r.watch('other', { resource: 'configmaps', fromRevision: 0 });
    r.fault(({ faults }) => {
      faults.slow('f', isW, 5 * SECOND);
    });
    for (const name of ['a', 'b']) r.client.send(createMap(name));
    r.settle();
    expect(r.seen).toEqual([
      'other ADDED ConfigMap/default/a 1',
      'other ADDED ConfigMap/default/b 2',
      'w ADDED ConfigMap/default/a 1',
      'w ADDED ConfigMap/default/b 2',
    ]);
    expect(r.world.now).toBeGreaterThan(5 * SECOND);
  });

  test('F-2 lifted, what is late comes at once, before what happens later', () => {
    const r = rig();
    watchMaps(r);
    r.fault(({ faults }) => {
      faults.slow('f', isW, 60 * SECOND);
    });
    for (const name of ['a', 'b', 'c']) r.client.send(createMap(name));
    while (r.api.revision < 3) r.world.advance(1);
    const { now } = r.world;
    r.fault(({ faults }) => {
      faults.lift('f');
    });
    r.client.send(createMap('d'));
    r.world.advance(100, () => r.seen.length === 4);
    expect(r.seen.map((line) => line.split('/')[2])).toEqual(['a 1', 'b 2', 'c 3', 'd 4']);
    expect(r.world.now - now).toBeLessThan(SECOND);
    // The timers of the late events find nothing to do.
    r.settle();
    expect(r.seen).toHaveLength(4);
  });
});

describe('1.11 a watcher that does not read', () => {
  const stalled = (events: number): Rig => {
    const r = rig();
    r.watch('w', { resource: 'pods', nodeName: '', fromRevision: 0 });
    r.fault(({ faults }) => {
      faults.stall('f', isW);
    });
    for (let i = 0; i < events; i++) r.ask(createPod(`p${i}`));
    expect(r.seen).toEqual([]);
    r.fault(({ faults }) => {
      faults.lift('f');
    });
    r.settle();
    return r;
  };

  test('1.11 ten events of an indexed watch wait in its buffer and come when it reads again', () => {
    expect(stalled(10).seen.map((line) => line.split(' ').at(-1))).toEqual(
      [...Array(10).keys()].map((i) => String(i + 1)),
    );
  });

  test('1.11 the eleventh finds the buffer full: the server ends the watch, what waited is dropped', () => {
    const r = stalled(11);
    expect(r.seen).toEqual(['w CLOSED 200']);
    r.watch('w', { resource: 'pods', nodeName: '', fromRevision: 0 });
    r.settle();
    expect(r.seen).toHaveLength(12);
  });
});

describe('F-3 ends', () => {
  test('F-3 the server closes a watch after what it sent; a network breaks it before', () => {
    for (const how of ['closed', 'broken'] as const) {
      const r = rig();
      watchMaps(r);
      r.client.send(createMap('a'));
      r.world.advance(2);
      r.fault(({ faults }) => {
        faults.endWatches(isW, how);
      });
      r.ask(createMap('b'));
      expect(r.seen).toEqual(how === 'closed' ? ['w ADDED ConfigMap/default/a 1', 'w CLOSED 200'] : ['w CLOSED 503']);
    }
  });

  test('F-4 compaction: a watch from below the present and a token of a page are too old', () => {
    const r = rig();
    for (const name of ['a', 'b', 'c']) r.ask(createMap(name));
    const page = r.ask({ verb: 'list', resource: 'configmaps', options: { limit: 1 } });
    r.ask(createMap('d'));
    r.fault(({ faults }) => {
      faults.compact();
    });
    r.watch('w', { resource: 'configmaps', fromRevision: 3 });
    r.watch('now', { resource: 'configmaps', fromRevision: 4 });
    r.ask(createMap('e'));
    expect(r.seen).toEqual(['w ERROR Status/ 4', 'now ADDED ConfigMap/default/e 5']);
    const options = { limit: 1, continue: page.continue ?? '' };
    expect(r.ask({ verb: 'list', resource: 'configmaps', options })).toMatchObject({
      code: 410,
      status: { reason: 'Expired' },
    });
  });

  test('F-5 a client that died: its watches are gone, no answer comes, what was on its way is done all the same', () => {
    const r = rig();
    watchMaps(r);
    r.client.send(createMap('a'), r.reply, 0);
    r.world.advance(1);
    r.fault(({ faults }) => {
      faults.disconnect('tester');
    });
    r.settle();
    expect([r.answers, r.seen, r.api.revision]).toEqual([[], [], 1]);
    expect(r.ask(createMap('b')).code).toBe(201);
  });
});

describe('1.10 the watch cache lags behind', () => {
  const lagging = (): Rig => {
    const r = rig();
    r.ask(createMap('a', { x: '1' }));
    r.fault(({ faults }) => {
      faults.slowCache('f', 10 * SECOND);
    });
    r.sleep(20);
    r.ask(patchMap('a', { data: { x: '2' } }));
    return r;
  };
  const read = (r: Rig, resourceVersion: string): unknown =>
    r
      .ask({ verb: 'list', resource: 'configmaps', options: { resourceVersion } })
      .items?.map((item) => (item as unknown as { data: unknown }).data);

  test('1.10 "0" is stale, "" is not, and a get is the same', () => {
    const r = lagging();
    expect(read(r, '0')).toEqual([{ x: '1' }]);
    expect(read(r, '')).toEqual([{ x: '2' }]);
    const got = r.ask({
      verb: 'get',
      resource: 'configmaps',
      namespace: 'default',
      name: 'a',
      options: { resourceVersion: '0' },
    });
    expect(got.object).toMatchObject({ data: { x: '1' }, metadata: { resourceVersion: '1' } });
  });

  test('1.10 "not older than" waits for the cache, three seconds at most', () => {
    const r = lagging();
    const before = r.world.now;
    expect(r.ask({ verb: 'list', resource: 'configmaps', options: { resourceVersion: '2' } })).toMatchObject({
      code: 504,
      status: { message: 'Timeout: Too large resource version: 2, current: 1' },
    });
    expect((r.world.now - before) / SECOND).toBeCloseTo(3, 1);
    r.sleep(6);
    expect(read(r, '2')).toEqual([{ x: '2' }]);
  });
});
