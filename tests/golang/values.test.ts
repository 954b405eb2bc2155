import { describe, expect, it } from 'vitest';
import { caseFile } from '../conformance/cases.ts';
import type { Cells } from '../../src/golang/machine-types.ts';
import { checkGo } from '../../src/golang/check.ts';
import { parseGo } from '../../src/golang/parse.ts';
import { codeOf, lightCells, run } from './machine-run.ts';

interface Recorded {
  readonly id: string;
  readonly text: string;
  readonly exit: number;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

const RECORDED = JSON.parse(caseFile('go-lab/value-programs.json').text ?? '[]') as readonly Recorded[];

/** As the kernel's: they take finite numbers but -0. */
function strictCells(): Cells {
  const cells = lightCells();
  return {
    ...cells,
    set: (key, value) => {
      if (odd(value)) throw new Error(`not plain data at ${key}: ${JSON.stringify(value)}`);
      cells.set(key, value);
    },
  };
}

function odd(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value) || Object.is(value, -0);
  return value === undefined || (typeof value === 'object' && value !== null && Object.values(value).some(odd));
}

describe('programs recorded from go1.26 (tests/cases/go-lab/value-programs.md)', () => {
  it('are all there', () => {
    expect(RECORDED).toHaveLength(7);
  });

  it.each(RECORDED)('$id', ({ text, exit, stdout, stderr }) => {
    const parsed = parseGo(text);
    expect(parsed.kind === 'program' ? checkGo(parsed.program) : parsed.problems).toEqual([]);
    for (const pick of ['natural', 1, 2] as const) {
      const { machine, outcome } = run(codeOf(text), pick, 20_000, strictCells());
      const said = [...machine.stderr, ...failure(outcome?.stderr)];
      expect({ exit: outcome?.exit, stdout: machine.stdout, stderr: said }).toEqual({ exit, stdout, stderr });
    }
  });
});

const failure = (text = ''): readonly string[] => (text === '' ? [] : text.split('\n'));
