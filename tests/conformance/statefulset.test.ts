/**
 * A StatefulSet through its life, command after command, held to what holds of every cluster and to upstream's rules: what is
 * free (nodes, moments) is a choice, so seeds pass too.
 */
import { expect, it } from 'vitest';
import { brokenLaws } from '../../src/conformance/trace/laws.ts';
import { candidateOf, settledAt, type Candidate } from '../../src/conformance/trace/candidate.ts';
import { drive, type GivenEntry } from '../../src/conformance/trace/drive.ts';
import { NODES } from '../components/controllers/harness.ts';

const set = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db' },
  spec: {
    replicas: 3,
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: { terminationGracePeriodSeconds: 5, containers: [{ name: 'db', image: 'postgres:16' }] },
    },
  },
};
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'db' },
  spec: { clusterIP: 'None', selector: { app: 'db' }, ports: [{ port: 5432 }] },
};
const ref = { kind: 'StatefulSet', name: 'db' };
const partition = (value: number): object => ({
  patch: { ...ref, type: 'merge', patch: { spec: { updateStrategy: { rollingUpdate: { partition: value } } } } },
});

const COMMANDS: readonly object[] = [
  { apply: [service, set] },
  { scale: { ...ref, replicas: 5 } },
  partition(3),
  { setImage: { ...ref, containers: { db: 'postgres:17' } } },
  partition(0),
  { delete: [{ kind: 'Pod', name: 'db-1' }] },
  { scale: { ...ref, replicas: 2 } },
  { delete: [ref, { kind: 'Service', name: 'db' }] },
];
const timeline = COMMANDS.map((command, n): GivenEntry => ({
  entry: n + 1,
  afterMillis: 500,
  ...(n === 0 ? {} : { afterQuiet: true }),
  ...command,
}));
const given = { objects: NODES, environment: { imagePullMillis: 300, stopMillis: 200 }, timeline };

/** "ADDED db-0", "marked db-0": what became of Pods, by phase. */
function fates({ recording, names, phaseOf, phases }: Candidate): string[][] {
  const found: string[][] = Array.from({ length: phases }, () => []);
  for (const { key, type, entry, kind, object, before } of recording.writes) {
    const isMarked =
      object.metadata.deletionTimestamp !== undefined && before?.metadata.deletionTimestamp === undefined;
    if (kind !== 'Pod' || (type === 'MODIFIED' && !isMarked)) continue;
    found[phaseOf(entry)]?.push(`${type === 'MODIFIED' ? 'marked' : type} ${names.short(key)}`);
  }
  return found;
}

/** One after the other: marked, gone, made again. */
const replaced = (name: string, life = ''): string[] => [
  `marked ${name}${life}`,
  `DELETED ${name}${life}`,
  `ADDED ${name}~${String(life === '' ? 2 : Number(life.slice(1)) + 1)}`,
];

it.each([1, 2, 3])('made, grown, updated to a partition and beyond, mended, shrunk, deleted: seed %i', (seed) => {
  const { recording, refused } = drive(given, '1.35', seed);
  const quiet = new Set(timeline.filter(({ afterQuiet }) => afterQuiet === true).map(({ entry }) => entry));
  const candidate = candidateOf(recording, quiet);
  expect(refused.size).toBe(0);
  expect(brokenLaws(candidate)).toEqual([]);

  const [made, grown, parted, updated, finished, mended, shrunk, deleted] = fates(candidate);
  expect(made).toEqual(['ADDED db-0', 'ADDED db-1', 'ADDED db-2']);
  expect(grown).toEqual(['ADDED db-3', 'ADDED db-4']);
  expect(parted).toEqual([]);
  expect(updated).toEqual([...replaced('db-4'), ...replaced('db-3')]);
  expect(finished).toEqual([...replaced('db-2'), ...replaced('db-1'), ...replaced('db-0')]);
  expect(mended).toEqual(replaced('db-1', '~2'));
  expect(shrunk).toEqual(['db-4~2', 'db-3~2', 'db-2~2'].flatMap((name) => [`marked ${name}`, `DELETED ${name}`]));
  expect(deleted?.slice(0, 2).sort()).toEqual(['marked db-0~2', 'marked db-1~3']);
  expect(deleted?.slice(2).sort()).toEqual(['DELETED db-0~2', 'DELETED db-1~3']);

  const status = (path: string): unknown[] =>
    (candidate.tracks.get('StatefulSet/db')?.get(path) ?? []).map(
      ({ phase, value }) => `${String(phase)} ${String(value)}`,
    );
  expect(status('status.currentRevision')).toEqual(['0 db@1', '4 db@2']);
  expect(status('status.updateRevision')).toEqual(['0 db@1', '3 db@2']);
  const counters = (phase: number): object => Object.fromEntries(settledAt(candidate, phase, 'StatefulSet/db'));
  expect(counters(3)).toMatchObject({ 'status.replicas': 5, 'status.currentReplicas': 3, 'status.updatedReplicas': 2 });
  expect(counters(4)).toMatchObject({ 'status.currentReplicas': 5, 'status.updatedReplicas': 5 });
  expect(counters(6)).toMatchObject({
    'status.replicas': 2,
    'status.readyReplicas': 2,
    'status.observedGeneration': 6,
  });

  // More than ten in ten minutes, but of five Pods: each counts up, none is combined.
  const told = [...candidate.events.values()]
    .filter(({ key }) => key.about === 'StatefulSet/db')
    .map(({ key, count }) => `${String(count)} ${key.reason}: ${key.message} (${key.component})`);
  const sentence = (what: string, n: number): string =>
    `${what} Pod db-${String(n)} in StatefulSet db successful (statefulset-controller)`;
  expect(told.sort()).toEqual(
    [
      ...[2, 3, 2, 2, 2].map((count, n) => `${String(count)} SuccessfulCreate: ${sentence('create', n)}`),
      ...[1, 1, 2, 2, 2].map((count, n) => `${String(count)} SuccessfulDelete: ${sentence('delete', n)}`),
    ].sort(),
  );
  const writers = new Set(
    recording.writes.filter(({ kind, type }) => kind === 'StatefulSet' && type === 'MODIFIED').map(({ by }) => by),
  );
  expect([...writers].sort()).toEqual(['kube-controller-manager', 'user']);
});
