/** Nodes and Pods that nobody made yet, on a cluster small enough to work them out by hand. */
import { describe, expect, it } from 'vitest';
import { dump, gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import type { FitAnswer } from '../../src/protocol/protocol.ts';
import { spec, pod, CLUSTER, FILE, there } from './what-if-cluster.ts';

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
