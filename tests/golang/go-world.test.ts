import { describe, expect, test } from 'vitest';
import { createGoWorld, type GoWorldOptions } from '../../src/golang/go-world.ts';
import { PUBLISHED_COSTS } from '../../src/golang/go-costs.ts';
import { codeOf, program } from './machine-run.ts';

const OPTIONS: GoWorldOptions = { seed: 1, processors: 4, costs: PUBLISHED_COSTS };

const LOST_UPDATE = `x := 0
  var wg sync.WaitGroup
  wg.Add(2)
  for range 2 { go func() { x++; wg.Done() }() }
  wg.Wait()
  time.Sleep(10)
  fmt.Println(x)`;

function ended(body: string, options: Partial<GoWorldOptions> = {}) {
  const made = createGoWorld(codeOf(program(body)), { ...OPTIONS, ...options });
  made.world.advance(1_000_000);
  return made;
}

describe('the machine on a World', () => {
  test('a program ends as the machine says; the kernel finds nothing wrong with its state', () => {
    const { machine, world } = ended(LOST_UPDATE, { checks: true });
    expect(machine.outcome()).toMatchObject({ exit: 0, stderr: '' });
    expect(world.stateDigest()).toBe(world.recomputeStateDigest(world.step));
  });

  test('the same seed gives the same trace', () => {
    expect(ended(LOST_UPDATE).world.digest()).toBe(ended(LOST_UPDATE).world.digest());
  });

  test('going back and on again ends in the same state', () => {
    const { world } = ended(LOST_UPDATE);
    const [end, digest] = [world.step, world.digest()];
    world.fork(Math.floor(end / 2));
    world.advance(1_000_000);
    expect([world.step, world.digest()]).toEqual([end, digest]);
  });

  test('a choice of a select can be pinned', () => {
    const body = `a, b := make(chan int, 1), make(chan int, 1)
      a <- 1
      b <- 2
      select { case <-a: fmt.Println("a"); case <-b: fmt.Println("b") }`;
    const pinned = (option: number) =>
      ended(body, { pins: [{ label: 'option', object: 'goroutine 1', occurrence: 0, option }] }).machine.stdout;
    expect([pinned(0), pinned(1)]).toEqual([['a'], ['b']]);
  });

  test('time passes while goroutines work, and timers come in time', () => {
    const { machine } = ended(`t := time.NewTimer(30); n := 0
      var mu sync.Mutex
      for {
        select { case <-t.C: fmt.Println(n > 0); return; default: }
        mu.Lock(); n++; mu.Unlock()
      }`);
    expect(machine.stdout).toEqual(['true']);
  });
});

const WRITES = 3000;
const MUTEX = `m := map[int]int{}
  var mu sync.Mutex
  for i := range ${WRITES} { mu.Lock(); m[i%100] = i; mu.Unlock() }
  fmt.Println(len(m), m[7])`;
const channel = (buffer: number) => `m := map[int]int{}
  c := make(chan int, ${buffer})
  done := make(chan bool)
  go func() { for i := range c { m[i%100] = i }; close(done) }()
  for i := range ${WRITES} { c <- i }
  close(c)
  <-done
  fmt.Println(len(m), m[7])`;

describe('M1 map write: lock against channel', () => {
  const timeOf = (body: string) => {
    const { machine, world } = ended(body, { processors: 8 });
    expect(machine.stdout).toEqual([`100 ${WRITES - 100 + 7}`]);
    return world.now;
  };

  test('ratio 2.96 within 5 % at a buffer of 256; never faster with a smaller buffer', () => {
    const lock = timeOf(MUTEX);
    const [none, one, some, many] = [0, 1, 16, 256].map((buffer) => timeOf(channel(buffer)) / lock);
    expect(Math.abs((many ?? 0) / 2.96 - 1)).toBeLessThan(0.05);
    expect([none, one, some, many]).toEqual([none, one, some, many].sort((a, b) => (b ?? 0) - (a ?? 0)));
    expect(none).toBeGreaterThan(many ?? 0);
  });
});
