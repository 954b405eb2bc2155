import { describe, expect, it } from 'vitest';
import { runConformance } from '../../src/conformance/conformance.ts';
import { caseFile, failuresOf, runCases } from './cases.ts';

interface Raw {
  readonly id: string;
  readonly expect: { readonly outcomes?: readonly object[] };
}

const rowsOf = (name: string): Raw[] =>
  caseFile(name)
    .text?.trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Raw) ?? [];

const OUTCOMES = 'go-lab/handed-outcomes.ndjson';
const RACES = 'go-lab/handed-races.ndjson';

function rowOf(name: string, id: string): Raw {
  const row = rowsOf(name).find((one) => one.id === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return row;
}

const verdict = (row: object): string => {
  const { passed, failed, skipped } = runConformance([{ name: '', text: JSON.stringify(row) }]);
  return `${passed} ${failed} ${skipped}`;
};
const PASSED = '1 0 0';
const FAILED = '0 1 0';

describe('programs recorded from go1.26', () => {
  it('the explorer ends where they ended', () => {
    const report = runCases(OUTCOMES);
    expect(failuresOf(report)).toEqual([]);
    expect([report.passed, report.skipped]).toEqual([95, 0]);
  }, 60_000);

  it('the race detector says what -race said', () => {
    const report = runCases(RACES);
    expect(failuresOf(report)).toEqual([]);
    expect([report.passed, report.skipped]).toEqual([31, 0]);
  });
});

describe('how a row is judged', () => {
  const row = rowOf(OUTCOMES, 'lost-update');
  const [first, second] = row.expect.outcomes ?? [];
  const judged = (expectation: object) => verdict({ ...row, expect: { ...row.expect, ...expectation } });

  it('complete: neither more nor less', () => {
    expect(judged({})).toBe(PASSED);
    expect(judged({ outcomes: [first] })).toBe(FAILED);
    expect(judged({ outcomes: [first, second, { exit: 0, stdout: ['x=3'] }] })).toBe(FAILED);
  });

  it('not complete: what is listed must be found', () => {
    expect(judged({ complete: false, outcomes: [second] })).toBe(PASSED);
    expect(judged({ complete: false, outcomes: [second, { exit: 0, stdout: ['x=3'] }] })).toBe(FAILED);
  });

  it('an ending that is listed with less is another ending', () => {
    expect(
      verdict({
        ...rowOf(OUTCOMES, 'panic-plain'),
        expect: { deterministic: true, outcomes: [{ exit: 2, stdout: [] }] },
      }),
    ).toBe(FAILED);
  });

  it('counts are not compared', () => {
    expect(
      judged({
        runs: 7,
        outcomes: [
          { ...second, count: 1 },
          { ...first, count: 2 },
        ],
      }),
    ).toBe(PASSED);
  });

  it('an operation that the format does not know fails', () => {
    expect(verdict({ ...row, given: { vars: [], main: [{ op: 'fly' }] } })).toBe(FAILED);
  });

  it('another release of Go is not what the machine models', () => {
    expect(verdict({ ...row, versions: ['go1.20'] })).toBe(FAILED);
  });

  it('a race that only some orders have is had sometimes', () => {
    const unordered = {
      vars: [
        { kind: 'int', name: 'x', value: 0 },
        { kind: 'mutex', name: 'm' },
        { kind: 'wg', name: 'w', count: 1 },
      ],
      main: [
        {
          op: 'go',
          name: 'g',
          body: [
            { op: 'write', var: 'x', value: 1 },
            { op: 'lock', mutex: 'm' },
            { op: 'unlock', mutex: 'm' },
            { op: 'done', wg: 'w' },
          ],
        },
        { op: 'lock', mutex: 'm' },
        { op: 'unlock', mutex: 'm' },
        { op: 'write', var: 'x', value: 2 },
        { op: 'wait', wg: 'w' },
      ],
    };
    expect(verdict({ ...rowOf(RACES, 'race-two-writers'), given: unordered, expect: { verdict: 'sometimes' } })).toBe(
      PASSED,
    );
  });
});
