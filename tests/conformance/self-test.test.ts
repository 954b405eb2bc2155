/** A runner that cannot fail proves nothing: for every kind, each single listed value of a passing row is falsified. */
import { describe, expect, it } from 'vitest';
import { runConformance } from '../../src/conformance/conformance.ts';
import { isFields, readRows } from '../../src/conformance/read.ts';
import { ADAPTERS } from '../../src/conformance/registry.ts';
import type { Row } from '../../src/conformance/types.ts';
import { allCaseFiles } from './cases.ts';

const rows = allCaseFiles().flatMap((file) => readRows(file).rows);

/** @param row it may name files beside the one that it came from */
const passes = (row: Row, raw: object = row.raw): boolean => {
  const { passed, failed } = runConformance([{ name: row.file ?? '', text: JSON.stringify(raw) }]);
  expect(passed + failed).toBe(1);
  return passed === 1;
};

type Path = readonly (string | number)[];

/** Paths of the single values inside an expectation; an empty list or map is one too. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value) && value.length > 0)
    return (value as unknown[]).flatMap((entry, i) => leaves(entry, [...path, i]));
  if (isFields(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, entry]) => leaves(entry, [...path, key]));
  return [path];
}

function falsify(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}!` : 'something';
}

function replaced(value: unknown, path: Path): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return falsify(value);
  if (Array.isArray(value)) return (value as unknown[]).map((entry, i) => (i === key ? replaced(entry, rest) : entry));
  return isFields(value) ? { ...value, [key]: replaced(value[key], rest) } : value;
}

/** Paths, from the top of the row, of everything it expects. */
function expectedLeaves(row: Row): Path[] {
  const own = leaves(row.expect).map((path) => ['expect', ...path]);
  const inSteps = (row.steps ?? []).flatMap((step, i) =>
    step.expect === undefined ? [] : leaves(step.expect).map((path) => ['steps', i, 'expect', ...path]),
  );
  return [...(row.expect === undefined ? [] : own), ...inSteps];
}

/** What the format gives beside its answer: it is input to the adapter, not an expectation. */
const isInput = (row: Row, path: Path): boolean =>
  (row.kind === 'quantity' && path.includes('compareWith')) ||
  (row.kind.endsWith('-selector') && (path.includes('labels') || path.includes('fields'))) ||
  (row.kind === 'field' && isWords(row, path)) ||
  (row.kind === 'leaderelection-window' && isSample(path)) ||
  (row.source === 'go-lab' && isTally(path));

/** The shortest and longest time of somebody else's runs. */
const isSample = (path: Path): boolean => ['min', 'max', 'runs'].some((word) => path.includes(word));

/** How often something was seen, and how a row is to be read. */
const isTally = (path: Path): boolean =>
  ['count', 'runs', 'racyRuns', 'deterministic', 'complete'].some((word) => path.includes(word));

/** What a report says beside what it asserts: reasons in words, "any node of these", texts of other versions. */
const isWords = (row: Row, path: Path): boolean =>
  ['why', 'verified', 'note', 'kubelet'].some((word) => path.includes(word)) ||
  (path.includes('node_one_of') && typeof valueAt(row.raw, path) === 'string') ||
  path.some((key) => key !== 'v1.35' && String(key).startsWith('v1.'));

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], value);

function firstPassing(from: readonly Row[], count: number): Row[] {
  const found: Row[] = [];
  for (const row of from) if (found.length < count && passes(row)) found.push(row);
  return found;
}

const bySize = (a: Row, b: Row): number => JSON.stringify(a.raw).length - JSON.stringify(b.raw).length;

/** Rows of these kinds run many cycles each time: one row and few of its values. */
const HEAVY: ReadonlySet<string> = new Set(['schedule-big', 'sequence', 'leaderelection-window']);
const rowsMax = (kind: string): number => (HEAVY.has(kind) ? 1 : 3);
const valuesMax = (kind: string): number => (HEAVY.has(kind) ? 10 : 60);

/** At most so many, evenly taken. */
function spread(paths: readonly Path[], most: number): Path[] {
  const stride = Math.ceil(paths.length / most);
  return paths.filter((_, i) => i % stride === 0);
}

describe('self-test: a falsified expectation fails', () => {
  it.each(ADAPTERS.filter((adapter) => !('failures' in adapter)).map(({ source, kind }) => [source, kind]))(
    '%s %s',
    (source, kind) => {
      const own = rows.filter((row) => row.source === source && row.kind === kind).sort(bySize);
      const sound = firstPassing(own, rowsMax(kind));
      expect(sound.length).toBeGreaterThan(0);
      for (const row of sound) {
        const paths = spread(
          expectedLeaves(row).filter((path) => !isInput(row, path)),
          valuesMax(kind),
        );
        expect(paths.length).toBeGreaterThan(0);
        const kept = paths.filter((path) => passes(row, replaced(row.raw, path) as object));
        expect(kept).toEqual([]);
      }
    },
  );
});
