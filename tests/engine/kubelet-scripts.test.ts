/** What a scenario says of containers, probes and nodes, from its text to the state of the cluster. */
import { describe, expect, it } from 'vitest';
import { problemWords } from '../../src/derive/words/problems.ts';
import { createCluster, type Cluster } from '../../src/engine/create-cluster.ts';
import type { Node, Pod } from '../../src/model/objects.ts';
import { readScenario } from '../../src/scenario/scenario.ts';

const text = (spec: string): string => `apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: scripts}
spec:
  kubernetesVersion: "1.37"
  seed: 5
  generate: {nodes: 1}
${spec}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: c
        image: web:1
        readinessProbe: {httpGet: {port: 80}, periodSeconds: 5}
`;

const read = (spec: string): ReturnType<typeof readScenario> => readScenario([{ name: 's.yaml', data: text(spec) }]);

function run(spec: string, seconds: number): Cluster {
  const outcome = read(spec);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  const cluster = createCluster(outcome.value);
  const { world } = cluster;
  while (world.nextTime !== undefined && world.nextTime <= seconds * 1_000_000) if (world.advance(1) === 0) break;
  return cluster;
}

const pods = ({ apiServer }: Cluster): readonly Pod[] => apiServer.list('pods') as readonly Pod[];
const restarts = (of: Cluster): number[] =>
  pods(of).map(({ status }) => status?.containerStatuses?.[0]?.restartCount ?? 0);
const ready = (of: Cluster): number =>
  pods(of).filter(({ status }) => status?.conditions?.some(({ type, status: s }) => type === 'Ready' && s === 'True'))
    .length;

function kinds({ world }: Cluster): string[] {
  const { trace } = world;
  const found: string[] = [];
  for (let k = 1; k <= trace.length; k++) {
    const kind = world.options.kinds[trace.kind(k)] ?? '';
    if (kind.startsWith('fault.')) found.push(`${kind} ${trace.subject(k)} ${trace.detail(k)} ${trace.number(k)}`);
  }
  return found;
}

describe('timeline', () => {
  it('containerExits: Pods by pattern, an exit code, a reason', () => {
    const of = run('  timeline: [{at: 20s, containerExits: {pod: "web-*", reason: OOMKilled}}]', 30);
    expect(restarts(of)).toEqual([1, 1, 1]);
    expect(kinds(of)).toEqual(['fault.began default/web-* containerExits 137 OOMKilled 3']);
    const [status] = pods(of)[0]?.status?.containerStatuses ?? [];
    expect(status?.['lastState']).toMatchObject({ terminated: { exitCode: 137, reason: 'OOMKilled' } });
  });

  it('probe: fails for a while, then answers as before', () => {
    const line = '  timeline: [{at: 20s, probe: {pod: "web-*", probe: readiness, result: failure}, for: 40s}]';
    expect(ready(run(line, 18))).toBe(3);
    expect(ready(run(line, 50))).toBe(0);
    const after = run(line, 80);
    expect(ready(after)).toBe(3);
    expect(kinds(after)).toEqual([
      'fault.began default/web-* probe readiness failure 0',
      'fault.ended default/web-* probe readiness 0',
    ]);
  });

  it('fillDisk: evicted Pods are replaced elsewhere or wait', () => {
    const of = run('  timeline: [{at: 20s, fillDisk: {node: node-0000, available: 1Gi}, for: 15s}]', 100);
    const evicted = pods(of).filter(({ status }) => status?.reason === 'Evicted');
    expect(evicted.length).toBeGreaterThanOrEqual(1);
    const words = 'The node was low on resource: ephemeral-storage. ';
    expect(evicted.every(({ status }) => status?.message === words)).toBe(true);
    expect(kinds(of).map((line) => line.split(' ')[0])).toEqual(['fault.began', 'fault.ended']);
  });

  it('fillDisk: what is over before the kubelet looks, every ten seconds, it never knows of', () => {
    // Pods are refused by what was seen, so one that is made meanwhile runs where it was bound.
    const of = run(
      '  timeline:\n  - {at: 20s, fillDisk: {node: node-0000}, for: 5ms}\n  - {at: 25s, scale: {kind: Deployment, name: web, replicas: 9}}',
      100,
    );
    const conditions = (node: string): readonly string[] =>
      ((of.apiServer.get(`Node/${node}`) as Node).status?.conditions ?? [])
        .filter(({ status }) => status === 'True')
        .map(({ type }) => type);
    expect(conditions('node-0000')).toEqual(['Ready']);
    expect(pods(of).map(({ status }) => status?.phase)).toEqual(Array.from({ length: 9 }, () => 'Running'));
  });

  it('fillDisk: five minutes are counted from the last look that found it, through one that nobody saw', () => {
    const at = (seconds: number): string | undefined => {
      const of = run(
        '  timeline:\n  - {at: 20s, fillDisk: {node: node-0000}, for: 15s}\n  - {at: 60s, fillDisk: {node: node-0000}, for: 5ms}',
        seconds,
      );
      const { status } = of.apiServer.get('Node/node-0000') as Node;
      return status?.conditions?.find(({ type }) => type === 'DiskPressure')?.status;
    };
    expect([at(60), at(320), at(345)]).toEqual(['True', 'True', 'False']);
  });

  it('fillDisk: what the api-server did not hear is said again until it stands', () => {
    const at = (seconds: number): string | undefined => {
      const of = run(
        '  timeline:\n  - {at: 15s, pause: kube-apiserver, for: 60s}\n  - {at: 20s, fillDisk: {node: node-0000}, for: 12s}',
        seconds,
      );
      const { status } = of.apiServer.get('Node/node-0000') as Node;
      return status?.conditions?.find(({ type }) => type === 'DiskPressure')?.status;
    };
    expect([at(74) === 'True', at(90) === 'True', at(360)]).toEqual([false, true, 'False']);
  });

  it.each([
    ['{at: 1s, containerExits: {pod: a, exitCode: 300}}', /exitCode/],
    ['{at: 1s, probe: {pod: a, probe: ready, result: failure}}', /startup.*readiness.*liveness/],
    ['{at: 1s, fillDisk: {node: a, signal: disk}}', /memory\.available/],
    ['{at: 1s, containerExits: {pod: a, contianer: b}}', /did you mean container\?/],
  ])('%s is refused in its place', (entry, words) => {
    const outcome = read(`  timeline:\n  - ${entry}`);
    expect(outcome.ok).toBe(false);
    if (outcome.ok) return;
    expect(outcome.problem.line).toBe(9);
    const said = problemWords(outcome.problem, 'en');
    expect(`${said.what} ${said.todo}`).toMatch(words);
  });
});

describe('spec.kubelet', () => {
  it('unpullable: images that no registry has', () => {
    const of = run('  kubelet: {unpullable: ["web:*"]}', 20);
    expect(pods(of).map(({ status }) => status?.containerStatuses?.[0]?.state?.waiting?.reason)).toEqual([
      'ImagePullBackOff',
      'ImagePullBackOff',
      'ImagePullBackOff',
    ]);
  });

  const LIFE = `  kubelet:
    lifecycles:
    - name: crashes
      selector: {matchLabels: {app: web}}
      delay: {durationMilliseconds: 10000, jitterDurationMilliseconds: 20000}
      next: {exit: {exitCode: 1}}`;

  it('lifecycles: each run ends between its delay and the longest one, by chance that the seed fixes', () => {
    const of = run(LIFE, 25);
    expect(restarts(of)).toEqual([1, 1, 1]);
    expect(run(LIFE, 25).world.digest()).toBe(of.world.digest());
    const { world } = of;
    const steps = Array.from({ length: world.step }, (_, at) => at + 1);
    const chosen = steps.flatMap((step) => world.choicesAt(step)).filter(({ label }) => label === 'lifecycle delay');
    expect(chosen.length).toBeGreaterThanOrEqual(3);
    expect(new Set(chosen.map(({ option }) => option)).size).toBeGreaterThan(1);
    expect(chosen.every(({ count }) => count === 10_001)).toBe(true);
  });

  it('lifecycles: weights, and selectors that mean somebody else', () => {
    const stage = (weight: number, exitCode: number): string =>
      `    - {weight: ${weight}, delay: {durationMilliseconds: 5000}, next: {exit: {exitCode: ${exitCode}}}}`;
    const other =
      '    - {weight: 9, selector: {matchExpressions: [{key: .spec.nodeName, operator: In, values: [node-7]}]}, next: {exit: {exitCode: 9}}}';
    const of = run(['  kubelet:', '    lifecycles:', stage(0, 3), stage(5, 4), other].join('\n'), 12);
    const codes = pods(of).map(({ status }) => {
      const last = status?.containerStatuses?.[0]?.['lastState'] as { terminated?: { exitCode: number } } | undefined;
      return last?.terminated?.exitCode;
    });
    expect(codes).toEqual([4, 4, 4]);
  });

  it.each([
    ['{next: {}}', /exit/],
    ['{next: {exit: {}}, delay: {seconds: 5}}', /no field seconds/],
    ['{next: {exit: {}}, selector: {matchExpressions: [{key: status, operator: In}]}}', /path of fields/],
  ])('lifecycles: %s is refused in its place', (stage, words) => {
    const outcome = read(`  kubelet:\n    lifecycles:\n    - ${stage}`);
    expect(outcome.ok).toBe(false);
    if (outcome.ok) return;
    expect(outcome.problem.line).toBe(10);
    const said = problemWords(outcome.problem, 'en');
    expect(`${said.what} ${said.todo}`).toMatch(words);
  });
});
