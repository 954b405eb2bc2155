import { describe, expect, it } from 'vitest';
import { runCycle, scoreAlone } from '../../../src/components/scheduler/scheduler.ts';
import type { KubeObject, Pod } from '../../../src/model/objects.ts';
import { pod } from './cluster.ts';
import {
  claim,
  inputOf,
  LOCAL,
  NOW,
  object,
  storageClass,
  UU,
  using,
  verdict,
  volume,
  type VolumeShape,
  WAIT,
} from './volumes.ts';

describe('VolumeBinding PreFilter (scheduler.md section 4)', () => {
  const rejects = (wanted: Pod, ...objects: KubeObject[]): unknown =>
    verdict('VolumeBinding', { pod: wanted, objects });

  it('a claim that is missing, lost or on its way out', () => {
    expect(rejects(using('c'))).toBe(`${UU}: persistentvolumeclaim "c" not found`);
    expect(rejects(using('c'), claim('c', { volume: 'pv', status: { phase: 'Lost' } }))).toBe(
      `${UU}: persistentvolumeclaim "c" bound to non-existent persistentvolume "pv"`,
    );
    const going = claim('c', { volume: 'pv', meta: { deletionTimestamp: '2026-01-01T00:00:00Z' } });
    expect(rejects(using('c'), going)).toBe(`${UU}: persistentvolumeclaim "c" is being deleted`);
  });

  it('a generic ephemeral volume waits for its claim, which must be the Pod’s own', () => {
    const wanted = pod('x', '1', { volumes: [{ name: 'e', ephemeral: {} }] });
    const mine = { ...wanted, metadata: { ...wanted.metadata, uid: 'uid-x' } };
    expect(rejects(mine)).toBe(
      `${UU}: waiting for ephemeral volume controller to create the persistentvolumeclaim "x-e"`,
    );
    const owned = (uid: string): KubeObject =>
      claim('x-e', {
        class: 'wait',
        meta: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x', uid, controller: true }] },
      });
    expect(rejects(mine, owned('another'))).toBe(
      `${UU}: PVC default/x-e was not created for pod default/x (pod is not owner)`,
    );
    expect(rejects(mine, owned('uid-x'), WAIT)).toEqual(['', '']);
  });

  it('an unbound claim whose class does not wait: immediate, without class, of a missing class, or with a volume named', () => {
    const text = `${UU}: pod has unbound immediate PersistentVolumeClaims`;
    expect(rejects(using('c'), claim('c', { class: 'now' }), NOW)).toBe(text);
    expect(rejects(using('c'), claim('c'))).toBe(text);
    expect(rejects(using('c'), claim('c', { class: 'missing' }))).toBe(text);
    const named = claim('c', { class: 'wait', more: { volumeName: 'pv' } });
    expect(rejects(using('c'), named, WAIT)).toBe(text);
    expect(rejects(using('c'), claim('c', { class: 'bare' }), storageClass('bare', 'csi.test', undefined))).toBe(
      'error: VolumeBindingMode not set for StorageClass "bare"',
    );
  });

  it('the annotation of old names the class too', () => {
    const old = claim('c', { class: 'now', annotations: { 'volume.beta.kubernetes.io/storage-class': 'wait' } });
    expect(rejects(using('c'), old, WAIT, NOW)).toEqual(['', '']);
  });
});

describe('VolumeBinding Filter (scheduler.md section 4)', () => {
  const AFFINITY = "node(s) didn't match PersistentVolume's node affinity";
  const NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
  const NO_SPACE = 'node(s) did not have enough free storage';
  const MISSING = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';
  const filter = (wanted: Pod, ...objects: KubeObject[]): unknown => verdict('VolumeBinding', { pod: wanted, objects });

  it('bound: the node must be within reach; the text was another through 1.32', () => {
    const objects = [claim('c', { volume: 'pv' }), volume('pv', { hosts: ['n1'], phase: 'Bound' })];
    expect(filter(using('c'), ...objects)).toEqual([AFFINITY, '']);
    expect(verdict('VolumeBinding', { pod: using('c'), objects, version: '1.32' })).toEqual([
      'node(s) had volume node affinity conflict',
      '',
    ]);
    expect(filter(using('c'), claim('c', { volume: 'gone' }))).toEqual([MISSING, MISSING]);
  });

  it('in the whole profile VolumeZone is the first to miss a volume that does not exist', () => {
    const input = inputOf({ pod: using('c'), objects: [claim('c', { volume: 'gone' })] });
    const result = runCycle(input, () => 0);
    expect(result.message).toBe('0/2 nodes are available: persistentvolume "gone" not found. not found');
    expect(result.prefilterRejection?.plugin).toBe('VolumeZone');
  });

  it('static: the smallest volume that fits the class, size, modes, mode, selector and node', () => {
    const c = claim('c', { class: 'local' });
    const only = (shape: VolumeShape): unknown => filter(using('c'), c, LOCAL, volume('pv', shape));
    expect(only({ hosts: ['n1'] })).toEqual([NO_VOLUME, '']);
    for (const unfit of [
      { size: '4Gi' },
      { class: 'other' },
      { modes: ['ReadOnlyMany'] },
      { phase: 'Released' },
      { more: { volumeMode: 'Block' } },
      { more: { claimRef: { name: 'other', namespace: 'default' } } },
      { meta: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
    ] satisfies VolumeShape[]) {
      expect([unfit, only(unfit)]).toEqual([unfit, [NO_VOLUME, NO_VOLUME]]);
    }
    const picky = claim('c', { class: 'local', more: { selector: { matchLabels: { tier: 'fast' } } } });
    expect(filter(using('c'), picky, LOCAL, volume('pv'))).toEqual([NO_VOLUME, NO_VOLUME]);
    expect(filter(using('c'), picky, LOCAL, volume('pv', { labels: { tier: 'fast' } }))).toEqual(['', '']);
  });

  it('classes of attributes must be equal since 1.34', () => {
    const c = claim('c', { class: 'local', more: { volumeAttributesClassName: 'gold' } });
    const gold = volume('pv', { more: { volumeAttributesClassName: 'gold' } });
    expect(filter(using('c'), c, LOCAL, volume('pv'))).toEqual([NO_VOLUME, NO_VOLUME]);
    expect(filter(using('c'), c, LOCAL, gold)).toEqual(['', '']);
  });

  it('two claims take two volumes, the smaller claim first', () => {
    const big = claim('big', { class: 'local', size: '8Gi' });
    const small = claim('small', { class: 'local', size: '1Gi' });
    const volumes = [volume('v8', { size: '8Gi' }), volume('v1', { size: '2Gi' })];
    const input = inputOf({ pod: using('big', 'small'), objects: [big, small, LOCAL, ...volumes] });
    expect(runCycle(input, () => 0).volumes).toEqual({
      bind: [
        { claim: 'default/small', volume: 'v1' },
        { claim: 'default/big', volume: 'v8' },
      ],
      provision: [],
    });
    expect(filter(using('big', 'small'), big, small, LOCAL, volume('v8'))).toEqual([NO_VOLUME, NO_VOLUME]);
  });

  it('a volume that is reserved for the claim is the only one, wherever it is', () => {
    const mine = { claimRef: { name: 'c', namespace: 'default' } };
    const objects = [
      claim('c', { class: 'local' }),
      LOCAL,
      volume('free'),
      volume('mine', { hosts: ['n1'], more: mine }),
    ];
    // Upstream takes the first of the list that is reserved; where it is out of reach the node is out.
    expect(filter(using('c'), ...objects)).toEqual([NO_VOLUME, '']);
  });

  it('dynamic: the class needs a provisioner and must allow the node', () => {
    const c = claim('c', { class: 'wait' });
    const only = (hosts: readonly string[]) => ({
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'kubernetes.io/hostname', values: hosts }] }],
    });
    expect(filter(using('c'), c, WAIT)).toEqual(['', '']);
    expect(filter(using('c'), c, storageClass('wait', 'csi.test', 'WaitForFirstConsumer', only(['n0'])))).toEqual([
      '',
      NO_VOLUME,
    ]);
    const empty = { allowedTopologies: [{}] };
    expect(filter(using('c'), c, storageClass('wait', 'csi.test', 'WaitForFirstConsumer', empty))).toEqual([
      NO_VOLUME,
      NO_VOLUME,
    ]);
  });

  it('a node that was chosen in an earlier attempt stays the only one', () => {
    const c = claim('c', { class: 'wait', annotations: { 'volume.kubernetes.io/selected-node': 'n1' } });
    expect(filter(using('c'), c, WAIT)).toEqual([NO_VOLUME, '']);
  });

  it('capacity: of drivers that publish it, a pool the node reaches must hold the volume', () => {
    const c = claim('c', { class: 'wait', size: '5Gi' });
    const driver = object('CSIDriver', 'csi.test', { spec: { storageCapacity: true } });
    const pool = (fields: object): KubeObject =>
      object('CSIStorageCapacity', 'pool', {
        storageClassName: 'wait',
        nodeTopology: { matchLabels: { 'kubernetes.io/hostname': 'n0' } },
        ...fields,
      });
    expect(filter(using('c'), c, WAIT, driver)).toEqual([NO_SPACE, NO_SPACE]);
    expect(filter(using('c'), c, WAIT, driver, pool({ capacity: '5Gi' }))).toEqual(['', NO_SPACE]);
    expect(filter(using('c'), c, WAIT, driver, pool({ capacity: '9Gi', maximumVolumeSize: '4Gi' }))).toEqual([
      NO_SPACE,
      NO_SPACE,
    ]);
    expect(filter(using('c'), c, WAIT, driver, pool({}))).toEqual([NO_SPACE, NO_SPACE]);
    const silent = object('CSIDriver', 'csi.test', { spec: {} });
    expect(filter(using('c'), c, WAIT, silent)).toEqual(['', '']);
  });

  it('reasons come in their order: out of reach, nothing to bind, no room', () => {
    const objects = [
      claim('b', { volume: 'pv' }),
      volume('pv', { hosts: ['n1'], phase: 'Bound' }),
      claim('c', { class: 'local' }),
      LOCAL,
    ];
    expect(filter(using('b', 'c'), ...objects)).toEqual([`${AFFINITY}, ${NO_VOLUME}`, NO_VOLUME]);
  });

  it('unknown is not empty: volumes, classes and pools that nobody told of let the Pod pass', () => {
    const known = (...kinds: string[]) => ['PersistentVolumeClaim', ...kinds];
    const given = (objects: readonly KubeObject[], ...kinds: string[]): unknown =>
      verdict('VolumeBinding', { pod: using('c'), objects, knownKinds: known(...kinds) });
    expect(given([claim('c', { volume: 'gone' })])).toEqual(['', '']);
    expect(given([claim('c', { class: 'who' })])).toEqual(['', '']);
    expect(given([claim('c', { class: 'local' }), LOCAL], 'StorageClass')).toEqual(['', '']);
    const input = inputOf({ pod: using('c'), objects: [claim('c', { class: 'who' })], knownKinds: known() });
    expect(runCycle(input, () => 0).volumes).toBeUndefined();
  });

  it('sees what earlier cycles decided: a volume that is assumed for another claim is gone', () => {
    const pv = volume('pv');
    const taken = {
      ...pv,
      spec: { ...(pv.spec as object), claimRef: { name: 'other', namespace: 'default', uid: 'u' } },
    };
    const input = inputOf({ pod: using('c'), objects: [claim('c', { class: 'local' }), LOCAL, pv] });
    expect(runCycle(input, () => 0).host).toBe('n0');
    expect(runCycle({ ...input, assumedVolumes: [taken] }, () => 0).host).toBeUndefined();
  });
});

describe('VolumeBinding score (C-27)', () => {
  const objects = [
    claim('c', { class: 'local', size: '5Gi' }),
    LOCAL,
    volume('v0', { size: '10Gi', hosts: ['n0'] }),
    volume('v1', { size: '5Gi', hosts: ['n1'] }),
  ];
  const score = (version: '1.36' | '1.37', wanted = using('c')): unknown => {
    const input = inputOf({ pod: wanted, objects, version });
    return runCycle(input, () => 0).scores.find(({ plugin }) => plugin === 'VolumeBinding')?.raw;
  };

  it('is skipped before 1.37; since then nodes whose volume leaves room score, others 0', () => {
    expect(score('1.36')).toBeUndefined();
    // 5 of 10 GiB: half way from 100 down to 0; 5 of 5 GiB: 0.
    expect(score('1.37')).toEqual([50, 0]);
    expect(score('1.37', pod('x'))).toEqual([0, 0]);
  });

  it('alone, without a Filter before it, it has nothing to go by', () => {
    expect(scoreAlone(inputOf({ pod: using('c'), objects, version: '1.37' }), 'VolumeBinding', ['n0'])).toEqual({
      kind: 'scores',
      raw: [0],
      normalized: [0],
    });
  });
});
