import { describe, expect, it } from 'vitest';
import type { World } from '../../../src/kernel/kernel.ts';
import { createWorld } from '../../../src/kernel/kernel.ts';
import { EVENT_KIND_NAMES, LANES } from '../../../src/model/events.ts';
import { MICROS_PER_SECOND } from '../../../src/model/time.ts';
import type { Pod } from '../../../src/model/objects.ts';
import {
  backoffEnd,
  type BackoffRules,
  backoffSeconds,
  flushAfter,
  isBackingOff,
} from '../../../src/components/scheduler/backoff.ts';
import { isWorthRetrying, nodeEvents } from '../../../src/components/scheduler/cluster-events.ts';
import { SchedulingQueue } from '../../../src/components/scheduler/queue.ts';
import { node, pod } from './cluster.ts';

const SECOND = MICROS_PER_SECOND;
const rules = (minor: number, epochMicros = 0): BackoffRules => ({
  minor,
  initialSeconds: 1,
  maxSeconds: 10,
  epochMicros,
});

interface Bench {
  readonly world: World;
  readonly queue: SchedulingQueue;
  readonly pods: Map<string, Pod>;
  /** Runs at the tick. */
  at(tick: number, act: () => void): void;
  where(name: string): string | undefined;
}

function bench(minor = 35): Bench {
  const world = createWorld({ seed: 1, ticksPerSecond: SECOND, kinds: EVENT_KIND_NAMES, lanes: LANES });
  let sequence = 0;
  const queue = new SchedulingQueue(world, rules(minor), {
    ready: () => undefined,
    backedOff: () => undefined,
    waiting: () => undefined,
    sequence: () => ++sequence,
  });
  const acts = world.handler<number>('act', (i) => {
    world.emit(0, { subject: 'test' });
    todo[i]?.();
  });
  const todo: (() => void)[] = [];
  world.begin();
  return {
    world,
    queue,
    pods: new Map(),
    at: (tick, act) => {
      world.after(tick - world.now, 0, acts, todo.push(act) - 1);
      world.advance(1);
    },
    where: (name) => queue.get(`default/${name}`)?.queue,
  };
}

const add = (b: Bench, added: Pod): void => {
  b.pods.set(`default/${added.metadata.name}`, added);
  b.queue.add(added);
};
const podOf = (b: Bench) => (key: string) => b.pods.get(key);
const popped = (b: Bench): string | undefined => b.queue.pop()?.pod.slice('Pod/default/'.length);

describe('back-off (scheduler.md section 2)', () => {
  it('doubles from one second to ten', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 20, 80].map((n) => backoffSeconds(n, 1, 10))).toEqual([0, 1, 2, 4, 8, 10, 10, 10, 10]);
    expect([1, 2, 3, 4, 5].map((n) => backoffSeconds(n, 2, 30))).toEqual([2, 4, 8, 16, 30]);
  });

  it('since 1.33 ends with a whole second of the clock, and lasts through it', () => {
    const failures = { attempts: 1, unschedulableCount: 1, errorCount: 0 };
    const end = backoffEnd(12.7 * SECOND, failures, rules(35));
    expect(end).toBe(13 * SECOND);
    expect([13, 13.999, 14].map((s) => isBackingOff(end, s * SECOND, rules(35)))).toEqual([true, true, false]);
    expect(flushAfter(end, rules(35))).toBe(14 * SECOND);
    // The clock's seconds count, not those of the world.
    expect(backoffEnd(12.7 * SECOND, failures, rules(35, 0.5 * SECOND))).toBe(13.5 * SECOND);
  });

  it('up to 1.32 ends to the tick, and counts attempts up to 1.33', () => {
    const failures = { attempts: 3, unschedulableCount: 1, errorCount: 0 };
    expect(backoffEnd(12.7 * SECOND, failures, rules(32))).toBe(16.7 * SECOND);
    expect(isBackingOff(16.7 * SECOND, 16.7 * SECOND, rules(32))).toBe(false);
    expect(backoffEnd(0, failures, rules(34))).toBe(1 * SECOND);
  });
});

describe('scheduling queue', () => {
  it('pops by priority, then by the time of waiting', () => {
    const b = bench();
    b.at(1, () => add(b, pod('old')));
    b.at(2, () => add(b, pod('young')));
    b.at(3, () => add(b, pod('vip', '1', { priority: 5 })));
    b.at(4, () => expect([popped(b), popped(b), popped(b), popped(b)]).toEqual(['vip', 'old', 'young', undefined]));
  });

  it('counts an attempt with each pop', () => {
    const b = bench();
    b.at(1, () => add(b, pod('a')));
    b.at(2, () => expect(b.queue.pop()?.attempts).toBe(1));
  });

  it('holds a gated Pod back until its gates are gone; attempts and back-off do not count', () => {
    const b = bench();
    const gated = pod('g', '1', { schedulingGates: [{ name: 'example.com/a' }] });
    b.at(1, () => add(b, gated));
    expect(b.where('g')).toBe('gated');
    b.at(2, () => expect(b.queue.move('NodeAdd', podOf(b))).toBe(0));
    const open = pod('g');
    b.pods.set('default/g', open);
    b.at(3, () => b.queue.update(open, ['UpdatePodSchedulingGatesEliminated']));
    expect(b.where('g')).toBe('active');
    expect(b.queue.get('default/g')).toMatchObject({ attempts: 0, unschedulablePlugins: [] });
  });

  it('keeps a rejected Pod until an event that its plugin registered, then waits out the back-off', () => {
    const b = bench();
    b.at(1, () => add(b, pod('a')));
    b.at(2, () => {
      popped(b);
      b.queue.fail(pod('a'), ['NodeResourcesFit']);
    });
    expect(b.where('a')).toBe('unschedulable');
    b.at(3, () => expect(b.queue.move('UpdateNodeLabel', podOf(b))).toBe(0));
    b.at(4, () => expect(b.queue.move('AssignedPodDelete', podOf(b))).toBe(1));
    expect(b.where('a')).toBe('backoff');
    // Failed at 2 us: back-off ends with second 1, the flush of second 2 sees it.
    b.at(1.9 * SECOND, () => expect(b.queue.flushBackoff(podOf(b))).toBe(0));
    b.at(2 * SECOND, () => expect(b.queue.flushBackoff(podOf(b))).toBe(1));
    expect(b.where('a')).toBe('active');
  });

  it('since 1.33 an idle scheduler pops from back-off early, but never after an error', () => {
    const b = bench();
    b.at(1, () => {
      add(b, pod('rejected'));
      add(b, pod('broken', '1', { priority: 9 }));
    });
    b.at(2, () => {
      popped(b);
      popped(b);
      b.queue.fail(pod('rejected'), ['NodePorts']);
      expect(b.queue.fail(pod('broken'), [])).toBe('backoff');
    });
    b.at(3, () => b.queue.move('NodeAdd', podOf(b)));
    b.at(4, () => expect([popped(b), popped(b)]).toEqual(['rejected', undefined]));
    expect(b.where('broken')).toBe('backoff');
  });

  it('an event that came while the Pod was in flight is looked at when it fails', () => {
    const b = bench();
    b.at(1, () => add(b, pod('a')));
    b.at(2, () => popped(b));
    b.at(3, () => b.queue.move('NodeAdd', podOf(b)));
    b.at(4, () => expect(b.queue.fail(pod('a'), ['NodeAffinity'])).toBe('backoff'));
  });

  it('an event from before the pop does not count', () => {
    const b = bench();
    b.at(1, () => {
      add(b, pod('a'));
      add(b, pod('b'));
      popped(b);
    });
    b.at(2, () => b.queue.move('NodeAdd', podOf(b)));
    b.at(3, () => popped(b));
    b.at(4, () => expect(b.queue.fail(pod('b'), ['NodeAffinity'])).toBe('unschedulable'));
  });

  it('moves what waited longer than five minutes, strictly', () => {
    const b = bench();
    for (const [name, tick] of [
      ['early', 1],
      ['late', 2],
    ] as const) {
      b.at(tick, () => {
        add(b, pod(name));
        popped(b);
        b.queue.fail(pod(name), ['NodeName']);
      });
    }
    b.at(300 * SECOND + 2, () => expect(b.queue.flushLeftover(podOf(b))).toBe(1));
    expect([b.where('early'), b.where('late')]).toEqual(['active', 'unschedulable']);
  });

  it('W-3 is the same after it was rebuilt from the collection', () => {
    const b = bench();
    b.at(1, () => {
      for (const name of ['a', 'b', 'c']) add(b, pod(name));
      popped(b);
      b.queue.fail(pod('a'), ['NodeName']);
    });
    b.queue.rebuild();
    b.at(2, () => expect([popped(b), popped(b)]).toEqual(['b', 'c']));
    b.at(3, () => expect(b.queue.move('NodeAdd', podOf(b))).toBe(1));
  });
});

describe('events', () => {
  it('C-2 C-31 a changed taint wakes what Fit rejected, up to 1.36', () => {
    expect(isWorthRetrying('UpdateNodeTaint', ['NodeResourcesFit'], 36)).toBe(true);
    expect(isWorthRetrying('UpdateNodeTaint', ['NodeResourcesFit'], 37)).toBe(false);
    expect(isWorthRetrying('UpdateNodeTaint', ['TaintToleration'], 37)).toBe(true);
  });

  it('a heartbeat is no event, an uncordon is one of taints', () => {
    const before = node('n');
    const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: '2026-02-01T00:00:00Z' }];
    expect(nodeEvents(before, { ...before, status: { ...before.status, conditions } })).toEqual([]);
    expect(nodeEvents({ ...before, spec: { unschedulable: true } }, before)).toEqual(['UpdateNodeTaint']);
    expect(nodeEvents(before, node('n', '8'))).toEqual(['UpdateNodeAllocatable']);
    expect(nodeEvents(before, node('n', '4', { labels: { disk: 'ssd' } }))).toEqual(['UpdateNodeLabel']);
  });
});
