/** What `run` and `why` say of Pods that have a node and do not run there: the kubelet's, the node controller's and kubectl's words. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { podColumns, restartsText } from '../../src/cli/pod-columns.ts';
import type { Pod } from '../../src/model/objects.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'steplane-'));

function steplane(command: string, text: string, ...args: readonly string[]): { code: number | null; out: string } {
  const file = join(directory, 'stuck.yaml');
  writeFileSync(file, text);
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'src/cli/main.ts', command, file, ...args],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return { code: status, out: stdout };
}

const scenario = (timeline: string, ...pods: readonly string[]): string =>
  [
    `apiVersion: steplane.dev/v1\nkind: Scenario\nspec: {generate: {nodes: 2}, timeline: [${timeline}]}`,
    ...pods.map((pod) => `apiVersion: v1\nkind: Pod\n${pod}`),
  ].join('\n---\n');

const NO_SETTINGS = 'FailedMount: MountVolume.SetUp failed for volume "v" : configmap "settings" not found';

describe('a Pod that waits for a volume', () => {
  const text = scenario(
    '',
    `metadata: {name: web}
spec: {containers: [{name: c, image: nginx}], volumes: [{name: v, configMap: {name: settings}}]}`,
  );

  it('has the message of its Event in run', () => {
    const { out } = steplane('run', text);
    expect(out).toMatch(/^NAMESPACE +NAME +READY +STATUS +RESTARTS +NODE +MESSAGE\n/);
    expect(out).toMatch(/default +web +0\/1 +ContainerCreating +0 +node-000\d +FailedMount: /);
    const { pods } = JSON.parse(steplane('run', text, '--json').out) as { pods: readonly object[] };
    expect(pods).toMatchObject([{ name: 'web', message: NO_SETTINGS, ready: '0/1', restarts: 0 }]);
  });

  it('is named by why, alone, too', () => {
    const all = steplane('why', text);
    expect(all.code).toBe(1);
    expect(all.out).toContain(`ContainerCreating\n  default/web\n    c: ${NO_SETTINGS}\n`);
    const one = steplane('why', text, '--pod', 'web');
    expect(one.code).toBe(1);
    expect(one.out).toContain(`\n  c: ContainerCreating: ${NO_SETTINGS}\n`);
    expect(JSON.parse(steplane('why', text, '--pod', 'web', '--json').out)).toMatchObject({
      stuck: { container: 'c', reason: 'ContainerCreating', message: NO_SETTINGS },
    });
  });
});

describe('a Pod that runs', () => {
  const probed = (name: string): string => `metadata: {name: ${name}}
spec: {containers: [{name: c, image: nginx, readinessProbe: {httpGet: {path: /, port: 80}}}]}`;
  const broken =
    "{at: 0s, probe: {pod: web, probe: readiness, result: failure, output: 'HTTP probe failed with statuscode: 503'}}";

  it('is stuck where its readiness probe fails', () => {
    const text = scenario(broken, probed('web'), probed('fine'));
    const { code, out } = steplane('why', text);
    expect([code, out]).toEqual([
      1,
      '1 Pod: run but are not ready: Unhealthy\n  default/web\n    c: Readiness probe failed: HTTP probe failed with statuscode: 503\n\n',
    ]);
    expect(steplane('run', text).out).toMatch(/web +0\/1 +Running +0 +node-000\d +Readiness probe failed: HTTP/);
  });

  it('is not where it was not probed yet', () => {
    const late = probed('web').replace('{httpGet', '{initialDelaySeconds: 3000, httpGet');
    expect(steplane('why', scenario('', late))).toEqual({ code: 0, out: 'No Pod is pending.\n' });
  });
});

describe('a node that does not answer', () => {
  const on = (name: string): string => `metadata: {name: ${name}}
spec: {nodeName: node-0001, tolerations: [{operator: Exists}], containers: [{name: c, image: nginx}]}`;
  const text = scenario(
    '{at: 30s, kubeletStops: node-0001}, {at: 4m, delete: {kind: Pod, name: leaves}}',
    on('leaves'),
    on('stays'),
  );

  it('holds its Pods, those that are to go, too', () => {
    const { stuck } = JSON.parse(steplane('why', text, '--json').out) as { stuck: readonly object[] };
    const row = { node: 'node-0001', container: '', message: 'Kubelet stopped posting node status.' };
    expect(stuck).toEqual([
      { pod: 'Pod/default/leaves', reason: 'Terminating', ...row },
      { pod: 'Pod/default/stays', reason: 'NodeStatusUnknown', ...row },
    ]);
    expect(steplane('run', text).out).toMatch(/stays +1\/1 +Running +0 +node-0001 +Kubelet stopped posting/);
  });
});

describe('READY and RESTARTS', () => {
  // By the rules of printPod (pkg/printers/internalversion/printers.go).
  const status = (ready: boolean, restartCount: number, finishedAt?: string): object => ({
    name: 'c',
    ready,
    restartCount,
    state: { running: {} },
    ...(finishedAt === undefined ? {} : { lastState: { terminated: { finishedAt } } }),
  });
  const pod = (spec: object, own: object): Pod => ({ kind: 'Pod', metadata: { name: 'p' }, spec, status: own }) as Pod;
  const two = { containers: [{ name: 'c' }, { name: 'd' }] };

  it('counts what runs and is ready, and when the last one ended', () => {
    const columns = podColumns(pod(two, { containerStatuses: [status(true, 6), status(true, 3)] }));
    expect([columns.ready, restartsText(columns, 0)]).toEqual(['2/2', '9']);
    const ended = podColumns(
      pod(two, {
        containerStatuses: [status(true, 1, '2026-01-01T00:00:00Z'), status(false, 2, '2026-01-01T00:05:00Z')],
      }),
    );
    const at = Date.UTC(2026, 0, 1, 0, 5) * 1000;
    const after = (seconds: number): string => restartsText(ended, at + seconds * 1e6);
    expect(ended.ready).toBe('1/2');
    // By the rules of HumanDuration (apimachinery pkg/util/duration).
    expect([119, 120, 599, 600, 10_799, 10_800, 28_799, 28_800, 172_800].map(after)).toEqual(
      ['119s', '2m', '9m59s', '10m', '179m', '3h', '7h59m', '8h', '2d'].map((age) => `3 (${age} ago)`),
    );
  });

  it('counts init containers until they are done, and sidecars from then on', () => {
    const spec = {
      initContainers: [{ name: 'c', restartPolicy: 'Always' }, { name: 'i' }],
      containers: [{ name: 'd' }],
    };
    const sidecar = { ...status(true, 3), started: true };
    const init = { ...status(false, 2), name: 'i' };
    expect(podColumns(pod(spec, { initContainerStatuses: [sidecar, init] }))).toMatchObject({
      ready: '1/2',
      restarts: 5,
    });
    const done = { ...init, state: { terminated: { exitCode: 0 } } };
    const main = { ...status(true, 1), name: 'd' };
    expect(podColumns(pod(spec, { initContainerStatuses: [sidecar, done], containerStatuses: [main] }))).toMatchObject({
      ready: '2/2',
      restarts: 4,
    });
  });
});

describe('what the api-server refuses', () => {
  const budget = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: both}
spec: {minAvailable: 1, maxUnavailable: 1, selector: {matchLabels: {app: web}}}`;

  it('is told once, and by its own name', () => {
    const { code, out } = steplane('why', `${scenario('')}\n---\n${budget}`);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^PodDisruptionBudget default\/both was refused: PodDisruptionBudget\.policy "both" is invalid: .*: minAvailable and maxUnavailable cannot be both set\n\n$/,
    );
  });
});

describe('a kind that is not there', () => {
  it('is a warning, in the words of kubectl', () => {
    const file = join(directory, 'kind.yaml');
    const of = (kind: string, version: string): string => `apiVersion: ${version}\nkind: ${kind}\nmetadata: {name: x}`;
    const definition = `${of('CustomResourceDefinition', 'apiextensions.k8s.io/v1')}\nspec: {names: {kind: Widget}}`;
    const objects = [
      of('Pdo', 'v1'),
      of('IngressClass', 'networking.k8s.io/v1'),
      of('Widget', 'example.com/v1'),
      definition,
    ];
    writeFileSync(file, [scenario(''), ...objects].join('\n---\n'));
    const { stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'run', file], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stderr).toBe('warning: no matches for kind "Pdo" in version "v1"; did you mean Pod?\n');
  });
});
