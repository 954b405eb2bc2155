import { describe, expect, it } from 'vitest';
import { caseFile } from '../conformance/cases.ts';
import { explorerOf } from '../../src/golang/explore.ts';
import { checkGo } from '../../src/golang/check.ts';
import { parseGo } from '../../src/golang/parse.ts';
import { codeOf, program, run } from './machine-run.ts';

interface Recorded {
  readonly id: string;
  readonly text: string;
  readonly exit: number;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

const RECORDED = JSON.parse(caseFile('go-lab/library-programs.json').text ?? '[]') as readonly Recorded[];

function problems(text: string): readonly string[] {
  const parsed = parseGo(text);
  return (parsed.kind === 'program' ? checkGo(parsed.program) : parsed.problems).map((one) => one.message);
}

describe('programs recorded from go1.26 (tests/cases/go-lab/library-programs.md)', () => {
  it('are all there', () => {
    expect(RECORDED).toHaveLength(6);
  });

  it.each(RECORDED)('$id', ({ text, exit, stdout, stderr }) => {
    expect(problems(text)).toEqual([]);
    for (const pick of ['natural', 1, 2] as const) {
      const { machine, outcome } = run(codeOf(text), pick);
      expect({ exit: outcome?.exit, stdout: machine.stdout, stderr: machine.stderr }).toEqual({ exit, stdout, stderr });
    }
  });
});

describe('the library in the program', () => {
  it('what a generic function gives has the type that its arguments decide', () => {
    const wrong = 'xs := []int{1}\nvar s string = slices.Max(xs)\n_ = s';
    expect(problems(`package main\nimport "slices"\nfunc main() {\n${wrong}\n}\n`)).toEqual([
      'cannot use slices.Max(xs) (value of type int) as string value in variable declaration',
    ]);
  });

  it('names of the program do not reach into it', () => {
    const own =
      'package main\nimport ("fmt"; "slices")\nfunc cmp() int { return 7 }\nfunc main() { fmt.Println(cmp(), slices.Max([]int{1, 2})) }';
    expect(run(codeOf(own), 'natural').machine.stdout).toEqual(['7 2']);
  });

  it('a builder that two goroutines write without a lock loses text and races', () => {
    const body =
      'var b strings.Builder\nvar wg sync.WaitGroup\nfor range 2 { wg.Go(func() { b.WriteString("x") }) }\nwg.Wait()\nfmt.Println(b.Len())';
    const explorer = explorerOf(codeOf(program(body)));
    let found = explorer.advance(5_000);
    while (!found.done) found = explorer.advance(5_000);
    expect(found.outcomes.map((one) => one.outcome.stdout.join()).sort()).toEqual(['1', '2']);
    expect(new Set(found.troubles.map((one) => one.kind))).toEqual(new Set(['lost-update', 'data-race']));
  });

  it('the greatest of nothing panics as in Go', () => {
    const text = 'package main\nimport "slices"\nfunc main() { println(slices.Max([]int{})) }';
    const { outcome } = run(codeOf(text), 'natural');
    expect(outcome?.stderr).toBe('panic: slices.Max: empty list');
  });

  it('println goes to standard error', () => {
    const { machine } = run(codeOf('package main\nfunc main() { println("a", 1, 1.5, true, nil) }'), 'natural');
    expect([machine.stdout, machine.stderr]).toEqual([[], ['a 1 1.5 true nil']]);
  });
});
