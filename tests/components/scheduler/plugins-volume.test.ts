import { describe, expect, it } from 'vitest';
import { filterAlone, runCycle } from '../../../src/components/scheduler/scheduler.ts';
import type { KubeObject, Pod } from '../../../src/model/objects.ts';
import { failuresOf, runCases } from '../../conformance/cases.ts';
import { node, pod } from './cluster.ts';
import { claim, inputOf, NOW, object, UU, using, verdict, volume, WAIT } from './volumes.ts';

describe('recorded volume filters (corrections.md: the same in 1.34 to 1.37)', () => {
  it('VolumeRestrictions, NodeVolumeLimits, VolumeBinding and VolumeZone answer as the real ones', () => {
    const report = runCases('scheduler/filter-volumes.ndjson');
    expect(failuresOf(report)).toEqual([]);
    expect(report.passed).toBeGreaterThan(40);
  });
});

describe('VolumeRestrictions (scheduler.md section 4)', () => {
  const disk = (source: string, fields: object): Pod => pod('x', '1', { volumes: [{ name: 'd', [source]: fields }] });
  const there = (source: string, fields: object): Pod => ({ ...disk(source, fields), metadata: { name: 'there' } });
  const BUSY = 'node(s) had no available disk';
  const share = (source: string, mine: object, theirs: object): unknown =>
    verdict('VolumeRestrictions', {
      pod: disk(source, mine),
      pods: { n0: [there(source, theirs)] },
      objects: [],
    });

  it.each([
    ['gcePersistentDisk', { pdName: 'a' }, { pdName: 'a', readOnly: true }, BUSY],
    ['gcePersistentDisk', { pdName: 'a', readOnly: true }, { pdName: 'a', readOnly: true }, ''],
    ['gcePersistentDisk', { pdName: 'a' }, { pdName: 'b' }, ''],
    ['awsElasticBlockStore', { volumeID: 'a', readOnly: true }, { volumeID: 'a', readOnly: true }, BUSY],
    ['iscsi', { iqn: 'q', readOnly: true }, { iqn: 'q' }, BUSY],
    ['iscsi', { iqn: 'q', readOnly: true }, { iqn: 'q', readOnly: true }, ''],
    ['rbd', { monitors: ['a', 'b'], pool: 'p', image: 'i' }, { monitors: ['b'], pool: 'p', image: 'i' }, BUSY],
    ['rbd', { monitors: ['a'], pool: 'p', image: 'i' }, { monitors: ['b'], pool: 'p', image: 'i' }, ''],
  ])('one node does not mount the same disk twice: %s %j beside %j', (source, mine, theirs, expected) => {
    expect(share(source, mine, theirs)).toEqual([expected, '']);
  });

  const exclusive = claim('c', { modes: ['ReadWriteOncePod'] });
  const holder = { ...using('c'), metadata: { name: 'holder', namespace: 'default' } };

  it('a ReadWriteOncePod claim in use anywhere keeps the Pod off every node', () => {
    const setup = { pod: using('c'), pods: { n1: [holder] }, objects: [exclusive] };
    const text =
      'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';
    expect(verdict('VolumeRestrictions', setup)).toEqual([text, text]);
    const old = 'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode';
    expect(verdict('VolumeRestrictions', { ...setup, version: '1.32' })).toEqual([old, old]);
  });

  it('a claim of that name in another namespace is another claim; other modes are not looked at', () => {
    const elsewhere = { ...holder, metadata: { name: 'holder', namespace: 'other' } };
    expect(verdict('VolumeRestrictions', { pod: using('c'), pods: { n1: [elsewhere] }, objects: [exclusive] })).toBe(
      'skip',
    );
    expect(verdict('VolumeRestrictions', { pod: using('c'), pods: { n1: [holder] }, objects: [claim('c')] })).toBe(
      'skip',
    );
  });

  it('a missing claim cannot be resolved; a claim that nobody told of lets the Pod pass', () => {
    expect(verdict('VolumeRestrictions', { pod: using('gone'), objects: [] })).toBe(
      `${UU}: persistentvolumeclaim "gone" not found`,
    );
    expect(verdict('VolumeRestrictions', { pod: using('gone'), objects: [], knownKinds: [] })).toBe('skip');
  });

  it('preemption: the holder goes, and with it what kept the Pod off (section 7)', () => {
    const important = { ...using('c'), spec: { ...using('c').spec, priority: 10 } };
    const result = runCycle(inputOf({ pod: important, pods: { n1: [holder] }, objects: [exclusive, WAIT] }), () => 0);
    // The claim is unbound and without a class, so binding would refuse first: bind it.
    expect(result.prefilterRejection?.plugin).toBe('VolumeBinding');
    const objects = [
      claim('c', { modes: ['ReadWriteOncePod'], volume: 'pv' }),
      volume('pv', { modes: ['ReadWriteOncePod'], phase: 'Bound' }),
    ];
    const freed = runCycle(inputOf({ pod: important, pods: { n1: [holder] }, objects }), () => 0);
    expect(freed.victims).toEqual(['default/holder']);
    expect(freed.nominatedNodeName).toBe('n1');
  });
});

describe('NodeVolumeLimits (scheduler.md section 4)', () => {
  const limit = (count: number, driver = 'csi.test'): KubeObject =>
    object('CSINode', 'n0', { spec: { drivers: [{ name: driver, nodeID: 'n0', allocatable: { count } }] } });
  const bound = (name: string): KubeObject[] => [
    claim(`c-${name}`, { volume: `v-${name}`, class: 'wait' }),
    volume(`v-${name}`, { class: 'wait', phase: 'Bound' }),
  ];
  const holder = { ...using('c-a', 'c-b'), metadata: { name: 'holder', namespace: 'default' } };
  const FULL = 'node(s) exceed max volume count';

  it('counts volumes by their handles: one that is there already costs nothing', () => {
    const objects = [...bound('a'), ...bound('b'), ...bound('c'), limit(2)];
    const on = (...claims: string[]): unknown =>
      verdict('NodeVolumeLimits', { pod: using(...claims), pods: { n0: [holder] }, objects });
    expect(on('c-a', 'c-b')).toEqual(['', '']);
    expect(on('c-c')).toEqual([FULL, '']);
    expect(on('c-a', 'c-c', 'c-c')).toEqual([FULL, '']);
  });

  it('says how many are asked for, and how many the node can have', () => {
    const outcome = filterAlone(
      inputOf({
        pod: using('c-c'),
        pods: { n0: [holder] },
        objects: [...bound('a'), ...bound('b'), ...bound('c'), limit(2)],
      }),
      'NodeVolumeLimits',
    );
    const numbers = outcome.kind === 'nodes' ? outcome.verdicts.get('n0')?.numbers : undefined;
    expect(numbers).toEqual([{ resource: 'volumes of csi.test', asked: 1, free: 0, total: 2 }]);
  });

  it('an unbound claim counts for the driver of its class; another driver has its own limit', () => {
    const objects = [claim('c', { class: 'wait' }), WAIT];
    expect(verdict('NodeVolumeLimits', { pod: using('c'), objects: [...objects, limit(0)] })).toEqual([FULL, '']);
    expect(verdict('NodeVolumeLimits', { pod: using('c'), objects: [...objects, limit(0, 'other')] })).toEqual([
      '',
      '',
    ]);
  });

  it('a volume whose attachment is still there counts, though no Pod uses it any more', () => {
    const attachment = object('VolumeAttachment', 'va', {
      spec: { attacher: 'csi.test', nodeName: 'n0', source: { persistentVolumeName: 'v-a' } },
    });
    const objects = [...bound('a'), ...bound('c'), limit(1), attachment];
    expect(verdict('NodeVolumeLimits', { pod: using('c-c'), objects })).toEqual([FULL, '']);
    expect(verdict('NodeVolumeLimits', { pod: using('c-c'), objects: objects.slice(0, -1) })).toEqual(['', '']);
  });

  it('an in-tree disk counts for the driver that took it over, where the node has a CSINode', () => {
    const disk = pod('x', '1', { volumes: [{ name: 'd', awsElasticBlockStore: { volumeID: 'aws://z/vol-1' } }] });
    expect(verdict('NodeVolumeLimits', { pod: disk, objects: [limit(0, 'ebs.csi.aws.com')] })).toEqual([FULL, '']);
    const csi = {
      ...volume('v', { phase: 'Bound' }),
      spec: { csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' } },
    };
    const other = { ...using('c'), metadata: { name: 'holder', namespace: 'default' } };
    const objects = [claim('c', { volume: 'v' }), csi, limit(1, 'ebs.csi.aws.com')];
    expect(verdict('NodeVolumeLimits', { pod: disk, pods: { n0: [other] }, objects })).toEqual(['', '']);
  });

  it('a missing claim: upstream says where it looked', () => {
    const text = 'looking up PVC default/gone: persistentvolumeclaim "gone" not found';
    expect(verdict('NodeVolumeLimits', { pod: using('gone'), objects: [] })).toEqual([text, text]);
    expect(verdict('NodeVolumeLimits', { pod: pod('x'), objects: [] })).toBe('skip');
  });

  it("another Pod's generic ephemeral volume breaks the Filter, and with it the cycle", () => {
    const owner = pod('owner', '1', { volumes: [{ name: 'e', ephemeral: {} }] });
    const objects = [claim('owner-e', { class: 'wait' }), ...bound('c'), WAIT, limit(9)];
    const result = runCycle(inputOf({ pod: using('c-c'), pods: { n0: [owner] }, objects }), () => 0);
    expect(result.error).toBe(true);
    expect(result.message).toBe(
      'running "NodeVolumeLimits" filter plugin: PVC default/owner-e was not created for pod default/owner (pod is not owner)',
    );
  });
});

describe('VolumeZone (scheduler.md section 4)', () => {
  const ZONE = 'topology.kubernetes.io/zone';
  const OLD_ZONE = 'failure-domain.beta.kubernetes.io/zone';
  const REGION = 'topology.kubernetes.io/region';
  const CONFLICT = 'node(s) had no available volume zone';
  const nodes = [
    node('a', '4', { labels: { [ZONE]: 'a', [REGION]: 'r' } }),
    node('b', '4', { labels: { [ZONE]: 'b' } }),
    node('old', '4', { labels: { [OLD_ZONE]: 'a' } }),
    node('bare'),
  ];
  const zone = (labels: Readonly<Record<string, string>>): unknown =>
    verdict('VolumeZone', {
      pod: using('c'),
      nodes,
      objects: [claim('c', { volume: 'pv' }), volume('pv', { labels, phase: 'Bound' })],
    });

  it('zone and region labels of the volume must be the node’s; a node without any is left alone', () => {
    expect(zone({ [ZONE]: 'a' })).toEqual(['', CONFLICT, CONFLICT, '']);
    expect(zone({ [ZONE]: 'a__b' })).toEqual(['', '', CONFLICT, '']);
    expect(zone({ [ZONE]: 'a', [REGION]: 'r' })).toEqual(['', CONFLICT, CONFLICT, '']);
  });

  it('a legacy label of the volume is met by a current one of the node, not the other way round', () => {
    expect(zone({ [OLD_ZONE]: 'a' })).toEqual(['', CONFLICT, '', '']);
  });

  it('a label with an empty zone counts for nothing', () => {
    expect(zone({ [ZONE]: 'a__' })).toBe('skip');
    expect(zone({})).toBe('skip');
  });

  it('unbound claims are passed over only where they wait for the Pod', () => {
    const alone = (...objects: KubeObject[]): unknown => verdict('VolumeZone', { pod: using('c'), nodes, objects });
    expect(alone()).toBe(`${UU}: persistentvolumeclaim "c" not found`);
    expect(alone(claim('c', { class: 'wait' }), WAIT)).toBe('skip');
    expect(alone(claim('c', { class: 'now' }), NOW)).toBe(`${UU}: PersistentVolume had no name`);
    expect(alone(claim('c'))).toBe(`${UU}: PersistentVolumeClaim had no pv name and storageClass name`);
    expect(alone(claim('c', { class: 'gone' }))).toBe(`${UU}: storageclass.storage.k8s.io "gone" not found`);
    expect(alone(claim('c', { volume: 'gone' }))).toBe(`${UU}: persistentvolume "gone" not found`);
  });

  it('claims of generic ephemeral volumes are not looked at', () => {
    const wanted = pod('x', '1', { volumes: [{ name: 'e', ephemeral: {} }] });
    expect(verdict('VolumeZone', { pod: wanted, nodes, objects: [] })).toBe('skip');
  });
});
