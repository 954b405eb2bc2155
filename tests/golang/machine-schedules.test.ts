import { describe, expect, test } from 'vitest';
import { createMachine } from '../../src/golang/machine.ts';
import { parseGo } from '../../src/golang/parse.ts';
import { everyOutcome, lightCells, natural, program } from './machine-run.ts';

const DEADLOCK = 'fatal error: all goroutines are asleep - deadlock!';

describe('G-1 every read and write of shared memory is a step', () => {
  test('x++ twice: an update can be lost', () => {
    expect(
      everyOutcome(`x := 0
        var wg sync.WaitGroup
        wg.Add(2)
        for range 2 { go func() { x++; wg.Done() }() }
        wg.Wait()
        fmt.Println(x)`),
    ).toEqual(['1', '2']);
  });

  test('under a lock it cannot', () => {
    expect(
      everyOutcome(`x := 0
        var wg sync.WaitGroup
        var mu sync.Mutex
        wg.Add(2)
        for range 2 { go func() { defer wg.Done(); mu.Lock(); defer mu.Unlock(); x++ }() }
        wg.Wait()
        fmt.Println(x)`),
    ).toEqual(['2']);
  });

  test('a variable that nobody else can reach makes no steps', () => {
    const { ops } = natural(`n := 0
      add := func(k int) { n += k }
      for i := range 5 { add(i) }
      fmt.Println(n)`);
    expect(ops.map((one) => one.kind)).toEqual(['print', 'exit']);
  });

  test('a read and a write name what they touch', () => {
    const { ops } = natural(`var counter int
      done := make(chan bool)
      go func() { counter = counter + 1; done <- true }()
      <-done`);
    const touches = ops.filter((one) => one.kind === 'read' || one.kind === 'write');
    expect(touches.map((one) => [one.goroutine, one.kind, one.object, one.detail])).toEqual([
      [2, 'read', 'counter', '0'],
      [2, 'write', 'counter', '1'],
    ]);
    expect(touches.map((one) => one.memory.map((two) => two.write))).toEqual([[false], [true]]);
  });
});

describe('G-2 what Go leaves open is a transition, what it fixes is none', () => {
  test('a select takes any ready case', () => {
    expect(
      everyOutcome(`a, b := make(chan int, 1), make(chan int, 1)
        a <- 1
        b <- 2
        select {
        case v := <-a: fmt.Println("a", v)
        case v := <-b: fmt.Println("b", v)
        }`),
    ).toEqual(['a 1', 'b 2']);
  });

  test('default only where no case is ready', () => {
    expect(
      everyOutcome(`a := make(chan int, 1)
        a <- 1
        select {
        case <-a: fmt.Println("a")
        default: fmt.Println("default")
        }`),
    ).toEqual(['a']);
  });

  test('waiters of a channel are served in the order they came', () => {
    expect(
      everyOutcome(`c := make(chan int)
        out := make(chan string, 2)
        go func() { c <- 1; out <- "first" }()
        time.Sleep(1)
        go func() { c <- 2; out <- "second" }()
        time.Sleep(1)
        fmt.Println(<-c, <-c)`),
    ).toEqual(['1 2']);
  });

  test('a map is walked from any entry round', () => {
    expect(
      everyOutcome(`m := map[string]int{"a": 1, "b": 2, "c": 3}
        for k, v := range m { fmt.Print(k, v, " ") }`),
    ).toEqual(['a1 b2 c3 ', 'b2 c3 a1 ', 'c3 a1 b2 ']);
  });

  test('timers due at one moment fire in any order', () => {
    expect(
      everyOutcome(`for _, name := range []string{"a", "b"} {
          go func() { time.Sleep(10); fmt.Print(name) }()
        }
        time.Sleep(20)`),
    ).toEqual(['ab', 'ba']);
  });

  test('a running goroutine may take a lock before the one that was woken for it', () => {
    expect(
      everyOutcome(`var mu sync.Mutex
        var wg sync.WaitGroup
        mu.Lock()
        wg.Add(1)
        go func() { defer wg.Done(); mu.Lock(); fmt.Print("waiter "); mu.Unlock() }()
        time.Sleep(1)
        mu.Unlock()
        mu.Lock()
        fmt.Print("main ")
        mu.Unlock()
        wg.Wait()`),
    ).toEqual(['main waiter ', 'waiter main ']);
  });
});

describe('G-3 time moves only when nothing can run', () => {
  test('Since shows what was slept', () => {
    const { machine } = natural(`start := time.Now()
      time.Sleep(1500 * time.Millisecond)
      fmt.Println(time.Since(start))`);
    expect(machine.stdout).toEqual(['1.5s']);
    expect(machine.now).toBe(1_500_000_000);
  });

  test('a timer that nobody waits for does not hold a program up', () => {
    const { outcome } = natural(`t := time.NewTimer(time.Hour)
      _ = t
      <-make(chan int)`);
    expect(outcome).toMatchObject({ exit: 2, stderr: DEADLOCK, waitStates: ['chan receive'] });
  });
});

describe('locks', () => {
  test('a waiting writer keeps new readers out: reading twice can deadlock', () => {
    expect(
      everyOutcome(`var mu sync.RWMutex
        var wg sync.WaitGroup
        wg.Add(1)
        mu.RLock()
        go func() { defer wg.Done(); mu.Lock(); mu.Unlock() }()
        mu.RLock()
        mu.RUnlock()
        mu.RUnlock()
        wg.Wait()
        fmt.Println("end")`),
    ).toEqual(['end', DEADLOCK]);
  });

  test('a writer comes after the readers before it and before those behind it', () => {
    const { machine } = natural(`var mu sync.RWMutex
      mu.RLock()
      for _, name := range []string{"w", "r1", "r2"} {
        go func() {
          if name == "w" { mu.Lock(); fmt.Println(name); mu.Unlock(); return }
          mu.RLock(); fmt.Println(name); mu.RUnlock()
        }()
        time.Sleep(1)
      }
      fmt.Println(mu.TryRLock(), mu.TryLock())
      mu.RUnlock()
      time.Sleep(1)`);
    expect(machine.stdout.slice(0, 2)).toEqual(['false false', 'w']);
    expect([...machine.stdout].sort()).toEqual(['false false', 'r1', 'r2', 'w']);
  });

  test('Once inside its own function never ends', () => {
    const { outcome } = natural(`var once sync.Once
      once.Do(func() { once.Do(func() {}) })`);
    expect(outcome).toMatchObject({ exit: 2, stderr: DEADLOCK, waitStates: ['sync.Mutex.Lock'] });
  });

  test('the owner and the line are seen', () => {
    const { machine } = natural(`var mu sync.Mutex
      mu.Lock()
      go func() { mu.Lock() }()
      time.Sleep(1)
      mu.Lock()`);
    const view = machine.objects().find((one) => one.kind === 'mutex');
    expect(view).toMatchObject({ name: 'mu', owner: 1, waiters: [2, 1] });
    expect(machine.goroutines().map((one) => [one.name, one.state, one.wait])).toEqual([
      ['main', 'blocked', 'sync.Mutex.Lock'],
      ['func1 of main', 'blocked', 'sync.Mutex.Lock'],
    ]);
  });
});

describe('maps', () => {
  const clash = (first: string, second: string) =>
    everyOutcome(`m := map[int]int{1: 1}
      var wg sync.WaitGroup
      wg.Add(2)
      go func() { defer wg.Done(); ${first} }()
      go func() { defer wg.Done(); ${second} }()
      wg.Wait()`);

  test('two writes overlap', () => {
    expect(clash('m[1] = 2', 'm[2] = 3')).toEqual(['', 'fatal error: concurrent map writes']);
  });
  test('a read meets a write', () => {
    expect(clash('m[1] = 2', '_ = m[1]')).toEqual(['', 'fatal error: concurrent map read and map write']);
  });
  test('a walk meets a write', () => {
    expect(clash('m[1] = 2', 'for range m {}')).toEqual(['', 'fatal error: concurrent map iteration and map write']);
  });
  test('reads do not disturb each other', () => {
    expect(clash('_ = m[1]', '_ = m[2]')).toEqual(['']);
  });
});

describe('edges of the memory model', () => {
  const edges = (body: string) => {
    const { ops } = natural(body);
    return (kind: string) => ops.find((one) => one.kind === kind);
  };

  test('a goroutine starts after its go statement', () => {
    const op = edges(`go fmt.Println("x"); time.Sleep(1)`);
    expect(op('start')?.releases).toEqual(['go/2#start']);
    // And after earlier prints: they share the lock of standard output.
    expect(op('print')?.acquires).toEqual(['go/2#start', 'stdout']);
  });

  test('a buffered channel orders by its slots', () => {
    const op = edges(`c := make(chan int, 2); c <- 1; <-c`);
    expect(op('send')?.releases).toEqual(op('receive')?.acquires);
    expect(op('send')?.releases[0]).toMatch(/#slot\/0$/);
  });

  test('close comes before the receive that sees it', () => {
    const op = edges(`c := make(chan int); close(c); <-c`);
    expect(op('receive')?.acquires).toEqual(op('close')?.releases);
  });

  test('unlock comes before the next lock, RUnlock before Lock but not before RLock', () => {
    const { ops } = natural(
      `var mu sync.RWMutex; mu.RLock(); mu.RUnlock(); mu.RLock(); mu.RUnlock(); mu.Lock(); mu.Unlock()`,
    );
    const [rlock, runlock, again, , lock] = ops;
    expect(rlock?.kind).toBe('rlock');
    const released = runlock?.releases[0] ?? '';
    expect(again?.acquires).not.toContain(released);
    expect(lock?.acquires).toContain(released);
  });
});

test('all that a machine remembers is in its cells: another one goes on from them', () => {
  const parsed = parseGo(program(`c := make(chan int); go func() { c <- 7 }(); fmt.Println(<-c)`));
  if (parsed.kind !== 'program') throw new Error('does not parse');
  const cells = lightCells();
  for (let steps = 0; steps < 100; steps++) {
    const machine = createMachine(parsed.program, cells);
    const [next] = machine.transitions();
    if (next !== undefined) machine.take(next);
  }
  expect(createMachine(parsed.program, cells).outcome()).toMatchObject({ exit: 0, stdout: ['7'] });
});
