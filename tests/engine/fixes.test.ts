import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dump, gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { EVENT } from '../../src/model/events.ts';
import type { Fix, FixesAnswer } from '../../src/protocol/protocol.ts';

const PENDING = new URL('../cases/pending/', import.meta.url);
const open = (name: string): Engine =>
  runToRest(openEngine({ name: `${name}.yaml`, data: readFileSync(new URL(`${name}.yaml`, PENDING), 'utf8') }));

const pendingPods = (engine: Engine): string[] =>
  engine
    .objects(engine.cluster.world.step)
    .filter(({ kind, node }) => kind === 'Pod' && node === '')
    .map(({ key }) => key);

function answerOf(engine: Engine): FixesAnswer {
  const [pod = ''] = pendingPods(engine);
  return engine.fixes(engine.cluster.world.step, pod);
}

/** Carries the fix out for good. @returns the node of the Pod that it promised to bind */
function carriedOut(engine: Engine, { entries, outcome }: Fix): string {
  const forked = engine.fork(engine.cluster.world.step, entries);
  if (!forked.ok) throw new Error(JSON.stringify(forked.problem));
  runToRest(engine);
  const { node } = engine.inspect(engine.cluster.world.step, outcome.pod);
  engine.undo();
  return node;
}

/** Scenario, code of the smallest fix, figures of it, where the Pod goes. */
const CAUSES: readonly (readonly [scenario: string, code: string, params: object, node: string])[] = [
  ['cpu', 'lower-request', { resource: 'cpu', from: '4', to: '3900m', less: '100m' }, 'node-b'],
  ['memory', 'lower-request', { resource: 'memory', to: '3Gi' }, 'node-a'],
  ['gpu', 'lower-request', { resource: 'nvidia.com/gpu', from: '2', to: '1' }, 'node-a'],
  ['larger-than-any', 'lower-request', { resource: 'cpu,memory', to: '8,16Gi' }, 'node-b'],
  ['taint', 'add-toleration', { taint: 'dedicated=batch:NoSchedule', nodes: 2 }, 'node-a'],
  ['two-taints', 'add-toleration', { taint: 'dedicated=gpu:NoSchedule,spot:NoExecute' }, 'node-a'],
  ['label-value', 'mend-label', { key: 'disktype', from: 'sdd', to: 'ssd' }, 'node-a'],
  ['label-key', 'mend-label-key', { from: 'diskype', to: 'disktype', value: 'ssd' }, 'node-a'],
  ['label-nowhere', 'label-node', { node: 'node-a', labels: 'team=payments' }, 'node-a'],
  ['affinity-value', 'mend-label', { from: 'eu-wst-1a', to: 'eu-west-1a' }, 'node-a'],
  ['affinity-rule', 'drop-affinity', { key: 'arch', operator: 'NotIn', values: 'arm' }, ''],
  ['scheduler-name', 'mend-scheduler-name', { from: 'default-schduler', to: 'default-scheduler' }, 'node-a'],
  ['gate', 'remove-gates', { gates: 'example.com/quota' }, 'node-a'],
  ['cordoned', 'uncordon', { node: 'node-a' }, 'node-a'],
  ['max-skew', 'raise-max-skew', { topologyKey: 'topology.kubernetes.io/zone', from: 1, to: 2 }, 'node-a'],
  ['no-domain', 'relax-spread', { topologyKey: 'example.com/rack' }, ''],
  ['min-domains', 'lower-min-domains', { from: 3, to: 2 }, ''],
  ['anti-affinity', 'add-node', { like: 'node-a', name: 'node-a-2' }, 'node-a-2'],
  ['own-anti-affinity', 'relax-anti-affinity', { topologyKey: 'kubernetes.io/hostname', selector: 'app=web' }, ''],
  ['existing-anti-affinity', 'add-node', { name: 'node-a-2' }, 'node-a-2'],
  ['pod-affinity', 'mend-selector', { key: 'app', from: 'cahce', to: 'cache' }, 'node-b'],
  ['host-port', 'change-host-port', { from: '8080', to: '8081' }, ''],
  ['pool-full', 'add-node', { like: 'gpu', name: 'gpu-2' }, 'gpu-2'],
  ['too-many-pods', 'add-node', { name: 'node-a-2' }, 'node-a-2'],
  ['never-preempts', 'add-node', { name: 'node-a-2' }, 'node-a-2'],
  ['priority', 'add-node', { name: 'node-a-2' }, 'node-a-2'],
  ['claim-missing', 'create-claim', { claim: 'db-data', class: 'disk' }, 'node-a'],
  ['claim-name', 'mend-claim', { from: 'db-dta', to: 'db-data' }, 'node-a'],
  ['class-name', 'mend-class', { claim: 'db-data', from: 'fast-ssdd', to: 'fast-ssd' }, 'node-a'],
  ['class-name-at-once', 'mend-class', { from: 'fast-ssdd', to: 'fast-ssd' }, 'node-a'],
  ['class-name-set', 'mend-class', { claim: 'data-db-0', to: 'fast-ssd' }, 'node-a'],
  ['toleration-key', 'mend-toleration', { from: 'dedicatd=batch', to: 'dedicated=batch' }, ''],
  ['toleration-value', 'mend-toleration', { from: 'dedicated=bacth', to: 'dedicated=batch' }, 'node-a'],
  ['spread-key', 'mend-topology-key', { to: 'topology.kubernetes.io/zone' }, 'node-a'],
  ['affinity-key', 'mend-topology-key', { to: 'topology.kubernetes.io/zone' }, 'node-a'],
  ['resource-name', 'mend-resource', { from: 'nvidia.com/gpus', to: 'nvidia.com/gpu' }, 'node-a'],
  ['class-missing', 'create-class', { class: 'fast', claim: 'db-data' }, 'node-a'],
  ['claim-unbound', 'create-volume', { claim: 'db-data', size: '1Gi' }, 'node-a'],
  ['blocker', 'drop-selector', { key: 'kubernetes.io/hostname', value: 'node-a' }, 'node-b'],
  ['deployment', 'lower-request', { from: '4', to: '3900m' }, 'node-a'],
  ['replicaset', 'mend-label', { from: 'sdd', to: 'ssd' }, 'node-a'],
  ['taint-and-cpu', 'combination', {}, 'node-a'],
  ['gate-and-label', 'combination', {}, 'node-a'],
];

describe('the smallest fix', () => {
  it.each(CAUSES)('%s: %s', (scenario, code, params, node) => {
    const engine = open(scenario);
    const answer = answerOf(engine);
    expect(answer.none).toBeUndefined();
    const [smallest] = answer.fixes;
    expect(smallest).toMatchObject({ code, params, verified: true });
    if (node !== '') expect(smallest?.node).toBe(node);
    for (const fix of answer.fixes) expect([fix.id, carriedOut(engine, fix)]).toEqual([fix.id, fix.node]);
  });

  it.each([
    ['no-nodes', 'no-nodes', {}],
    ['not-ready', 'nodes-not-ready', { nodes: 1 }],
    ['no-accelerator', 'nothing-helps', { nodes: 2 }],
  ])('%s: none, because %s', (scenario, code, params) => {
    const answer = answerOf(open(scenario));
    expect(answer).toMatchObject({ fixes: [], none: { code, params } });
  });

  it.each([
    ['no-pod-class', 'Pod/default/web', 'create-priority-class', { class: 'gold' }],
    ['no-pod-account-name', 'Deployment/default/web', 'mend-service-account', { from: 'biulder', to: 'builder' }],
    ['no-pod-class-name', 'Deployment/default/web', 'mend-priority-class', { from: 'urgnet', to: 'urgent' }],
    [
      'no-pod-quota',
      'Deployment/default/web',
      'raise-quota',
      { quota: 'compute', resource: 'pods', from: '1', to: '2' },
    ],
  ])('%s: no Pod exists at all, %s is refused: %s', (scenario, key, code, params) => {
    const engine = open(scenario);
    const { step } = engine.cluster.world;
    expect(engine.refused(step).map((row) => row.key)).toEqual([key]);
    const { fixes } = engine.fixes(step, key);
    expect(fixes[0]).toMatchObject({ code, params, node: 'node-a' });
    for (const fix of fixes) expect([fix.id, carriedOut(engine, fix)]).toEqual([fix.id, 'node-a']);
  });

  it('every scenario of the folder is looked at', () => {
    const named = [...CAUSES.map(([name]) => name), 'no-nodes', 'not-ready', 'no-accelerator', 'soon'].sort();
    expect(
      readdirSync(PENDING)
        .map((name) => name.replace('.yaml', ''))
        .filter((n) => !n.startsWith('no-pod'))
        .sort(),
    ).toEqual(named);
  });

  it('a Pod that binds by itself needs none, and one that runs neither', () => {
    const engine = open('soon');
    const { trace, step } = engine.cluster.world;
    const first = (found: (k: number) => boolean): number =>
      Array.from({ length: step }, (_, k) => k + 1).find(found) ?? 0;
    const deleted = first((k) => trace.object(k) === 'Pod/default/busy' && trace.subject(k) === 'kubectl');
    const room = first((k) => k > deleted && trace.object(k) === 'Pod/default/busy' && trace.detail(k) === 'update');
    expect(engine.fixes(room, 'Pod/default/web').none).toMatchObject({
      code: 'binds-by-itself',
      params: { node: 'node-a' },
    });
    // Before anybody made room it had to be helped: what somebody is to do later is not by itself.
    const failed = first((k) => trace.kind(k) === EVENT['cycle.failed']);
    expect(failed).toBeLessThan(deleted);
    expect(engine.fixes(failed, 'Pod/default/web').fixes.map(({ code }) => code)).toContain('delete-pods');
    expect(engine.fixes(step, 'Pod/default/web').none).toMatchObject({ code: 'bound', params: { node: 'node-a' } });
    expect(engine.fixes(step, 'Pod/default/nobody').none?.code).toBe('no-such-pod');
  });

  it('a Pod in the way is moved where its controller makes it anew', () => {
    const engine = open('blocker');
    const move = answerOf(engine).fixes.find(({ code }) => code === 'move-pods');
    expect(move).toMatchObject({ node: 'node-a', params: { count: 1, node: 'node-a' }, outcome: { evicted: [] } });
    engine.fork(engine.cluster.world.step, move?.entries ?? []);
    runToRest(engine);
    const pods = engine.objects(engine.cluster.world.step).filter(({ kind }) => kind === 'Pod');
    expect(pods.map(({ node }) => node).sort()).toEqual(['node-a', 'node-b']);
  });

  it('a combination says both edits, each a part of the command', () => {
    const [fix] = answerOf(open('taint-and-cpu')).fixes;
    expect(fix?.edits.map(({ code }) => code)).toEqual(['add-toleration', 'lower-request']);
    expect(fix?.command).toContain('/spec/tolerations/-');
    expect(fix?.command).toContain('"value":"3800m"');
  });
});

describe('commands', () => {
  const commandOf = (scenario: string, code: string): string | undefined =>
    answerOf(open(scenario)).fixes.find((fix) => fix.code === code)?.command;

  it.each([
    ['cordoned', 'uncordon', 'kubectl uncordon node-a'],
    ['taint', 'remove-taint', 'kubectl taint node node-a dedicated:NoSchedule-'],
    ['label-nowhere', 'label-node', 'kubectl label node node-a team=payments'],
    ['label-value', 'label-node', 'kubectl label node node-a disktype=sdd --overwrite'],
    ['too-many-pods', 'delete-pods', 'kubectl delete pod a-1 -n default'],
    [
      'gate',
      'remove-gates',
      `kubectl patch pod job -n default --type=json -p '[{"op":"remove","path":"/spec/schedulingGates"}]'`,
    ],
    [
      'deployment',
      'lower-request',
      `kubectl patch deployment web -n default --type=json -p '[{"op":"replace","path":"/spec/template/spec/containers/0/resources/requests/cpu","value":"3900m"}]'`,
    ],
    [
      'cpu',
      'lower-request',
      `kubectl get pod api -n default -o json | kubectl patch --local -f - --type=json -p '[{"op":"replace","path":"/spec/containers/0/resources/requests/cpu","value":"3900m"}]' -o json | kubectl replace --force -f -`,
    ],
  ])('%s, %s', (scenario, code, command) => {
    expect(commandOf(scenario, code)).toBe(command);
  });

  const remake = (kind: string, name: string, path: string, options = ''): string =>
    `kubectl get ${kind} ${name} -n default -o json | kubectl patch --local -f - --type=json -p '[{"op":"replace","path":"${path}","value":"fast-ssd"}]' -o json | kubectl replace --force${options} -f -`;
  const data = readFileSync(new URL('class-name-set.yaml', PENDING), 'utf8');

  it('a claim of a StatefulSet: first its template, which would make the claim anew as it was', () => {
    expect(commandOf('class-name', 'mend-class')).toBe(
      remake('persistentvolumeclaim', 'db-data', '/spec/storageClassName'),
    );
    const lines = commandOf('class-name-set', 'mend-class')?.split('\n');
    const claim = remake('persistentvolumeclaim', 'data-db-0', '/spec/storageClassName');
    const template = '/spec/volumeClaimTemplates/0/spec/storageClassName';
    expect(lines).toEqual([remake('statefulset', 'db', template, ' --cascade=orphan'), claim]);
    const alone = data
      .split('---\n')
      .filter((text) => !text.includes('\nkind: StatefulSet'))
      .join('---\n')
      // With a uid it is a dump: what it leaves out is not known to be gone.
      .replace('  name: db-0\n', '$&  uid: u-db-0\n');
    const [first] = answerOf(runToRest(openEngine({ name: 'alone.yaml', data: alone }))).fixes;
    expect(first?.command.split('\n')).toEqual([
      '# first mend the class in the claim template data of StatefulSet db',
      claim,
    ]);
  });

  it('a claim that has a volume is not made anew', () => {
    const bound = data
      .replace('  storageClassName: fast-ssdd\n  resources', '  volumeName: disk-1\n$&')
      // It is there before its StatefulSet would make it.
      .replace('{name: data-db-0, namespace: default,', '$& uid: u-data,');
    expect(bound).toContain('uid: u-data');
    expect(bound).toContain('volumeName: disk-1');
    const codes = answerOf(runToRest(openEngine({ name: 'bound.yaml', data: bound })));
    expect([...codes.fixes, ...codes.tried].map(({ code }) => code)).not.toContain('mend-class');
  });

  it('a Pod of a dump that leaves its Deployment out: the command goes to that', () => {
    const engine = runToRest(openEngine(dump('k-spread--2-skewed.list.yaml')));
    for (const pod of pendingPods(engine)) {
      for (const { command } of engine.fixes(engine.cluster.world.step, pod).fixes) expect(command).not.toBe('');
    }
  });
});

describe('asking leaves no trace', () => {
  it.each([
    ['pending', () => openEngine(gallery('pending'))],
    [
      'deployment',
      () => openEngine({ name: 'd.yaml', data: readFileSync(new URL('deployment.yaml', PENDING), 'utf8') }),
    ],
  ])(
    '%s: digests, trace, status, frames and undo are what they were, and the run goes on as if nobody had asked',
    (_name, make) => {
      const asked = runToRest(make());
      const { world } = asked.cluster;
      const page = asked.advance(0);
      const [pod = ''] = pendingPods(asked);
      const half = Math.floor(world.step / 2);
      asked.fork(half, [
        { verb: 'annotate', body: { kind: 'Namespace', name: 'default', annotations: { note: 'here' } } },
      ]);
      asked.advance(20);
      const before = [world.step, world.now, world.branch, world.digest(), asked.run.status, asked.scenario()];
      for (const at of [half, world.step]) asked.fixes(at, pod);
      expect([world.step, world.now, world.branch, world.digest(), asked.run.status, asked.scenario()]).toEqual(before);
      for (let k = 0; k <= world.step; k++) expect(world.recomputeStateDigest(k)).toBe(world.stateDigest(k));
      const next = asked.advance(1_000_000);
      expect([next.branch, next.from]).toEqual([1, half + 21]);
      const other = runToRest(make());
      other.fork(half, [
        { verb: 'annotate', body: { kind: 'Namespace', name: 'default', annotations: { note: 'here' } } },
      ]);
      other.advance(1_000_000);
      expect(world.digest()).toBe(other.cluster.world.digest());
      expect(asked.undo()).toBe(true);
      expect(page.status.steps).toBe(world.step);
    },
  );
});
