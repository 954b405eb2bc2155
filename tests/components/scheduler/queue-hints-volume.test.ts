/** Events of volumes and claims, and what the plugins that look at them make of it (scheduler.md section 2). */
import { describe, expect, it } from 'vitest';
import type { KubeObject, Pod, PodSpec } from '../../../src/model/objects.ts';
import type { QueueTrial } from '../../../src/components/scheduler/scheduler.ts';
import { node } from './cluster.ts';
import { pod, on, labelled, other, wakes, adds, turns, changes, ends, makes, alters, drops } from './queue-wakes.ts';

describe('volumes', () => {
  const volumes = (...list: object[]): Partial<PodSpec> => ({ volumes: list });
  const claim = (claimName: string) => ({ name: 'v', persistentVolumeClaim: { claimName } });
  const waiting = pod('w', volumes(claim('data')));
  const heard = (plugin: string, act: (trial: QueueTrial) => void, from: Pod = waiting) =>
    wakes(plugin, act, { waiting: from });

  it('VolumeRestrictions: a Pod with the same disk or claim goes, the claim comes, a node joins', () => {
    const disk = (readOnly: boolean) => volumes({ name: 'v', gcePersistentDisk: { pdName: 'd', readOnly } });
    expect(heard('VolumeRestrictions', ends(on('a', volumes(claim('data')))))).toBe(true);
    expect(heard('VolumeRestrictions', ends(on('a', volumes(claim('else')))))).toBe(false);
    expect(heard('VolumeRestrictions', ends(on('a', disk(true))), pod('w', disk(false)))).toBe(true);
    expect(heard('VolumeRestrictions', ends(on('a', disk(true))), pod('w', disk(true)))).toBe(false);
    expect(heard('VolumeRestrictions', makes(other('PersistentVolumeClaim', 'data')))).toBe(true);
    expect(heard('VolumeRestrictions', makes(other('PersistentVolumeClaim', 'else')))).toBe(false);
    expect(heard('VolumeRestrictions', adds(node('n')))).toBe(true);
  });

  it('NodeVolumeLimits: volumes that go, claims that come, limits that grow', () => {
    const csiNode = (count: number) =>
      other('CSINode', 'n', { spec: { drivers: [{ name: 'd', allocatable: { count } }] } });
    expect(heard('NodeVolumeLimits', ends(on('a', volumes(claim('else')))))).toBe(true);
    expect(heard('NodeVolumeLimits', ends(on('a')))).toBe(false);
    expect(heard('NodeVolumeLimits', makes(other('PersistentVolumeClaim', 'data')))).toBe(true);
    expect(heard('NodeVolumeLimits', makes(csiNode(1)))).toBe(true);
    expect(heard('NodeVolumeLimits', alters(csiNode(1), csiNode(2)))).toBe(true);
    expect(heard('NodeVolumeLimits', alters(csiNode(2), csiNode(1)))).toBe(false);
    expect(heard('NodeVolumeLimits', drops(other('VolumeAttachment', 'a')))).toBe(true);
    expect(heard('NodeVolumeLimits', drops(other('VolumeAttachment', 'a')), pod('w'))).toBe(false);
    expect(heard('NodeVolumeLimits', adds(node('n')))).toBe(false);
  });

  it('VolumeBinding: its claims, any volume, classes, capacities', () => {
    const sized = (capacity: string) => other('CSIStorageCapacity', 'c', { capacity });
    const topology = (value: string) => ({ matchLabelExpressions: [{ key: 'zone', values: [value] }] });
    const storage = (value: string) => other('StorageClass', 's', { allowedTopologies: [topology(value)] });
    const ephemeral = pod('w', volumes({ name: 'v', ephemeral: {} }));
    expect(heard('VolumeBinding', makes(other('PersistentVolumeClaim', 'data')))).toBe(true);
    expect(heard('VolumeBinding', makes(other('PersistentVolumeClaim', 'w-v')), ephemeral)).toBe(true);
    expect(heard('VolumeBinding', makes(other('PersistentVolumeClaim', 'else')))).toBe(false);
    expect(heard('VolumeBinding', makes(other('PersistentVolume', 'p')))).toBe(true);
    expect(heard('VolumeBinding', alters(storage('a'), storage('a')))).toBe(false);
    expect(heard('VolumeBinding', alters(storage('a'), storage('b')))).toBe(true);
    expect(heard('VolumeBinding', alters(sized('1Gi'), sized('2Gi')))).toBe(true);
    expect(heard('VolumeBinding', alters(sized('2Gi'), sized('1Gi')))).toBe(false);
    expect(heard('VolumeBinding', turns(node('n'), labelled({ zone: 'a' })))).toBe(true);
  });

  it('VolumeBinding: a driver that stops tracking capacity, for inline volumes of its own', () => {
    const driver = (storageCapacity: boolean) => other('CSIDriver', 'd', { spec: { storageCapacity } });
    const inline = pod('w', volumes({ name: 'v', csi: { driver: 'd' } }));
    expect(heard('VolumeBinding', alters(driver(true), driver(false)), inline)).toBe(true);
    expect(heard('VolumeBinding', alters(driver(false), driver(true)), inline)).toBe(false);
    expect(heard('VolumeBinding', alters(driver(true), driver(false)))).toBe(false);
  });

  it('VolumeZone: its claims, zones of volumes, classes that wait for a Pod', () => {
    const volume = (zone: string): KubeObject => ({
      ...other('PersistentVolume', 'p'),
      metadata: { name: 'p', labels: { 'topology.kubernetes.io/zone': zone } },
    });
    const storage = (volumeBindingMode: string) => other('StorageClass', 's', { volumeBindingMode });
    expect(heard('VolumeZone', makes(storage('WaitForFirstConsumer')))).toBe(true);
    expect(heard('VolumeZone', makes(storage('Immediate')))).toBe(false);
    expect(heard('VolumeZone', makes(volume('a')))).toBe(true);
    expect(heard('VolumeZone', alters(volume('a'), volume('b')))).toBe(true);
    expect(heard('VolumeZone', alters(volume('a__b'), volume('b__a')))).toBe(false);
    expect(
      heard('VolumeZone', alters(other('PersistentVolumeClaim', 'data'), other('PersistentVolumeClaim', 'data'))),
    ).toBe(true);
  });
});

describe('DynamicResources', () => {
  const waiting = pod('w', { resourceClaims: [{ name: 'gpu', resourceClaimName: 'mine' }] });
  const claim = (name: string, status: object = {}) => other('ResourceClaim', name, { status });
  const heard = (act: (trial: QueueTrial) => void) => wakes('DynamicResources', act, { waiting });

  it('its claim comes or changes, any claim is given back, classes and slices', () => {
    expect(heard(makes(claim('mine')))).toBe(true);
    expect(heard(makes(claim('else')))).toBe(false);
    expect(heard(alters(claim('mine'), claim('mine')))).toBe(false);
    expect(heard(alters(claim('mine'), claim('mine', { allocation: { a: 1 } })))).toBe(true);
    expect(heard(alters(claim('else', { allocation: { a: 1 } }), claim('else')))).toBe(true);
    expect(heard(makes(other('DeviceClass', 'c')))).toBe(true);
    expect(heard(makes(other('ResourceSlice', 's')))).toBe(true);
  });

  it('the name of a claim that was made for the Pod', () => {
    const named = { ...waiting, status: { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'made' }] } };
    expect(heard(changes(waiting, named))).toBe(true);
  });
});
