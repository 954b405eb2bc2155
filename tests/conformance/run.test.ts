import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { conformanceReport, failureLines, runConformance } from '../../src/conformance/conformance.ts';

const row = (fields: object): object => ({
  id: 'r1',
  source: 'scheduler',
  kind: 'quantity',
  versions: ['1.34', '1.35'],
  given: { text: '1' },
  expect: { value: '1' },
  ...fields,
});
const run = (...rows: object[]) => runConformance([{ name: 'rows.json', text: JSON.stringify(rows) }]);
const counts = ({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }) => [
  passed,
  failed,
  skipped,
];

describe('conformance runs rows', () => {
  it('as NDJSON, a JSON array, {cases: []} and one object, compressed or not', () => {
    const two = [row({}), row({ id: 'r2' })];
    const texts = [two.map((r) => JSON.stringify(r)).join('\n'), JSON.stringify(two), JSON.stringify({ cases: two })];
    for (const text of texts) {
      expect(counts(runConformance([{ name: 'a', text }]))).toEqual([2, 0, 0]);
      expect(counts(runConformance([{ name: 'a.gz', bytes: gzipSync(text) }]))).toEqual([2, 0, 0]);
    }
    expect(counts(runConformance([{ name: 'a', text: JSON.stringify(row({})) }]))).toEqual([1, 0, 0]);
  });

  it('by source and kind, never by file name', () => {
    expect(
      counts(run(row({ source: 'client-go', steps: [{ expect: { canonical: '1' } }], expect: undefined }))),
    ).toEqual([1, 0, 0]);
    expect(counts(run(row({ source: 'nobody' })))).toEqual([0, 0, 1]);
    expect(counts(run(row({ kind: 'unheard-of' })))).toEqual([0, 0, 1]);
  });

  it('once for each version, and counts them once', () => {
    expect(counts(run(row({})))).toEqual([1, 0, 0]);
    const report = run(row({ expectBy: { '1.34': { value: '2' } } }));
    expect(counts(report)).toEqual([0, 1, 0]);
    expect(report.failures.map(({ version, path }) => [version, path])).toEqual([['1.34', 'value']]);
  });

  it('expectBy replaces the expectation whole', () => {
    expect(
      counts(
        run(
          row({ expect: { value: '2', canonical: '1' }, expectBy: { '1.34': { value: '1' }, '1.35': { value: '1' } } }),
        ),
      ),
    ).toEqual([1, 0, 0]);
  });

  it('of the chosen versions only; a row without one is left out', () => {
    const files = [
      { name: 'a', text: JSON.stringify([row({ expectBy: { '1.34': { value: '2' } } }), row({ versions: ['1.36'] })]) },
    ];
    expect(counts(runConformance(files, { versions: ['1.35'] }))).toEqual([1, 0, 0]);
    expect(counts(runConformance(files, { versions: ['1.34'] }))).toEqual([0, 1, 0]);
  });

  it('and fails a known kind that cannot be decided', () => {
    expect(counts(run(row({ expect: {} })))).toEqual([0, 1, 0]);
    expect(counts(run(row({ given: undefined })))).toEqual([0, 1, 0]);
    expect(counts(run(row({ versions: ['2.0'] })))).toEqual([0, 1, 0]);
    expect(counts(run(row({ versions: [] })))).toEqual([0, 1, 0]);
  });

  it('and fails what is no row', () => {
    expect(counts(runConformance([{ name: 'a', text: `${JSON.stringify(row({}))}\n{"id": ` }]))).toEqual([1, 1, 0]);
    expect(counts(runConformance([{ name: 'a', text: '' }]))).toEqual([0, 1, 0]);
    expect(counts(runConformance([{ name: 'a', text: '[1]' }]))).toEqual([0, 1, 0]);
    expect(counts(runConformance([{ name: 'a.gz', bytes: new Uint8Array([0x1f, 0x8b, 0]) }]))).toEqual([0, 1, 0]);
  });

  it('and prints a line a kind, the sum last; a failure says id, version, path, expected and got', () => {
    const report = run(row({}), row({ id: 'r2', expect: { value: '2' } }), row({ kind: 'zzz' }));
    expect(conformanceReport(report)).toEqual([
      'scheduler quantity: 1 passed, 1 failed, 0 skipped',
      'scheduler zzz: 0 passed, 0 failed, 1 skipped',
      '1 passed, 1 failed, 1 skipped',
    ]);
    expect(failureLines(report)[0]).toBe('scheduler quantity r2 (1.34) at value: expected "2", got "1"');
  });
});
