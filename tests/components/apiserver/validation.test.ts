import { describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../../src/components/apiserver/apiserver.ts';
import { createMap, patchMap, rig } from './rig.ts';

const META = { name: 'x' };
const create = (resource: string, body: object): ApiRequest => ({
  verb: 'create',
  resource,
  namespace: 'default',
  body,
});
const template = (spec: object = {}): object => ({
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
const workload = (more: object, pods: object = {}): object => ({
  metadata: META,
  spec: { selector: { matchLabels: { a: 'b' } }, template: template(pods), ...more },
});
const claim = (more: object = {}): object => ({
  metadata: META,
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more },
});

/** Upstream's texts, after "KIND \"x\" is invalid: ". */
const CASES: readonly (readonly [string, object, string])[] = [
  [
    'configmaps',
    { metadata: META, data: { 'a b': '1' } },
    `data[a b]: Invalid value: "a b": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
  ],
  ['configmaps', { metadata: META, data: { '..': '1' } }, `data[..]: Invalid value: "..": must not be '..'`],
  [
    'configmaps',
    { metadata: META, data: { k: '1' }, binaryData: { k: 'eA==' } },
    'data[k]: Invalid value: "k": duplicate of key present in binaryData',
  ],
  [
    'persistentvolumeclaims',
    claim({ accessModes: [] }),
    'spec.accessModes: Required value: at least 1 access mode is required',
  ],
  [
    'persistentvolumeclaims',
    claim({ accessModes: ['Once'] }),
    'spec.accessModes: Unsupported value: "Once": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
  ],
  [
    'persistentvolumeclaims',
    claim({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] }),
    'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
  ],
  ['persistentvolumeclaims', claim({ resources: {} }), 'spec.resources[storage]: Required value'],
  [
    'persistentvolumeclaims',
    claim({ resources: { requests: { storage: '0' } } }),
    'spec.resources[storage]: Invalid value: "0": must be greater than zero',
  ],
  [
    'statefulsets',
    workload({ serviceName: 's', podManagementPolicy: 'Random' }),
    `spec.podManagementPolicy: Invalid value: "Random": must be 'OrderedReady' or 'Parallel'`,
  ],
  [
    'replicasets',
    workload({}, { activeDeadlineSeconds: 5 }),
    'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
  ],
  [
    'daemonsets',
    workload({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '101%' } } }),
    'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
  ],
  [
    'poddisruptionbudgets',
    { metadata: META, spec: { minAvailable: '150%', selector: { matchLabels: { a: 'b' } } } },
    'spec.minAvailable: Invalid value: "150%": must not be greater than 100%',
  ],
  ['services', { metadata: META, spec: { type: 'ExternalName' } }, 'spec.externalName: Required value'],
  [
    'services',
    {
      metadata: META,
      spec: {
        ports: [
          { name: 'a', port: 1 },
          { name: 'a', port: 2 },
        ],
      },
    },
    'spec.ports[1].name: Duplicate value: "a"',
  ],
  [
    'services',
    { metadata: META, spec: { ports: [{ port: 80, targetPort: 70_000 }] } },
    'spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
  ],
  [
    'jobs',
    { metadata: META, spec: { completionMode: 'Odd', template: template({ restartPolicy: 'Never' }) } },
    'spec.completionMode: Unsupported value: "Odd": supported values: "Indexed", "NonIndexed"',
  ],
];

describe('1.2 what a create is refused for, by kind', () => {
  test.each(CASES)('1.2 %s %o', (resource, body, text) => {
    const { code, status } = rig().ask(create(resource, body));
    expect(code).toBe(422);
    expect((status?.message ?? '').replace(/^.*" is invalid: /, '')).toBe(text);
  });

  test('1.2 names and sizes', () => {
    const { ask } = rig();
    const system = ask({
      verb: 'create',
      resource: 'priorityclasses',
      body: { metadata: { name: 'system-x' }, value: 1 },
    });
    expect(system.status?.message).toContain(
      "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-x is not a known system priority class",
    );
    expect(ask(createMap('m', {}, { annotations: { a: 'x'.repeat(262_144) } })).status?.message).toContain(
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    );
  });
});

describe('1.3 what an update is refused for', () => {
  test('1.3 what is sealed keeps its data, and stays sealed', () => {
    const { ask } = rig();
    ask({ ...createMap('m', { x: '1' }), body: { metadata: { name: 'm' }, data: { x: '1' }, immutable: true } });
    expect(ask(patchMap('m', { data: { x: '2' } })).status?.message).toBe(
      'ConfigMap "m" is invalid: data: Forbidden: field is immutable when `immutable` is set',
    );
    expect(ask(patchMap('m', { immutable: null })).status?.message).toContain('immutable: Forbidden: ');
    expect(ask(patchMap('m', { metadata: { labels: { a: 'b' } } })).code).toBe(200);
  });

  test('1.3 a claim is bound once; what else changes is shown line by line', () => {
    const { ask } = rig();
    ask(create('persistentvolumeclaims', claim()));
    const patch = (spec: object): ApiRequest => ({
      verb: 'patch',
      resource: 'persistentvolumeclaims',
      namespace: 'default',
      name: 'x',
      patchType: 'merge',
      body: { spec },
    });
    expect(ask(patch({ volumeName: 'v' })).code).toBe(200);
    const lines = [
      'PersistentVolumeClaim "x" is invalid: spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      '@@ -9,7 +9,7 @@',
      '    "storage": "1Gi"',
      '   }',
      '  },',
      '- "VolumeName": "v",',
      '+ "VolumeName": "w",',
      '  "StorageClassName": null,',
      '  "VolumeMode": "Filesystem",',
      '  "DataSource": null,',
      '',
    ];
    expect(ask(patch({ volumeName: 'w' })).status?.message).toBe(lines.join('\n'));
  });
});
