import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ClusterGiven, cycleInput } from '../../../src/conformance/adapters/scheduler-input.ts';
import { topologyReport } from '../../../src/components/scheduler/topology-report.ts';
import type { KubernetesVersion } from '../../../src/model/versions.ts';

/** Every handed recording of the two plugins' Filter and Score (real kube-scheduler, 1.34 to 1.37), and those worked by hand. */
const CASES = new URL('../../cases/scheduler/', import.meta.url);

interface Expected {
  readonly prescore?: string;
  readonly error?: string;
  readonly nodes?: Readonly<Record<string, { readonly status: string; readonly reasons?: readonly string[] }>>;
  readonly raw?: Readonly<Record<string, number>>;
}

interface Recorded {
  readonly id: string;
  readonly kind: string;
  readonly plugin: string;
  readonly versions: readonly KubernetesVersion[];
  readonly given: ClusterGiven & { readonly candidates: readonly string[] };
  readonly expect: Expected;
  readonly expectBy?: Readonly<Record<string, Expected>>;
}

const read = (name: string): string => {
  const bytes = readFileSync(new URL(name, CASES));
  return name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
};
const rows = ['topology.ndjson.gz', 'filter.ndjson', 'score.ndjson', 'hand.ndjson'].flatMap((name) =>
  read(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded),
);
const unique = [...new Map(rows.map((row) => [`${row.kind} ${row.id}`, row])).values()];
const casesOf = (kind: string, plugin: string): readonly Recorded[] =>
  unique.filter((row) => row.kind === kind && row.plugin === plugin);

type Report = ReturnType<typeof topologyReport>;
type Labels = Readonly<Record<string, string>>;
type Domains = Report['spread'][number]['domains'];

const domainAt = (domains: Domains, labels: Labels, key: string): Domains[number] | undefined =>
  domains.find(({ value }) => value === labels[key]);
const isBarred = (row: { readonly barred: readonly { readonly node: string }[] }, node: string): boolean =>
  row.barred.some((barred) => barred.node === node);

/** What the report says of a node: the reason of its rejection, or "". */
function spreadReason({ spread }: Report, node: string, labels: Labels): string {
  for (const row of spread) {
    if (row.whenUnsatisfiable !== 'DoNotSchedule') continue;
    if (labels[row.topologyKey] === undefined) {
      return "node(s) didn't match pod topology spread constraints (missing required label)";
    }
    const no = domainAt(row.domains, labels, row.topologyKey)?.allowed === false || isBarred(row, node);
    if (no) return "node(s) didn't match pod topology spread constraints";
  }
  return '';
}

function affinityReason({ affinity }: Report, node: string, labels: Labels): string {
  const required = affinity.filter(({ weight }) => weight === 0);
  const rejects = (kind: string): boolean =>
    required.some(
      (row) =>
        row.kind === kind &&
        (domainAt(row.domains, labels, row.topologyKey)?.allowed === false ||
          (kind === 'affinity' && row.unlabelled.includes(node)) ||
          isBarred(row, node)),
    );
  if (rejects('affinity')) return "node(s) didn't match pod affinity rules";
  if (rejects('anti-affinity')) return "node(s) didn't match pod anti-affinity rules";
  return rejects('existing-anti-affinity') ? "node(s) didn't satisfy existing pods anti-affinity rules" : '';
}

/** Each row in each of its versions. */
function eachVersion(
  cases: readonly Recorded[],
  check: (row: Recorded, report: Report, expected: Expected, name: string) => void,
  feasibleOf: (row: Recorded) => readonly string[] = () => [],
): void {
  for (const row of cases) {
    for (const version of row.versions) {
      const report = topologyReport(cycleInput(row.given, version), feasibleOf(row));
      check(row, report, row.expectBy?.[version] ?? row.expect, `${row.id} (${version})`);
    }
  }
}

const labelsOf = (row: Recorded): readonly (readonly [node: string, labels: Labels])[] =>
  row.given.nodes.map(({ metadata }) => [metadata.name, metadata.labels ?? {}]);

describe('a domain is allowed exactly if the real scheduler rejects none of its nodes for that rule', () => {
  it.each([
    ['PodTopologySpread', spreadReason, 130],
    ['InterPodAffinity', affinityReason, 125],
  ] as const)('%s', (plugin, reasonOf, known) => {
    const cases = casesOf('filter', plugin);
    expect(cases.length).toBe(known);
    eachVersion(cases, (row, report, expected, name) => {
      const { nodes = {} } = expected;
      const nominated = (row.given.pods ?? []).some(({ spec }) => (spec.nodeName ?? '') === '');
      for (const [node, labels] of labelsOf(row)) {
        const told = nodes[node];
        if (told === undefined) continue;
        const reason = reasonOf(report, node, labels);
        // With nominated Pods each node is tried twice, and the first try names the reason.
        if (nominated)
          expect(`${name} ${node}: ${reason === '' ? 'fits' : 'no'}`).toBe(
            `${name} ${node}: ${told.status === 'Success' ? 'fits' : 'no'}`,
          );
        else expect(`${name} ${node}: ${reason}`).toBe(`${name} ${node}: ${(told.reasons ?? []).join()}`);
      }
    });
  });
});

const HOSTNAME = 'kubernetes.io/hostname';

/** The raw score as scheduler.md section 6 has it, from the report's counts. Undefined: a policy leaves the node out. */
function spreadScore({ spread }: Report, row: Recorded, node: string): number | undefined {
  const soft = spread.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'ScheduleAnyway');
  const all = new Map(labelsOf(row));
  const labels = all.get(node) ?? {};
  const own = soft.every(({ from }) => from === 'pod') || row.given.pluginConfig !== undefined;
  const hasAll = (name: string): boolean => soft.every(({ topologyKey }) => all.get(name)?.[topologyKey] !== undefined);
  const candidates = row.given.candidates.filter((name) => !own || hasAll(name));
  if (!candidates.includes(node)) return 0;
  let sum = 0;
  for (const { topologyKey, domains, maxSkew, ignored } of soft) {
    if (labels[topologyKey] === undefined) continue;
    if (ignored.some((one) => one.node === node)) return undefined;
    const values = new Set(candidates.map((name) => all.get(name)?.[topologyKey] ?? ''));
    const size = topologyKey === HOSTNAME ? candidates.length : values.size;
    sum += (domainAt(domains, labels, topologyKey)?.pods.length ?? 0) * Math.log(size + 2) + maxSkew - 1;
  }
  return Math.round(sum);
}

function affinityScore({ affinity }: Report, row: Recorded, node: string): number {
  const labels = new Map(labelsOf(row)).get(node) ?? {};
  return affinity.reduce((sum, { kind, weight, domains, topologyKey }) => {
    const pods = domainAt(domains, labels, topologyKey)?.pods.length ?? 0;
    return sum + (kind.endsWith('anti-affinity') ? -weight : weight) * pods;
  }, 0);
}

describe('the counts are those that the real scheduler scores by', () => {
  it.each([
    ['PodTopologySpread', spreadScore, 92],
    ['InterPodAffinity', affinityScore, 97],
  ] as const)('%s', (plugin, scoreOf, known) => {
    const cases = casesOf('score', plugin);
    expect(cases.length).toBe(known);
    let compared = 0;
    const compare = (row: Recorded, report: Report, { raw = {} }: Expected, name: string): void => {
      for (const node of row.given.candidates) {
        const score = scoreOf(report, row, node);
        if (score === undefined || raw[node] === undefined) continue;
        compared++;
        expect(`${name} ${node}: ${String(score)}`).toBe(`${name} ${node}: ${String(raw[node])}`);
      }
    };
    eachVersion(cases, compare);
    expect(compared).toBeGreaterThan(500);
    // Domains without a candidate are gone then, and nothing that a score is made of.
    const all = compared;
    eachVersion(cases, compare, (row) => row.given.candidates);
    expect(compared).toBe(2 * all);
  });
});
