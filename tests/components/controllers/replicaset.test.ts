/** Pure parts of the ReplicaSet controller. */
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../../src/kernel/kernel.ts';
import { EVENT_KIND_NAMES, LANES } from '../../../src/model/events.ts';
import type { Pod, ReplicaSet } from '../../../src/model/objects.ts';
import { Expectations } from '../../../src/components/controllers/expectations.ts';
import { logarithmicAge, podsToDelete } from '../../../src/components/controllers/ranking.ts';
import { isActive, isTerminating } from '../../../src/components/controllers/pod-state.ts';
import { statusToWrite } from '../../../src/components/controllers/replicaset/status.ts';
import { web } from './harness.ts';

const NOW = '2026-01-01T01:00:00Z';
const NOW_MICROS = Date.UTC(2026, 0, 1, 1) * 1000;
const clock = { now: NOW, nowMicros: NOW_MICROS, version: '1.35' } as const;

interface PodFacts {
  readonly node?: string;
  readonly phase?: string;
  /** Minutes of 2026-01-01T00:MM at which it became ready. */
  readonly readyAt?: number;
  readonly createdAt?: number;
  readonly restarts?: number;
  readonly cost?: string;
  readonly going?: boolean;
}

const minute = (m: number): string => `2026-01-01T00:${String(m).padStart(2, '0')}:00Z`;

function pod(name: string, facts: PodFacts = {}): Pod {
  const { node = 'n', phase = 'Running', readyAt = 0, createdAt = 0, restarts = 0, cost, going } = facts;
  const ready = {
    type: 'Ready',
    status: readyAt < 0 ? 'False' : 'True',
    lastTransitionTime: minute(Math.max(0, readyAt)),
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      labels: { app: 'web' },
      creationTimestamp: minute(createdAt),
      ...(cost === undefined ? {} : { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
      ...(going === true ? { deletionTimestamp: NOW } : {}),
    },
    spec: { containers: [{ name: 'nginx' }], ...(node === '' ? {} : { nodeName: node }) },
    status: {
      phase,
      conditions: [ready],
      containerStatuses: [{ name: 'nginx', ready: true, restartCount: restarts, image: '', imageID: '' }],
    },
  };
}

const order = (pods: readonly Pod[], related: readonly Pod[] = []): string[] =>
  podsToDelete(pods, related, pods.length - 1, NOW_MICROS).map(({ metadata }) => metadata.name);

describe('which Pods go first', () => {
  it.each([
    ['one without a node', pod('b', { node: '' })],
    ['one that is Pending', pod('b', { phase: 'Pending' })],
    ['one that is not ready', pod('b', { readyAt: -1 })],
    ['the cheaper one', pod('b', { cost: '-5' })],
    ['the one that became ready much later', pod('b', { readyAt: 59 })],
    ['the one with more restarts', pod('b', { restarts: 3 })],
    ['the one made much later', pod('b', { createdAt: 59 })],
  ])('%s', (_why, second) => {
    expect(order([pod('a'), second])).toEqual(['b']);
    expect(order([second, pod('a')])).toEqual(['b']);
  });

  it('one on a node with more Pods of its Deployment', () => {
    const [a, b] = [pod('a', { node: 'x' }), pod('b', { node: 'y' })];
    expect(order([a, b], [a, b, pod('c', { node: 'y' })])).toEqual(['b']);
  });

  it('the order of the rules: no node, then Pending, then unready, then cost', () => {
    const pods = [
      pod('cheap', { cost: '-1' }),
      pod('unready', { readyAt: -1, cost: '9' }),
      pod('pending', { phase: 'Pending' }),
      pod('homeless', { node: '', cost: '9' }),
      pod('last'),
    ];
    expect(order(pods)).toEqual(['homeless', 'pending', 'unready', 'cheap']);
  });

  it('ages count in steps that double: within a step the uid decides', () => {
    expect(order([pod('b', { readyAt: 1 }), pod('a', { readyAt: 0 })])).toEqual(['a']);
    expect(logarithmicAge(0, 1)).toBe(9);
    expect(logarithmicAge(5, 5)).toBe(-1);
  });

  it('all of them: no order asked', () => {
    const pods = [pod('a'), pod('b')];
    expect(podsToDelete(pods, [], 2, NOW_MICROS)).toBe(pods);
  });
});

const base: ReplicaSet = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web', namespace: 'default', generation: 2 },
  spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: web().spec.template },
};

describe('status', () => {
  it('counts active Pods, and those that go apart (1.35)', () => {
    const pods = [pod('a'), pod('b', { readyAt: -1 })];
    expect(statusToWrite({ set: base, active: pods, terminating: 1, ...clock })).toEqual({
      replicas: 2,
      fullyLabeledReplicas: 2,
      readyReplicas: 1,
      availableReplicas: 1,
      terminatingReplicas: 1,
      observedGeneration: 2,
    });
    expect(statusToWrite({ set: base, active: pods, terminating: 1, ...clock, version: '1.34' })).not.toHaveProperty(
      'terminatingReplicas',
    );
  });

  it('minReadySeconds: ready is not yet available', () => {
    const waiting: ReplicaSet = { ...base, spec: { ...base.spec, minReadySeconds: 300 } };
    const status = statusToWrite({ set: waiting, active: [pod('a', { readyAt: 56 })], terminating: 0, ...clock });
    expect(status).toMatchObject({ readyReplicas: 1 });
    expect(status).not.toHaveProperty('availableReplicas');
    const later = { ...clock, nowMicros: NOW_MICROS + 60_000_000 };
    const available = statusToWrite({ set: waiting, active: [pod('a', { readyAt: 56 })], terminating: 0, ...later });
    expect(available).toMatchObject({ availableReplicas: 1 });
  });

  it('nothing new is not written', () => {
    const status = { replicas: 0, observedGeneration: 2, terminatingReplicas: 0 };
    expect(statusToWrite({ set: { ...base, status }, active: [], terminating: 0, ...clock })).toBeUndefined();
    const older = { ...status, observedGeneration: 1 };
    expect(statusToWrite({ set: { ...base, status: older }, active: [], terminating: 0, ...clock })).toBeDefined();
  });

  it('a failure becomes a condition, once, and goes with the next success', () => {
    const failure = { reason: 'FailedCreate', message: 'exceeded quota' } as const;
    const failed = statusToWrite({ set: base, active: [], terminating: 0, failure, ...clock });
    expect(failed?.conditions).toEqual([
      {
        type: 'ReplicaFailure',
        status: 'True',
        lastTransitionTime: NOW,
        reason: 'FailedCreate',
        message: 'exceeded quota',
      },
    ]);
    const set = { ...base, ...(failed === undefined ? {} : { status: failed }) };
    expect(statusToWrite({ set, active: [], terminating: 0, failure, ...clock })).toBeUndefined();
    expect(statusToWrite({ set, active: [], terminating: 0, ...clock })).not.toHaveProperty('conditions');
  });

  it('what is over counts nowhere', () => {
    expect([isActive(pod('a')), isTerminating(pod('a'))]).toEqual([true, false]);
    expect([isActive(pod('a', { going: true })), isTerminating(pod('a', { going: true }))]).toEqual([false, true]);
    const over = pod('a', { going: true, phase: 'Succeeded' });
    expect([isActive(over), isTerminating(over)]).toEqual([false, false]);
  });
});

describe('expectations', () => {
  function fresh(): Expectations {
    const world = createWorld({ seed: 1, ticksPerSecond: 1_000_000, kinds: EVENT_KIND_NAMES, lanes: LANES });
    return new Expectations(world, 'expectations');
  }

  it('creations are counted down', () => {
    const expectations = fresh();
    expect(expectations.satisfied('k')).toBe(true);
    expectations.expectCreations('k', 2);
    expectations.creationObserved('k');
    expect(expectations.satisfied('k')).toBe(false);
    expectations.creationObserved('k');
    expect(expectations.satisfied('k')).toBe(true);
  });

  it('a deletion is counted once, however often it is seen', () => {
    const expectations = fresh();
    expectations.expectDeletions('k', ['a', 'b']);
    expectations.deletionObserved('k', 'a');
    expectations.deletionObserved('k', 'a');
    expectations.deletionObserved('k', 'stranger');
    expect(expectations.satisfied('k')).toBe(false);
    expectations.deletionObserved('k', 'b');
    expect(expectations.satisfied('k')).toBe(true);
  });

  it('a ReplicaSet that is gone expects nothing', () => {
    const expectations = fresh();
    expectations.expectCreations('k', 2);
    expectations.delete('k');
    expect(expectations.satisfied('k')).toBe(true);
  });
});
