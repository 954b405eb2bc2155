/** Runs recorded cases against the product. A row counts once and must pass in each version that the engine supports. */
import { compareBytes } from '../kernel/bytes.ts';
import { isKubernetesVersion } from '../model/versions.ts';
import { firstMismatch, listsSomething } from './compare.ts';
import { readRows } from './read.ts';
import { adapterFor } from './registry.ts';
import type {
  Adapter,
  Failure,
  GoAdapter,
  InputFile,
  KindCount,
  Mismatch,
  Report,
  Row,
  RuleAdapter,
  RunOptions,
} from './types.ts';

function expectationOf(row: Row, version: string): unknown {
  if (Object.hasOwn(row.expectBy, version)) return row.expectBy[version];
  return row.expect ?? row.steps?.map((step) => step.expect);
}

type AnyAdapter = Adapter | GoAdapter | RuleAdapter;

function knows(adapter: AnyAdapter, version: string): boolean {
  return 'release' in adapter ? adapter.release === version : isKubernetesVersion(version);
}

function answer(adapter: Adapter | GoAdapter, row: Row, version: string): unknown {
  if ('release' in adapter) return adapter.run(row);
  if (isKubernetesVersion(version)) return adapter.run(row, version);
  throw new Error(`unknown version ${version}`);
}

/** Steps without an expectation are carried out and not compared. */
function judge(adapter: AnyAdapter, row: Row, version: string): Mismatch | undefined {
  const expected = expectationOf(row, version);
  if (!listsSomething(expected)) return { path: '', expected, got: 'nothing to compare' };
  try {
    if ('failures' in adapter) return ruleMismatch(adapter, row, version);
    const got = answer(adapter, row, version);
    if (row.expect !== undefined || !Array.isArray(expected)) return firstMismatch(expected, got, adapter.compare);
    return stepsMismatch(expected, got, adapter);
  } catch (error) {
    return { path: '', expected, got: `thrown: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function ruleMismatch(adapter: RuleAdapter, row: Row, version: string): Mismatch | undefined {
  const failures = isKubernetesVersion(version) ? adapter.failures(row, version) : [`unknown version ${version}`];
  return failures.length === 0 ? undefined : { path: '', expected: 'what every recording shows', got: failures };
}

function stepsMismatch(expected: readonly unknown[], got: unknown, adapter: Adapter | GoAdapter): Mismatch | undefined {
  if (!Array.isArray(got)) return { path: '', expected, got };
  for (let i = 0; i < expected.length; i++) {
    if (expected[i] === undefined) continue;
    const found = firstMismatch(expected[i], (got as readonly unknown[])[i], adapter.compare, String(i));
    if (found !== undefined) return found;
  }
  return undefined;
}

class Tally {
  private readonly counts = new Map<
    string,
    { source: string; kind: string; passed: number; failed: number; skipped: number }
  >();
  readonly failures: Failure[] = [];

  add(source: string, kind: string, outcome: 'passed' | 'failed' | 'skipped'): void {
    const key = `${source} ${kind}`;
    let count = this.counts.get(key);
    if (count === undefined) this.counts.set(key, (count = { source, kind, passed: 0, failed: 0, skipped: 0 }));
    count[outcome]++;
  }

  report(): Report {
    const kinds: KindCount[] = [...this.counts.values()].sort(
      (a, b) => compareBytes(a.source, b.source) || compareBytes(a.kind, b.kind),
    );
    const sum = (outcome: 'passed' | 'failed' | 'skipped'): number => kinds.reduce((n, kind) => n + kind[outcome], 0);
    return { kinds, failures: this.failures, passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  }
}

function runRow(row: Row, chosen: readonly string[] | undefined, tally: Tally): void {
  const { source, kind, id } = row;
  const wanted = row.versions.filter((version) => chosen === undefined || chosen.includes(version));
  // Rows of other versions are not asked for.
  if (wanted.length === 0 && row.versions.length > 0) return;
  const adapter = adapterFor(source, kind);
  if (adapter === undefined) {
    tally.add(source, kind, 'skipped');
    return;
  }
  const fail = (version: string, mismatch: Mismatch): void => {
    tally.failures.push({ source, kind, id, version, ...mismatch });
  };
  const supported = wanted.filter((version) => knows(adapter, version));
  if (supported.length === 0)
    fail(wanted.join(','), { path: 'versions', expected: 'a version that the engine knows', got: wanted });
  const before = tally.failures.length;
  for (const version of supported) {
    const mismatch = judge(adapter, row, version);
    if (mismatch !== undefined) fail(version, mismatch);
  }
  const failed = supported.length === 0 || tally.failures.length > before;
  tally.add(source, kind, failed ? 'failed' : 'passed');
}

export function runConformance(files: readonly InputFile[], options: RunOptions = {}): Report {
  const tally = new Tally();
  for (const file of files) {
    const { rows, problems } = readRows(file);
    for (const { where, message } of problems) {
      tally.add('?', 'unreadable', 'failed');
      tally.failures.push({
        source: '?',
        kind: 'unreadable',
        id: where,
        version: '',
        path: '',
        expected: 'a row',
        got: message,
      });
    }
    for (const row of rows) runRow(row, options.versions, tally);
  }
  return tally.report();
}
