import { describe, expect, test } from 'vitest';
import { Desk } from '../../src/host/lab-desk.ts';
import { LABS } from '../../src/labs/index.ts';
import type { LabExploration, LabSchedule } from '../../src/protocol/lab.ts';

const START: LabSchedule = { kind: 'seed', seed: 1, pins: [] };
const textOf = (lab: string, variant: string): string =>
  LABS.find((one) => one.id === lab)?.variants.find((one) => one.id === variant)?.text ?? '';

function explored(desk: Desk, text: string): LabExploration {
  let found = desk.explore(text);
  for (let slice = 0; found !== undefined && !found.done && slice < 20; slice++) found = desk.exploreOn();
  if (found === undefined) throw new Error('not a program');
  return found;
}

describe('ways of the explorer', () => {
  test.each([
    ['map-write', 'split-lock'],
    ['map-write', 'bare'],
    ['wait-group-add', 'inside'],
    ['select-fairness', 'two-selects'],
  ])('%s %s: each outcome comes again by its picks, at its last step', (lab, variant) => {
    const desk = new Desk();
    const text = textOf(lab, variant);
    const { outcomes } = explored(desk, text);
    expect(outcomes.length).toBeGreaterThan(0);
    for (const { picks, steps, endless, ...outcome } of outcomes) {
      expect(endless).toEqual([]);
      const answer = desk.run(0, text, { kind: 'way', picks });
      expect(answer.ok && answer.run.outcome).toEqual(outcome);
      expect(answer.ok && answer.run.ops.length).toBe(steps);
    }
  });

  test('a lost update is found with its lines, and its way leads to it', () => {
    const desk = new Desk();
    const text = textOf('map-write', 'split-lock');
    const found = explored(desk, text);
    expect(found.complete).toBe(true);
    const lines = text.split('\n');
    const read = lines.findIndex((line) => line.includes('n := m["hits"]')) + 1;
    const write = lines.findIndex((line) => line.includes('= n + 1')) + 1;
    expect(found.troubles.map((one) => [one.kind, one.lines])).toEqual([['lost-update', [read, write, write]]]);
  });

  test('races of a way stand with both places', () => {
    const desk = new Desk();
    const text = textOf('map-write', 'bare');
    const race = explored(desk, text).troubles.find((one) => one.kind === 'data-race');
    const answer = desk.run(0, text, { kind: 'way', picks: race?.picks ?? [] });
    const line = text.split('\n').findIndex((one) => one.includes('m[i%keys] = i')) + 1;
    expect(answer.ok && answer.run.races[0]).toMatchObject({
      first: { line, write: true },
      second: { line, write: true },
    });
  });

  // go run -race reports it in each run: nothing orders one goroutine's n++ with another's, whoever came first to the lock.
  test.each([1, 2, 3, 4, 5])('a race is told of a seeded run too (seed %i)', (seed) => {
    const text = `package main

import "sync"

func main() {
\tn := 0
\tvar mu sync.Mutex
\tvar wg sync.WaitGroup
\twg.Add(2)
\tfor range 2 {
\t\tgo func() {
\t\t\tdefer wg.Done()
\t\t\tmu.Lock()
\t\t\tmu.Unlock()
\t\t\tn++
\t\t}()
\t}
\twg.Wait()
}
`;
    const answer = new Desk().run(0, text, { kind: 'seed', seed, pins: [] });
    const races = answer.ok ? answer.run.races : [];
    expect(races).not.toEqual([]);
    for (const { first, second } of races) {
      expect([first.line, second.line]).toEqual([15, 15]);
      expect(new Set([first.goroutine, second.goroutine]).size).toBe(2);
    }
  });
});

describe('steps', () => {
  test('a past moment is the same whenever it is looked at', () => {
    const desk = new Desk();
    const text = textOf('map-write', 'channel');
    const answer = desk.run(0, text, START);
    const steps = answer.ok ? answer.run.ops.length : 0;
    const once = Array.from({ length: steps + 1 }, (_, step) => desk.view(0, step));
    for (let step = steps; step >= 0; step--) expect(desk.view(0, step)).toEqual(once[step]);
    expect(once.at(-1)?.stdout).toEqual(['key 0 holds 2', 'key 1 holds 3']);
    expect(new Set(once.map((one) => one.digest)).size).toBe(steps + 1);
  });

  test('every option of a choice is told by the goroutine that then makes the step', () => {
    const desk = new Desk();
    const text = textOf('map-write', 'channel');
    const answer = desk.run(0, text, START);
    const steps = answer.ok ? answer.run.ops.length : 0;
    const views = Array.from({ length: steps }, (_, step) => desk.view(0, step));
    const open = views.filter((one) => one.choices.length > 1);
    expect(open.length).toBeGreaterThan(0);
    for (const { step, choices } of open) {
      expect(choices.filter((one) => one.taken)).toHaveLength(1);
      for (const { goroutine, schedule } of choices) {
        const forked = desk.run(1, text, schedule);
        expect(forked.ok && forked.run.ops[step]?.goroutine).toBe(goroutine);
      }
    }
  });

  test.each(LABS.map((lab) => [lab.id, lab] as const))('the point of %s is a step of its way', (_, lab) => {
    const desk = new Desk();
    const text = textOf(lab.id, lab.point.variant);
    const found = desk.point(text, lab.point);
    const answer = desk.run(0, text, found?.schedule ?? START);
    expect(answer.ok && answer.run.ops[(found?.step ?? 0) - 1]?.kind).toBe(lab.point.kind);
  });

  test('what is no program is refused with its line', () => {
    expect(new Desk().run(0, 'func main() {\n\tx := 1\n}\n', START)).toEqual({
      ok: false,
      problems: [{ line: 2, column: 2, message: 'declared and not used: x' }],
    });
  });
});

describe('what never comes to a visible step', () => {
  const text = (body: string): string => `package main\nimport "fmt"\nfunc main() {\n${body}\n}\n`;

  test('a run of it stops, and says who and where', () => {
    const answer = new Desk().run(0, text('fmt.Println("on")\ni := 0\nfor {\ni++\n}'), START);
    expect(answer.ok && answer.run).toMatchObject({ cut: true, endless: { goroutine: 1 } });
    expect(answer.ok && [6, 7]).toContain(answer.ok && answer.run.endless?.line);
    expect(answer.ok && answer.run.ops.length).toBeLessThan(100);
  });

  test('beside a program that ends it is no end of the run', () => {
    const answer = new Desk().run(0, text('go func() { for {} }()\nfmt.Println("out")'), START);
    expect(answer.ok && answer.run).toMatchObject({ cut: false, endless: undefined, outcome: { exit: 0 } });
  });

  test('a race says on which line it is written and on which read; a lost update what came between', () => {
    const racing = 'n := 0\ndone := make(chan bool)\ngo func() {\nn = 1\ndone <- true\n}()\nfmt.Println(n)\n<-done';
    const [race] = new Desk().explore(text(racing))?.troubles.filter(({ kind }) => kind === 'data-race') ?? [];
    const told = race?.lines.map((line, i) => `${race.deeds?.[i] ?? ''} ${String(line)}`).sort();
    expect(told).toEqual(['read 10', 'write 7']);
  });

  test('the explorer tells it with its line, and its way leads to it', () => {
    const desk = new Desk();
    const own = text('fmt.Println("on")\nfor {}');
    const found = desk.explore(own);
    expect(found).toMatchObject({ done: true, complete: true });
    expect(found?.troubles).toMatchObject([{ kind: 'endless', detail: 'no-exit', goroutines: [1], lines: [5] }]);
    expect(found?.outcomes).toMatchObject([{ exit: undefined, endless: [{ goroutine: 1, line: 5 }] }]);
    const answer = desk.run(0, own, { kind: 'way', picks: found?.troubles[0]?.picks ?? [] });
    expect(answer.ok && answer.run.endless).toEqual({ goroutine: 1, line: 5 });
  });
});
