import { describe, expect, test } from 'vitest';
import { type ApiRequest, type ApiResponse } from '../../../src/components/apiserver/apiserver.ts';
import { ownership } from '../../../src/components/apiserver/looking.ts';
import { createMap, must, patchMap, rig } from './rig.ts';

const template = (image: string): object => ({
  metadata: { labels: { app: 'web' } },
  spec: {
    containers: [
      {
        name: 'nginx',
        image,
        ports: [{ containerPort: 80 }],
        resources: { requests: { cpu: '250m', memory: '128Mi' }, limits: { memory: '256Mi' } },
      },
    ],
  },
});

const web = (replicas: number, image: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: template(image) },
});

const applyWeb = (manager: string, body: object, options: object = {}): ApiRequest => ({
  verb: 'patch',
  resource: 'deployments',
  namespace: 'default',
  name: 'web',
  patchType: 'apply',
  body,
  options: { fieldManager: manager, ...options },
});

const KEY = 'Deployment/default/web';

describe('1.13 as recorded: two managers, force, scale', () => {
  const container = (own: object): object => ({
    'f:containers': {
      'k:{"name":"nginx"}': {
        '.': {},
        ...own,
        'f:name': {},
        'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
        'f:resources': { 'f:limits': { 'f:memory': {} }, 'f:requests': { 'f:cpu': {}, 'f:memory': {} } },
      },
    },
  });
  const fields = (own: object): object => ({
    'f:metadata': { 'f:labels': { 'f:app': {} } },
    'f:spec': {
      'f:selector': {},
      'f:template': { 'f:metadata': { 'f:labels': { 'f:app': {} } }, 'f:spec': container(own) },
    },
  });

  test('1.13 the sequence, its refusals and who owns what in the end', () => {
    const { ask, api } = rig();
    const scale = { spec: { replicas: 4 } };
    expect(ask(applyWeb('team-a', web(2, 'nginx:1.27'))).code).toBe(201);
    const refused = ask(applyWeb('team-b', web(3, 'nginx:1.28')));
    expect([refused.code, refused.status?.message]).toEqual([
      409,
      'Apply failed with 2 conflicts: conflicts with "team-a":\n- .spec.replicas\n- .spec.template.spec.containers[name="nginx"].image',
    ]);
    expect(ask(applyWeb('team-b', web(3, 'nginx:1.28'), { force: true })).code).toBe(200);
    expect(ask(applyWeb('team-a', web(2, 'nginx:1.27'))).status?.message).toBe(
      'Apply failed with 2 conflicts: conflicts with "team-b":\n- .spec.replicas\n- .spec.template.spec.containers[name="nginx"].image',
    );
    ask({
      verb: 'patch',
      resource: 'deployments',
      namespace: 'default',
      name: 'web',
      subresource: 'scale',
      patchType: 'merge',
      body: scale,
      options: { fieldManager: 'kubectl' },
    });
    expect(ask(applyWeb('team-b', web(3, 'nginx:1.28'))).status?.message).toBe(
      'Apply failed with 1 conflict: conflict with "kubectl" with subresource "scale" using apps/v1: .spec.replicas',
    );
    const entries = must(api.get(KEY)).metadata.managedFields ?? [];
    expect(entries).toMatchObject([
      { manager: 'team-a', operation: 'Apply', apiVersion: 'apps/v1', fieldsType: 'FieldsV1' },
      { manager: 'team-b', operation: 'Apply', apiVersion: 'apps/v1' },
      { manager: 'kubectl', operation: 'Update', apiVersion: 'apps/v1', subresource: 'scale' },
    ]);
    const sets = entries.map((entry) => (entry as { fieldsV1: unknown }).fieldsV1);
    expect(sets).toEqual([fields({}), fields({ 'f:image': {} }), { 'f:spec': { 'f:replicas': {} } }]);
    // As recorded: the scale handler writes no time.
    expect(entries[2]).not.toHaveProperty('time');
  });
});

describe('1.13 the sequence of alice, bob and an autoscaler', () => {
  const replicas = (value: number | undefined): object => {
    const whole = web(value ?? 0, 'v1') as { spec: Record<string, unknown> };
    const { replicas: _, ...rest } = whole.spec;
    return value === undefined ? { ...whole, spec: rest } : whole;
  };
  const owners = (ask: (request: ApiRequest) => ApiResponse): string[] => {
    const object = must(ask({ verb: 'get', resource: 'deployments', namespace: 'default', name: 'web' }).object);
    return ownership(object)
      .filter(({ paths }) =>
        paths.some(([top, name, more]) => top === 'spec' && name === 'replicas' && more === undefined),
      )
      .map(({ manager }) => manager);
  };
  const update = (manager: string, value: number): ApiRequest => ({
    verb: 'patch',
    resource: 'deployments',
    namespace: 'default',
    name: 'web',
    patchType: 'merge',
    body: { spec: { replicas: value } },
    options: { fieldManager: manager },
  });
  const now = (api: { get: (key: string) => unknown }): unknown =>
    (api.get(KEY) as { spec: { replicas?: number } }).spec.replicas;

  test('1.13 updates take, applies conflict, force takes back, equal values are shared, the last to omit removes', () => {
    const { ask, api } = rig();
    ask(applyWeb('alice', replicas(3)));
    expect(owners(ask)).toEqual(['alice']);
    ask(update('hpa', 5));
    expect([now(api), owners(ask)]).toEqual([5, ['hpa']]);
    const refused = ask(applyWeb('alice', replicas(3)));
    expect([refused.code, refused.status]).toEqual([
      409,
      {
        reason: 'Conflict',
        message: 'Apply failed with 1 conflict: conflict with "hpa" using apps/v1: .spec.replicas',
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "hpa" using apps/v1', field: '.spec.replicas' },
        ],
      },
    ]);
    ask(applyWeb('alice', replicas(3), { force: true }));
    expect([now(api), owners(ask)]).toEqual([3, ['alice']]);
    expect(ownership(must(api.get(KEY))).map(({ manager }) => manager)).toEqual(['alice']);
    ask(applyWeb('bob', replicas(3)));
    expect(owners(ask)).toEqual(['alice', 'bob']);
    ask(applyWeb('alice', replicas(undefined)));
    expect([now(api), owners(ask)]).toEqual([3, ['bob']]);
    ask(applyWeb('bob', replicas(undefined)));
    expect([now(api), owners(ask)]).toEqual([1, []]);
  });

  test('1.13 the race: who omits before the other has written drops the field to its default', () => {
    const { ask, api } = rig();
    ask(applyWeb('alice', replicas(3)));
    ask(applyWeb('alice', replicas(undefined)));
    expect(now(api)).toBe(1);
  });

  test('1.13 a dry run answers as the real one and changes nothing', () => {
    const { ask, api } = rig();
    ask(applyWeb('alice', replicas(3)));
    const { revision } = api;
    expect(ask(applyWeb('bob', replicas(4), { dryRun: true })).code).toBe(409);
    const forced = ask(applyWeb('bob', replicas(4), { dryRun: true, force: true }));
    expect(forced).toMatchObject({ code: 200, written: false, object: { spec: { replicas: 4 } } });
    expect([api.revision, now(api)]).toEqual([revision, 3]);
  });

  test('1.13 status and spec are owned apart: a status write owns no spec, an apply no status', () => {
    const { ask, api } = rig();
    ask(applyWeb('alice', { ...replicas(3), status: { replicas: 7 } }));
    ask({ ...update('kcm', 9), subresource: 'status', body: { spec: { replicas: 9 }, status: { replicas: 2 } } });
    const found = ownership(must(api.get(KEY)));
    expect(found.map(({ manager, subresource }) => [manager, subresource])).toEqual([
      ['alice', ''],
      ['kcm', 'status'],
    ]);
    expect(found[0]?.paths.some(([top]) => top === 'status')).toBe(false);
    expect(found[1]?.paths.every(([top]) => top === 'status')).toBe(true);
    expect(now(api)).toBe(3);
  });
});

describe('1.13 bookkeeping', () => {
  test('1.13 what was written before the first apply belongs to those who wrote it', () => {
    const { ask, api } = rig();
    ask(createMap('c', { a: '1' }));
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: '2' } };
    const apply: ApiRequest = { ...patchMap('c', body), patchType: 'apply', options: { fieldManager: 'me' } };
    expect(ask(apply).status?.message).toBe('Apply failed with 1 conflict: conflict with "tester" using v1: .data.a');
    ask({ ...apply, options: { fieldManager: 'me', force: true } });
    expect(must(api.get('ConfigMap/default/c'))).toMatchObject({ data: { a: '2' } });
  });

  test('1.13 at most ten entries of updates: the oldest become ancient-changes, with the time of the youngest of them', () => {
    const { ask, api, sleep } = rig();
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { own: '1' } };
    ask({ ...patchMap('c', body), patchType: 'apply', options: { fieldManager: 'me' } });
    for (let i = 0; i < 12; i++) {
      sleep(10);
      ask({ ...patchMap('c', { data: { [`f${i}`]: '1' } }), options: { fieldManager: `m${i}` } });
    }
    const found = ownership(must(api.get('ConfigMap/default/c'))).filter(({ operation }) => operation === 'Update');
    expect(found.map(({ manager }) => manager)).toEqual([
      'ancient-changes',
      ...['m3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11'],
    ]);
    expect(found[0]?.paths).toEqual([
      ['data', 'f0'],
      ['data', 'f1'],
      ['data', 'f2'],
    ]);
    const [, third] = [0, 1].map((i) => found[i]?.time ?? '');
    expect((found[0]?.time ?? '') < (third ?? '')).toBe(true);
  });
});
