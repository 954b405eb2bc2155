import { describe, expect, it } from 'vitest';
import { createExplorer, explorerOf, runOnce } from '../../src/golang/explore.ts';
import { pinsOf, replay } from '../../src/golang/explore-replay.ts';
import { PUBLISHED_COSTS } from '../../src/golang/go-costs.ts';
import { createGoWorld } from '../../src/golang/go-world.ts';
import type { Exploration, ExploreOptions, Trouble } from '../../src/golang/explore-types.ts';
import { parseGo } from '../../src/golang/parse.ts';
import { machineOf } from '../../src/golang/machine.ts';
import { codeOf, lightCells, program } from './machine-run.ts';
import { randomProgram } from './random-program.ts';

function explored(text: string, options: ExploreOptions = {}): Exploration {
  const explorer = explorerOf(codeOf(text), options);
  for (;;) {
    const known = explorer.advance(5_000);
    if (known.done) return known;
  }
}

const explore = (body: string, options?: ExploreOptions) => explored(program(body), options);

const endings = ({ outcomes }: Exploration): string[] =>
  outcomes
    .map(({ outcome: { exit, stdout, stderr } }) =>
      [exit ?? 'hangs', ...stdout, stderr].filter((one) => one !== '').join(' '),
    )
    .sort();

const kinds = ({ troubles }: Exploration): string[] => [...new Set(troubles.map((one) => one.kind))].sort();

function trouble<K extends Trouble['kind']>(found: Exploration, kind: K): Extract<Trouble, { kind: K }> {
  const one = found.troubles.find((each): each is Extract<Trouble, { kind: K }> => each.kind === kind);
  if (one === undefined) throw new Error(`no ${kind} in ${kinds(found).join()}`);
  return one;
}

const COUNTER = (step: string) => `
  var wg sync.WaitGroup
  var mu sync.Mutex
  _ = &mu
  counter := 0
  for i := 0; i < 2; i++ {
    wg.Add(1)
    go func() {
      defer wg.Done()
      ${step}
    }()
  }
  wg.Wait()
  fmt.Println(counter)`;

const AB_BA = `
  var a, b sync.Mutex
  done := make(chan bool)
  go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock(); done <- true }()
  b.Lock()
  a.Lock()
  a.Unlock()
  b.Unlock()
  <-done
  fmt.Println("both")`;

describe('what a program may come to', () => {
  it('finds the update that two goroutines lose, and where', () => {
    const found = explore(COUNTER('counter++'));
    expect(found.complete).toBe(true);
    expect(endings(found)).toEqual(['0 1', '0 2']);
    expect(kinds(found)).toEqual(['data-race', 'lost-update']);
    const lost = trouble(found, 'lost-update');
    expect(lost.object).toBe('counter');
    expect(lost.goroutine).not.toBe(lost.other);
    expect([lost.read.line, lost.write.line, lost.overwritten.line]).toEqual([16, 16, 16]);
  });

  it('proves that a lock cures it', () => {
    const found = explore(COUNTER('mu.Lock(); counter++; mu.Unlock()'));
    expect(found.complete).toBe(true);
    expect(endings(found)).toEqual(['0 2']);
    expect(found.troubles).toEqual([]);
  });

  it('finds the update that is lost between two critical sections without a race', () => {
    const found = explore(COUNTER('mu.Lock(); old := counter; mu.Unlock(); mu.Lock(); counter = old + 1; mu.Unlock()'));
    expect(endings(found)).toEqual(['0 1', '0 2']);
    expect(kinds(found)).toEqual(['lost-update']);
  });

  it('finds the deadlock of two locks in opposite order', () => {
    const found = explore(AB_BA);
    expect(endings(found)).toEqual(['0 both', '2 fatal error: all goroutines are asleep - deadlock!']);
    expect(trouble(found, 'deadlock').waitStates).toEqual(['sync.Mutex.Lock', 'sync.Mutex.Lock']);
  });

  it('finds a panic that only one order brings', () => {
    const found = explore('c := make(chan int, 1)\ngo func() { close(c) }()\nc <- 1\nfmt.Println("sent")');
    expect(endings(found)).toEqual(['0 sent', '2 panic: send on closed channel']);
    expect(trouble(found, 'panic').text).toBe('panic: send on closed channel');
  });

  it('tells a leak from a goroutine that is merely late', () => {
    const leaks = explore('c := make(chan int)\ngo func() { c <- 1 }()\nfmt.Println("gone")');
    expect(trouble(leaks, 'leak')).toMatchObject({ goroutine: 2, state: 'chan send' });
    const late = explore('var mu sync.Mutex\nfor i := 0; i < 2; i++ { go func() { mu.Lock(); mu.Unlock() }() }');
    expect(late.troubles).toEqual([]);
  });

  it('finds the race of the first Add with a Wait that waits for it', () => {
    const found = explore('var wg sync.WaitGroup\ngo func() { wg.Add(1); runtime.Gosched(); wg.Done() }()\nwg.Wait()');
    expect(trouble(found, 'data-race')).toMatchObject({ first: { object: 'wg' }, second: { object: 'wg' } });
  });

  it('takes every ready case and every start of a walk', () => {
    const cases = explore(
      'a, b := make(chan int, 1), make(chan int, 1)\na <- 1\nb <- 2\nselect { case v := <-a: fmt.Println(v); case v := <-b: fmt.Println(v) }',
    );
    expect(endings(cases)).toEqual(['0 1', '0 2']);
    const walk = explore('m := map[int]bool{1: true, 2: true}\nfor k := range m { fmt.Println(k); break }');
    expect(endings(walk)).toEqual(['0 1', '0 2']);
  });
});

describe('spinning', () => {
  it('ends where another choice can end it', () => {
    const found = explore(
      'var ready atomic.Bool\ngo func() { ready.Store(true) }()\nfor !ready.Load() { runtime.Gosched() }\nfmt.Println("seen")',
    );
    expect(found.complete).toBe(true);
    expect(endings(found)).toEqual(['0 seen']);
    expect(found.troubles).toEqual([]);
  });

  it('hangs where nothing can', () => {
    const found = explore(
      'var ready atomic.Bool\ngo func() { ready.Load() }()\nfmt.Println("on")\nfor !ready.Load() { runtime.Gosched() }',
    );
    expect(found.complete).toBe(true);
    expect(endings(found)).toEqual(['hangs on']);
    expect(kinds(found)).toEqual(['hang']);
  });

  it('says who goes round where, of states that repeat and nobody can change', () => {
    const found = explore(
      'var a atomic.Bool\nc := make(chan int)\ngo func() { for !a.Load() { runtime.Gosched() } }()\n<-c',
    );
    expect(found.complete).toBe(true);
    const { spins } = trouble(found, 'hang');
    expect(spins.map(({ goroutine, at }) => [goroutine, at.line])).toEqual([[2, 10]]);
  });

  it('lets time pass while goroutines only spin', () => {
    const found = explore(
      'var ready atomic.Bool\ngo func() { time.Sleep(time.Second); ready.Store(true) }()\nfor !ready.Load() { runtime.Gosched() }\nfmt.Println("seen")',
    );
    expect(endings(found)).toEqual(['0 seen']);
    expect(found.troubles).toEqual([]);
  });

  it('a ticker that is read for ever hangs without a bound being met', () => {
    const found = explore('t := time.NewTicker(time.Second)\nfor { <-t.C }');
    expect(found.complete).toBe(true);
    expect(endings(found)).toEqual(['hangs']);
  });

  it('counts a run past the horizon as one that does not end', () => {
    const found = explore('fmt.Println("on")\ntime.Sleep(time.Hour)\nfmt.Println("late")', { horizon: 1_500_000_000 });
    expect(endings(found)).toEqual(['hangs on']);
  });
});

describe('a goroutine that is never seen again', () => {
  const line = (body: string, part: string): number =>
    program(body)
      .split('\n')
      .findIndex((one) => one.includes(part)) + 1;
  /** Some tenths of a second. */
  const ONE_SLICE = 8_000;

  it.each([
    ['an empty loop', 'fmt.Println("on")\nfor { }', 'no-exit', true],
    ['a loop that counts', 'fmt.Println("on")\ni := 0\nfor { i++ }', 'no-exit', true],
    ['a loop that comes back to where it was', 'fmt.Println("on")\ni := 0\nfor { i = (i + 1) % 3 }', 'repeats', true],
    ['a loop that nothing is proved of', 'fmt.Println("on")\ni := 0\nfor { i++; _ = 7 / i }', 'bound', false],
  ] as const)('%s: told within one slice, as an ending of its own', (_, body, how, complete) => {
    const found = explorerOf(codeOf(program(body))).advance(ONE_SLICE);
    expect(found).toMatchObject({ done: true, complete, bound: complete ? 'none' : 'alone' });
    expect(endings(found)).toEqual(['hangs on']);
    expect(kinds(found)).toEqual(['endless']);
    expect(trouble(found, 'endless')).toMatchObject({ goroutine: 1, how, at: { line: line(body, 'for {') } });
    expect(found.outcomes[0]?.endless.map((one) => one.goroutine)).toEqual([1]);
  });

  it('does not keep main from its end', () => {
    const found = explore('go func() { for { } }()\nfmt.Println("out")');
    expect(found.complete).toBe(true);
    expect(endings(found)).toEqual(['0 out']);
    expect(found.troubles).toEqual([]);
  });

  it('lets others block and time pass: the program ends in nothing but that', () => {
    const body =
      'mu := sync.Mutex{}\ngo func() { mu.Lock(); i := 0\n for { i++ } }()\ntime.Sleep(time.Second)\nmu.Lock()';
    const found = explore(body);
    expect(found.complete).toBe(true);
    expect(endings(found)).toEqual(['hangs']);
    expect(trouble(found, 'endless')).toMatchObject({ goroutine: 2, at: { line: line(body, 'for {') } });
  });

  it('private work that comes to an end is followed through', () => {
    const body = 'sum := 0\nfor i := 0; i < 20000; i++ { sum += i }\nfmt.Println(sum)';
    const found = explore(body);
    expect(found.complete).toBe(true);
    expect(endings(found)).toEqual(['0 199990000']);
    const way = found.outcomes[0];
    expect(replay(codeOf(program(body)), lightCells(), way?.picks ?? []).at(-1)?.kind).toBe('exit');
    expect(replay(codeOf(program(body)), lightCells(), way?.picks ?? [])).toHaveLength(way?.steps ?? 0);
  });
});

describe('the way to what was found', () => {
  it.each([
    ['lost update', program(COUNTER('counter++'))],
    ['locks', program(AB_BA)],
    [
      'time while spinning',
      program(
        'var ok atomic.Bool\ngo func() { time.Sleep(time.Second); ok.Store(true) }()\nfor !ok.Load() { }\nfmt.Println("seen")',
      ),
    ],
  ])('%s: its picks lead to it again', (_, text) => {
    const code = codeOf(text);
    const found = explored(text);
    expect(found.outcomes.length).toBeGreaterThan(0);
    for (const { outcome, picks, steps } of found.outcomes) {
      const cells = lightCells();
      const ops = replay(code, cells, picks);
      expect(ops.length).toBe(steps);
      expect(machineOf(code, cells).outcome()).toEqual(outcome);
    }
  });

  it.each([
    ['lost update', program(COUNTER('counter++'))],
    ['locks', program(AB_BA)],
    [
      'cases',
      program(
        'a, b := make(chan int, 1), make(chan int, 1)\na <- 1\nb <- 2\nselect { case <-a: fmt.Println("a"); case <-b: fmt.Println("b") }',
      ),
    ],
    [
      'a sleep',
      program(
        'c := make(chan int)\nx := 0\ngo func() { x++; time.Sleep(time.Second); c <- 1 }()\nx++\n<-c\nfmt.Println(x)',
      ),
    ],
  ])('%s: pinned, a World comes to the same', (_, text) => {
    const code = codeOf(text);
    for (const { outcome, picks, steps } of explored(text).outcomes) {
      const pins = pinsOf(code, picks, steps);
      const { world, machine } = createGoWorld(code, {
        seed: 1,
        processors: 1,
        preempts: true,
        costs: PUBLISHED_COSTS,
        pins,
      });
      world.advance(10_000);
      expect(machine.outcome()).toMatchObject({ exit: outcome.exit, stdout: outcome.stdout, stderr: outcome.stderr });
    }
  });

  it('needs no picks for the run that nobody disturbs', () => {
    const code = codeOf(program('c := make(chan int, 1)\nc <- 1\nfmt.Println(<-c)'));
    const [only] = explored(program('c := make(chan int, 1)\nc <- 1\nfmt.Println(<-c)')).outcomes;
    expect(only?.picks).toEqual([]);
    expect(runOnce(code, undefined).outcome.stdout).toEqual(['1']);
  });
});

describe('bounds and progress', () => {
  const LONG = program(COUNTER('for j := 0; j < 200; j++ { counter++ }'));

  it('says which bound it met and how far it came', () => {
    const found = explored(LONG, { maxStates: 3_000 });
    expect(found).toMatchObject({ done: true, complete: false, bound: 'states', states: 3_000 });
    expect(kinds(found)).toContain('lost-update');
    expect(explored(LONG, { maxDepth: 50, maxStates: 2_000 })).toMatchObject({ complete: false });
  });

  it('meets the bound of depth', () => {
    const found = explore('for i := 0; i < 100; i++ { fmt.Println(i) }', { maxDepth: 20 });
    expect(found).toMatchObject({ done: true, complete: false, bound: 'depth', outcomes: [] });
  });

  it('goes on where it stopped, and gives the same whatever the budget', () => {
    const text = program(AB_BA);
    const parsed = parseGo(text);
    if (parsed.kind !== 'program') throw new Error('refused');
    const slow = createExplorer(parsed.program);
    expect(slow.advance(3)).toMatchObject({ done: false, complete: false, steps: 3 });
    let last = slow.advance(1);
    while (!last.done) last = slow.advance(1);
    expect(last).toEqual(explored(text));
  });
});

describe('the reduction', () => {
  const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);
  const places = ({ troubles }: Exploration) =>
    [
      ...new Set(
        troubles.map((one) => {
          if (one.kind === 'leak') return `leak ${one.state} ${one.at.line}:${one.at.column}`;
          return one.kind === 'lost-update' ? `lost ${one.object}` : one.kind;
        }),
      ),
    ].sort();

  it('finds what the walk through every schedule finds', () => {
    let saved = 0;
    for (const seed of SEEDS) {
      const text = randomProgram(seed);
      const whole = explored(text, { reduce: false, maxStates: 20_000 });
      const reduced = explored(text);
      expect(whole.complete, text).toBe(true);
      expect(reduced.complete, text).toBe(true);
      expect(endings(reduced), text).toEqual(endings(whole));
      expect(places(reduced), text).toEqual(places(whole));
      expect(reduced.states).toBeLessThanOrEqual(whole.states);
      saved += whole.states - reduced.states;
    }
    expect(saved).toBeGreaterThan(0);
  });

  it('keeps goroutines apart that share nothing', () => {
    const apart = program(
      'var wg sync.WaitGroup\nwg.Add(2)\nfor i := 0; i < 2; i++ { go func() { mu := new(sync.Mutex); x := 0; go func() { mu.Lock(); x++; mu.Unlock() }(); mu.Lock(); x++; mu.Unlock(); wg.Done() }() }\nwg.Wait()',
    );
    const whole = explored(apart, { reduce: false });
    const reduced = explored(apart);
    expect(endings(reduced)).toEqual(endings(whole));
    expect(reduced.states * 2).toBeLessThan(whole.states);
  });
});
