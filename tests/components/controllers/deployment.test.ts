/** Pure parts of the Deployment controller. Expected values: recordings of 1.35.4, upstream's documentation of rollouts. */
import { describe, expect, it } from 'vitest';
import type { Condition, Deployment, ReplicaSet } from '../../../src/model/objects.ts';
import {
  fenceposts,
  maxUnavailable,
  mayScaleDown,
  newSetSize,
  proportionalSizes,
  scaledValue,
} from '../../../src/components/controllers/deployment/arithmetic.ts';
import { firstAnnotations, renewedAnnotations } from '../../../src/components/controllers/deployment/annotations.ts';
import { planSync } from '../../../src/components/controllers/deployment/plan.ts';
import {
  isProgressing,
  recheckAfter,
  rolloutStatus,
  sameStatus,
  setCondition,
  type SyncClock,
} from '../../../src/components/controllers/deployment/status.ts';
import { safeEncode, sameTemplate, templateHash } from '../../../src/components/controllers/deployment/template.ts';
import { equalJson } from '../../../src/components/controllers/equal-json.ts';
import { web } from './harness.ts';

const rolling = (replicas: number, maxSurge: string | number, maxUnavailable: string | number): Deployment =>
  web({ replicas, strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } });

function set(name: string, replicas: number, more: Partial<ReplicaSet> = {}, image = 'nginx:1.27'): ReplicaSet {
  const { selector, template } = web({}, image).spec;
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion: '7', ...more.metadata },
    spec: { replicas, selector, template },
    ...(more.status === undefined ? {} : { status: more.status }),
  };
}

const NOW = '2026-01-01T00:10:00Z';
const clock: SyncClock = { now: NOW, nowMicros: Date.UTC(2026, 0, 1, 0, 10) * 1000, version: '1.35' };

describe('fenceposts', () => {
  it.each([
    // replicas, surge, unavailable -> surge rounded up, unavailable down
    [5, '25%', '25%', 2, 1],
    [3, '25%', '25%', 1, 0],
    [4, '25%', '25%', 1, 1],
    [10, 3, 2, 3, 2],
    [10, '100%', 0, 10, 0],
    [1, '25%', '25%', 1, 0],
    // both 0 would never move
    [10, 0, 0, 0, 1],
    [2, '0%', '10%', 0, 1],
  ])('%i replicas, %s / %s', (replicas, surge, unavailable, up, down) => {
    expect(fenceposts(rolling(replicas, surge, unavailable))).toEqual({ surge: up, unavailable: down });
  });

  it('no more can be unavailable than there are', () => {
    expect(maxUnavailable(rolling(2, 0, 5))).toBe(2);
    expect(maxUnavailable(rolling(0, 0, 5))).toBe(0);
    expect(maxUnavailable(web({ replicas: 3, strategy: { type: 'Recreate' } }))).toBe(0);
  });

  it('a percentage of nothing', () => expect(scaledValue('25%', 0, true)).toBe(0));
});

describe('how large the new ReplicaSet may be', () => {
  const five = rolling(5, '25%', '25%');

  it('the surge at first, then what the old ones give up', () => {
    expect(newSetSize(five, [set('old', 5), set('new', 0)], 0)).toBe(2);
    expect(newSetSize(five, [set('old', 4), set('new', 2)], 2)).toBe(3);
    expect(newSetSize(five, [set('old', 2), set('new', 3)], 3)).toBe(5);
    expect(newSetSize(five, [set('old', 4), set('new', 3)], 3)).toBe(3);
  });

  it('Recreate: all at once', () => {
    expect(newSetSize(web({ strategy: { type: 'Recreate' } }), [set('old', 3)], 0)).toBe(3);
  });

  it('how many old Pods may go counts new ones that are not available as missing', () => {
    const fresh = set('new', 2, { status: { availableReplicas: 0 } });
    expect(mayScaleDown(five, [set('old', 5), fresh], fresh)).toBe(1);
    const half = set('new', 3, { status: { availableReplicas: 2 } });
    expect(mayScaleDown(five, [set('old', 4), half], half)).toBe(2);
  });
});

describe('proportional scaling', () => {
  it("the documentation's example: 10 -> 15 in the middle of a rollout gives 3 to the larger, 2 to the smaller", () => {
    const deployment = rolling(15, 3, 2);
    const sizes = proportionalSizes(deployment, [set('old', 8), set('new', 5)], () => 13);
    expect(sizes.map(({ size }) => size)).toEqual([11, 7]);
  });

  it('to zero: everything goes', () => {
    const sizes = proportionalSizes(rolling(0, 3, 2), [set('old', 8), set('new', 5)], () => 13);
    expect(sizes.map(({ size }) => size)).toEqual([0, 0]);
  });

  it('what rounding leaves over goes to the largest', () => {
    const sizes = proportionalSizes(rolling(12, 0, 2), [set('a', 4), set('b', 3), set('c', 3)], () => 10);
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBe(12);
    expect(sizes[0]?.size).toBeGreaterThanOrEqual(5);
  });
});

describe('templates', () => {
  it('SafeEncodeString: names of recorded ReplicaSets', () => {
    expect(safeEncode('1607501524')).toBe('5b4c945968');
    expect(safeEncode('214001229')).toBe('65844566f');
  });

  it('the hash is one of 2^32, in the safe alphabet, and moves with template and collisions', () => {
    const { template } = web().spec;
    const hash = templateHash(template, undefined);
    expect(hash).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/);
    expect(templateHash(template, undefined)).toBe(hash);
    expect(templateHash(template, 1)).not.toBe(hash);
    expect(templateHash(web({}, 'nginx:1.28').spec.template, undefined)).not.toBe(hash);
  });

  it('compares without the hash label', () => {
    const { template } = web().spec;
    const labelled = { ...template, metadata: { labels: { app: 'web', 'pod-template-hash': 'x' } } };
    expect(sameTemplate(template, labelled)).toBe(true);
    expect(sameTemplate(template, { ...template, metadata: { labels: { app: 'other' } } })).toBe(false);
    expect(sameTemplate(template, web({}, 'nginx:1.28').spec.template)).toBe(false);
  });

  it('absent, null and an empty list are equal; an empty object is something', () => {
    expect(equalJson({ a: null, b: [] }, {})).toBe(true);
    expect(equalJson({ a: {} }, {})).toBe(false);
    expect(equalJson([1, 2], [2, 1])).toBe(false);
    expect(equalJson({ 0: 1 }, [1])).toBe(false);
  });
});

describe('annotations', () => {
  it('of a ReplicaSet that is made: what the Deployment has, but for what is its own', () => {
    const deployment: Deployment = {
      ...rolling(3, '25%', '25%'),
      metadata: {
        name: 'web',
        annotations: {
          'example.com/team': 'a',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
          'deployment.kubernetes.io/revision': '9',
        },
      },
    };
    expect(firstAnnotations(deployment, 2)).toEqual({
      'example.com/team': 'a',
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
      'deployment.kubernetes.io/revision': '2',
    });
  });

  it('rolling back keeps former revisions', () => {
    const revision = 'deployment.kubernetes.io/revision';
    const history = 'deployment.kubernetes.io/revision-history';
    expect(renewedAnnotations(web(), { [revision]: '1' }, 3)).toEqual({ [revision]: '3', [history]: '1' });
    expect(renewedAnnotations(web(), { [revision]: '3', [history]: '1' }, 5)).toEqual({
      [revision]: '5',
      [history]: '1,3',
    });
    expect(renewedAnnotations(web(), { [revision]: '3' }, 2)).toBeUndefined();
    // Numbers, not texts.
    expect(renewedAnnotations(web(), { [revision]: '9' }, 10)).toMatchObject({ [revision]: '10' });
  });
});

describe('conditions', () => {
  const before: readonly Condition[] = [
    { type: 'Available', status: 'True', reason: 'A', lastUpdateTime: 'then', lastTransitionTime: 'then' },
    { type: 'Progressing', status: 'True', reason: 'B', lastUpdateTime: 'then', lastTransitionTime: 'then' },
  ];

  it('the same status and reason change nothing', () => {
    expect(setCondition(before, { type: 'Available', status: 'True', reason: 'A', message: 'new' }, NOW)).toBe(before);
  });

  it('a new reason moves it to the end and keeps the transition', () => {
    const after = setCondition(before, { type: 'Available', status: 'True', reason: 'C', message: '' }, NOW);
    expect(after.map(({ type }) => type)).toEqual(['Progressing', 'Available']);
    expect(after[1]).toMatchObject({ lastUpdateTime: NOW, lastTransitionTime: 'then' });
  });

  it('a new status is a transition', () => {
    const after = setCondition(before, { type: 'Available', status: 'False', reason: 'A', message: '' }, NOW);
    expect(after[1]).toMatchObject({ lastTransitionTime: NOW });
  });
});

describe('progress', () => {
  const observed = { observedGeneration: 1, replicas: 3, updatedReplicas: 3, readyReplicas: 1 };

  it('is more new, fewer old, more ready or more available', () => {
    expect(isProgressing(observed, { ...observed, readyReplicas: 2 })).toBe(true);
    expect(isProgressing(observed, { ...observed, updatedReplicas: 4, replicas: 4 })).toBe(true);
    expect(isProgressing({ replicas: 5, updatedReplicas: 2 }, { replicas: 4, updatedReplicas: 2 })).toBe(true);
    expect(isProgressing(observed, { ...observed, readyReplicas: 0 })).toBe(false);
  });

  const stuck: Deployment = {
    ...web({ progressDeadlineSeconds: 60 }),
    status: {
      replicas: 3,
      updatedReplicas: 3,
      conditions: [
        { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated', lastUpdateTime: '2026-01-01T00:08:00Z' },
      ],
    },
  };
  const three = set('new', 3, { status: { replicas: 3 } });

  it('past its deadline it has failed', () => {
    const { conditions } = rolloutStatus(stuck, [three], three, clock);
    expect(conditions).toContainEqual(
      expect.objectContaining({
        type: 'Progressing',
        status: 'False',
        reason: 'ProgressDeadlineExceeded',
        message: 'ReplicaSet "new" has timed out progressing.',
      }),
    );
  });

  it('before that it is looked at again, a second after the deadline', () => {
    const patient = { ...stuck, spec: { ...stuck.spec, progressDeadlineSeconds: 600 } };
    const status = rolloutStatus(patient, [three], three, clock);
    expect(recheckAfter(patient, status, clock.nowMicros)).toBe(481_000_000);
  });

  it('a rollout that came to its end has no deadline any more, though a Pod of it waits again', () => {
    const ended = { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' } as const;
    const counts = { replicas: 3, updatedReplicas: 3, readyReplicas: 2, availableReplicas: 2, observedGeneration: 1 };
    for (const lastUpdateTime of ['2025-12-31T00:00:00Z', '2026-01-01T00:09:59Z']) {
      const conditions = [{ ...ended, lastUpdateTime }];
      const short: Deployment = { ...stuck, status: { ...counts, conditions } };
      const two = set('new', 3, { status: { replicas: 3, readyReplicas: 2, availableReplicas: 2 } });
      const status = rolloutStatus(short, [two], two, clock);
      expect(status.conditions?.find(({ type }) => type === 'Progressing')?.reason).toBe('NewReplicaSetAvailable');
      expect(recheckAfter(short, status, clock.nowMicros)).toBeUndefined();
    }
  });

  it('an absent counter is 0; terminatingReplicas 0 is something', () => {
    expect(sameStatus({ replicas: 0 }, {})).toBe(true);
    expect(sameStatus({}, { terminatingReplicas: 0 })).toBe(false);
  });
});

describe('the plan of a sync', () => {
  const deployment: Deployment = {
    ...web({ replicas: 3, progressDeadlineSeconds: 600, revisionHistoryLimit: 1 }),
    metadata: { name: 'web', namespace: 'default', uid: 'uid-web', resourceVersion: '5', generation: 1 },
  };
  const plan = (more: Partial<Deployment>, sets: readonly ReplicaSet[]): string[] =>
    planSync({ deployment: { ...deployment, ...more }, sets, podsOf: () => [], clock }).writes.map(
      ({ request, object }) => `${request.verb}${request.subresource === undefined ? '' : ' status'} ${object}`,
    );

  it('a new Deployment: its ReplicaSet, its revision, its status', () => {
    const name = `ReplicaSet/default/web-${templateHash(deployment.spec.template, undefined)}`;
    expect(plan({}, [])).toEqual([
      `create ${name}`,
      'update status Deployment/default/web',
      'update status Deployment/default/web',
    ]);
  });

  it('one that is being deleted only tells its status', () => {
    const metadata = { ...deployment.metadata, deletionTimestamp: NOW };
    expect(plan({ metadata }, [])).toEqual(['update status Deployment/default/web']);
  });

  it('a ReplicaSet that reports more available Pods than its size has not caught up: nothing goes', () => {
    const status = { replicas: 6, availableReplicas: 6, updatedReplicas: 3 };
    const annotations = { 'deployment.kubernetes.io/revision': '2', 'deployment.kubernetes.io/desired-replicas': '3' };
    const old = set('old', 1, { status: { replicas: 3, availableReplicas: 3 } }, 'nginx:1.26');
    const fresh = set('new', 3, {
      metadata: { name: 'new', annotations },
      status: { replicas: 3, availableReplicas: 3 },
    });
    const metadata = { ...deployment.metadata, annotations: { 'deployment.kubernetes.io/revision': '2' } };
    const conditions = [{ type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated' }];
    const more = { metadata, status: { ...status, conditions } };
    const result = planSync({ deployment: { ...deployment, ...more }, sets: [old, fresh], podsOf: () => [], clock });
    expect(result.writes).toEqual([]);
    expect(result.failure).toBeDefined();
  });

  it('a copy that the same sync has written is written on top of that, a copy of the cache never', () => {
    const name = `web-${templateHash(deployment.spec.template, undefined)}`;
    const metadata = { name, annotations: { 'deployment.kubernetes.io/desired-replicas': '3' } };
    const own = set(name, 3, { metadata, status: { replicas: 3, availableReplicas: 3 } });
    const spec = { ...deployment.spec, replicas: 4 };
    const flags = (paused: boolean): string[] =>
      planSync({ deployment: { ...deployment, spec: { ...spec, paused } }, sets: [own], podsOf: () => [], clock })
        .writes.filter(({ object }) => object.startsWith('ReplicaSet'))
        .map(({ onTopOfOwn }) => (onTopOfOwn ? 'own' : 'cache'));
    // Paused: the revision is written once, then the size on top of it.
    expect(flags(true)).toEqual(['cache', 'own']);
    // Not paused, the revision is written twice, the second time from a copy that is old by then.
    expect(flags(false)).toEqual(['cache', 'cache', 'own']);
  });

  it('old ReplicaSets beyond the limit go, the oldest revision first, and only at the end of a rollout', () => {
    const revision = (n: number): ReplicaSet['metadata'] => ({
      name: `old${n}`,
      namespace: 'default',
      uid: `uid-${n}`,
      generation: 2,
      annotations: { 'deployment.kubernetes.io/revision': String(n) },
    });
    const old = [3, 1, 2].map((n) =>
      set(`old${n}`, 0, { metadata: revision(n), status: { replicas: 0, observedGeneration: 2 } }, `nginx:${n}`),
    );
    const fresh = set('new', 3, {
      metadata: { ...revision(4), name: 'new' },
      status: { replicas: 3, readyReplicas: 3, availableReplicas: 3, terminatingReplicas: 0, observedGeneration: 2 },
    });
    const status = { observedGeneration: 1, replicas: 3, updatedReplicas: 3, availableReplicas: 3 };
    const metadata = { ...deployment.metadata, annotations: { 'deployment.kubernetes.io/revision': '4' } };
    const deletes = plan({ metadata, status }, [...old, fresh]).filter((text) => text.startsWith('delete'));
    expect(deletes).toEqual(['delete ReplicaSet/default/old1', 'delete ReplicaSet/default/old2']);
  });
});
