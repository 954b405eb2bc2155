/** Changes that nobody made yet, on a cluster small enough to work them out by hand. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dump, gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { ChangeAnswer, FitAnswer } from '../../src/protocol/protocol.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const node = (name: string, cpu: string): string => `
apiVersion: v1
kind: Node
metadata: { name: ${name}, uid: u-${name}, labels: { kubernetes.io/hostname: ${name} } }
status:
  allocatable: { cpu: '${cpu}', memory: 8Gi, pods: '110' }
  conditions: [{ type: Ready, status: 'True' }]
`;

const spec = (cpu: string, on = ''): string =>
  `{ ${on === '' ? '' : `nodeName: ${on}, `}containers: [{ name: app, image: 'example.com/app:1', resources: { requests: { cpu: ${cpu} } } }] }`;

interface Owned {
  readonly kind: string;
  readonly name: string;
}

const pod = (name: string, app: string, cpu: string, owner?: Owned): string => `
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: default
  uid: u-${name}
  labels: { app: ${app}${owner?.kind === 'ReplicaSet' ? ", pod-template-hash: '1'" : ''} }
${owner === undefined ? '' : `  ownerReferences: [{ apiVersion: apps/v1, kind: ${owner.kind}, name: ${owner.name}, uid: u-${owner.name}, controller: true }]`}
spec: ${spec(cpu, 'node-a')}
status:
  phase: Running
  conditions: [{ type: Ready, status: 'True' }, { type: PodScheduled, status: 'True' }]
`;

/** A Deployment, its ReplicaSet, and their Pods on node-a. */
const deployment = (app: string, pods: readonly string[], cpu: string): string[] => [
  `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${app}, namespace: default, uid: u-${app}, generation: 1, annotations: { deployment.kubernetes.io/revision: '1' } }
spec:
  replicas: ${String(pods.length)}
  selector: { matchLabels: { app: ${app} } }
  template: { metadata: { labels: { app: ${app} } }, spec: ${spec(cpu)} }
`,
  `
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: ${app}-1
  namespace: default
  uid: u-${app}-1
  generation: 1
  labels: { app: ${app}, pod-template-hash: '1' }
  annotations: { deployment.kubernetes.io/revision: '1' }
  ownerReferences: [{ apiVersion: apps/v1, kind: Deployment, name: ${app}, uid: u-${app}, controller: true }]
spec:
  replicas: ${String(pods.length)}
  selector: { matchLabels: { app: ${app}, pod-template-hash: '1' } }
  template: { metadata: { labels: { app: ${app}, pod-template-hash: '1' } }, spec: ${spec(cpu)} }
`,
  ...pods.map((name) => pod(name, app, cpu, { kind: 'ReplicaSet', name: `${app}-1` })),
];

const budget = (status: string): string => `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: guard, namespace: default, uid: u-guard, generation: 1 }
spec: { minAvailable: 1, selector: { matchLabels: { app: guarded } } }
${status}
`;

/**
 * node-a has everything; node-b takes one Pod of 600m and has 400m left: a second one waits. The budget lets none go, the
 * bare Pod has nobody, the DaemonSet's Pod is not touched.
 */
const CLUSTER = [
  node('node-a', '4'),
  node('node-b', '1'),
  ...deployment('web', ['web-1-x', 'web-1-y'], '600m'),
  ...deployment('guarded', ['guarded-1-x'], '100m'),
  pod('alone', 'alone', '100m'),
  pod('agent-x', 'agent', '10m', { kind: 'DaemonSet', name: 'agent' }),
  budget(
    'status: { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, disruptionsAllowed: 0 }',
  ),
].join('---');

const FILE = { name: 'cluster.yaml', data: CLUSTER };

const digests = ({ cluster: { world } }: Engine): string[] =>
  Array.from({ length: world.step + 1 }, (_, k) => world.digest(k));

function there<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

describe('a drain', () => {
  const engine = runToRest(openEngine(FILE));
  const { step } = engine.cluster.world;
  const before = [digests(engine), engine.run.status, engine.scenario(), engine.cluster.refusals()];

  it('says who moves, who is stuck and why, as worked out by hand', () => {
    const answer = there(engine.drain(step, 'node-a', true));
    const [alone, ...moved] = answer.moved;
    expect(alone).toEqual({ pod: 'default/alone', from: 'node-a', as: '', to: '' });
    expect(moved.map(({ pod: name, from }) => [name, from])).toEqual([
      ['default/web-1-x', 'node-a'],
      ['default/web-1-y', 'node-a'],
    ]);
    for (const { as } of moved) expect(as).toMatch(/^default\/web-1-(?![xy]$)/);
    expect(moved.map(({ to }) => to).sort()).toEqual(['', 'node-b']);
    const waits = moved.find(({ to }) => to === '')?.as ?? '';
    expect(answer.blocked).toMatchObject([
      {
        pod: 'default/guarded-1-x',
        reason: 'refused',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        budget: { name: 'guard', desiredHealthy: 1, currentHealthy: 1, disruptionsAllowed: 0, uncounted: false },
      },
      { pod: waits, reason: 'pending' },
    ]);
    expect(answer.blocked[1]?.message).toMatch(
      /^0\/2 nodes are available: 1 Insufficient cpu, 1 node\(s\) were unschedulable\./,
    );
    expect([answer.rested, answer.command]).toEqual([
      true,
      'kubectl drain node-a --ignore-daemonsets --delete-emptydir-data --force',
    ]);
  });

  it('without --force a bare Pod stops it before the first eviction, as recorded (e-drain): only the cordon stays', () => {
    const answer = there(engine.drain(step, 'node-a', false));
    expect(answer.moved).toEqual([]);
    expect(answer.blocked).toMatchObject([{ pod: 'default/alone', reason: 'no-controller' }]);
    expect(answer.entries).toEqual([{ verb: 'cordon', body: 'node-a' }]);
    expect(answer.command).toBe('kubectl drain node-a --ignore-daemonsets --delete-emptydir-data');
  });

  it('leaves the run byte for byte as it is', () => {
    engine.addNodes(step, 'node-a', 2);
    engine.fit(step, 'Deployment/default/web', 50);
    engine.drain(Math.floor(step / 2), 'node-b', true);
    expect([digests(engine), engine.run.status, engine.scenario(), engine.cluster.refusals()]).toEqual(before);
  });

  it('done for good it comes to what was said, at the step that was said', () => {
    const answer = there(engine.drain(step, 'node-a', true));
    const began = engine.cluster.world.trace.time(step);
    expect(engine.fork(step, answer.entries).ok).toBe(true);
    runToRest(engine);
    const { trace } = engine.cluster.world;
    const at = step + answer.steps;
    expect(trace.time(at) - began).toBe(answer.micros);
    expect(trace.periodic(at)).toBe(false);
    for (let k = at + 1; k <= trace.length; k++) expect(trace.periodic(k)).toBe(true);
    const nodes = new Map(engine.objects(at).map(({ key, node: host }) => [key, host]));
    for (const { as, to } of answer.moved) if (as !== '') expect(nodes.get(`Pod/${as}`)).toBe(to);
    expect(nodes.has('Pod/default/alone')).toBe(false);
    for (const name of ['guarded-1-x', 'agent-x']) expect(nodes.get(`Pod/default/${name}`)).toBe('node-a');
    expect(engine.undo()).toBe(true);
    expect(digests(engine)).toEqual(before[0]);
  });

  it('a node that is not there has no answer', () => {
    expect([engine.drain(step, 'node-x', false), engine.addNodes(step, 'node-x', 1)]).toEqual([undefined, undefined]);
  });

  it('page and terminal say the same of the same file', () => {
    const { moved, blocked } = there(engine.drain(step, 'node-a', true));
    expect(terminalSays(CLUSTER)).toMatchObject({ moved, blocked: withoutBudgets(blocked) });
  });
});

interface Said extends Pick<ChangeAnswer, 'moved' | 'blocked'> {
  readonly digest: string;
}

/** What `steplane drain --node node-a --force` says of a file. */
function terminalSays(data: string): Said {
  const file = join(mkdtempSync(join(tmpdir(), 'steplane-')), FILE.name);
  writeFileSync(file, data);
  const args = ['--import', 'tsx', 'src/cli/main.ts', 'drain', file, '--node', 'node-a', '--force', '--json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return JSON.parse(stdout) as Said;
}

const withoutBudgets = (blocked: ChangeAnswer['blocked']): ChangeAnswer['blocked'] =>
  blocked.map(({ pod: name, reason, message }) => ({ pod: name, reason, message }));

describe('a drain of a dump that leaves the controllers out', () => {
  // As CLUSTER, of nodes, Pods and the budget alone: node-b takes one of the two copies of 600m.
  const data = [
    node('node-a', '4'),
    node('node-b', '1'),
    ...deployment('web', ['web-1-x', 'web-1-y'], '600m').slice(2),
    ...deployment('guarded', ['guarded-1-x'], '100m').slice(2),
    pod('alone', 'alone', '100m'),
    pod('agent-x', 'agent', '10m', { kind: 'DaemonSet', name: 'agent' }),
    budget(
      'status: { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, disruptionsAllowed: 0 }',
    ),
  ].join('---');
  const engine = runToRest(openEngine({ name: 'dump.yaml', data }));
  const { step } = engine.cluster.world;

  it('places a copy for each Pod that goes, none for one that a budget keeps', () => {
    const before = [digests(engine), engine.cluster.refusals()];
    const { moved: all, blocked, makers } = there(engine.drain(step, 'node-a', true));
    const moved = all.filter(({ as }) => as !== '');
    expect(makers).toEqual(['ReplicaSet']);
    expect(moved.map(({ pod: name, as }) => [name, as])).toEqual([
      ['default/web-1-x', 'default/web-1-x-2'],
      ['default/web-1-y', 'default/web-1-y-2'],
    ]);
    expect(moved.map(({ to }) => to).sort()).toEqual(['', 'node-b']);
    expect(blocked).toMatchObject([
      { pod: 'default/guarded-1-x', reason: 'refused', budget: { name: 'guard' } },
      { pod: moved.find(({ to }) => to === '')?.as, reason: 'pending' },
    ]);
    expect([digests(engine), engine.cluster.refusals()]).toEqual(before);
  });

  it('a budget that nobody can count here, and has no status, lets nobody go, and is told apart', () => {
    const uncounted = data.replace('minAvailable: 1', 'maxUnavailable: 0').replace(/^status: \{ observed.*$/m, '');
    const run = runToRest(openEngine({ name: 'u.yaml', data: uncounted }));
    const answer = there(run.drain(run.cluster.world.step, 'node-a', true));
    expect(answer.blocked.find(({ reason }) => reason === 'refused')).toMatchObject({
      pod: 'default/guarded-1-x',
      budget: { name: 'guard', uncounted: true },
    });
  });

  it('page and terminal say the same, and done for good it is what the terminal came to', () => {
    const said = terminalSays(data);
    const { moved, blocked, entries, steps } = there(engine.drain(step, 'node-a', true));
    expect(said).toMatchObject({ moved, blocked: withoutBudgets(blocked) });
    expect(engine.fork(step, entries).ok).toBe(true);
    runToRest(engine);
    expect(engine.cluster.world.digest()).toBe(said.digest);
    const nodes = new Map(engine.objects(step + steps).map(({ key, node: host }) => [key, host]));
    for (const { as, to } of moved) if (as !== '') expect(nodes.get(`Pod/${as}`)).toBe(to);
    expect(engine.undo()).toBe(true);
  });
});

describe('recorded drains (e-drain)', () => {
  it('where the budget has room for one, the next goes when the first is back: nobody is left', () => {
    const engine = runToRest(openEngine(dump('e-drain--1-before.list.yaml')));
    const answer = there(engine.drain(engine.cluster.world.step, 'node-0', true));
    expect(answer.blocked).toEqual([]);
    expect(answer.moved.length).toBeGreaterThan(0);
    for (const { as, to } of answer.moved) expect([as, to]).not.toContain('');
  });

  it('where it has none the Pods stay, and the budget says why', () => {
    const engine = runToRest(openEngine(dump('e-drain--3-blocked.list.yaml')));
    const answer = there(engine.drain(engine.cluster.world.step, 'node-0', false));
    expect(answer.blocked.length).toBeGreaterThan(0);
    for (const blocked of answer.blocked) {
      expect(blocked).toMatchObject({
        reason: 'refused',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        budget: { desiredHealthy: 3, currentHealthy: 3, disruptionsAllowed: 0 },
      });
    }
  });
});

describe('more nodes', () => {
  it('take who waits, one each, and say who still does', () => {
    // On a drained node-a's twin a second Pod of 600m does not fit beside the first: each node-b holds one.
    const engine = runToRest(openEngine(FILE));
    const drained = there(engine.drain(engine.cluster.world.step, 'node-a', true));
    engine.fork(engine.cluster.world.step, drained.entries);
    runToRest(engine);
    const { step } = engine.cluster.world;
    const answer = there(engine.addNodes(step, 'node-b', 2));
    expect(answer.moved).toHaveLength(1);
    expect(answer.moved[0]).toMatchObject({ from: '', pod: answer.moved[0]?.as });
    expect(['node-b-2', 'node-b-3']).toContain(answer.moved[0]?.to);
    expect([answer.blocked, answer.rested]).toEqual([[], true]);
    expect(
      answer.entries.map(({ verb, body }) => [verb, (body as { metadata: { name: string } }).metadata.name]),
    ).toEqual([
      ['create', 'node-b-2'],
      ['create', 'node-b-3'],
    ]);
    expect(answer.command).toMatch(
      /^# add 2 machines to the pool; the cluster then sees:\nkubectl create -f - <<'EOF'\n/,
    );
  });

  it('too small a node helps nobody', () => {
    const engine = runToRest(openEngine(gallery('pending')));
    const { step } = engine.cluster.world;
    const like =
      engine
        .objects(step)
        .find(({ kind }) => kind === 'Node')
        ?.key.slice('Node/'.length) ?? '';
    const { moved, blocked } = there(engine.addNodes(step, like, 1));
    expect([moved, blocked.map(({ pod: name }) => name)]).toEqual([[], ['default/mistyped', 'default/too-big']]);
  });
});

describe('how many more fit', () => {
  const engine = runToRest(openEngine(FILE));
  const { step } = engine.cluster.world;
  // node-a: 4000m less 2 × 600, 2 × 100 and 10 leaves 2590m; node-b has 1000m.
  const perNode = [
    { node: 'node-a', count: 4 },
    { node: 'node-b', count: 1 },
  ];

  it('like a workload: its template is counted, and scaling it is how to have them', () => {
    const answer = there(engine.fit(step, 'Deployment/default/web', 100));
    expect(answer).toMatchObject({
      count: 5,
      perNode,
      stop: { kind: 'unschedulable', reasons: [{ plugin: 'NodeResourcesFit', reason: 'Insufficient cpu', nodes: 2 }] },
      entries: [{ verb: 'scale', body: { kind: 'Deployment', name: 'web', namespace: 'default', replicas: 7 } }],
      command: 'kubectl scale deployment/web -n default --replicas=7',
    });
    expect(there(engine.fit(step, 'ReplicaSet/default/web-1', 100)).entries).toEqual(answer.entries);
  });

  it('like a Pod that nobody makes: copies of their own, which come to the nodes that were said', () => {
    // 100m each: 25 on node-a and 10 on node-b.
    const answer = there(engine.fit(step, 'Pod/default/alone', 100));
    expect(answer).toMatchObject({
      count: 35,
      perNode: [
        { node: 'node-a', count: 25 },
        { node: 'node-b', count: 10 },
      ],
    });
    expect(answer.command).toMatch(
      /^for i in \$\(seq 35\); do\nkubectl create -f - <<'EOF'\n.*"generateName":"alone-"/,
    );
    engine.fork(step, answer.entries);
    runToRest(engine);
    const fresh = engine.objects(engine.cluster.world.step).filter(({ key }) => /^Pod\/default\/alone-\d+$/.test(key));
    expect(fresh.filter(({ node: host }) => host === 'node-a')).toHaveLength(25);
    expect(fresh.filter(({ node: host }) => host === 'node-b')).toHaveLength(10);
    engine.undo();
  });

  it('like a Pod of a ReplicaSet: the ReplicaSet does not take the copies back, and its Deployment is scaled', () => {
    const answer = there(engine.fit(step, 'Pod/default/web-1-x', 100));
    expect(answer).toMatchObject({ count: 5, perNode });
    expect(answer.command).toBe('kubectl scale deployment/web -n default --replicas=7');
    engine.fork(step, answer.entries);
    runToRest(engine);
    const web = engine.objects(engine.cluster.world.step).filter(({ key }) => key.startsWith('Pod/default/web-'));
    expect(web.map(({ node: host }) => host).sort()).toEqual([...Array<string>(6).fill('node-a'), 'node-b']);
    engine.undo();
  });

  it('like a Pod of a DaemonSet: it is counted, and nothing can be scaled', () => {
    const answer = there(engine.fit(step, 'Pod/default/agent-x', 20));
    expect([answer.count, answer.entries, answer.command]).toEqual([20, [], '']);
  });

  it('like a Pod whose maker the input leaves out: kubectl scales that, and Pods stand for it here', () => {
    const left = CLUSTER.split('---').filter(
      (text) => !/kind: (Deployment|ReplicaSet)\nmetadata:? ?\{? ?\n? *name: web/.test(text),
    );
    const data = left.join('---');
    const other = runToRest(openEngine({ name: 'c.yaml', data }));
    expect(other.cluster.apiServer.get('ReplicaSet/default/web-1')).toBeUndefined();
    const answer = there(other.fit(other.cluster.world.step, 'Pod/default/web-1-x', 100));
    expect([answer.count, answer.command]).toEqual([5, 'kubectl scale deployment/web -n default --replicas=7']);
    expect(answer.entries.map(({ verb }) => verb)).toEqual(['create']);
  });

  it('like a typed Pod: YAML or JSON', () => {
    const typed = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'alone' } };
    const containers = [{ name: 'app', image: 'i', resources: { requests: { cpu: '2' } } }];
    const json = JSON.stringify({ ...typed, spec: { containers } });
    const yaml = `apiVersion: v1\nkind: Pod\nmetadata: {name: alone}\nspec: ${spec("'2'")}\n`;
    for (const data of [json, yaml]) {
      const answer = engine.fitText(step, { name: 'pod.yaml', data }, 100);
      expect(answer).toMatchObject({ ok: true, value: { count: 1, perNode: [{ node: 'node-a', count: 1 }] } });
    }
  });

  it('a copy does not stumble over a Pod that has its name already', () => {
    const data = [CLUSTER, pod('alone-1', 'alone', '100m')].join('---');
    const other = runToRest(openEngine({ name: 'c.yaml', data }));
    const answer: FitAnswer = there(other.fit(other.cluster.world.step, 'Pod/default/alone', 2));
    expect([answer.count, answer.stop]).toEqual([2, { kind: 'max' }]);
  });

  it('a text that is wrong says where, and one without a Pod says so', () => {
    const bad = engine.fitText(step, { name: 'pod.yaml', data: 'kind: Pod\nmetadata: { name: x\nspec: {}\n' }, 10);
    expect(bad).toMatchObject({ ok: false, problem: { file: 'pod.yaml', line: 3 } });
    const none = engine.fitText(
      step,
      { name: 'pod.yaml', data: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n' },
      10,
    );
    expect(none).toMatchObject({ ok: false, problem: { code: 'no-pod-in-file' } });
  });

  it('where none fits there is nothing to do; of what makes no Pods there is no answer', () => {
    const yaml = `apiVersion: v1\nkind: Pod\nmetadata: {name: huge}\nspec: ${spec("'64'")}\n`;
    expect(engine.fitText(step, { name: 'pod.yaml', data: yaml }, 10)).toMatchObject({
      ok: true,
      value: { count: 0, entries: [], command: '' },
    });
    expect(engine.fit(step, 'Node/node-a', 10)).toBeUndefined();
  });
});

it('a dump of many hundred Pods: each question is answered, and the run stays as it is', () => {
  const engine = runToRest(openEngine(dump('big-dump-1--dump.yaml')));
  const { step } = engine.cluster.world;
  const { digest } = engine.moment(step);
  const rows = engine.objects(step);
  const host = rows.find(({ kind, node: on }) => kind === 'Pod' && on !== '')?.node ?? '';
  const drained = there(engine.drain(step, host, true));
  expect([drained.rested, drained.moved.length > 0]).toEqual([true, true]);
  expect(there(engine.addNodes(step, host, 5)).rested).toBe(true);
  expect(
    there(engine.fit(step, rows.find(({ kind, node: on }) => kind === 'Pod' && on !== '')?.key ?? '', 100)).count,
  ).toBeGreaterThan(0);
  expect(engine.moment(step).digest).toBe(digest);
});
