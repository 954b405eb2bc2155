/** A StatefulSet of three, scaled to one: what an orderly controller writes, one write a line. */
import type { Life, Recording, Write } from '../../src/conformance/trace/recording.ts';
import type { KubeObject } from '../../src/model/objects.ts';

const set = (replicas: number): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'default', uid: 'db' },
  spec: { replicas },
});

const pod = (ordinal: number, isReady: boolean, isGoing = false): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: `db-${String(ordinal)}`,
    namespace: 'default',
    uid: `db-${String(ordinal)}`,
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'db', controller: true }],
    ...(isGoing ? { deletionTimestamp: '2026-12-01T00:00:00Z' } : {}),
  },
  spec: { nodeName: 'node-0' },
  status: { conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
});

export function statefulRecording(): Recording {
  const writes: Write[] = [];
  const lives = new Map<string, Life>();
  const present = new Map<string, KubeObject>();
  const write = (type: Write['type'], object: KubeObject, entry: number): void => {
    const { kind, metadata } = object;
    const key = `${kind}/default/${metadata.name}~1`;
    lives.set(key, { key, kind, namespace: 'default', name: metadata.name, life: 1 });
    const index = writes.length;
    writes.push({ index, seconds: index, entry, type, kind, key, object, before: present.get(key), by: undefined });
    if (type === 'DELETED') present.delete(key);
    else present.set(key, object);
  };
  write('ADDED', set(3), 1);
  for (const ordinal of [0, 1, 2]) {
    write('ADDED', pod(ordinal, false), 1);
    write('MODIFIED', pod(ordinal, true), 1);
  }
  write('MODIFIED', set(1), 2);
  for (const ordinal of [2, 1]) {
    write('MODIFIED', pod(ordinal, true, true), 2);
    write('MODIFIED', pod(ordinal, false, true), 2);
    write('DELETED', pod(ordinal, false, true), 2);
  }
  return { base: new Map(), writes, events: [], lives, entries: 2 };
}
