/** What `run` and `why` say of what stands still, in the words of the real system. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'steplane-'));

function steplane(
  command: string,
  text: string,
  ...args: readonly string[]
): { code: number | null; out: string; err: string } {
  const file = join(directory, 'troubles.yaml');
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'src/cli/main.ts', command, file, ...args],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return { code: status, out: stdout, err: stderr };
}

const scenario = (spec: string, ...objects: readonly string[]): string =>
  [`apiVersion: steplane.dev/v1\nkind: Scenario\nspec: {generate: {nodes: 2}, ${spec}}`, ...objects].join('\n---\n');

const web = (spec: string, image: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  ${spec}
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: ${image}, resources: {requests: {cpu: 100m}}}]}}`;

const hpa = (name: string, target: string): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: ${name}}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${target}}
  maxReplicas: 5
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]`;

describe('an autoscaler that cannot work', () => {
  const text = scenario(
    'metrics: [{pods: {app: wbe}, cpu: 250m}]',
    web('replicas: 1', 'nginx'),
    hpa('web', 'web'),
    hpa('lost', 'nowhere'),
  );
  const lost =
    'HorizontalPodAutoscaler default/lost: FailedGetScale: the HPA controller was unable to get the target\'s current scale: deployments.apps "nowhere" not found\n';
  const blind =
    'HorizontalPodAutoscaler default/web: FailedGetResourceMetric: the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from resource metrics API\n';

  it('is a warning of run, beside the metrics that are of no Pod', () => {
    const { err } = steplane('run', text);
    expect(err).toContain(`warning: ${lost}`);
    expect(err).toContain(`warning: ${blind}`);
    expect(err).toContain('warning: spec.metrics: no Pod has the labels app=wbe; did you mean app=web?\n');
  });

  it('is told by why, which has no pending Pod to name', () => {
    const { code, out } = steplane('why', text);
    expect([code, out]).toEqual([0, `No Pod is pending.\n${lost}${blind}`]);
    const { troubles } = JSON.parse(steplane('why', text, '--json').out) as { troubles: readonly object[] };
    expect(troubles).toMatchObject([
      { object: 'HorizontalPodAutoscaler/default/lost', condition: 'AbleToScale', reason: 'FailedGetScale' },
      { object: 'HorizontalPodAutoscaler/default/web', condition: 'ScalingActive', reason: 'FailedGetResourceMetric' },
    ]);
  });

  it('says nothing where it works', () => {
    const { err } = steplane(
      'run',
      scenario('metrics: [{pods: {app: web}, cpu: 50m}]', web('replicas: 1', 'nginx'), hpa('web', 'web')),
    );
    expect(err).toBe('');
  });
});

describe('an image that is not there', () => {
  const text = scenario(
    "kubelet: {unpullable: ['*missing*']}",
    web('replicas: 1\n  progressDeadlineSeconds: 40', 'missing'),
  );

  it('is the message of its Pod, and the Deployment’s deadline a warning', () => {
    const { out, err } = steplane('run', text);
    expect(out).toMatch(
      /0\/1 +(ErrImagePull|ImagePullBackOff) +0 +node-000\d +.*rpc error: code = NotFound desc = failed to pull and unpack image /,
    );
    expect(err).toMatch(
      /warning: Deployment default\/web: ProgressDeadlineExceeded: ReplicaSet "web-\w+" has timed out progressing\.\n/,
    );
    const { pods } = JSON.parse(steplane('run', text, '--json').out) as { pods: readonly { message: string }[] };
    expect(pods[0]?.message).toContain('failed to pull and unpack image');
  });
});

describe('a crash loop', () => {
  const crash = `apiVersion: v1
kind: Pod
metadata: {name: crash}
spec: {containers: [{name: c, image: busybox, command: [sh, -c, 'sleep 1; exit 1']}]}`;

  it('has the kubelet’s message, and why names it', () => {
    // The fourth back-off (80 s) ends a moment later: until shortly before, the status has the exit itself.
    const until = ['--until', 'time:2m55s'];
    const { out } = steplane('run', scenario('', crash), ...until);
    expect(out).toMatch(
      /0\/1 +CrashLoopBackOff +4 \(\d+s ago\) +node-000\d +back-off \S+ restarting failed container=c pod=crash_default\(/,
    );
    const { code, out: told } = steplane('why', scenario('', crash), ...until);
    expect(code).toBe(1);
    const rest = steplane('why', scenario('', crash));
    expect(rest.code).toBe(1);
    expect(rest.out).toMatch(
      /1 Pod: have a container that has ended: Error\n {2}default\/crash\n {4}c: Exit Code: 1, Restart Count: \d\n/,
    );
    expect(told).toContain('1 Pod: start and end again and again: CrashLoopBackOff\n  default/crash\n    c: back-off ');
  });
});
