import { describe, expect, it } from 'vitest';
import type { Op } from '../../src/golang/machine-types.ts';
import { findRaces, raceReport } from '../../src/golang/race.ts';
import { runOnce } from '../../src/golang/explore.ts';
import { codeOf, program } from './machine-run.ts';

/** The order that the sleeps of a program impose. */
const races = (body: string) => findRaces(runOnce(codeOf(program(body)), undefined).ops);

const pairs = (body: string): string[] =>
  races(body).map(({ first, second }) => `${first.write ? 'write' : 'read'} ${second.write ? 'write' : 'read'}`);

function op(goroutine: number, line: number, part: Partial<Op>): Op {
  const at = { line, column: 1 };
  const none = { detail: '', work: 0, wakes: [], acquires: [], releases: [], memory: [] };
  return { goroutine, kind: 'write', at, object: 'x', cell: 'var/1-1', ...none, ...part };
}

const WRITE = { memory: [{ object: 'var/1-1', write: true }] };
const READ = { kind: 'read', memory: [{ object: 'var/1-1', write: false }] } as const;

describe('vector clocks over a sequence of steps', () => {
  it('two accesses that nothing orders, one of them a write', () => {
    const [race, ...more] = findRaces([op(6, 10, READ), op(7, 12, WRITE)]);
    expect(more).toEqual([]);
    expect(race).toEqual({
      cell: 'var/1-1',
      first: { goroutine: 6, at: { line: 10, column: 1 }, object: 'x', write: false, step: 0 },
      second: { goroutine: 7, at: { line: 12, column: 1 }, object: 'x', write: true, step: 1 },
    });
    expect(race === undefined ? [] : raceReport(race)).toEqual([
      'WARNING: DATA RACE',
      'Write at x (main.go:12) by goroutine 7',
      'Previous read at x (main.go:10) by goroutine 6',
    ]);
  });

  it('two reads are none, nor is what one goroutine does', () => {
    expect(findRaces([op(6, 10, READ), op(7, 12, READ)])).toEqual([]);
    expect(findRaces([op(6, 10, WRITE), op(6, 12, WRITE)])).toEqual([]);
  });

  it('a release orders before a later acquire of the same key, and passes on', () => {
    const released = op(6, 10, { ...WRITE, releases: ['a'] });
    const passed = op(8, 11, { kind: 'lock', acquires: ['a'], releases: ['b'] });
    expect(findRaces([released, op(7, 12, { ...WRITE, acquires: ['a'] })])).toEqual([]);
    expect(findRaces([released, passed, op(7, 12, { ...WRITE, acquires: ['b'] })])).toEqual([]);
    expect(findRaces([released, op(7, 12, { ...WRITE, acquires: ['b'] })])).toHaveLength(1);
  });

  it('what comes after a release is not ordered by it', () => {
    const ops = [
      op(6, 9, { kind: 'unlock', releases: ['a'] }),
      op(6, 10, WRITE),
      op(7, 12, { ...WRITE, acquires: ['a'] }),
    ];
    expect(findRaces(ops)).toHaveLength(1);
  });

  it('all that released before count, not the last alone', () => {
    const done = (goroutine: number) =>
      op(goroutine, goroutine, { memory: [{ object: `v${goroutine}`, write: true }], releases: ['wg'] });
    const reads = op(1, 12, {
      kind: 'read',
      acquires: ['wg'],
      memory: ['v6', 'v7'].map((object) => ({ object, write: false })),
    });
    expect(findRaces([done(6), done(7), reads])).toEqual([]);
  });

  it('timers of the runtime order nothing among each other', () => {
    const woken = (goroutine: number) => [
      op(0, 0, { kind: 'timer', releases: [`go/${goroutine}#wake`] }),
      op(goroutine, 5, { ...WRITE, acquires: [`go/${goroutine}#wake`] }),
    ];
    expect(findRaces([...woken(6), ...woken(7)])).toHaveLength(1);
  });

  it('an access is compared with the last of each other goroutine, a pair of places once', () => {
    const ops = [op(6, 10, READ), op(7, 11, READ), op(8, 12, WRITE), op(8, 12, WRITE)];
    expect(findRaces(ops).map(({ first }) => first.goroutine)).toEqual([6, 7]);
  });

  it('main is called main', () => {
    const [race] = findRaces([op(1, 3, WRITE), op(2, 4, READ)]);
    expect(race === undefined ? [] : raceReport(race)).toEqual([
      'WARNING: DATA RACE',
      'Read at x (main.go:4) by goroutine 2',
      'Previous write at x (main.go:3) by main goroutine',
    ]);
  });
});

/** A write before and a write after two operations, the first of which comes first. */
const beside = (first: string, second: string): string => `var a atomic.Int64
  var m sync.Map
  _, _ = &a, &m
  m.Store(1, 1)
  x := 0
  go func() { x = 1; ${first} }()
  time.Sleep(time.Millisecond)
  ${second}
  x = 2`;

/** Each as the memory model of Go says. */
describe('the order that happened', () => {
  it.each([
    [
      'a write before the go statement',
      'x := 1\ndone := make(chan int)\ngo func() { x = 2; done <- 1 }()\n<-done\nfmt.Println(x)',
      [],
    ],
    [
      'a sleep orders nothing',
      'x := 1\ngo func() { x = 2 }()\ntime.Sleep(time.Millisecond)\nfmt.Println(x)',
      ['write read'],
    ],
    [
      'a send before its receive',
      'x := 0\nc := make(chan int, 1)\ngo func() { x = 1; c <- 1 }()\n<-c\nfmt.Println(x)',
      [],
    ],
    [
      'a write after the send',
      'x := 0\nc := make(chan int, 1)\ngo func() { c <- 1; x = 1 }()\n<-c\ntime.Sleep(time.Millisecond)\nfmt.Println(x)',
      ['write read'],
    ],
    [
      'the k-th receive before the send k + cap',
      'x := 0\nc := make(chan int, 1)\nc <- 1\ngo func() { x = 1; <-c }()\nc <- 2\nfmt.Println(x)',
      [],
    ],
    [
      'a close before the receive that sees it',
      'x := 0\nc := make(chan int)\ngo func() { x = 1; close(c) }()\n<-c\nfmt.Println(x)',
      [],
    ],
    [
      'two locks are not one',
      'x := 0\nvar a, b sync.Mutex\ngo func() { a.Lock(); x = 1; a.Unlock() }()\ntime.Sleep(time.Millisecond)\nb.Lock()\nx = 2\nb.Unlock()',
      ['write write'],
    ],
    [
      'one lock',
      'x := 0\nvar a sync.Mutex\ngo func() { a.Lock(); x = 1; a.Unlock() }()\ntime.Sleep(time.Millisecond)\na.Lock()\nx = 2\na.Unlock()',
      [],
    ],
    [
      'a reader gives back before the writer',
      'x := 0\nvar a sync.RWMutex\ngo func() { a.RLock(); use(x); a.RUnlock() }()\ntime.Sleep(time.Millisecond)\na.Lock()\nx = 2\na.Unlock()',
      [],
    ],
    [
      'readers are not ordered',
      'x := 0\nvar a sync.RWMutex\ngo func() { a.RLock(); x = 1; a.RUnlock() }()\ntime.Sleep(time.Millisecond)\na.RLock()\nx = 2\na.RUnlock()',
      ['write write'],
    ],
    [
      'what Done comes after',
      'x := 0\nvar wg sync.WaitGroup\nwg.Add(1)\ngo func() { x = 1; wg.Done() }()\nwg.Wait()\nfmt.Println(x)',
      [],
    ],
    [
      'an atomic that is seen',
      'x := 0\nvar ok atomic.Bool\ngo func() { x = 1; ok.Store(true) }()\nfor !ok.Load() { }\nfmt.Println(x)',
      [],
    ],
    [
      'Once',
      'x := 0\nvar once sync.Once\ngo func() { once.Do(func() { x = 1 }) }()\ntime.Sleep(time.Millisecond)\nonce.Do(func() { x = 2 })\nfmt.Println(x)',
      [],
    ],
    [
      'beside Once',
      'x := 0\nvar once sync.Once\ngo func() { once.Do(func() { x = 1 }) }()\ntime.Sleep(time.Millisecond)\nfmt.Println(x)',
      ['write read'],
    ],
    [
      'two fields',
      'type T struct { a, b int }\nvar v T\ngo func() { v.a = 1 }()\ntime.Sleep(time.Millisecond)\nv.b = 2',
      [],
    ],
    [
      'one field',
      'type T struct { a, b int }\nvar v T\ngo func() { v.a = 1 }()\ntime.Sleep(time.Millisecond)\nv.a = 2',
      ['write write'],
    ],
    ['two elements', 'v := make([]int, 2)\ngo func() { v[0] = 1 }()\ntime.Sleep(time.Millisecond)\nv[1] = 2', []],
  ])('%s', (_, body, expected) => {
    const use = body.includes('use(x)') ? `func use(v int) { }\nfunc main() {\n${body}\n}` : body;
    expect(pairs(use)).toEqual(expected);
  });

  // As `go run -race` of go1.26 says of these programs.
  it.each([
    [
      'a send and a close',
      'c := make(chan int, 1)\ngo func() { c <- 1 }()\ntime.Sleep(time.Millisecond)\nclose(c)',
      ['read write'],
    ],
    [
      'a send of a select and a close',
      'c := make(chan int, 1)\ngo func() { select { case c <- 1: } }()\ntime.Sleep(time.Millisecond)\nclose(c)',
      ['read write'],
    ],
    [
      'a receive and a close are none',
      'c := make(chan int)\ngo func() { <-c }()\ntime.Sleep(time.Millisecond)\nclose(c)\ntime.Sleep(time.Millisecond)',
      [],
    ],
    [
      'the first Add beside Wait',
      'var wg sync.WaitGroup\ngo func() { wg.Add(1); time.Sleep(time.Second); wg.Done() }()\ntime.Sleep(time.Millisecond)\nwg.Wait()',
      ['read write'],
    ],
    [
      'a later Add beside Wait is none',
      'var wg sync.WaitGroup\nwg.Add(1)\ngo func() { time.Sleep(2); wg.Add(1); wg.Done(); wg.Done() }()\nwg.Wait()',
      [],
    ],
    [
      'Signal without the lock',
      'var mu sync.Mutex\nc := sync.NewCond(&mu)\nx := 0\ngo func() { mu.Lock(); c.Wait(); mu.Unlock(); fmt.Println(x) }()\ntime.Sleep(time.Millisecond)\nx = 1\nc.Signal()\ntime.Sleep(time.Millisecond)',
      ['write read'],
    ],
    [
      'a failed TryLock',
      'var mu sync.Mutex\nmu.Lock()\nx := 0\ngo func() { x = 1; mu.TryLock() }()\ntime.Sleep(time.Millisecond)\nfmt.Println(x)',
      ['write read'],
    ],
    [
      'a timer and what its maker did since',
      'x := 0\ntime.AfterFunc(time.Millisecond, func() { fmt.Println(x) })\nx = 1\ntime.Sleep(time.Second)',
      ['write read'],
    ],
    ['two loads', beside('a.Load()', 'a.Load()'), ['write write']],
    ['two stores', beside('a.Store(1)', 'a.Store(2)'), ['write write']],
    ['a load and an add', beside('a.Load()', 'a.Add(1)'), ['write write']],
    ['an add and a store', beside('a.Add(1)', 'a.Store(2)'), ['write write']],
    ['a swap that fails and a load', beside('a.CompareAndSwap(5, 6)', 'a.Load()'), ['write write']],
    ['a store and a swap that fails', beside('a.Store(1)', 'a.CompareAndSwap(7, 8)'), []],
    ['two loads of a sync.Map', beside('m.Load(1)', 'm.Load(1)'), ['write write']],
    ['two stores of a sync.Map', beside('m.Store(1, 2)', 'm.Store(2, 2)'), []],
    ['a store and a load of another key', beside('m.Store(1, 2)', 'm.Load(3)'), ['write write']],
    ['a store and a load of its key', beside('m.Store(1, 2)', 'm.Load(1)'), []],
    ['two prints', beside('fmt.Println("a")', 'fmt.Println("b")'), []],
    [
      'an error of a context that is seen',
      'ctx, cancel := context.WithCancel(context.Background())\nx := 0\ngo func() { x = 1; cancel() }()\ntime.Sleep(time.Millisecond)\nif ctx.Err() != nil { fmt.Println(x) }',
      [],
    ],
  ])('%s', (_, body, expected) => {
    expect(pairs(body)).toEqual(expected);
  });

  it('a map is one variable', () => {
    const found = pairs('m := map[int]int{}\ngo func() { m[1] = 1 }()\ntime.Sleep(time.Millisecond)\nm[2] = 2');
    expect(new Set(found)).toEqual(new Set(['write write']));
  });

  it('names the places', () => {
    const [race] = races('x := 1\ngo func() { x = 2 }()\ntime.Sleep(time.Millisecond)\nfmt.Println(x)');
    // package, import (2 names), ) and func main come first.
    expect(race === undefined ? [] : raceReport(race)).toEqual([
      'WARNING: DATA RACE',
      'Read at x (main.go:10) by main goroutine',
      'Previous write at x (main.go:8) by goroutine 2',
    ]);
  });
});
