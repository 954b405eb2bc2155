/** Rows that nobody recorded: a timeline as ROWS.md has it, run like a recorded one; what must hold is written by hand beside it. */
import { brokenLaws } from '../../src/conformance/trace/laws.ts';
import { candidateOf, type Candidate } from '../../src/conformance/trace/candidate.ts';
import { drive, type GivenEntry, type GivenTrace } from '../../src/conformance/trace/drive.ts';
import type { KubernetesVersion } from '../../src/model/versions.ts';
import { NODES } from '../components/controllers/harness.ts';

interface Options {
  readonly environment?: Partial<GivenTrace['environment']>;
  readonly version?: KubernetesVersion;
  readonly seed?: number;
}

export interface Told {
  readonly candidate: Candidate;
  /** "PHASE VALUE" for each change of a path. */
  track(object: string, path: string): readonly string[];
  /** Seconds of those changes. */
  times(object: string, path: string): readonly number[];
  /** "COUNT REASON: MESSAGE" of the Events about an object, sorted. */
  events(about: string): readonly string[];
  /** Entries that were refused. */
  readonly refused: ReadonlyMap<number, string>;
  readonly broken: readonly string[];
}

/** @param commands verbs with what stands beside them; each begins after quiet and a second, unless it says otherwise */
export function runRow(
  commands: readonly object[],
  { environment = {}, version = '1.35', seed = 1 }: Options = {},
): Told {
  const timeline = commands.map((command, n): GivenEntry => ({
    entry: n + 1,
    afterMillis: n === 0 ? 0 : 1000,
    ...(n === 0 ? {} : { afterQuiet: true }),
    ...command,
  }));
  const given = { objects: NODES, environment: { imagePullMillis: 700, stopMillis: 1000, ...environment }, timeline };
  const { recording, refused } = drive(given, version, seed);
  const quiet = new Set(timeline.filter(({ afterQuiet }) => afterQuiet === true).map(({ entry }) => entry));
  const candidate = candidateOf(recording, quiet);
  const changes = (object: string, path: string) => candidate.tracks.get(object)?.get(path) ?? [];
  return {
    candidate,
    refused,
    broken: brokenLaws(candidate),
    track: (object, path) =>
      changes(object, path).map(
        ({ phase, value }) => `${String(phase)} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ),
    times: (object, path) => changes(object, path).map(({ write }) => write.seconds),
    events: (about) =>
      [...candidate.events.values()]
        .filter(({ key }) => key.about === about)
        .map(({ key, count }) => `${String(count)} ${key.reason}: ${key.message}`)
        .sort(),
  };
}

interface Extra {
  readonly spec?: object;
  readonly pod?: object;
  readonly container?: object;
}

const labelled = (name: string) => ({ app: name });

const template = (name: string, { pod = {}, container = {} }: Extra): object => ({
  metadata: { labels: labelled(name) },
  spec: { containers: [{ name: 'c', image: 'web:1', resources: { requests: { cpu: '100m' } }, ...container }], ...pod },
});

const workload =
  (kind: string) =>
  (name: string, replicas: number | undefined, extra: Extra = {}): object => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name },
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      ...(kind === 'StatefulSet' ? { serviceName: name } : {}),
      selector: { matchLabels: labelled(name) },
      template: template(name, extra),
      ...extra.spec,
    },
  });

export const deployment = workload('Deployment');
export const statefulSet = workload('StatefulSet');
export const daemonSet = workload('DaemonSet');

export const job = (name: string, command: readonly string[], spec: object = {}): object => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name },
  spec: { template: template(name, { pod: { restartPolicy: 'Never' }, container: { command } }), ...spec },
});

export const barePod = (name: string, pod: object = {}, container: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: labelled(name) },
  spec: (template(name, { pod, container }) as { readonly spec: object }).spec,
});

export const service = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { selector: labelled(name), ports: [{ port: 80 }] },
});
