import { describe, expect, it } from 'vitest';
import { caseFile } from '../conformance/cases.ts';
import { checkGo } from '../../src/golang/check.ts';
import { parseGo } from '../../src/golang/parse.ts';
import { codeOf, run } from './machine-run.ts';

interface Built {
  readonly id: string;
  readonly text: string;
  readonly exit: number;
  readonly stdout: readonly string[];
  readonly stderr: string;
}
interface Refused {
  readonly text: string;
  /** "line:column: message" */
  readonly problems: readonly string[];
}

const read = (name: string): unknown => JSON.parse(caseFile(`go-lab/${name}.json`).text ?? '[]');
const BUILT = read('number-programs') as readonly Built[];
const REFUSED = read('refused-programs') as readonly Refused[];

function problems(text: string): readonly string[] {
  const parsed = parseGo(text);
  const found = parsed.kind === 'program' ? checkGo(parsed.program) : parsed.problems;
  return found.map(({ line, column, message }) => `${String(line)}:${String(column)}: ${message}`);
}

/** The first statement of main. */
const title = (text: string): string =>
  text
    .slice(text.indexOf('main() {') + 'main() {'.length)
    .trim()
    .slice(0, 60);

describe('programs recorded from go1.26 (tests/cases/go-lab/number-programs.md)', () => {
  it('are all there', () => {
    expect([BUILT.length >= 90, REFUSED.length >= 280]).toEqual([true, true]);
  });

  it.each(BUILT)('$id', ({ text, exit, stdout, stderr }) => {
    expect(problems(text)).toEqual([]);
    const { machine, outcome } = run(codeOf(text), 'natural');
    expect({ exit: outcome?.exit, stdout: machine.stdout, stderr: outcome?.stderr }).toEqual({ exit, stdout, stderr });
  });

  it.each(REFUSED.map((one) => [title(one.text), one] as const))('refused: %s', (_, one) => {
    expect(problems(one.text)).toEqual(one.problems);
  });
});

describe('integers that no number holds', () => {
  const printed = (body: string): readonly string[] => {
    const text = `package main\nimport (\n"fmt"\n"sync/atomic"\n)\nfunc main() {\n${body}\n}\n`;
    return run(codeOf(text), 'natural').machine.stdout;
  };

  it('are keys, are sent, are counted atomically, and wrap', () => {
    const body = `c := make(chan uint64, 1)
c <- 1<<63 + 5
v := <-c
m := map[any]int{v: 1}
var n atomic.Uint64
n.Store(1<<64 - 1)
var i atomic.Int32
i.Store(1<<31 - 1)
fmt.Println(v, m[uint64(9223372036854775813)], m[v-1], n.Add(2), i.Add(1))`;
    expect(printed(body)).toEqual(['9223372036854775813 1 0 1 -2147483648']);
  });
});
