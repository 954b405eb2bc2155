/** Pods that the api-server refuses to make, as their controllers tell it. */
import { describe, expect, it } from 'vitest';
import { daemonSet, deployment, job, runRow } from './rows.ts';

const inShop = (object: object): object => ({ ...object, metadata: { ...metadataOf(object), namespace: 'shop' } });
const metadataOf = (object: object): object => (object as { readonly metadata: object }).metadata;
const shop = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };

describe('in a namespace that is being deleted (HasStatusCause NamespaceTerminating)', () => {
  it.each([
    ['ReplicaSet/shop/web@1', deployment('web', 2), 2],
    ['DaemonSet/shop/agent', daemonSet('agent', undefined), 3],
    ['Job/shop/work', job('work', ['sleep', '60'], { parallelism: 2 }), 2],
  ])('%s makes no more Pods, tells nobody and has not failed', (about, object, pods) => {
    const told = runRow([{ apply: [shop, inShop(object)] }, { delete: [{ kind: 'Namespace', name: 'shop' }] }]);
    const events = told.events(about);
    expect(events.filter((event) => event.includes('FailedCreate'))).toEqual([]);
    expect(events.filter((event) => event.includes('Created pod'))).toHaveLength(pods);
    expect(told.track(about, 'condition[ReplicaFailure]')).toEqual([]);
    expect(told.track(about, '@').at(-1)).toBe('1 DELETED');
  });
});

describe('before they have a name', () => {
  /** As kubernetes/website#20364 shows it: `pods "kubernetes-dashboard-bc446cc64-" is forbidden: error looking up ...`. */
  it('admission that changes objects comes before names are generated, so all its refusals are one Event', () => {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'other' } };
    const told = runRow([{ apply: [account, deployment('web', 2, { pod: { serviceAccountName: 'ghost' } })] }]);
    const events = told.events('ReplicaSet/web@1');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatch(
      /^\d\d? FailedCreate: Error creating: pods "web-[a-z0-9]+-" is forbidden: error looking up service account default\/ghost: serviceaccount "ghost" not found$/,
    );
    expect(Number(events[0]?.split(' ')[0])).toBeGreaterThan(5);
  });

  it('quota comes after: each refusal has a name of its own', () => {
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' }, spec: { hard: { pods: '1' } } };
    const told = runRow([{ apply: [quota] }, { apply: [deployment('web', 2)] }]);
    const failed = told.events('ReplicaSet/web@1').filter((event) => event.includes('FailedCreate'));
    expect(failed.length).toBeGreaterThan(5);
    expect(failed[0]).toMatch(
      /^1 FailedCreate: Error creating: pods "web-[a-z0-9]+-[a-z0-9]{5}" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1$/,
    );
  });
});
