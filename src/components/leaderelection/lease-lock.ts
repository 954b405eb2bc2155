/** A record in the spec of a Lease: client-go tools/leaderelection/resourcelock/leaselock.go (v0.37). */
import type { KubeObject } from '../../model/objects.ts';
import type { ApiRequest } from '../apiserver/apiserver.ts';
import type { LeaderElectionRecord } from './rules.ts';

export interface LockName {
  readonly namespace: string;
  readonly name: string;
}

export const leaseKey = ({ namespace, name }: LockName): string => `Lease/${namespace}/${name}`;

const specOf = ({
  holderIdentity,
  leaseDurationSeconds,
  acquireTime,
  renewTime,
  leaderTransitions,
}: LeaderElectionRecord) => ({
  holderIdentity,
  leaseDurationSeconds,
  acquireTime,
  renewTime,
  leaseTransitions: leaderTransitions,
});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

export function recordOf(lease: KubeObject): LeaderElectionRecord {
  const spec = (lease.spec ?? {}) as Readonly<Record<string, unknown>>;
  return {
    holderIdentity: text(spec['holderIdentity']),
    leaseDurationSeconds: number(spec['leaseDurationSeconds']),
    acquireTime: text(spec['acquireTime']),
    renewTime: text(spec['renewTime']),
    leaderTransitions: number(spec['leaseTransitions']),
  };
}

export const getLease = ({ namespace, name }: LockName): ApiRequest => ({
  verb: 'get',
  resource: 'leases',
  namespace,
  name,
});

export const createLease = ({ namespace, name }: LockName, record: LeaderElectionRecord): ApiRequest => ({
  verb: 'create',
  resource: 'leases',
  namespace,
  body: {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace },
    spec: specOf(record),
  },
});

/** @param lease as last read or written: its resourceVersion is what the write rests on */
export const updateLease = (
  { namespace, name }: LockName,
  lease: KubeObject,
  record: LeaderElectionRecord,
): ApiRequest => ({
  verb: 'update',
  resource: 'leases',
  namespace,
  name,
  body: { ...lease, spec: specOf(record) },
});
