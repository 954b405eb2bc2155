import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/model/objects.ts';
import { bindPod, createMap, createPod, deletePod, must, patchMap, rig, type Rig } from './rig.ts';

function boundPod(spec: object = {}, metadata: object = {}): Rig {
  const r = rig();
  r.ask(createPod('p', spec, metadata));
  r.ask(bindPod('p', 'n'));
  r.watch('w', { resource: 'pods', fromRevision: r.api.revision });
  return r;
}

const metaOf = (r: Rig): Pod['metadata'] => must(r.api.get('Pod/default/p')).metadata;

describe('1.8 delete', () => {
  test('1.8 a first delete of a bound pod marks it: future deletionTimestamp, grace, generation + 1, MODIFIED', () => {
    const r = boundPod();
    expect(r.ask(deletePod('p')).code).toBe(200);
    expect(metaOf(r)).toMatchObject({
      deletionTimestamp: '2026-02-01T00:00:30Z',
      deletionGracePeriodSeconds: 30,
      generation: 2,
    });
    expect(r.seen).toEqual(['w MODIFIED Pod/default/p 3']);
  });

  test('1.8 grace: asked for, else of the spec; negative counts as 1; 0 without a node or after the end', () => {
    const grace = (spec: object, options: object): unknown => {
      const r = boundPod(spec);
      r.ask(deletePod('p', options));
      return metaOf(r).deletionGracePeriodSeconds;
    };
    expect(grace({ terminationGracePeriodSeconds: 7 }, {})).toBe(7);
    expect(grace({ terminationGracePeriodSeconds: 7 }, { gracePeriodSeconds: 4 })).toBe(4);
    expect(grace({}, { gracePeriodSeconds: -5 })).toBe(1);

    const ended = boundPod();
    const status = { verb: 'patch', resource: 'pods', namespace: 'default', name: 'p', subresource: 'status' } as const;
    ended.ask({ ...status, patchType: 'merge', body: { status: { phase: 'Failed' } } });
    ended.ask(deletePod('p'));
    expect(ended.api.get('Pod/default/p')).toBeUndefined();
  });

  test('1.8 grace 0 first stores grace 0 (MODIFIED), then removes (DELETED): two commits, two events', () => {
    const r = boundPod();
    const from = r.world.step + 1;
    const answer = r.ask(deletePod('p', { gracePeriodSeconds: 0 }));
    expect(r.seen).toEqual(['w MODIFIED Pod/default/p 3', 'w DELETED Pod/default/p 4']);
    expect(answer).toMatchObject({ code: 200, written: true });
    expect(r.lines(from)).toEqual([
      'request.sent | tester | Pod/default/p | delete | 0',
      'store.written | tester | Pod/default/p | delete | 3',
      'store.written | tester | Pod/default/p | delete | 4',
      'response.delivered | tester | Pod/default/p | delete | 200',
      'watch.delivered | w | Pod/default/p | MODIFIED | 3',
      'watch.delivered | w | Pod/default/p | DELETED | 4',
    ]);
  });

  test('1.8 a pod that never had a node goes at once, by way of a mark', () => {
    const r = rig();
    r.ask(createPod('p'));
    r.watch('w', { resource: 'pods', fromRevision: 1 });
    r.ask(deletePod('p'));
    expect(r.seen).toEqual(['w MODIFIED Pod/default/p 2', 'w DELETED Pod/default/p 3']);
  });

  test('1.8 a repeated request can only shorten', () => {
    const r = boundPod();
    r.ask(deletePod('p', { gracePeriodSeconds: 30 }));
    const { revision } = r.api;
    for (const options of [{}, { gracePeriodSeconds: 30 }, { gracePeriodSeconds: 60 }]) {
      expect(r.ask(deletePod('p', options))).toMatchObject({ code: 200, written: false });
    }
    expect(r.api.revision).toBe(revision);
    r.ask(deletePod('p', { gracePeriodSeconds: 10 }));
    expect(metaOf(r)).toMatchObject({
      deletionTimestamp: '2026-02-01T00:00:10Z',
      deletionGracePeriodSeconds: 10,
      generation: 2,
    });
  });

  test('1.8 shortened to a moment that is past: now, and grace 1', () => {
    const r = boundPod();
    r.ask(deletePod('p', { gracePeriodSeconds: 30 }));
    r.sleep(20);
    r.ask(deletePod('p', { gracePeriodSeconds: 5 }));
    expect(metaOf(r)).toMatchObject({
      deletionTimestamp: '2026-02-01T00:00:20Z',
      deletionGracePeriodSeconds: 1,
    });
  });

  test('1.8 preconditions: another uid or resourceVersion is 409', () => {
    const r = boundPod();
    const uid = metaOf(r).uid ?? '';
    const wrong = r.ask(deletePod('p', { preconditions: { uid: 'other' } }));
    expect(wrong.code).toBe(409);
    expect(wrong.status?.message).toBe(
      `Operation cannot be fulfilled on Pod "p": the UID in the precondition (other) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
    expect(r.ask(deletePod('p', { preconditions: { resourceVersion: '1' } })).code).toBe(409);
    expect(r.ask(deletePod('p', { preconditions: { uid } })).code).toBe(200);
  });

  test('1.8 with finalizers the object is only marked; the update that takes the last one removes it: DELETED', () => {
    const r = rig();
    r.ask(createMap('c', {}, { finalizers: ['example.com/a', 'example.com/b'] }));
    r.watch('w', { resource: 'configmaps', fromRevision: 1 });
    r.ask({ verb: 'delete', resource: 'configmaps', namespace: 'default', name: 'c' });
    expect(must(r.api.get('ConfigMap/default/c')).metadata).toMatchObject({
      deletionTimestamp: '2026-02-01T00:00:00Z',
      deletionGracePeriodSeconds: 0,
    });
    r.ask(patchMap('c', { metadata: { finalizers: ['example.com/b'] } }));
    r.ask(patchMap('c', { metadata: { finalizers: null } }));
    expect(r.seen).toEqual([
      'w MODIFIED ConfigMap/default/c 2',
      'w MODIFIED ConfigMap/default/c 3',
      'w DELETED ConfigMap/default/c 4',
    ]);
    expect(r.api.get('ConfigMap/default/c')).toBeUndefined();
  });

  test('1.8 a pod in its grace period stays when its finalizers are emptied', () => {
    const r = boundPod({}, { finalizers: ['example.com/a'] });
    r.ask(deletePod('p'));
    r.ask({
      verb: 'patch',
      resource: 'pods',
      namespace: 'default',
      name: 'p',
      patchType: 'merge',
      body: { metadata: { finalizers: null } },
    });
    expect(metaOf(r).deletionGracePeriodSeconds).toBe(30);
    expect(r.seen.map((line) => line.split(' ')[1])).toEqual(['MODIFIED', 'MODIFIED']);
  });

  test('1.8 an update cannot clear or move deletionTimestamp', () => {
    const r = boundPod();
    r.ask(deletePod('p'));
    const marked = must(r.api.get('Pod/default/p'));
    const sent = Object.entries(marked.metadata).filter(([field]) => field !== 'deletionTimestamp');
    const metadata = Object.fromEntries(sent);
    r.ask({
      verb: 'update',
      resource: 'pods',
      namespace: 'default',
      name: 'p',
      body: { ...marked, metadata: { ...metadata, labels: { x: 'y' } } },
    });
    expect(metaOf(r)).toMatchObject({ labels: { x: 'y' }, deletionTimestamp: '2026-02-01T00:00:30Z' });
  });

  test('1.8 Foreground and Orphan leave a finalizer of that name, Background none', () => {
    const finalizers = (options: object, resource = 'replicasets'): unknown => {
      const r = rig();
      const template = {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'a', image: 'i' }], restartPolicy: resource === 'jobs' ? 'Never' : 'Always' },
      };
      const spec = resource === 'jobs' ? { template } : { selector: { matchLabels: { a: 'b' } }, template };
      r.ask({ verb: 'create', resource, namespace: 'default', body: { metadata: { name: 'x' }, spec } });
      r.ask({ verb: 'delete', resource, namespace: 'default', name: 'x', options });
      return r.api.list(resource)[0]?.metadata.finalizers;
    };
    expect(finalizers({ propagationPolicy: 'Foreground' })).toEqual(['foregroundDeletion']);
    expect(finalizers({ propagationPolicy: 'Orphan' })).toEqual(['orphan']);
    expect(finalizers({ propagationPolicy: 'Background' })).toBeUndefined();
    expect(finalizers({})).toBeUndefined();
    expect(finalizers({}, 'jobs')).toEqual(['orphan']);
  });

  test('1.8 deletecollection deletes what the selector takes, a commit at a time', () => {
    const r = rig();
    r.ask(createPod('a', {}, { labels: { x: '1' } }));
    r.ask(createPod('b', {}, { labels: { x: '1' } }));
    r.ask(createPod('c'));
    r.ask({ verb: 'deletecollection', resource: 'pods', namespace: 'default', options: { labelSelector: 'x=1' } });
    expect(r.api.list('pods').map(({ metadata }) => metadata.name)).toEqual(['c']);
  });
});
