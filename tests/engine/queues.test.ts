/** Queues in full, and the cause of every move: the event of the step at which a Pod's place changed. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { QueuedPod } from '../../src/components/scheduler/scheduler.ts';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { EVENT_KIND_NAMES } from '../../src/model/events.ts';
import type { QueueId, QueueRow } from '../../src/protocol/protocol.ts';

const PENDING = new URL('../cases/pending/', import.meta.url);
const GALLERY = new URL('../../src/scenario/gallery/', import.meta.url);

/** Whoever waits is woken: by a node, by a Pod that leaves, by its own gates, by the timers. */
const WOKEN = `
apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: woken}
spec:
  kubernetesVersion: '1.35'
  timeline:
  - {at: 5s, uncordon: spare}
  - at: 20s
    patch: {kind: Pod, name: gated, namespace: default, type: merge, patch: {spec: {schedulingGates: null}}}
  - {at: 30s, delete: {kind: Pod, name: never, namespace: default}}
---
{apiVersion: v1, kind: Node, metadata: {name: small}, status: {allocatable: {cpu: '1', memory: 8Gi, pods: '110'}}}
---
apiVersion: v1
kind: Node
metadata: {name: spare}
spec: {unschedulable: true}
status: {allocatable: {cpu: '8', memory: 8Gi, pods: '110'}}
---
apiVersion: v1
kind: Pod
metadata: {name: big, namespace: default}
spec: {containers: [{name: c, image: 'i:1', resources: {requests: {cpu: '2'}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: never, namespace: default}
spec: {containers: [{name: c, image: 'i:1', resources: {requests: {cpu: '90'}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: lost, namespace: default}
spec: {nodeSelector: {nowhere: 'yes'}, containers: [{name: c, image: 'i:1'}]}
---
apiVersion: v1
kind: Pod
metadata: {name: gated, namespace: default}
spec: {schedulingGates: [{name: later}], containers: [{name: c, image: 'i:1', resources: {requests: {cpu: 100m}}}]}
`;

function run(name: string, text: string): Engine {
  const engine = createEngine();
  expect(engine.open({ files: [{ name: `${name}.yaml`, data: text }] }).ok).toBe(true);
  while (engine.advance(5000).status.state === 'running');
  return engine;
}

interface Move {
  readonly step: number;
  readonly pod: string;
  readonly from: string;
  readonly to: string;
  /** Kind of the step's event. */
  readonly kind: string;
  readonly about: string;
  readonly subject: string;
  readonly cause: number;
}

function movesOf({ cluster: { world } }: Engine): Move[] {
  const { trace } = world;
  const moves: Move[] = [];
  for (let step = 1; step <= trace.length; step++) {
    for (const { collection, key, before, after } of world.changesAt(step)) {
      if (collection !== 'scheduler/queue') continue;
      const from = (before as QueuedPod | undefined)?.queue ?? 'none';
      const to = (after as QueuedPod | undefined)?.queue ?? 'none';
      if (from === to) continue;
      const kind = EVENT_KIND_NAMES[trace.kind(step)] ?? '';
      const [about, subject, cause] = [trace.object(step), trace.subject(step), trace.cause(step)];
      moves.push({ step, pod: `Pod/${key}`, from, to, kind, about, subject, cause });
    }
  }
  return moves;
}

/** Which events may move a Pod so, and whether it must be about the Pod itself. */
const CAUSES: Readonly<Record<string, Readonly<Record<string, 'itself' | 'any'>>>> = {
  'none active': { 'handler.called': 'any' },
  'none gated': { 'handler.called': 'itself' },
  'active inflight': { 'cycle.started': 'itself' },
  'backoff inflight': { 'cycle.started': 'itself' },
  'inflight backoff': { 'cycle.failed': 'itself' },
  'inflight unschedulable': { 'cycle.failed': 'itself' },
  'inflight active': { 'cycle.failed': 'itself' },
  'inflight gated': { 'cycle.failed': 'itself' },
  'inflight none': { 'cycle.bound': 'itself', 'handler.called': 'itself' },
  'backoff active': { 'queue.flushed': 'any' },
  'backoff none': { 'handler.called': 'itself' },
  'active none': { 'handler.called': 'itself' },
  'gated active': { 'handler.called': 'any' },
  'gated none': { 'handler.called': 'itself' },
  'unschedulable active': { 'handler.called': 'any', 'queue.flushed': 'any' },
  'unschedulable backoff': { 'handler.called': 'any' },
  'unschedulable none': { 'handler.called': 'itself' },
};

function expectCause(move: Move): void {
  const { from, to, kind, about, pod, subject, cause, step } = move;
  const allowed = CAUSES[`${from} ${to}`]?.[kind];
  expect(allowed, JSON.stringify(move)).toBeDefined();
  if (allowed === 'itself') expect(about, JSON.stringify(move)).toBe(pod);
  // A cluster event names what changed; only timers are about nothing.
  else expect(about === '', JSON.stringify(move)).toBe(kind === 'queue.flushed');
  expect(subject).toBe('kube-scheduler');
  expect(cause).toBeLessThan(step);
}

const rowOf = (engine: Engine, step: number, pod: string): (QueueRow & { readonly id: QueueId }) | undefined => {
  for (const { id, rows } of engine.queues(step).queues) {
    const row = rows.find((candidate) => candidate.pod === pod);
    if (row !== undefined) return { ...row, id };
  }
  return undefined;
};

describe('every move between queues has its cause', () => {
  const files = [PENDING, GALLERY].flatMap((folder) =>
    readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const),
  );
  it.each([...files, ['woken', WOKEN] as const])('%s', (name, text) => {
    const engine = run(name, text);
    const moves = movesOf(engine);
    for (const move of moves) expectCause(move);
    for (const { step, pod, to, from } of moves) {
      const row = rowOf(engine, step, pod);
      expect(row?.movedAt).toBe(to === 'none' ? undefined : step);
      expect(row?.from?.replace('-error', '') ?? 'none').toBe(to === 'none' ? 'none' : from);
    }
  });
});

describe('who wakes whom', () => {
  const engine = run('woken', WOKEN);
  const { world } = engine.cluster;
  // On from where the run rests: the timer that looks for the forgotten is no work of its own.
  world.advance(20_000, () => world.now > 500_000_000);
  const moves = movesOf(engine);
  const movesFrom = (pod: string, from: string) =>
    moves.filter((m) => m.pod === `Pod/default/${pod}` && m.from === from);

  it('a node that is open again moves what waited for it', () => {
    const [move] = movesFrom('big', 'unschedulable');
    expect(move).toMatchObject({ kind: 'handler.called', about: 'Node/spare' });
  });

  it('a Pod without its gates goes to activeQ', () => {
    expect(movesFrom('gated', 'gated')).toMatchObject([{ to: 'active', about: 'Pod/default/gated' }]);
  });

  it('a Pod that is deleted leaves the queue', () => {
    expect(movesFrom('never', 'unschedulable').at(-1)).toMatchObject({ to: 'none', about: 'Pod/default/never' });
  });

  it('who waits for more than five minutes is tried again by the timer, and a row counts down to it', () => {
    const flushed = movesFrom('lost', 'unschedulable').find(({ kind }) => kind === 'queue.flushed');
    expect(flushed?.to).toBe('active');
    const { trace } = world;
    const before = rowOf(engine, (flushed?.step ?? 1) - 1, 'Pod/default/lost');
    const now = trace.time((flushed?.step ?? 1) - 1);
    expect(before).toMatchObject({
      id: 'unschedulable',
      plugins: ['NodeAffinity'],
      waitTicks: trace.time(flushed?.step ?? 1) - now,
    });
  });

  it('a row stays where it is from the step of its move until the next one', () => {
    const own = moves.filter(({ pod }) => pod === 'Pod/default/big');
    for (const [i, { step, to }] of own.entries()) {
      const last = (own[i + 1]?.step ?? world.step + 1) - 1;
      const expected = to === 'none' ? undefined : step;
      expect([
        rowOf(engine, step, 'Pod/default/big')?.movedAt,
        rowOf(engine, last, 'Pod/default/big')?.movedAt,
      ]).toEqual([expected, expected]);
    }
  });
});

describe('order and count-downs', () => {
  const engine = run('no-nodes', readFileSync(new URL('no-nodes.yaml', PENDING), 'utf8'));
  const backedOff = movesOf(engine).filter(({ to }) => to === 'backoff');

  it('whose cycle broke stands in the heap of errors; without nodes every cycle does', () => {
    expect(backedOff.length).toBeGreaterThan(2);
    const [first] = backedOff;
    expect(rowOf(engine, first?.step ?? 0, first?.pod ?? '')).toMatchObject({ id: 'backoff-error', plugins: [] });
  });

  it('the count-down moves with the step', () => {
    const { trace } = engine.cluster.world;
    const [first] = backedOff;
    const from = first?.step ?? 0;
    const next = movesOf(engine).find(({ pod, step }) => pod === first?.pod && step > from);
    const to = (next?.step ?? 0) - 1;
    expect(rowOf(engine, to, first?.pod ?? '')?.movedAt).toBe(from);
    const wait = (at: number): number => rowOf(engine, at, first?.pod ?? '')?.waitTicks ?? NaN;
    expect(trace.time(to)).toBeGreaterThan(trace.time(from));
    expect(wait(from) - wait(to)).toBe(trace.time(to) - trace.time(from));
  });

  it('activeQ is by priority, then by age', () => {
    const objects = [3, 1, 2, 1].map((priority, i) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `p${String(priority)}-${String(i)}`, namespace: 'default', uid: `u${String(i)}` },
      spec: { priority, containers: [{ name: 'c', image: 'i:1' }] },
    }));
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'n' } };
    const waiting = run('order', JSON.stringify([node, ...objects]));
    const active = waiting.queues(0).queues.find(({ id }) => id === 'active');
    expect(active?.rows.map(({ pod }) => pod)).toEqual(
      ['p3-0', 'p2-2', 'p1-1', 'p1-3'].map((name) => `Pod/default/${name}`),
    );
    expect(active?.rows.map(({ movedAt, from }) => [movedAt, from])).toEqual(Array(4).fill([0, undefined]));
  });
});
