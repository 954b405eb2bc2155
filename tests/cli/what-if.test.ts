import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const pending = (name: string): string => `tests/cases/pending/${name}.yaml`;
const web = 'src/scenario/gallery/web.yaml';

function steplane(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

const json = (...args: readonly string[]): { code: number | null; answer: Readonly<Record<string, unknown>> } => {
  const { code, out, err } = steplane(...args, '--json');
  expect(err).not.toContain('defect');
  return { code, answer: JSON.parse(out) as Record<string, unknown> };
};

const POD = `apiVersion: v1
kind: Pod
metadata: {name: extra}
spec:
  containers:
  - name: app
    image: example.com/app:1
    resources: {requests: {cpu: "1", memory: 64Mi}}
`;
const directory = mkdtempSync(join(tmpdir(), 'steplane-'));
const podFile = join(directory, 'pod.yaml');
const emptyFile = join(directory, 'empty.yaml');
writeFileSync(podFile, POD);

/** A dump of two nodes of 4 cpu, and of Pods of one Deployment whose ReplicaSet it leaves out. */
function dump(name: string, pods: number, namespace: string, bound: boolean, ready = false): string {
  const node = (i: number): object => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${String(i)}`, uid: `n${String(i)}` },
    status: {
      allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  });
  const waiting = { reason: 'ImagePullBackOff', message: 'Back-off pulling image "app:2"' };
  const container = { name: 'app', image: 'app:2', imageID: '', ready: false, restartCount: 0, state: { waiting } };
  const pod = (i: number): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name: `web-7d4b9c-${String(i)}`, namespace, uid: `p${String(i)}` },
      labels: { 'pod-template-hash': '7d4b9c' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-7d4b9c', uid: 'rs', controller: true }],
    },
    spec: {
      containers: [{ name: 'app', image: 'app:2', resources: { requests: { cpu: bound ? '1' : '8' } } }],
      ...(bound ? { nodeName: 'node-0' } : {}),
    },
    status: ready
      ? { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }
      : { phase: 'Pending', ...(bound ? { containerStatuses: [container] } : {}) },
  });
  const items = [node(0), node(1), ...Array.from({ length: pods }, (_, i) => pod(i))];
  const file = join(directory, name);
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  return file;
}
const many = dump('many.json', 40, 'default', false);
const stuck = dump('stuck.json', 2, 'default', true);
const running = dump('running.json', 2, 'default', true, true);
const five = dump('five.json', 5, 'default', true);
const shop = dump('shop.json', 1, 'shop', false);

describe('why', () => {
  it('prints the smallest fix of each cause as a command, and exits 1', () => {
    const { code, out } = steplane('why', pending('cpu'));
    expect(code).toBe(1);
    expect(out).toContain('1 Pod: Insufficient cpu');
    expect(out).toContain('node-b (cpu: asked 4000m, free 3900m, short by 100m)');
    expect(out).toContain('Smallest fix: Ask for 100m less cpu (cpu 4 → 3900m) (verified, binds to node-b)');
    expect(out).toContain(`kubectl get pod api -n default -o json | kubectl patch --local -f -`);
  });

  it('--json has the fixes of a Pod, or why there is none', () => {
    const fixed = json('why', pending('label-value'), '--pod', 'default/db');
    expect(fixed.code).toBe(1);
    expect(fixed.answer['fixes']).toMatchObject([
      { edit: 'Ask for disktype=ssd instead of sdd', verified: true, code: 'mend-label', node: 'node-a' },
      ...[{}, {}, {}],
    ]);
    const none = json('why', pending('no-accelerator'), '--pod', 'train');
    expect(none.answer).toMatchObject({ fixes: [], none: { code: 'nothing-helps' } });
  });

  it('names workloads whose Pods are refused', () => {
    const { answer } = json('why', pending('no-pod-quota'));
    expect(answer).toMatchObject({
      pods: [],
      refused: [{ key: 'Deployment/default/web', fixes: [{ code: 'raise-quota' }] }],
    });
  });

  it('has one row for the Pods of a Deployment, however many wait', () => {
    const { out } = steplane('why', many);
    expect(out).toContain('  40 × Deployment default/web: default/web-7d4b9c-0, default/web-7d4b9c-1, ');
    expect(out).toContain(', … 28 more\n');
    expect(out.match(/web-7d4b9c-/g)).toHaveLength(12);
    expect(out.match(/Smallest fix/g)).toHaveLength(1);
  });

  it('says what to do before the nodes, which stand together by reason, or one by one with --nodes', () => {
    const { out } = steplane('why', many, '--pod', 'web-7d4b9c-7');
    expect(out.startsWith('default/web-7d4b9c-7: pending\n')).toBe(true);
    expect(out.indexOf('kubectl')).toBeLessThan(out.indexOf('NODES'));
    expect(out).toContain('2       NodeResourcesFit   Insufficient cpu   node-0 (cpu: asked 8000m, free 4000m,');
    expect(steplane('why', many, '--pod', 'web-7d4b9c-7', '--nodes').out.match(/^node-[01] .*short by/gm)).toHaveLength(
      2,
    );
  });

  it('names Pods that have a node and do not start, though none waits for one', () => {
    const { code, out } = steplane('why', stuck);
    expect(code).toBe(1);
    expect(out).toContain('2 Pods: have a node but do not start: ImagePullBackOff\n  2 × Deployment default/web: ');
    expect(out).toContain('    app: Back-off pulling image "app:2"\n');
    const one = steplane('why', stuck, '--pod', 'Pod/default/web-7d4b9c-1').out;
    expect(one).toContain('default/web-7d4b9c-1: bound on node-0\n  app: ImagePullBackOff: Back-off pulling');
    expect(json('why', stuck).answer).toMatchObject({ pods: [], stuck: [{ node: 'node-0', container: 'app' }, {}] });
  });

  it('finds a Pod by its bare name, and says which one may be meant', () => {
    expect(steplane('why', shop, '--pod', 'web-7d4b9c-0').out).toContain('shop/web-7d4b9c-0: pending');
    const { code, err } = steplane('why', shop, '--pod', 'shop/web');
    expect(code).toBe(2);
    expect(err).toBe('There is no Pod shop/web; Perhaps you mean shop/web-7d4b9c-0.\n');
    expect(steplane('why', shop, '--lang', 'de').code).toBe(2);
  });

  it('exits 0 where nothing waits', () => {
    expect(steplane('why', pending('soon'))).toMatchObject({ code: 0, out: 'No Pod is pending.\n' });
  });
});

describe('fit', () => {
  // node-a has 2.5 cpu free, node-b 3.9, node-c 1; api waits and takes none.
  it('counts how many more fit, where, and says what stops the next', () => {
    const { code, answer } = json('fit', pending('cpu'), '--pod-file', podFile);
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      count: 6,
      perNode: [
        { node: 'node-b', count: 3 },
        { node: 'node-a', count: 2 },
        { node: 'node-c', count: 1 },
      ],
      stop: { kind: 'unschedulable', reasons: [{ plugin: 'NodeResourcesFit', reason: 'Insufficient cpu', nodes: 3 }] },
    });
  });

  it('stops at --max, and exits 1 where none fits', () => {
    expect(json('fit', pending('cpu'), '--pod-file', podFile, '--max', '2').answer).toMatchObject({
      count: 2,
      stop: { kind: 'max' },
    });
    const none = json('fit', pending('cordoned'), '--pod-file', podFile);
    expect([none.code, none.answer['count'], none.answer['perNode']]).toEqual([1, 0, []]);
  });

  it('a file without a Pod is bad input', () => {
    writeFileSync(emptyFile, 'apiVersion: v1\nkind: Namespace\nmetadata: {name: empty}\n');
    const { code, err } = steplane('fit', pending('cpu'), '--pod-file', emptyFile);
    expect(code).toBe(2);
    expect(err).toContain('There is no Pod in');
  });
});

describe('drain and add-node', () => {
  it('a drain says who moves where and who would be lost, with what a run says', () => {
    const { answer } = json('drain', web, '--node', 'node-c', '--force');
    const all = answer['moved'] as readonly { pod: string; from: string; to: string; as: string }[];
    const lost = all.filter(({ as }) => as === '');
    const moved = all.filter(({ as }) => as !== '');
    expect(moved.length).toBe(2);
    for (const row of moved) {
      expect(row.pod).toMatch(/^default\/web-/);
      expect([row.from, row.to !== '' && row.to !== 'node-c', row.as !== row.pod]).toEqual(['node-c', true, true]);
    }
    expect(answer).toHaveProperty('digest');
    const pods = answer['pods'] as readonly { nodeName: string; name: string }[];
    expect(pods.filter(({ nodeName }) => nodeName === 'node-c')).toEqual([]);

    // Without --force kubectl drain evicts nobody: those that would be lost stop it.
    const stopped = json('drain', web, '--node', 'node-c');
    expect([stopped.code, stopped.answer['moved']]).toEqual([1, []]);
    expect(stopped.answer['blocked']).toMatchObject(lost.map(({ pod }) => ({ pod, reason: 'no-controller' })));
    const left = stopped.answer['pods'] as readonly { nodeName: string }[];
    expect(left.filter(({ nodeName }) => nodeName === 'node-c').length).toBe(all.length);
  });

  it('places the Pods of a workload that the input leaves out, or says that they would wait', () => {
    // Two Pods of 1 cpu on node-0; node-1 has 4 cpu, so both find room there.
    const small = json('drain', stuck, '--node', 'node-0');
    expect(small.code).toBe(0);
    expect(small.answer).toMatchObject({
      moved: [
        { pod: 'default/web-7d4b9c-0', from: 'node-0', as: 'default/web-7d4b9c-0-2', to: 'node-1' },
        { pod: 'default/web-7d4b9c-1', from: 'node-0', as: 'default/web-7d4b9c-1-2', to: 'node-1' },
      ],
      blocked: [],
    });
    // Five of them: four fit on node-1.
    const { code, out, err } = steplane('drain', five, '--node', 'node-0');
    expect(code).toBe(1);
    expect(out).toContain('\n4 moved, 1 blocked\n');
    expect(out).toMatch(/default\/web-7d4b9c-\d-2 +pending +0\/2 nodes are available: /);
    expect(err).toContain('note: no ReplicaSet acts here: a copy, named -2, stands in');
  });

  it('makes no stand-in for a Pod that a budget keeps, and says that kubectl goes on trying', () => {
    const budget = join(directory, 'budget.yaml');
    writeFileSync(
      budget,
      `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: default, uid: b, generation: 1}
spec: {minAvailable: 2, selector: {matchLabels: {pod-template-hash: 7d4b9c}}}
status: {observedGeneration: 1, expectedPods: 2, currentHealthy: 2, desiredHealthy: 2, disruptionsAllowed: 0}
`,
    );
    const { code, out, err } = steplane('drain', running, budget, '--node', 'node-0');
    expect(code).toBe(1);
    expect(out).toContain('\n0 moved, 2 blocked\n');
    expect(out).not.toContain('-2 ');
    expect(out).toContain('The disruption budget web needs 2 healthy pods and has 2 currently');
    expect(err).toContain('note: a refused eviction was tried again every 5 s, as kubectl drain does');
  });

  it('a dump of Pods alone: the nodes are what lacks', () => {
    const file = join(directory, 'pods.yaml');
    writeFileSync(file, POD.replace('name: extra', 'name: extra, uid: e'));
    expect(steplane('drain', file, '--node', 'node-a')).toMatchObject({
      code: 2,
      err: 'There is no node node-a; The input has no nodes at all: kubectl get nodes -o yaml brings them.\n',
    });
    const { code, out } = steplane('fit', file, '--pod-file', podFile, '--kubernetes-version', 'v1.35.4');
    expect(code).toBe(1);
    expect(out).toContain('the input has no nodes; kubectl get nodes -o yaml brings them.');
  });

  it('more nodes take what waited', () => {
    const { code, answer } = json('add-node', pending('cpu'), '--like', 'node-a', '--count', '2');
    expect(code).toBe(0);
    expect(answer).toMatchObject({ blocked: [], moved: [{ pod: 'default/api', from: '', as: 'default/api' }] });
    expect((answer['moved'] as readonly { to: string }[])[0]?.to).toMatch(/^node-a-[23]$/);
  });

  it('a node that is not there is bad input', () => {
    for (const args of [
      ['drain', web, '--node', 'x'],
      ['add-node', web, '--like', 'x'],
    ]) {
      const { code, err } = steplane(...args);
      expect([code, err]).toEqual([2, 'There is no node x; Check its name.\n']);
    }
  });
});
