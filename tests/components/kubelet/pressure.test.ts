/** Node-pressure eviction: eviction_manager_test.go and helpers_test.go of upstream. */
import { describe, expect, it } from 'vitest';
import { admissionProblem, evictionMessage, rank } from '../../../src/components/kubelet/eviction.ts';
import type { Kubelets } from '../../../src/components/kubelet/kubelet.ts';
import type { Node, Pod } from '../../../src/model/objects.ts';
import { cluster, create, node, podsOf, type TestCluster } from '../controllers/harness.ts';

const pod = (name: string, requests?: Record<string, string>, more: Partial<Pod['spec']> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: {
    nodeName: 'node-0',
    containers: [{ name: 'app', image: 'app:1', ...(requests === undefined ? {} : { resources: { requests } }) }],
    ...more,
  },
});

const names = (pods: readonly Pod[]): string[] => pods.map(({ metadata }) => metadata.name);

describe('who goes first', () => {
  const pods = [
    pod('small', { memory: '1Gi' }),
    pod('big', { memory: '100Mi' }),
    pod('important', { memory: '100Mi' }, { priority: 1000 }),
    pod('nothing'),
    pod('critical', undefined, { priority: 2_000_000_000 }),
  ];

  it('memory: over its request, then priority, then by how much', () => {
    const usage = { small: '900Mi', big: '700Mi', important: '2Gi', nothing: '50Mi' };
    expect(names(rank(pods, 'memory.available', usage))).toEqual(['big', 'nothing', 'important', 'small']);
  });

  it('where usage is not known, what asked for nothing counts as over', () => {
    expect(names(rank(pods, 'memory.available', {}))).toEqual(['nothing', 'big', 'small', 'important']);
  });
});

describe('what is said', () => {
  const about = { usage: { big: '700Mi' }, available: '52Mi', node: undefined };

  it('resource, threshold, and the container that uses more than it asked for', () => {
    expect(evictionMessage(pod('big', { memory: '100Mi' }), 'memory.available', about)).toBe(
      'The node was low on resource: memory. Threshold quantity: 100Mi, available: 52Mi. ' +
        'Container app was using 700Mi, request is 100Mi, has larger consumption of memory. ',
    );
    expect(evictionMessage(pod('other'), 'nodefs.inodesFree', { usage: {}, node: undefined })).toBe(
      'The node was low on resource: inodes. ',
    );
  });

  it('a share of the disk is a number of bytes', () => {
    const disk = { ...node(0), status: { capacity: { 'ephemeral-storage': '100Gi' } } } as Node;
    const message = evictionMessage(pod('x'), 'nodefs.available', { usage: {}, available: '5Gi', node: disk });
    expect(message).toBe(
      'The node was low on resource: ephemeral-storage. Threshold quantity: 10737418240, available: 5Gi. ',
    );
  });

  it('who is let in', () => {
    const condition = (types: string[]): string => `The node had condition: [${types.join(' ')}]. `;
    expect(admissionProblem(pod('x'), ['MemoryPressure'])).toBe(condition(['MemoryPressure']));
    expect(admissionProblem(pod('x', { memory: '1Mi' }), ['MemoryPressure'])).toBeUndefined();
    expect(admissionProblem(pod('x', { memory: '1Mi' }), ['DiskPressure'])).toBe(condition(['DiskPressure']));
    expect(admissionProblem(pod('x'), [])).toBeUndefined();
  });
});

const conditions = (of: TestCluster, type: string): [number, string | undefined][] => {
  const all = of.writes('Node').map(({ time, after }): [number, string | undefined] => {
    const found = (after as Node).status?.conditions?.find((condition) => condition.type === type);
    return [time, found?.status];
  });
  return all.filter(([, status], at) => status !== all[at - 1]?.[1]);
};

describe('a disk that fills up', () => {
  const press = (kubelets: Kubelets): void => {
    kubelets.press({ node: 'node-0', signal: 'nodefs.available', usage: { hog: '20Gi' } });
  };
  const acts = [
    ...['hog', 'quiet'].map((name) => ({ at: 1, request: create(pod(name), 'pods') })),
    { at: 60, request: create(pod('late'), 'pods') },
  ];
  const run = cluster({ objects: [node(0)], acts, machines: [{ at: 20, act: press }] }).runUntil(500);

  it('who uses it is Failed with reason Evicted, a DisruptionTarget, and an Event', () => {
    const hog = podsOf(run).find(({ metadata }) => metadata.name === 'hog');
    const message =
      'The node was low on resource: ephemeral-storage. ' +
      'Container app was using 20Gi, request is 0, has larger consumption of ephemeral-storage. ';
    expect(hog?.status).toMatchObject({ phase: 'Failed', reason: 'Evicted', message });
    // containerd's word for exit code 0 (internal/cri/server/container_status.go).
    expect(hog?.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 0, reason: 'Completed' });
    const target = hog?.status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
    expect(target).toMatchObject({ status: 'True', reason: 'TerminationByKubelet', message });
    expect(run.events()).toContain(`Evicted: ${message}`);
    const quiet = podsOf(run).find(({ metadata }) => metadata.name === 'quiet');
    expect(quiet?.status?.phase).toBe('Running');
  });

  it('DiskPressure within ten seconds, gone five minutes after its cause', () => {
    const found = conditions(run, 'DiskPressure').filter(([, status]) => status !== undefined);
    expect(found.map(([, status]) => status)).toEqual(['True', 'False']);
    const [began = 0, ended = 0] = found.map(([time]) => time);
    expect(began).toBeGreaterThan(20);
    expect(began).toBeLessThanOrEqual(30.1);
    expect(ended - began).toBeGreaterThan(300);
    expect(ended - began).toBeLessThan(325);
    const told = run.events().filter((text) => /^(NodeHas|Eviction)/.test(text));
    expect(told).toEqual([
      'EvictionThresholdMet: Attempting to reclaim ephemeral-storage',
      'NodeHasDiskPressure: Node node-0 status is now: NodeHasDiskPressure',
      'NodeHasNoDiskPressure: Node node-0 status is now: NodeHasNoDiskPressure',
    ]);
  });

  it('the Node is tainted as long as it says so', () => {
    const taints = run.writes('Node').map(({ after }) => ((after as Node).spec?.taints ?? []).map(({ key }) => key));
    expect(taints).toContainEqual(['node.kubernetes.io/disk-pressure']);
    expect(taints.at(-1)).toEqual([]);
  });

  it('a Pod that comes meanwhile is refused', () => {
    const late = podsOf(run).find(({ metadata }) => metadata.name === 'late');
    expect(late?.status).toMatchObject({
      phase: 'Failed',
      reason: 'Evicted',
      message: 'Pod was rejected: The node had condition: [DiskPressure]. ',
    });
  });
});

it('where nobody is named, one Pod after the other goes until it is over', () => {
  const acts = ['a', 'b', 'c'].map((name) => ({ at: 1, request: create(pod(name), 'pods') }));
  const machines = [
    {
      at: 20,
      act: (kubelets: Kubelets): void => {
        kubelets.press({ node: 'node-0', signal: 'memory.available' });
      },
    },
    {
      at: 42,
      act: (kubelets: Kubelets): void => {
        kubelets.relieve('node-0', 'memory.available');
      },
    },
  ];
  const run = cluster({ objects: [node(0)], acts, machines }).runUntil(60);
  expect(podsOf(run).filter(({ status }) => status?.reason === 'Evicted')).toHaveLength(2);
});
