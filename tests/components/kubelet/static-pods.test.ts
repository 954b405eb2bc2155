/** Static Pods and their mirrors: pod/mirror_client_test.go, kubelet_pods_test.go of upstream. */
import { describe, expect, it } from 'vitest';
import type { Kubelets } from '../../../src/components/kubelet/kubelet.ts';
import type { Pod } from '../../../src/model/objects.ts';
import { cluster, isReady, NODES, podsOf } from '../controllers/harness.ts';

const manifest: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'etcd', namespace: 'kube-system', labels: { tier: 'control-plane' } },
  spec: { containers: [{ name: 'etcd', image: 'etcd:3' }] },
};

const machines = [
  {
    at: 1,
    act: (kubelets: Kubelets): void => {
      kubelets.join({ name: 'node-9', cores: 2, memoryMiB: 2048, staticPods: [manifest] });
    },
  },
];
const remove = { verb: 'delete', resource: 'pods', namespace: 'kube-system', name: 'etcd-node-9' } as const;

describe('a machine with a static Pod', () => {
  const run = cluster({ objects: NODES, machines, acts: [{ at: 20, request: remove }] }).runUntil(19);
  const [before] = podsOf(run);

  it('has a mirror of it in the api-server, which runs and is bound to nobody’s choice', () => {
    expect(before?.metadata.name).toBe('etcd-node-9');
    expect(before?.spec.nodeName).toBe('node-9');
    expect(before?.metadata.annotations).toMatchObject({ 'kubernetes.io/config.source': 'file' });
    expect(before?.metadata.annotations?.['kubernetes.io/config.mirror']).toBe(
      before?.metadata.annotations?.['kubernetes.io/config.hash'],
    );
    expect(before?.metadata.ownerReferences).toMatchObject([{ kind: 'Node', name: 'node-9', controller: true }]);
    expect(before?.spec.tolerations).toContainEqual({ operator: 'Exists', effect: 'NoExecute' });
    expect(before === undefined ? false : isReady(before)).toBe(true);
    expect(run.writes('Pod').some(({ verb }) => verb === 'bind')).toBe(false);
  });

  it('who deletes the mirror gets a new one; the container runs on', () => {
    run.runUntil(30);
    const [after] = podsOf(run);
    expect(after?.metadata.name).toBe('etcd-node-9');
    expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
    expect(after === undefined ? false : isReady(after)).toBe(true);
    expect(after?.status?.podIP).toBe(before?.status?.podIP);
    expect(after?.status?.containerStatuses?.[0]?.restartCount).toBe(0);
    expect(run.events().some((text) => text.startsWith('Killing'))).toBe(false);
  });
});
