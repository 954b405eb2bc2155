import { describe, expect, it } from 'vitest';
import type { Container, Node, Pod, PodSpec, PodStatus, ResourceList } from '../../src/model/objects.ts';
import {
  incomingPodForScoring,
  isScalarResource,
  nodeAllocatable,
  podAmounts,
  podRequests,
} from '../../src/model/pod-requests.ts';

const container = (name: string, requests?: ResourceList, restartPolicy?: string): Container => ({
  name,
  ...(requests === undefined ? {} : { resources: { requests } }),
  ...(restartPolicy === undefined ? {} : { restartPolicy }),
});
const pod = (spec: PodSpec, status?: PodStatus): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'default' },
  spec,
  ...(status === undefined ? {} : { status }),
});
const cpu = (of: Pod, version: '1.32' | '1.33' | '1.35' | '1.36' | '1.37' = '1.35'): number =>
  podAmounts(of, version).requests.milliCPU;

describe('what a Pod requests', () => {
  it('is the sum of its containers, or the largest init container if that is more', () => {
    const containers = [container('a', { cpu: '100m', memory: '1Gi' }), container('b', { cpu: '200m' })];
    const spec = {
      containers,
      initContainers: [container('i', { cpu: '250m', memory: '2Gi' }), container('j', { cpu: '1' })],
    };
    expect(podAmounts(pod(spec)).requests).toMatchObject({ milliCPU: 1000, memory: 2 * 1024 ** 3 });
  });

  it('counts a sidecar beside the containers and beside every init container after it', () => {
    const initContainers = [
      container('first', { cpu: '500m' }),
      container('side', { cpu: '300m' }, 'Always'),
      container('second', { cpu: '900m' }),
    ];
    // Containers and sidecar: 400m. While "second" starts: 300m + 900m.
    expect(cpu(pod({ containers: [container('a', { cpu: '100m' })], initContainers }))).toBe(1200);
    expect(cpu(pod({ containers: [container('a', { cpu: '1' })], initContainers }))).toBe(1300);
  });

  it('rounds the exact sum up, not each part', () => {
    const half = { cpu: '0.5m', 'example.com/gpu': '500m' };
    const two = pod({ containers: [container('a', half), container('b', half)] });
    expect(cpu(two)).toBe(1);
    expect(podAmounts(two).requests.scalars.get('example.com/gpu')).toBe(1);
  });

  it('is replaced by pod-level cpu, memory and hugepages from 1.34, and overhead comes on top', () => {
    const spec: PodSpec = {
      containers: [container('a', { cpu: '100m', 'example.com/gpu': 1 })],
      resources: { requests: { cpu: '2', 'example.com/gpu': 5 } },
      overhead: { cpu: '50m' },
    };
    expect(podAmounts(pod(spec), '1.35').requests).toMatchObject({ milliCPU: 2050 });
    expect(podAmounts(pod(spec), '1.35').requests.scalars.get('example.com/gpu')).toBe(1);
    expect(cpu(pod(spec), '1.33')).toBe(150);
  });

  it('with defaults: 100m and 200Mi for a container that names none; an explicit 0 stays 0', () => {
    const spec = { containers: [container('a'), container('b', { cpu: 0, memory: '1Mi' })] };
    const amounts = podAmounts(pod(spec));
    expect(amounts.nonZeroMilliCPU).toBe(100);
    expect(amounts.nonZeroMemory).toBe(201 * 1024 * 1024);
    expect(amounts.requests).toMatchObject({ milliCPU: 0, memory: 1024 * 1024 });
  });

  it('with defaults: on a node they count only for what neither level names', () => {
    const spec: PodSpec = { containers: [container('a')], resources: { requests: { cpu: '1' } } };
    expect(podAmounts(pod(spec))).toMatchObject({ nonZeroMilliCPU: 1000, nonZeroMemory: 200 * 1024 * 1024 });
  });

  it('C-32: the Fit scorer ignores the incoming Pod’s pod-level requests', () => {
    const spec: PodSpec = {
      containers: [container('a')],
      resources: { requests: { cpu: '1' } },
      overhead: { cpu: '10m' },
    };
    expect(incomingPodForScoring(pod(spec)).milliCPU).toBe(110);
  });
});

describe('in-place resize', () => {
  const status = (fields: object, ...conditions: NonNullable<PodStatus['conditions']>): PodStatus => ({
    conditions,
    containerStatuses: [{ name: 'a', ready: true, restartCount: 0, image: '', imageID: '', ...fields }],
  });
  const spec: PodSpec = { containers: [container('a', { cpu: '1' })] };
  const infeasible = { type: 'PodResizePending', status: 'True', reason: 'Infeasible' };

  it('C-12: the largest of spec, actuated and allocated, if status.resources is there', () => {
    expect(cpu(pod(spec, status({ resources: { requests: { cpu: '2' } }, allocatedResources: { cpu: '3' } })))).toBe(
      3000,
    );
    expect(cpu(pod(spec, status({ allocatedResources: { cpu: '3' } })), '1.36')).toBe(1000);
    expect(cpu(pod(spec, status({ resources: { requests: { cpu: '2' } } })), '1.32')).toBe(1000);
  });

  it('C-12: an infeasible resize leaves the spec out', () => {
    expect(cpu(pod(spec, status({ resources: { requests: { cpu: '500m' } } }, infeasible)))).toBe(500);
  });

  it('C-28: from 1.37 allocated requests count without status.resources', () => {
    expect(cpu(pod(spec, status({ allocatedResources: { cpu: '3' } })), '1.37')).toBe(3000);
  });

  it('C-28: from 1.37 the largest of three sums, before that the sum of the largest', () => {
    const two: PodSpec = { containers: [container('a', { cpu: '1' }), container('b', { cpu: '4' })] };
    const statuses = ['a', 'b'].map((name) => ({
      name,
      ready: true,
      restartCount: 0,
      image: '',
      imageID: '',
      resources: { requests: { cpu: name === 'a' ? '3' : '1' } },
    }));
    const resizing = pod(two, { containerStatuses: statuses });
    expect(cpu(resizing, '1.36')).toBe(7000);
    expect(cpu(resizing, '1.37')).toBe(5000);
  });
});

describe('resources', () => {
  it('a node without allocatable pods takes none', () => {
    const node: Node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n' },
      status: { allocatable: { cpu: '2' } },
    };
    expect(nodeAllocatable(node)).toMatchObject({ milliCPU: 2000, pods: 0 });
  });

  it('scalars are extended, hugepages and attachable ones', () => {
    expect(
      ['example.com/gpu', 'hugepages-2Mi', 'attachable-volumes-csi-x', 'kubernetes.io/batch'].every(isScalarResource),
    ).toBe(true);
    expect(['cpu', 'storage', 'requests.example.com/gpu'].some(isScalarResource)).toBe(false);
  });

  it('keeps amounts by name, sorted', () => {
    const asked = pod({ containers: [container('a', { 'z.io/b': 1, 'a.io/b': 2, pods: 3, storage: 1 })] });
    expect([...podAmounts(asked).requests.scalars.keys()]).toEqual(['a.io/b', 'z.io/b']);
    expect([...podRequests(asked).keys()]).toContain('storage');
  });
});
