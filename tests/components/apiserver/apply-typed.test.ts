/** What server-side apply says of a field that is not as the schema has it, in structured-merge-diff's words. */
import { describe, expect, test } from 'vitest';
import { type ApiRequest } from '../../../src/components/apiserver/apiserver.ts';
import { rig } from './rig.ts';

type Fields = Readonly<Record<string, unknown>>;

const container: Fields = { name: 'app', image: 'nginx:1.27' };

/** @param spec beside what a Deployment needs; @param pod the Pod's spec */
function deployment(spec: Fields, pod: Fields = { containers: [container] }, metadata: Fields = {}): Fields {
  const template = { metadata: { labels: { app: 'web' } }, spec: pod };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default', ...metadata },
    spec: { selector: { matchLabels: { app: 'web' } }, template, ...spec },
  };
}

const applied = (body: Fields, resource = 'deployments', options: object = {}): ApiRequest => ({
  verb: 'patch',
  resource,
  ...(resource === 'priorityclasses' ? {} : { namespace: 'default' }),
  name: 'web',
  patchType: 'apply',
  body,
  options: { fieldManager: 'kubectl', ...options },
});

const POD = '.spec.template.spec';
const inContainer = (fields: Fields): Fields => deployment({}, { containers: [{ ...container, ...fields }] });

const CASES: readonly (readonly [name: string, body: Fields, says: string])[] = [
  [
    'a text for a number',
    deployment({ replicas: 'two' }),
    '.spec.replicas: expected numeric (int or float), got string',
  ],
  [
    'a boolean for a number',
    deployment({ replicas: true }),
    '.spec.replicas: expected numeric (int or float), got bool',
  ],
  [
    'an object for a number',
    deployment({ replicas: { count: 2 } }),
    '.spec.replicas: expected numeric (int or float), got map[string]interface {}',
  ],
  [
    'a number for a text',
    deployment({}, undefined, { annotations: { restarted: 1775066426 } }),
    '.metadata.annotations.restarted: expected string, got &value.valueUnstructured{Value:1775066426}',
  ],
  [
    'a boolean in a node selector',
    deployment({}, { containers: [container], nodeSelector: { 'ingress-ready': true } }),
    `${POD}.nodeSelector.ingress-ready: expected string, got &value.valueUnstructured{Value:true}`,
  ],
  [
    'an object in a list of texts',
    inContainer({ args: ['-v', { kind: 'Workflow', name: 'docker' }] }),
    `${POD}.containers[name="app"].args[1]: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"kind":"Workflow", "name":"docker"}}`,
  ],
  ['a text for a boolean', deployment({ paused: 'yes' }), '.spec.paused: expected boolean, got &{yes}'],
  ['a text for a list', deployment({}, { containers: 'app' }), `${POD}.containers: expected list, got &{app}`],
  [
    'an object for a list',
    inContainer({ env: { A: '1', B: '2' } }),
    `${POD}.containers[name="app"].env: expected list, got &{map[A:1 B:2]}`,
  ],
  ['a list for a struct', deployment({ strategy: ['Recreate'] }), '.spec.strategy: expected map, got &{[Recreate]}'],
  ['a field nobody declared', deployment({ bogus: 1 }), '.spec.bogus: field not declared in schema'],
  [
    'a field nobody declared, in a container',
    inContainer({ resources: { cpu: '1' } }),
    `${POD}.containers[name="app"].resources.cpu: field not declared in schema`,
  ],
  [
    'the same variable twice, and another',
    inContainer({ env: ['A', 'B', 'A', 'B'].map((name) => ({ name, value: 'x' })) }),
    `errors:\n  ${POD}.containers[name="app"].env: duplicate entries for key [name="A"]\n  ${POD}.containers[name="app"].env: duplicate entries for key [name="B"]`,
  ],
  [
    'the same port twice: its protocol is TCP where it says none',
    inContainer({ ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP' }] }),
    `${POD}.containers[name="app"].ports: duplicate entries for key [containerPort=80,protocol="TCP"]`,
  ],
  [
    'a null element',
    deployment({}, { containers: [container, null] }),
    `${POD}.containers: element 1: associative list with keys may not have a null element`,
  ],
  [
    'a text for an element',
    deployment({}, { containers: ['app'] }),
    `${POD}.containers: element 0: associative list with keys may not have non-map elements`,
  ],
  [
    'a finalizer that is null',
    deployment({}, undefined, { finalizers: ['a/b', null] }),
    ".metadata.finalizers: element 1: associative list without keys has an element that's an explicit null",
  ],
  [
    'the same finalizer twice',
    deployment({}, undefined, { finalizers: ['a/b', 'a/b'] }),
    '.metadata.finalizers: duplicate entries for key [="a/b"]',
  ],
  [
    'an object for a time',
    deployment({}, undefined, { creationTimestamp: { at: 1 } }),
    '.metadata.creationTimestamp: expected any scalar, got &{map[at:1]}',
  ],
];

describe('what does not fit the schema', () => {
  test.each(CASES)('%s', (_, body, says) => {
    const { ask, api } = rig();
    const answer = ask(applied(body));
    const message = `failed to create typed patch object (default/web; apps/v1, Kind=Deployment): ${says}`;
    expect([answer.code, answer.status]).toEqual([500, { reason: '', message, causes: [] }]);
    expect(api.get('Deployment/default/web')).toBeUndefined();
  });

  test('core kinds have no group, and what belongs to no namespace none before the slash', () => {
    const { ask } = rig();
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'default' } };
    expect(ask(applied({ ...map, data: { VERSION: 1 } }, 'configmaps')).status?.message).toBe(
      'failed to create typed patch object (default/web; /v1, Kind=ConfigMap): .data.VERSION: expected string, got &value.valueUnstructured{Value:1}',
    );
    const urgent = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'web' }, value: '1' };
    expect(ask(applied(urgent, 'priorityclasses')).status?.message).toBe(
      'failed to create typed patch object (/web; scheduling.k8s.io/v1, Kind=PriorityClass): .value: expected numeric (int or float), got string',
    );
  });

  test('it is said before a conflict, and force does not help', () => {
    const { ask } = rig();
    expect(ask(applied(deployment({ replicas: 2 }))).code).toBe(201);
    const bad = deployment({ replicas: '3' });
    for (const force of [false, true]) {
      expect(ask(applied(bad, 'deployments', { fieldManager: 'other', force })).status?.message).toMatch(
        /^failed to create typed patch object .*: \.spec\.replicas: expected numeric/,
      );
    }
  });

  test('strict field validation adds nothing: unknown fields are the schema’s business here', () => {
    const { ask } = rig();
    expect(ask(applied(deployment({ bogus: 1 }), 'deployments', { fieldValidation: 'Strict' })).status?.message).toBe(
      'failed to create typed patch object (default/web; apps/v1, Kind=Deployment): .spec.bogus: field not declared in schema',
    );
  });

  test('another kind than the address names', () => {
    const { ask } = rig();
    const answer = ask(applied({ ...deployment({}), apiVersion: 'v1', kind: 'Pod' }));
    expect([answer.code, answer.status?.message]).toEqual([400, 'invalid object type: /v1, Kind=Pod']);
  });
});

describe('what fits', () => {
  test('null is of every type; a quantity may be a number, an IntOrString either', () => {
    const { ask, api } = rig();
    const rollingUpdate = { maxSurge: 1, maxUnavailable: '25%' };
    const body = deployment(
      { replicas: null, paused: null, strategy: { rollingUpdate } },
      {
        containers: [{ ...container, args: null, resources: { requests: { cpu: 1, memory: '64Mi' } } }],
        tolerations: null,
      },
      { creationTimestamp: null, labels: null },
    );
    expect(ask(applied(body)).code).toBe(201);
    expect(api.get('Deployment/default/web')).toMatchObject({ spec: { replicas: 1, strategy: { rollingUpdate } } });
  });
});

describe('what only the conversion to Go’s types refuses', () => {
  const says = (problem: string): string =>
    `failed to convert new object (default/web; apps/v1, Kind=Deployment) to proper version: unable to convert unstructured object to apps/v1, Kind=Deployment: ${problem}`;
  test.each<[string, Fields, string]>([
    [
      'a quantity that is none',
      inContainer({ resources: { requests: { cpu: 'one' } } }),
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ['half a replica', deployment({ replicas: 1.5 }), 'unrecognized type: int32'],
    [
      'a boolean for an IntOrString',
      deployment({ strategy: { rollingUpdate: { maxSurge: true } } }),
      'json: cannot unmarshal bool into Go value of type int32',
    ],
  ])('%s', (_, body, problem) => {
    const { ask } = rig();
    const answer = ask(applied(body));
    expect([answer.code, answer.status?.message]).toEqual([500, says(problem)]);
  });
});
