/** Informers as of a step: the same input in the three queues, a slow listener, and the sender that waits. */
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { EVENT } from '../../src/model/events.ts';
import type { FifoView, InformerAnswer, InformerGeneration } from '../../src/protocol/protocol.ts';
import { AFTER_RELIST, GENERATIONS, informerCase } from '../fixtures/informers.ts';

const SCHEDULER = 'kube-scheduler pods';
const MANAGER = 'kube-controller-manager pods';

function run(name: string, informerGeneration?: InformerGeneration): Engine {
  const engine = createEngine();
  const files = [informerCase(name)];
  const opened = engine.open({ files, ...(informerGeneration === undefined ? {} : { informerGeneration }) });
  expect(opened.ok).toBe(true);
  while (engine.advance(5000).status.state === 'running');
  return engine;
}

/** The first step of a kind, about what `matches` says. */
function stepOf({ cluster }: Engine, kind: number, matches: (step: number) => boolean = () => true): number {
  const { trace } = cluster.world;
  for (let step = 1; step <= trace.length; step++) if (trace.kind(step) === kind && matches(step)) return step;
  throw new Error('no such step');
}

function informerOf(engine: Engine, step: number, id: string): InformerAnswer {
  const answer = engine.informer(step, id);
  if (answer === undefined) throw new Error(`no informer ${id}`);
  return answer;
}

const slotsOf = ({ slots }: FifoView): string[] =>
  slots.map(
    ({ key, deltas }) =>
      `${key}: ${deltas.map(({ type, revision, tombstone }) => `${type}${tombstone ? '*' : ''} ${revision ?? ''}`).join(', ')}`,
  );

const audit = ({ listeners }: InformerAnswer): InformerAnswer['listeners'][number] => {
  const found = listeners.find(({ name }) => name === 'audit');
  if (found === undefined) throw new Error('nobody audits');
  return found;
};

describe.each(GENERATIONS)('the same input in %s', (generation) => {
  const engine = run('missed', generation);
  const listed = stepOf(engine, EVENT['list.delivered']);
  const answer = informerOf(engine, listed, SCHEDULER);

  it('the stage names the queue as the microscope does', () => {
    const names = { deltafifo: 'DeltaFIFO', realfifo: 'RealFIFO', atomic: 'atomic RealFIFO' };
    expect(engine.view(listed, { queueRows: 3, nodes: 3, cycleRows: 3 }).fifoName).toBe(names[generation]);
  });

  it('collapses or stays in order, as the queue is', () => {
    expect(answer.generation).toBe(generation);
    expect(slotsOf(answer.queue)).toEqual(AFTER_RELIST[generation].slots);
    const { entries, deltas, keys } = answer.queue;
    expect({ entries, deltas, keys }).toEqual({ ...AFTER_RELIST[generation], slots: undefined });
  });

  it('two Deleted are compared in DeltaFIFO alone, and the one with an object stays', () => {
    const { dedup } = answer.queue;
    if (generation !== 'deltafifo') expect(dedup).toBeUndefined();
    else {
      expect(dedup).toMatchObject({ key: 'default/gone', stays: 'older' });
      expect([dedup?.older.tombstone, dedup?.newer.tombstone]).toEqual([false, true]);
      expect(informerOf(engine, listed + 1, SCHEDULER).queue.dedup).toBeUndefined();
    }
  });

  it('the reflector says from where it watches, how the last watch ended, and what it listed', () => {
    expect(answer.reflector).toMatchObject({ state: 'watching', lastRevision: 13, watchFrom: 13, relists: 1 });
    expect(answer.reflector.lastEnd).toContain('410');
    expect(answer.reflector.list).toEqual({ resourceVersion: '12', objects: 1, revision: 13 });
  });

  it('before the list it was one commit behind, after it none', () => {
    const behind = (step: number): number | undefined =>
      engine.informers(step).rows.find(({ id }) => id === SCHEDULER)?.behind;
    expect(behind(listed - 1)).toBe(1);
    expect(behind(listed)).toBe(0);
  });

  it('the store has nothing of a key before it is popped', () => {
    const row = answer.indexer.rows.find(({ key }) => key === 'default/gone');
    expect(row?.revision).toBeUndefined();
    expect(row?.waiting?.type).toBe(generation === 'atomic' ? 'ReplacedAll' : 'Deleted');
    expect(answer.indexer.rows.find(({ key }) => key === 'default/keep')?.waiting?.type).toBe(
      generation === 'atomic' ? 'ReplacedAll' : 'Replaced',
    );
  });
});

describe('a slow listener (6.3)', () => {
  const engine = run('slow');
  const { trace } = engine.cluster.world;
  /** Pods that were popped up to the step, and calls of the slow handler that are over. */
  const made = (step: number): { popped: number; called: number } => {
    const sums = { popped: 0, called: 0 };
    for (let k = 1; k <= step; k++) {
      if (trace.kind(k) === EVENT['informer.popped'] && trace.subject(k) === MANAGER) sums.popped++;
      if (trace.kind(k) === EVENT['handler.called'] && trace.subject(k) === 'audit') sums.called++;
    }
    return sums;
  };

  const [doubledAt = 0] = audit(informerOf(engine, trace.length, MANAGER)).doubledAt;

  it.each([0.1, 0.4, 0.8, 1])(
    'at %f of the way until it doubles, one is in the handler, one in hand, the rest in the ring',
    (part) => {
      const step = Math.floor(doubledAt * part);
      const answer = informerOf(engine, step, MANAGER);
      const { popped, called } = made(step);
      expect(popped).toBeGreaterThan(called + 2);
      expect(audit(answer)).toMatchObject({ pending: popped - called - 2, handlerTicks: 40_000 });
      expect(audit(answer).inHand).toBeDefined();
      expect(audit(answer).inHandler).toBeDefined();
    },
  );

  it('the ring doubles when 1,024 wait and one more comes, and never shrinks', () => {
    const last = trace.length;
    expect(audit(informerOf(engine, last, MANAGER))).toMatchObject({ capacity: 2048, pending: 0 });
    expect(doubledAt).toBeGreaterThan(0);
    expect(audit(informerOf(engine, doubledAt - 1, MANAGER))).toMatchObject({ capacity: 1024, pending: 1024 });
    expect(audit(informerOf(engine, doubledAt, MANAGER))).toMatchObject({ capacity: 2048, pending: 1025 });
  });

  it('nobody else waits: the other listeners, the queue and the watch are on time', () => {
    const answer = informerOf(engine, doubledAt, MANAGER);
    for (const { name, pending } of answer.listeners) if (name !== 'audit') expect(pending).toBe(0);
    expect(answer.queue.deltas).toBeLessThanOrEqual(1);
    expect(audit(answer).oldestTicks).toBeGreaterThan(1_000_000);
  });
});

describe('the blocking form (6.4)', () => {
  const engine = run('blocking');
  const { trace } = engine.cluster.world;
  const blocked = stepOf(
    engine,
    EVENT['informer.popped'],
    (step) => trace.subject(step) === MANAGER && audit(informerOf(engine, step, MANAGER)).blocksSender,
  );

  it('capacity, one in the handler and one more: then the sender stands there with the lock', () => {
    const answer = informerOf(engine, blocked, MANAGER);
    expect(answer.distribution).toBe('blocking');
    expect(audit(answer)).toMatchObject({ pending: 2, capacity: 2, blocksSender: true });
    expect(audit(answer).inHandler?.key).toBe('default/pod-000000');
    expect(audit(answer).inHand?.key).toBe('default/pod-000003');
    expect(answer.queue.lockHeldBy).toBe('Pop');
  });

  it("then the reflector's writes wait, too", () => {
    const delivered = stepOf(
      engine,
      EVENT['watch.delivered'],
      (step) => step > blocked && trace.subject(step) === MANAGER,
    );
    expect(informerOf(engine, delivered, MANAGER).queue.blockedWrites).toBe(1);
  });
});

it('an informer that is not there is undefined; the list has each with its listeners', () => {
  const engine = run('missed');
  expect(engine.informer(5, 'kube-scheduler moons')).toBeUndefined();
  const { rows } = engine.informers(5);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.find(({ id }) => id === SCHEDULER)).toMatchObject({ objects: 1, listeners: ['kube-scheduler'] });
});

it('a controller has one handler a resource, as its constructor upstream adds one: no name stands twice', () => {
  const engine = run('slow');
  const { rows } = engine.informers(engine.cluster.world.trace.length);
  const twice = rows.filter(({ listeners }) => new Set(listeners).size < listeners.length).map(({ id }) => id);
  expect(twice).toEqual([]);
  const collected = rows.filter(({ listeners }) => listeners.includes('garbage-collector-controller'));
  expect(collected.map(({ resource }) => resource)).toEqual(
    expect.arrayContaining(['pods', 'replicasets', 'deployments', 'replicationcontrollers']),
  );
});
