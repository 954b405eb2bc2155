/** Volumes in a run: the scheduler reserves, asks and waits; the binder of volumes binds and makes. */
import { describe, expect, it } from 'vitest';
import { explainCycle } from '../../../src/components/scheduler/scheduler.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { EVENT } from '../../../src/model/events.ts';
import type { Pod } from '../../../src/model/objects.ts';
import type { Claim, PersistentVolume } from '../../../src/model/volumes.ts';
import { openEngine, runToRest } from '../../fixtures/dumps.ts';

const nodes = ['a', 'b'].map(
  (name) => `apiVersion: v1
kind: Node
metadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}, topology.kubernetes.io/zone: z-${name}}}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
`,
);
const classOf = (name: string, provisioner: string, mode: string, more = ''): string => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: ${name}}
provisioner: ${provisioner}
volumeBindingMode: ${mode}
${more}`;
const claimOf = (name: string, storageClass: string, more = ''): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ${name}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 10Gi}}${storageClass === '' ? '' : `, storageClassName: ${storageClass}`}}
${more}`;
const podOf = (name: string, claim: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  volumes: [{name: v, persistentVolumeClaim: {claimName: ${claim}}}]
  containers: [{name: c, image: x:1}]
`;
const localVolume = (name: string, host: string): string => `apiVersion: v1
kind: PersistentVolume
metadata: {name: ${name}}
spec:
  capacity: {storage: 20Gi}
  accessModes: [ReadWriteOnce]
  storageClassName: local
  local: {path: /mnt/x}
  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [${host}]}]}]}}
status: {phase: Available}
`;
const scenario = (fields: string): string => `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  kubernetesVersion: "1.35"
${fields}`;

const FAST = classOf('fast', 'csi.test', 'WaitForFirstConsumer');
const LOCAL = classOf('local', 'kubernetes.io/no-provisioner', 'WaitForFirstConsumer');

const open = (...documents: readonly string[]): Engine =>
  openEngine({ name: 'drop.yaml', data: [...nodes, ...documents].join('---\n') });
const run = (...documents: readonly string[]): Engine => runToRest(open(...documents));

const podIn = ({ cluster }: Engine, name: string): Pod => cluster.apiServer.get(`Pod/default/${name}`) as Pod;
const claimIn = ({ cluster }: Engine, name: string): Claim =>
  cluster.apiServer.get(`PersistentVolumeClaim/default/${name}`) as Claim;
const volumesIn = ({ cluster }: Engine): readonly PersistentVolume[] =>
  cluster.apiServer.list('persistentvolumes') as readonly PersistentVolume[];

/** "who verb kind", of everything written about volumes, claims and bindings. */
function writes({ cluster }: Engine): string[] {
  const { trace } = cluster.world;
  const lines: string[] = [];
  for (let step = 1; step <= trace.length; step++) {
    if (trace.kind(step) !== EVENT['store.written']) continue;
    const [kind = ''] = trace.object(step).split('/');
    const detail = trace.detail(step);
    if (kind.startsWith('PersistentVolume') || detail === 'bind')
      lines.push(`${trace.subject(step)} ${detail} ${kind}`);
  }
  return lines;
}

const messageOf = (pod: Pod): string =>
  pod.status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message ?? '';

describe('WaitForFirstConsumer with a provisioner', () => {
  const ZONED = classOf(
    'fast',
    'csi.test',
    'WaitForFirstConsumer',
    'allowedTopologies: [{matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [z-b]}]}]\n',
  );
  const engine = run(ZONED, claimOf('d', 'fast'), podOf('db', 'd'));

  it('the chosen node goes onto the claim, the volume comes, the claim is bound, then the Pod', () => {
    expect(writes(engine)).toEqual([
      'kubectl create PersistentVolumeClaim',
      'kube-scheduler update PersistentVolumeClaim',
      'kube-controller-manager update PersistentVolumeClaim',
      'kube-controller-manager create PersistentVolume',
      'kube-controller-manager update status PersistentVolume',
      'kube-controller-manager update PersistentVolumeClaim',
      'kube-controller-manager update status PersistentVolumeClaim',
      'kube-scheduler bind Pod',
    ]);
    const claim = claimIn(engine, 'd');
    expect(claim.metadata.annotations).toMatchObject({
      'volume.kubernetes.io/selected-node': 'b',
      'volume.kubernetes.io/storage-provisioner': 'csi.test',
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
    });
    expect(claim.status).toMatchObject({ phase: 'Bound', capacity: { storage: '10Gi' } });
    expect(podIn(engine, 'db').spec.nodeName).toBe('b');
  });

  it('the volume is named after the claim, stays within the node’s zone and is Bound', () => {
    const [volume] = volumesIn(engine);
    expect(volume?.metadata.name).toBe(`pvc-${claimIn(engine, 'd').metadata.uid}`);
    expect(volume?.spec?.nodeAffinity?.required?.nodeSelectorTerms).toEqual([
      { matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['z-b'] }] },
    ]);
    expect(volume?.spec?.claimRef).toMatchObject({ namespace: 'default', name: 'd' });
    expect(volume?.status?.phase).toBe('Bound');
  });

  it('since 1.35 the node is announced before the wait, and the announcement ends with the binding', () => {
    const announced = (version: string): boolean => {
      const drop = scenario('').replace('1.35', version);
      const { cluster } = run(drop, FAST, claimOf('d', 'fast'), podOf('db', 'd'));
      const history =
        cluster.world
          .collections()
          .find(({ name }) => name === 'etcd')
          ?.history('Pod/default/db') ?? [];
      const versions = [...history].map(({ value }) => value as Pod);
      expect(versions[0]?.status?.nominatedNodeName).toBeUndefined();
      expect(versions[0]?.spec.nodeName).toBeDefined();
      return versions.some(({ status }) => status?.nominatedNodeName !== undefined);
    };
    expect([announced('1.34'), announced('1.35')]).toEqual([false, true]);
  });

  it('W-3: after a fork to any moment it goes on as before', () => {
    const { world } = engine.cluster;
    const [digest, end] = [world.digest(), world.step];
    for (const part of [0.15, 0.3, 0.45, 0.6, 0.75]) {
      world.fork(Math.floor(end * part));
      world.advance(end - world.step);
      expect([part, world.digest()]).toEqual([part, digest]);
    }
  });
});

describe('WaitForFirstConsumer without a provisioner', () => {
  it('two Pods, one volume: what the first cycle decided counts for the next, before the api-server tells', () => {
    const engine = run(
      LOCAL,
      localVolume('pv-b', 'b'),
      claimOf('c1', 'local'),
      claimOf('c2', 'local'),
      podOf('p1', 'c1'),
      podOf('p2', 'c2'),
    );
    const bound = ['p1', 'p2'].filter((name) => podIn(engine, name).spec.nodeName !== undefined);
    expect(bound).toEqual(['p1']);
    expect(podIn(engine, 'p1').spec.nodeName).toBe('b');
    expect(messageOf(podIn(engine, 'p2'))).toContain("2 node(s) didn't find available persistent volumes to bind");
    expect(claimIn(engine, 'c1').spec?.volumeName).toBe('pv-b');
    expect(volumesIn(engine)[0]?.spec?.claimRef?.name).toBe('c1');
    expect(writes(engine).filter((line) => line.startsWith('kube-scheduler'))).toEqual([
      'kube-scheduler update PersistentVolume',
      'kube-scheduler bind Pod',
    ]);
  });

  it('each cycle runs again as recorded, assumed volumes included', () => {
    const engine = run(
      LOCAL,
      ...['v1', 'v2'].map((name) => localVolume(name, 'b')),
      ...['c1', 'c2', 'c3'].map((name) => claimOf(name, 'local')),
      ...['1', '2', '3'].map((n) => podOf(`p${n}`, `c${n}`)),
    );
    const { world } = engine.cluster;
    const { trace } = world;
    let host = '';
    const hosts: string[] = [];
    const again: string[] = [];
    for (let step = 1; step <= trace.length; step++) {
      if (trace.kind(step) === EVENT['cycle.started']) {
        again.push(explainCycle({ world, version: '1.37', cycleStep: step }).result.host ?? '');
      }
      if (trace.kind(step) === EVENT['cycle.score']) host = trace.detail(step);
      if (trace.kind(step) === EVENT['cycle.reserve']) hosts.push(host);
    }
    expect(again.filter((name) => name !== '')).toEqual(hosts);
    expect(hosts).toEqual(['b', 'b']);
    expect(again).toContain('');
  });
});

describe('Immediate classes', () => {
  const NOW = classOf('now', 'csi.test', 'Immediate');

  it('the binder has a volume made, and the Pod that waited is woken by its claim', () => {
    const engine = run(NOW, claimOf('d', 'now'), podOf('db', 'd'));
    expect(claimIn(engine, 'd').status?.phase).toBe('Bound');
    expect(podIn(engine, 'db').spec.nodeName).toBeDefined();
    expect(claimIn(engine, 'd').metadata.annotations?.['volume.kubernetes.io/selected-node']).toBeUndefined();
  });

  it('a claim that waited before the run began still waits: whoever should have made its volume did not', () => {
    const waiting = claimOf('d', 'now', 'status: {phase: Pending}\n').replace('{name: d}', '{name: d, uid: uid-d}');
    const engine = run(NOW, waiting, podOf('db', 'd'));
    expect(volumesIn(engine)).toEqual([]);
    expect(messageOf(podIn(engine, 'db'))).toContain('pod has unbound immediate PersistentVolumeClaims');
  });

  it('but one that waits for its first Pod is made, whenever it came to be', () => {
    const waiting = claimOf('d', 'fast', 'status: {phase: Pending}\n').replace('{name: d}', '{name: d, uid: uid-d}');
    const engine = run(FAST, waiting, localVolume('other', 'a'), podOf('db', 'd'));
    expect(claimIn(engine, 'd').spec?.volumeName).toBe('pvc-uid-d');
    expect(podIn(engine, 'db').spec.nodeName).toBeDefined();
  });

  it('a volume made by hand is taken where it fits, the smallest first', () => {
    const big = localVolume('big', 'a').replace('local\n', 'now\n').replace('20Gi', '50Gi');
    const small = localVolume('small', 'a').replace('local\n', 'now\n');
    const engine = run(NOW, big, small, claimOf('d', 'now'), podOf('db', 'd'));
    expect(claimIn(engine, 'd').spec?.volumeName).toBe('small');
    expect(podIn(engine, 'db').spec.nodeName).toBe('a');
  });

  it('a claim without a class gets the default one', () => {
    const marked = NOW.replace(
      '{name: now}',
      '{name: now, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}',
    );
    const engine = run(marked, claimOf('d', ''), podOf('db', 'd'));
    expect(claimIn(engine, 'd').spec?.storageClassName).toBe('now');
    expect(claimIn(engine, 'd').status?.phase).toBe('Bound');
    expect(claimIn(run(NOW, claimOf('d', '')), 'd').status?.phase).toBe('Pending');
  });
});

describe('what goes wrong', () => {
  it('the claim goes while the Pod waits: binding fails, the Pod is tried again', () => {
    const engine = run(
      scenario(`  timeline:
  - {at: 500ms, delete: {kind: PersistentVolumeClaim, name: d, namespace: default}}
`),
      FAST,
      claimOf('d', 'fast'),
      podOf('db', 'd'),
    );
    const { trace } = engine.cluster.world;
    const kinds = Array.from({ length: trace.length }, (_, i) => trace.kind(i + 1));
    const failures = kinds.filter((kind) => kind === EVENT['cycle.failed']).length;
    expect(failures).toBeGreaterThanOrEqual(2);
    const notes = engine.cluster.apiServer
      .list('events')
      .map((event) => (event as unknown as { readonly message: string }).message);
    expect(notes).toContain(
      'running PreBind plugin "VolumeBinding": binding volumes: failed to check provisioning pvc: could not find v1.PersistentVolumeClaim "default/d"',
    );
    expect(messageOf(podIn(engine, 'db'))).toContain('persistentvolumeclaim "d" not found');
    expect(podIn(engine, 'db').spec.nodeName).toBeUndefined();
  });

  it('a volume that takes longer than bindTimeoutSeconds: given up, tried again, then bound', () => {
    const engine = run(
      scenario(`  schedulerConfiguration:
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    profiles:
    - pluginConfig: [{name: VolumeBinding, args: {bindTimeoutSeconds: 1}}]
`),
      FAST,
      claimOf('d', 'fast'),
      podOf('db', 'd'),
    );
    const notes = engine.cluster.apiServer
      .list('events')
      .map((event) => (event as unknown as { readonly message: string }).message);
    expect(notes).toContain('running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded');
    expect(podIn(engine, 'db').spec.nodeName).toBe(
      claimIn(engine, 'd').metadata.annotations?.['volume.kubernetes.io/selected-node'],
    );
    expect(podIn(engine, 'db').spec.nodeName).toBeDefined();
  });

  it('a volume that goes leaves its claim Lost', () => {
    const engine = run(
      scenario(`  timeline:
  - {at: 10s, delete: {kind: PersistentVolume, name: pv-a}}
`),
      LOCAL,
      localVolume('pv-a', 'a'),
      claimOf('d', 'local'),
      podOf('db', 'd'),
    );
    expect(podIn(engine, 'db').spec.nodeName).toBe('a');
    expect(claimIn(engine, 'd').status?.phase).toBe('Lost');
  });

  it('a claim that goes leaves its volume Released', () => {
    const engine = run(
      scenario(`  timeline:
  - {at: 10s, delete: {kind: PersistentVolumeClaim, name: d, namespace: default}}
`),
      LOCAL,
      localVolume('pv-a', 'a'),
      claimOf('d', 'local'),
      podOf('db', 'd'),
    );
    expect(volumesIn(engine)[0]?.status?.phase).toBe('Released');
  });
});
