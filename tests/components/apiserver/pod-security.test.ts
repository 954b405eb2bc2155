/** Admission PodSecurity: texts of k8s.io/pod-security-admission policy (checks and their tests, v1.35) and api/helpers.go. */
import { describe, expect, test } from 'vitest';
import type { ApiResponse } from '../../../src/components/apiserver/apiserver.ts';
import type { KubernetesVersion } from '../../../src/model/versions.ts';
import { rig } from './rig.ts';

const PREFIX = 'pod-security.kubernetes.io/';
const C = { name: 'c', image: 'nginx' };

/** `labels` without their prefix: { enforce: 'baseline' }. */
function namespace(name: string, labels: Readonly<Record<string, string>>): object {
  const full = Object.fromEntries(Object.entries(labels).map(([label, value]) => [PREFIX + label, value]));
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: full } };
}

const seeded = (labels: Readonly<Record<string, string>>, version: KubernetesVersion = '1.35') =>
  rig({ version, objects: [namespace('default', labels) as never] });

function posted(labels: Readonly<Record<string, string>>, spec: object, metadata: object = {}): ApiResponse {
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', ...metadata }, spec };
  return seeded(labels).ask({ verb: 'create', resource: 'pods', namespace: 'default', body });
}

const withContext = (securityContext: object): object => ({ containers: [{ ...C, securityContext }] });

describe('baseline refuses, with upstream’s text', () => {
  test.each([
    [
      withContext({ capabilities: { add: ['SYS_ADMIN', 'CHOWN', 'NET_RAW'] } }),
      'non-default capabilities (container "c" must not include "NET_RAW", "SYS_ADMIN" in securityContext.capabilities.add)',
    ],
    [
      { containers: [{ ...C, ports: [{ containerPort: 80, hostPort: 80 }] }] },
      'hostPort (container "c" uses hostPort 80)',
    ],
    [
      { securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] }, containers: [C] },
      'forbidden sysctls (kernel.msgmax)',
    ],
    [
      { securityContext: { seccompProfile: { type: 'Unconfined' } }, containers: [C] },
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    [
      withContext({ procMount: 'Unmasked' }),
      'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
    ],
    [
      withContext({ appArmorProfile: { type: 'Unconfined' } }),
      'forbidden AppArmor profile (container "c" must not set AppArmor profile type to "Unconfined")',
    ],
    [
      withContext({ seLinuxOptions: { type: 'spc_t', user: 'u' } }),
      'seLinuxOptions (container "c" set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set)',
    ],
    [
      { containers: [{ ...C, livenessProbe: { tcpSocket: { port: 80, host: '127.0.0.1' } } }] },
      'probe or lifecycle host (container "c" uses probe or lifecycle host "127.0.0.1")',
    ],
    [{ containers: [C], volumes: [{ name: 'root', hostPath: { path: '/' } }] }, 'hostPath volumes (volume "root")'],
  ])('%j', (spec, text) => {
    const { code, status } = posted({ enforce: 'baseline' }, spec);
    expect(code).toBe(403);
    expect(status?.message).toBe(`pods "p" is forbidden: violates PodSecurity "baseline:latest": ${text}`);
  });

  test('findings come sorted by the id of their check', () => {
    const spec = {
      hostNetwork: true,
      securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] },
      containers: [{ ...C, securityContext: { privileged: true, capabilities: { add: ['SYS_ADMIN'] } } }],
    };
    expect(posted({ enforce: 'baseline' }, spec).status?.message).toBe(
      'pods "p" is forbidden: violates PodSecurity "baseline:latest": non-default capabilities (container "c" must not ' +
        'include "SYS_ADMIN" in securityContext.capabilities.add), host namespaces (hostNetwork=true), privileged ' +
        '(container "c" must not set securityContext.privileged=true), forbidden sysctls (kernel.msgmax)',
    );
  });

  test('and lets in what is the default anyway', () => {
    const capabilities = { add: ['CHOWN'] };
    expect(posted({ enforce: 'baseline' }, withContext({ capabilities, procMount: 'Default' })).code).toBe(201);
  });

  test('a pod in a user namespace may have its /proc unmasked from 1.35 on', () => {
    const spec = { hostUsers: false, ...withContext({ procMount: 'Unmasked' }) };
    expect(posted({ enforce: 'baseline' }, spec).code).toBe(201);
    expect(posted({ enforce: 'baseline', 'enforce-version': 'v1.34' }, spec).status?.message).toContain(
      '"baseline:v1.34": procMount (container "c"',
    );
  });

  test('a policy of 1.33 knows nothing of the hosts of probes', () => {
    const spec = { containers: [{ ...C, livenessProbe: { tcpSocket: { port: 80, host: '127.0.0.1' } } }] };
    expect(posted({ enforce: 'baseline', 'enforce-version': 'v1.33' }, spec).code).toBe(201);
  });
});

describe('restricted takes the place of the baseline checks that it is stricter than', () => {
  const ALLOWED = {
    allowPrivilegeEscalation: false,
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
    capabilities: { drop: ['ALL'] },
  };

  test('a pod that does what it must is let in', () => {
    expect(posted({ enforce: 'restricted' }, withContext(ALLOWED)).code).toBe(201);
  });

  test.each([
    [
      { ...withContext(ALLOWED), volumes: [{ name: 'v', hostPath: { path: '/' } }] },
      'restricted volume types (volume "v" uses restricted volume type "hostPath")',
    ],
    [
      withContext({ ...ALLOWED, capabilities: { add: ['SYS_ADMIN'], drop: ['ALL'] } }),
      'unrestricted capabilities (container "c" must not include "SYS_ADMIN" in securityContext.capabilities.add)',
    ],
    [withContext({ ...ALLOWED, runAsUser: 0 }), 'runAsUser=0 (container "c" must not set runAsUser=0)'],
    [
      { securityContext: { runAsNonRoot: false }, ...withContext(ALLOWED) },
      'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)',
    ],
    [
      withContext({ ...ALLOWED, seccompProfile: { type: 'Unconfined' } }),
      'seccompProfile (container "c" must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
  ])('%j', (spec, text) => {
    const message = `pods "p" is forbidden: violates PodSecurity "restricted:latest": ${text}`;
    expect(posted({ enforce: 'restricted' }, spec).status?.message).toBe(message);
  });
});

describe('labels of a Namespace', () => {
  test('a level that is none is 422', () => {
    const answer = rig().ask({
      verb: 'create',
      resource: 'namespaces',
      body: namespace('strict', { enforce: 'nonsense', 'warn-version': '1.30' }),
    });
    expect(answer.code).toBe(422);
    expect(answer.status?.message).toBe(
      'Namespace "strict" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "nonsense": ' +
        'must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/warn-version]: ' +
        'Invalid value: "1.30": must be "latest" or "v1.x"]',
    );
  });

  test('one that stands there already counts as restricted', () => {
    expect(posted({ enforce: 'nonsense' }, { containers: [C] }).status?.message).toContain('"restricted:latest"');
  });

  test('a workload is warned of, and not refused; warn follows enforce', () => {
    const template = { metadata: { labels: { app: 'a' } }, spec: { hostNetwork: true, containers: [C] } };
    const spec = { selector: { matchLabels: { app: 'a' } }, template };
    const answer = seeded({ enforce: 'baseline' }).ask({
      verb: 'create',
      resource: 'deployments',
      namespace: 'default',
      body: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec },
      options: { fieldValidation: 'Warn' },
    });
    expect(answer.code).toBe(201);
    expect(answer.warnings).toEqual([
      '299 - "would violate PodSecurity \\"baseline:latest\\": host namespaces (hostNetwork=true)"',
    ]);
  });

  test('a stricter level warns of the pods that are there', () => {
    const { ask } = seeded({});
    for (const name of ['p', 'q']) {
      const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { hostNetwork: true, containers: [C] } };
      expect(ask({ verb: 'create', resource: 'pods', namespace: 'default', body }).code).toBe(201);
    }
    const answer = ask({
      verb: 'patch',
      resource: 'namespaces',
      name: 'default',
      patchType: 'merge',
      body: { metadata: { labels: { [`${PREFIX}enforce`]: 'baseline' } } },
      options: { fieldValidation: 'Warn' },
    });
    expect(answer.warnings).toEqual([
      '299 - "existing pods in namespace \\"default\\" violate the new PodSecurity enforce level \\"baseline:latest\\""',
      '299 - "p (and 1 other pod): host namespaces"',
    ]);
  });
});
