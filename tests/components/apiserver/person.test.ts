/** What a person sends, and upstream's answer to it: apimachinery's decoders and handlers/patch.go (v0.37). */
import { expect, test } from 'vitest';
import type { ApiRequest } from '../../../src/components/apiserver/apiserver.ts';
import { rig } from './rig.ts';

type Fields = Readonly<Record<string, unknown>>;
type Validation = 'Strict' | 'Warn';

const pod = (spec: unknown, metadata: Fields = {}): Fields => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', ...metadata },
  spec,
});
const map: Fields = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data: { a: '1' } };

const create = (resource: string, body: unknown, fieldValidation: Validation = 'Strict'): ApiRequest => ({
  verb: 'create',
  resource,
  namespace: 'default',
  body,
  options: { fieldValidation },
});
const patch = (patchType: 'json' | 'merge' | 'strategic', body: unknown): ApiRequest => ({
  verb: 'patch',
  resource: 'configmaps',
  namespace: 'default',
  name: 'm',
  patchType,
  body,
  options: { fieldValidation: 'Warn' },
});

const QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const handled = (kind: string, why: string): string => `${kind} in version "v1" cannot be handled as a ${kind}: ${why}`;
const container = { name: 'c', image: 'i' };

const CREATED: readonly (readonly [resource: string, body: unknown, message: string])[] = [
  ['pods', pod({ containers: [{ ...container, resources: { requests: { cpu: '2x' } } }] }), handled('Pod', QUANTITY)],
  [
    'pods',
    pod({ containers: [{ ...container, command: 'sleep 1' }] }),
    handled(
      'Pod',
      'json: cannot unmarshal string into Go struct field Container.spec.containers.command of type []string',
    ),
  ],
  [
    'pods',
    pod({ containers: [{ name: 'c', imagee: 'i' }] }),
    handled('Pod', 'strict decoding error: unknown field "spec.containers[0].imagee"'),
  ],
  [
    'pods',
    pod({ containers: [container], terminationGracePeriodSeconds: 99_999_999_999, priority: 99_999_999_999 }),
    handled(
      'Pod',
      'json: cannot unmarshal number 99999999999 into Go struct field PodSpec.spec.priority of type int32',
    ),
  ],
  [
    'secrets',
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { a: 'ab!d' } },
    handled('Secret', 'illegal base64 data at input byte 2'),
  ],
  [
    'pods',
    pod({ containers: [container] }, { deletionTimestamp: 'bad' }),
    handled('Pod', 'parsing time "bad" as "2006-01-02T15:04:05Z07:00": cannot parse "bad" as "2006"'),
  ],
];

test.each(CREATED)('%s %j is no object: 400', (resource, body, message) => {
  expect(rig().ask(create(resource, body))).toMatchObject({ code: 400, status: { reason: 'BadRequest', message } });
});

test('a Pod without a spec, and a Deployment without a template, lack their containers alone', () => {
  expect(rig().ask(create('pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } })).status?.message).toBe(
    'Pod "p" is invalid: spec.containers: Required value',
  );
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' } };
  expect(rig().ask(create('deployments', deployment)).status?.message).toBe(
    'Deployment.apps "d" is invalid: [spec.selector: Required value, spec.template.metadata.labels: Invalid value: ' +
      'null: `selector` does not match template `labels`, spec.template.spec.containers: Required value]',
  );
});

test('without strict validation an unknown field is dropped, and null is as if it were not there', () => {
  const { object } = rig().ask(create('configmaps', { ...map, bogus: 1, immutable: null }, 'Warn'));
  expect(object).not.toHaveProperty('bogus');
  expect(object).not.toHaveProperty('immutable');
});

test.each([
  ['merge', { data: { a: 1 } }, 'json: cannot unmarshal number into Go struct field ConfigMap.data of type string'],
  ['merge', { kind: 'Pod' }, 'converting (v1.Pod) to (core.ConfigMap): unknown conversion'],
  [
    'json',
    [{ op: 'replace', path: '/data', value: 'x' }],
    'json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string',
  ],
  ['strategic', { data: 'x' }, 'cannot restore map from string'],
] as const)('a %s patch %j makes no object: 422', (type, body, detail) => {
  const one = rig();
  one.ask(create('configmaps', map));
  const { code, status } = one.ask(patch(type, body));
  expect(code).toBe(422);
  expect(status?.message.startsWith(' "" is invalid: patch: Invalid value: ')).toBe(true);
  expect(status?.message.endsWith(`: ${detail}`)).toBe(true);
});

test('a strategic patch is shown as Go prints it; a patched object without a name has none', () => {
  const one = rig();
  one.ask(create('configmaps', map));
  expect(one.ask(patch('strategic', { data: 'x' })).status?.message).toContain('Invalid value: "map[data:x]": ');
  expect(one.ask(patch('merge', { metadata: null })).status?.message).toBe(
    'the name of the object (m based on URL) was undeterminable: name must be provided',
  );
  expect(one.ask(patch('json', [{ op: 'replace', path: '', value: 1 }])).code).toBe(422);
});

test('a version that is not served is not found', () => {
  const request: ApiRequest = { verb: 'list', resource: 'deployments', apiVersion: 'apps/v1beta1' };
  expect(rig().ask(request)).toMatchObject({ code: 404, status: { reason: 'NotFound' } });
});
