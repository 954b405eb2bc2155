/** Where conditions stop: against a walk over every step that reads the state as of it. */
import { describe, expect, test } from 'vitest';
import { EVENT_KINDS } from '../../src/model/events.ts';
import type { KubeObject, Pod } from '../../src/model/objects.ts';
import type { QueuedPod } from '../../src/components/scheduler/scheduler.ts';
import { comparer, readPath } from '../../src/engine/conditions/read.ts';
import { viewOf } from '../../src/engine/views-at.ts';
import { gallery, openEngine, runToRest } from '../fixtures/dumps.ts';

const engine = runToRest(openEngine(gallery('web')));
const { trace } = engine.cluster.world;
const steps = Array.from({ length: trace.length }, (_, i) => i + 1);

function stopsOf(text: string, of = engine): number[] {
  const found: number[] = [];
  for (let from = 0; from < of.cluster.world.trace.length;) {
    const { upTo, steps: per } = of.stops([text], from);
    found.push(...(per[0] ?? []));
    from = upTo;
  }
  return found;
}

const pods = (step: number): Pod[] =>
  [...viewOf<KubeObject>(engine.cluster, 'etcd', step).entries()]
    .map(([, object]) => object)
    .filter((object): object is Pod => object.kind === 'Pod');
const pending = (step: number): number => pods(step).filter((pod) => pod.status?.phase === 'Pending').length;
const active = (step: number): number =>
  [...viewOf<QueuedPod>(engine.cluster, 'scheduler/queue', step).entries()].filter(
    ([, { queue }]) => queue === 'active',
  ).length;
/** Steps at which something begins. */
const begins = (holds: (step: number) => boolean): number[] => steps.filter((k) => holds(k) && !holds(k - 1));

const kindOf = (k: number): string => EVENT_KINDS[trace.kind(k)]?.name ?? '';
const binds = steps.filter((k) => kindOf(k) === 'store.written' && trace.detail(k) === 'bind');
const [bound = ''] = binds.map((k) => trace.object(k));

describe('breakpoints', () => {
  test('on events: every one that fits', () => {
    expect(binds).toHaveLength(3);
    expect(stopsOf('kind = store.written and detail = bind')).toEqual(binds);
    expect(stopsOf(`kind = store.written and detail = bind and object = ${bound.slice(4)}`)).toEqual([binds[0]]);
    expect(stopsOf('detail = bind and kind = store.* and object = default/web-*')).toEqual(binds);
    expect(stopsOf('lane = scheduler and kind != cycle.*')).toEqual(
      steps.filter((k) => trace.lane(k) === 3 && !kindOf(k).startsWith('cycle.')),
    );
    expect(stopsOf('subject ~ NODE-C and number > 0')).toEqual(
      steps.filter((k) => trace.subject(k).includes('node-c') && trace.number(k) > 0),
    );
    expect(stopsOf('object != default/web')).toEqual(
      steps.filter((k) => !/^(\w+\/)?default\/web$/.test(trace.object(k))),
    );
    expect(stopsOf('step = 100 or step = 7')).toEqual([7, 100]);
  });

  test('on state: where it begins to be so, from the change log alone', () => {
    const phase = (step: number): string | undefined =>
      (viewOf<KubeObject>(engine.cluster, 'etcd', step).get(bound) as Pod | undefined)?.status?.phase;
    const runs = begins((k) => phase(k) === 'Running');
    expect(runs).toHaveLength(1);
    expect(stopsOf(`phase(${bound}) = Running`)).toEqual(runs);
    const waiting = begins((k) => pending(k) > 1);
    expect(waiting.length).toBeGreaterThan(0);
    expect(stopsOf('count(pods where phase = Pending) > 1')).toEqual(waiting);
    expect(stopsOf('not count(pods where phase = Pending) > 1')).toEqual(begins((k) => !(pending(k) > 1)));
    expect(stopsOf('queue(activeQ) >= 1')).toEqual(begins((k) => active(k) >= 1));
    expect(stopsOf(`exists(${bound})`)).toEqual(
      begins((k) => viewOf<KubeObject>(engine.cluster, 'etcd', k).get(bound) !== undefined),
    );
  });

  test('on both: each event at which the state is so; each half of an "or" on its own', () => {
    expect(stopsOf('kind = cycle.started and count(pods where phase = Pending) = 3')).toEqual(
      steps.filter((k) => kindOf(k) === 'cycle.started' && pending(k) === 3),
    );
    const both = new Set([...binds, ...begins((k) => pending(k) > 1)]);
    expect(stopsOf('kind = store.written and detail = bind or count(pods where phase = Pending) > 1')).toEqual(
      [...both].sort((a, b) => a - b),
    );
  });

  test('a text that is no condition stops nowhere, and a run that goes on is looked at further', () => {
    expect(stopsOf('nonsense(')).toEqual([]);
    const young = openEngine(gallery('web'));
    young.advance(100);
    const first = young.stops(['detail = bind and kind = store.written', 'queue(activeQ) >= 1'], 0);
    runToRest(young);
    const second = young.stops(['detail = bind and kind = store.written', 'queue(activeQ) >= 1'], first.upTo);
    expect(first.upTo).toBeLessThan(second.upTo);
    expect([...(first.steps[0] ?? []), ...(second.steps[0] ?? [])]).toEqual(binds);
    expect([...(first.steps[1] ?? []), ...(second.steps[1] ?? [])]).toEqual(begins((k) => active(k) >= 1));
  });

  test('after a fork what was read of the branch before counts no more', () => {
    const forked = runToRest(openEngine(gallery('web')));
    expect(stopsOf('count(pods) = 0', forked)).toEqual(stopsOf('count(pods) = 0'));
    const before = stopsOf('kind = store.written and detail = bind', forked);
    const at = (before[0] ?? 1) - 1;
    const done = forked.fork(at, [{ verb: 'delete', body: { kind: 'Deployment', name: 'web' } }]);
    expect(done.ok).toBe(true);
    runToRest(forked);
    const { world } = forked.cluster;
    const now = Array.from({ length: world.trace.length }, (_, i) => i + 1).filter(
      (k) => EVENT_KINDS[world.trace.kind(k)]?.name === 'store.written' && world.trace.detail(k) === 'bind',
    );
    expect(stopsOf('kind = store.written and detail = bind', forked)).toEqual(now);
    const [watched] = forked.watches(['exists(Deployment/default/web)'], world.trace.length);
    expect(watched?.value).toBe('false');
  });
});

describe('watch expressions', () => {
  test('tell the value at a step, since when, and what it was before', () => {
    for (const step of [0, 1, 40, 60, 128, 300, trace.length]) {
      const [count, truth, kind] = engine.watches(
        ['count(pods where phase = Pending)', 'count(pods where phase = Pending) > 1', 'kind'],
        step,
      );
      expect(count?.value).toBe(String(pending(step)));
      expect(truth?.value).toBe(String(pending(step) > 1));
      expect(kind?.value ?? '').toBe(step === 0 ? '' : kindOf(step));
      const since = (value: (k: number) => unknown): number => {
        let k = step;
        while (k > 0 && value(k - 1) === value(step)) k--;
        return k;
      };
      expect(count?.changedAt).toBe(since(pending));
      expect(truth?.changedAt).toBe(since((k) => pending(k) > 1));
    }
    const [node, nothing] = engine.watches([`node(${bound})`, 'nonsense('], trace.length);
    expect(node).toMatchObject({ changedAt: binds[0], before: undefined });
    expect(node?.value).toMatch(/^node-/);
    expect(nothing).toBeUndefined();
  });
});

describe('values', () => {
  const pod = {
    kind: 'Pod',
    metadata: { name: 'a', labels: { app: 'web' } },
    spec: { containers: [{ name: 'c', image: 'i:1' }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  } as unknown as KubeObject;

  test.each([
    ['phase', 'Running'],
    ['metadata.labels.app', 'web'],
    ['spec.containers.0.image', 'i:1'],
    ['spec.containers.c.image', 'i:1'],
    ['status.conditions.Ready', 'True'],
    ['status.conditions.Ready.type', 'Ready'],
    ['node', undefined],
    ['constructor', undefined],
    ['metadata.labels', '{"app":"web"}'],
    ['exists', 'true'],
  ])('%s reads %s', (path, value) => {
    expect(readPath(pod, path)).toBe(value);
  });

  test.each([
    ['=', 'web-*', 'web-1', true],
    ['=', 'a*b*c', 'a-b-c', true],
    ['=', 'a*b*c', 'a-c-b', false],
    ['=', 'ab*ba', 'aba', false],
    ['!=', 'web-*', 'api-1', true],
    ['=', '', undefined, true],
    ['~', 'SCHED', 'kube-scheduler', true],
    ['!~', 'x', 'abc', true],
    ['>', '9', '10', true],
    ['<=', '9', '10', false],
    ['<', '9', undefined, false],
    ['<', '9', 'abc', false],
  ] as const)('%s %s of %s is %s', (comparison, wanted, value, holds) => {
    expect(comparer(comparison, wanted)(value)).toBe(holds);
  });
});
