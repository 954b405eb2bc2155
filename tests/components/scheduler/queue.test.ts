import { describe, expect, it } from 'vitest';
import { MICROS_PER_SECOND } from '../../../src/model/time.ts';
import type { Pod, PodSpec } from '../../../src/model/objects.ts';
import type { KubernetesVersion } from '../../../src/model/versions.ts';
import { QueueTrial } from '../../../src/components/scheduler/scheduler.ts';
import { node, pod as bare } from './cluster.ts';

const SECOND = MICROS_PER_SECOND;
const pod = (name: string, spec: Partial<PodSpec> = {}, labels?: Record<string, string>): Pod => {
  const made = bare(name, '1', spec, labels);
  return { ...made, metadata: { ...made.metadata, uid: name } };
};

/** A queue with a clock, and the Pods that it was given by name. */
class Bench {
  readonly trial: QueueTrial;
  private readonly pods = new Map<string, Pod>();

  constructor(version: KubernetesVersion = '1.35', configuration?: unknown) {
    this.trial = new QueueTrial({ version, ...(configuration === undefined ? {} : { configuration }) });
  }

  /** Acts at a tick. */
  at(tick: number, run: () => void): void {
    this.trial.act(tick - this.trial.world.now, run);
  }

  add(...pods: Pod[]): void {
    for (const each of pods) {
      this.pods.set(each.metadata.name, each);
      this.trial.addPod(each);
    }
  }

  pop(): string | undefined {
    return this.trial.pop()?.pod.slice('Pod/default/'.length);
  }

  fail(name: string, plugins: readonly string[], pending: readonly string[] = []) {
    return this.trial.queue.fail(this.pods.get(name) ?? pod(name), plugins, pending);
  }

  update(after: Pod): void {
    const before = this.pods.get(after.metadata.name) ?? after;
    this.pods.set(after.metadata.name, after);
    this.trial.updatePod(before, after);
  }

  entry(name: string) {
    return this.trial.queue.get(`default/${name}`);
  }

  where(name: string): string | undefined {
    return this.entry(name)?.queue;
  }

  /** The Pod waits for events, rejected by these plugins; its back-off is over. */
  rejected(made: Pod, ...plugins: string[]): void {
    this.at(this.trial.world.now + 1, () => {
      this.add(made);
      this.pop();
      this.fail(made.metadata.name, plugins);
    });
    this.at(this.trial.world.now + 60 * SECOND, () => undefined);
  }
}

describe('activeQ', () => {
  it('pops by priority, then by the time of waiting', () => {
    const b = new Bench();
    b.at(1, () => b.add(pod('old')));
    b.at(2, () => b.add(pod('young')));
    b.at(3, () => b.add(pod('vip', { priority: 5 })));
    b.at(4, () => expect([b.pop(), b.pop(), b.pop(), b.pop()]).toEqual(['vip', 'old', 'young', undefined]));
  });

  it('counts an attempt with each pop, and forgets who rejected the Pod', () => {
    const b = new Bench();
    b.rejected(pod('a'), 'NodeName');
    b.at(100 * SECOND, () => b.trial.addNode(node('n')));
    b.at(101 * SECOND, () => b.pop());
    expect(b.entry('a')).toMatchObject({ queue: 'inflight', attempts: 2, unschedulablePlugins: [] });
  });

  it('a change of a Pod that stands in it is only noted', () => {
    const b = new Bench();
    b.at(1, () => b.add(pod('a')));
    b.at(2, () => b.update(pod('a', { tolerations: [{ key: 'k', operator: 'Exists' }] })));
    b.at(3, () => expect([b.pop(), b.pop()]).toEqual(['a', undefined]));
  });
});

describe('gates', () => {
  const gated = (...names: string[]) => pod('g', { schedulingGates: names.map((name) => ({ name })) });

  it('hold a Pod back until all are gone; attempts and back-off do not count', () => {
    const b = new Bench();
    b.at(1, () => b.add(gated('example.com/a', 'example.com/b')));
    expect(b.entry('g')).toMatchObject({ queue: 'gated', gatedBy: 'SchedulingGates' });
    b.at(2, () => b.update(gated('example.com/b')));
    expect(b.where('g')).toBe('gated');
    b.at(3, () => b.update(gated()));
    expect(b.where('g')).toBe('active');
    expect(b.entry('g')).toMatchObject({ attempts: 0, unschedulableCount: 0 });
    expect(b.entry('g')).not.toHaveProperty('gatedBy');
  });

  it('hear no event of others, nor the flush of what is left over', () => {
    const b = new Bench();
    b.at(1, () => b.add(gated('x')));
    b.at(2, () => b.trial.addNode(node('n')));
    b.at(400 * SECOND, () => expect(b.trial.queue.flushLeftover()).toEqual({ old: 1, moved: 0 }));
    expect(b.where('g')).toBe('gated');
  });

  it('a Pod whose preemption is still being carried out is held by DefaultPreemption, and let in by force', () => {
    const b = new Bench();
    b.rejected(pod('p', { priority: 9 }), 'NodeResourcesFit');
    b.at(70 * SECOND, () => {
      b.trial.preempting.set('default/p', { left: 1, failed: false });
      b.trial.addNode(node('n'));
    });
    expect(b.entry('p')).toMatchObject({
      queue: 'gated',
      gatedBy: 'DefaultPreemption',
      unschedulablePlugins: ['DefaultPreemption', 'NodeResourcesFit'],
    });
    // While it is held a Pod that goes may let it in, a node that joins may not.
    b.at(71 * SECOND, () => {
      b.trial.preempting.set('default/p', { left: 0, failed: false });
      b.trial.addNode(node('n2'));
    });
    expect(b.where('p')).toBe('gated');
    b.at(72 * SECOND, () => b.trial.deletePod(pod('victim', { nodeName: 'n' })));
    expect(b.where('p')).toBe('active');
  });
});

describe('unschedulablePods and backoffQ', () => {
  it('keeps a rejected Pod until an event that its plugin registered, then waits out the back-off', () => {
    const b = new Bench();
    b.at(1, () => b.add(pod('a')));
    b.at(2, () => {
      b.pop();
      b.fail('a', ['NodeResourcesFit']);
    });
    expect(b.where('a')).toBe('unschedulable');
    b.at(3, () => b.trial.updateNode(node('n'), node('n', '4', { labels: { disk: 'ssd' } })));
    expect(b.where('a')).toBe('unschedulable');
    b.at(4, () => b.trial.deletePod(pod('gone', { nodeName: 'n' })));
    expect(b.where('a')).toBe('backoff');
    // Failed at 2 us: back-off ends with second 1, the flush of second 2 sees it.
    b.at(1.9 * SECOND, () => expect(b.trial.queue.flushBackoff()).toBe(0));
    b.at(2 * SECOND, () => expect(b.trial.queue.flushBackoff()).toBe(1));
    expect(b.where('a')).toBe('active');
  });

  it('since 1.33 an idle scheduler pops from back-off early, but never after an error', () => {
    for (const [version, early] of [
      ['1.32', undefined],
      ['1.33', 'rejected'],
      ['1.37', 'rejected'],
    ] as const) {
      const b = new Bench(version);
      b.at(1, () => b.add(pod('rejected'), pod('broken', { priority: 9 })));
      b.at(2, () => {
        b.pop();
        b.pop();
        b.fail('rejected', ['NodePorts']);
        expect(b.fail('broken', [])).toBe('backoff');
      });
      b.at(3, () => b.trial.addNode(node('n')));
      b.at(4, () => expect([b.pop(), b.pop()]).toEqual([early, undefined]));
      expect(b.where('broken')).toBe('backoff');
    }
  });

  it('early, the Pod of the earliest second comes first, and within one the more important', () => {
    const b = new Bench();
    b.at(1, () => b.add(pod('late'), pod('low'), pod('high', { priority: 5 })));
    b.at(2, () => [b.pop(), b.pop(), b.pop()]);
    b.at(10, () => b.fail('low', ['NodeName']));
    b.at(20, () => b.fail('high', ['NodeName']));
    b.at(1.5 * SECOND, () => b.fail('late', ['NodeName']));
    b.at(1.6 * SECOND, () => b.trial.addNode(node('n')));
    b.at(1.7 * SECOND, () => expect([b.pop(), b.pop(), b.pop()]).toEqual(['high', 'low', 'late']));
  });

  it('an error counts by itself and is forgotten with the next rejection (1.34)', () => {
    const b = new Bench();
    b.at(1, () => b.add(pod('a')));
    for (const [i, plugins] of [[], [], ['NodeName'], []].entries()) {
      b.at((i + 1) * 100 * SECOND, () => {
        b.trial.queue.flushBackoff();
        b.trial.addNode(node(`n${i}`));
        expect(b.pop()).toBe('a');
        b.fail('a', plugins);
      });
    }
    expect(b.entry('a')).toMatchObject({ attempts: 4, unschedulableCount: 1, errorCount: 1 });
    expect(b.entry('a')?.backoffUntil).toBe(401 * SECOND);
  });

  it('the leftover flush takes what waited longer than five minutes, strictly', () => {
    const b = new Bench();
    for (const [name, tick] of [
      ['early', 1],
      ['late', 2],
    ] as const) {
      b.at(tick, () => {
        b.add(pod(name));
        b.pop();
        b.fail(name, ['NodeName']);
      });
    }
    b.at(300 * SECOND + 2, () => expect(b.trial.queue.flushLeftover()).toEqual({ old: 1, moved: 1 }));
    expect([b.where('early'), b.where('late')]).toEqual(['active', 'unschedulable']);
  });

  it('C-5 the leftover flush is an event for Pods in flight too', () => {
    const b = new Bench();
    b.rejected(pod('old'), 'NodeName');
    b.at(390 * SECOND, () => b.add(pod('flying')));
    b.at(391 * SECOND, () => b.pop());
    b.at(400 * SECOND, () => expect(b.trial.queue.flushLeftover()).toEqual({ old: 1, moved: 1 }));
    b.at(401 * SECOND, () => expect(b.fail('flying', ['NodeName'])).toBe('backoff'));
  });

  it('a configuration may set other bounds for back-off', () => {
    const b = new Bench('1.35', { podInitialBackoffSeconds: 5, podMaxBackoffSeconds: 7 });
    b.at(1, () => b.add(pod('a')));
    for (const i of [1, 2]) {
      b.at(i * 100 * SECOND, () => {
        b.trial.queue.flushBackoff();
        b.pop();
        b.fail('a', []);
      });
    }
    expect(b.entry('a')?.backoffUntil).toBe(207 * SECOND);
  });
});

describe('pending plugins', () => {
  it('what they ask for comes at once, whatever the back-off', () => {
    const b = new Bench();
    b.at(1, () => b.add(pod('a'), pod('b')));
    b.at(2, () => {
      b.pop();
      b.pop();
      b.fail('a', [], ['NodeName']);
      b.fail('b', ['NodeName'], ['TaintToleration']);
    });
    expect([b.where('a'), b.where('b')]).toEqual(['unschedulable', 'unschedulable']);
    expect(b.entry('a')).toMatchObject({ unschedulableCount: 1, errorCount: 0 });
    const tainted = node('n', '4', { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } });
    b.at(3, () => b.trial.addNode(tainted));
    // NodeName is only one of b's ordinary rejectors; its pending one did not ask.
    expect([b.where('a'), b.where('b')]).toEqual(['active', 'backoff']);
  });

  it('are asked about missed events too', () => {
    const b = new Bench();
    b.at(1, () => b.add(pod('a')));
    b.at(2, () => b.pop());
    b.at(3, () => b.trial.addNode(node('n')));
    b.at(4, () => expect(b.fail('a', ['NodeAffinity'], ['NodeName'])).toBe('active'));
  });
});

describe('in flight', () => {
  it('an event that came meanwhile is looked at when the Pod fails', () => {
    const b = new Bench();
    b.at(1, () => b.add(pod('a')));
    b.at(2, () => b.pop());
    b.at(3, () => b.trial.addNode(node('n')));
    b.at(4, () => expect(b.fail('a', ['NodeAffinity'])).toBe('backoff'));
  });

  it('an event from before the pop does not count', () => {
    const b = new Bench();
    b.at(1, () => {
      b.add(pod('a'), pod('b'));
      b.pop();
    });
    b.at(2, () => b.trial.addNode(node('n')));
    b.at(3, () => b.pop());
    b.at(4, () => expect(b.fail('b', ['NodeAffinity'])).toBe('unschedulable'));
    b.at(5, () => expect(b.fail('a', ['NodeAffinity'])).toBe('backoff'));
  });

  it('its own changes count, those of another Pod in flight do not', () => {
    const b = new Bench();
    const tolerating = (name: string) => pod(name, { tolerations: [{ key: 'k', operator: 'Exists' }] });
    b.at(1, () => {
      b.add(pod('a'), pod('b'));
      b.pop();
      b.pop();
    });
    b.at(2, () => b.update(tolerating('a')));
    b.at(3, () => expect(b.fail('b', ['TaintToleration'])).toBe('unschedulable'));
    b.at(4, () => expect(b.fail('a', ['TaintToleration'])).toBe('backoff'));
  });

  it('events are kept no longer than a cycle needs them', () => {
    const b = new Bench();
    const recorded = () => b.trial.world.collections().find(({ name }) => name === 'scheduler/inflight-events')?.size;
    b.at(1, () => {
      b.add(pod('a'), pod('b'));
      b.pop();
    });
    b.at(2, () => b.trial.addNode(node('n')));
    b.at(3, () => b.pop());
    expect(recorded()).toBe(1);
    b.at(4, () => b.trial.queue.bind('default/a'));
    expect(recorded()).toBe(0);
    b.at(5, () => b.trial.addNode(node('n2')));
    expect(recorded()).toBe(1);
    b.at(6, () => b.fail('b', ['NodeName']));
    expect(recorded()).toBe(0);
  });

  it('an activation by force is remembered for the Pod that it is meant for', () => {
    const b = new Bench();
    b.at(1, () => {
      b.add(pod('a'), pod('b'));
      b.pop();
      b.pop();
    });
    b.at(2, () => expect(b.trial.queue.forceActivate(pod('a'))).toBe(false));
    b.at(3, () => expect(b.fail('b', ['NodeName'])).toBe('unschedulable'));
    b.at(4, () => expect(b.fail('a', ['NodeName'])).toBe('backoff'));
    b.at(5, () => expect(b.trial.queue.forceActivate(pod('b'))).toBe(true));
    expect(b.where('b')).toBe('active');
  });
});

describe('nominations', () => {
  const nominated = (name: string, to: string, priority: number): Pod => ({
    ...pod(name, { priority }),
    status: { nominatedNodeName: to },
  });

  it('a node that is given up wakes Pods that are no more important, as if a Pod had gone', () => {
    const b = new Bench();
    b.rejected(pod('low'), 'NodeResourcesFit');
    b.rejected(pod('high', { priority: 100 }), 'NodeResourcesFit');
    b.at(200 * SECOND, () => b.add(nominated('held', 'n', 5)));
    b.at(201 * SECOND, () => b.update(nominated('held', 'other', 5)));
    expect([b.where('low'), b.where('high')]).toEqual(['active', 'unschedulable']);
  });

  it('so does the end of the Pod that it was held for', () => {
    const b = new Bench();
    b.rejected(pod('low'), 'NodeResourcesFit');
    b.at(200 * SECOND, () => b.add(nominated('held', 'n', 5)));
    b.at(201 * SECOND, () => b.trial.deletePod(nominated('held', 'n', 5)));
    expect([b.where('low'), b.where('held')]).toEqual(['active', undefined]);
  });

  it('a Pod that nobody promised a node frees none', () => {
    const b = new Bench();
    b.rejected(pod('low'), 'NodeResourcesFit');
    b.at(200 * SECOND, () => b.add(pod('plain')));
    b.at(201 * SECOND, () => b.trial.deletePod(pod('plain')));
    expect(b.where('low')).toBe('unschedulable');
  });
});

describe('W-3', () => {
  it('the queue is the same after it was rebuilt from its collections', () => {
    const b = new Bench();
    b.at(1, () => {
      b.add(pod('a'), pod('b'), pod('c'), pod('g', { schedulingGates: [{ name: 'x' }] }), pod('d'));
      for (const plugins of [['NodeName'], []]) b.fail(b.pop() ?? '', plugins);
      b.pop();
    });
    const before = b.trial.queues();
    b.trial.queue.rebuild();
    b.trial.cache.rebuild();
    expect(b.trial.queues()).toEqual(before);
    b.at(2, () => expect([b.pop(), b.pop()]).toEqual(['d', undefined]));
    b.at(3, () => b.trial.addNode(node('n')));
    b.at(4, () => expect(b.fail('c', ['NodeName'])).toBe('backoff'));
    expect([b.where('a'), b.where('b'), b.where('g')]).toEqual(['backoff', 'backoff', 'gated']);
  });
});
