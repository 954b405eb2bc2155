import { describe, expect, test } from 'vitest';
import type { Op } from '../../src/golang/machine-types.ts';
import { findRaces } from '../../src/golang/race.ts';
import { codeFor, scheduled } from '../labs/lab-run.ts';

const USES: Readonly<Record<string, string>> = {
  context: 'context.',
  fmt: 'fmt.',
  'math/rand/v2': 'rand.',
  sync: 'sync.',
  time: 'time.',
};

/** Of a natural run; lines are those of `body`, from 1. */
function stepsOf(body: string, types = ''): readonly Op[] {
  const imports = Object.keys(USES).filter((path) => body.includes(USES[path] ?? ''));
  const head = `package main\nimport (\n${imports.map((path) => `"${path}"`).join('\n')}\n)\n${types}\nfunc main() {\n`;
  const before = head.split('\n').length - 1;
  const { ops } = scheduled(codeFor(`${head}${body}\n}\n`), []);
  return ops.map((op) => ({ ...op, at: { ...op.at, line: op.at.line - before } }));
}

const linesOf = (ops: readonly Op[], kind: Op['kind']): readonly number[] =>
  ops.filter((op) => op.kind === kind).map((op) => op.at.line);
const detailsOf = (ops: readonly Op[], kind: Op['kind']): readonly string[] =>
  ops.filter((op) => op.kind === kind).map((op) => op.detail);

describe('what the library does lies where it was called', () => {
  test('cancel, and cancel that is deferred', () => {
    const ops = stepsOf(`_, cancel := context.WithCancel(context.Background())
defer cancel()

cancel()
`);
    expect(linesOf(ops, 'cancel')).toEqual([4, 2]);
  });

  test('the Done of wg.Go, also after a panic that was recovered', () => {
    const ops = stepsOf(`var wg sync.WaitGroup
wg.Go(func() {
fmt.Println("in")
})
wg.Wait()
wg.Go(func() {
defer func() { recover() }()
panic("x")
})
wg.Wait()`);
    expect(linesOf(ops, 'done')).toEqual([2, 6]);
  });

  test('a panic that wg.Go raises again lies where it was raised first', () => {
    const ops = stepsOf(`var wg sync.WaitGroup
fail := func() {
panic("no")
}
wg.Go(func() {
fail()
})
wg.Wait()`);
    expect(linesOf(ops, 'panic')).toEqual([3, 3]);
  });

  test('Once and Range: between two calls on other lines', () => {
    const ops = stepsOf(`var once sync.Once
var m sync.Map
once.Do(func() {
fmt.Println(1)
})
m.Range(func(k, v any) bool { return true })
fmt.Println(2)`);
    expect(linesOf(ops, 'once')).toEqual([3, 3]);
    expect(linesOf(ops, 'sync-map')).toEqual([6]);
  });

  test('a goroutine that a timer started: where its function begins; and the end of main', () => {
    const ops = stepsOf(`time.AfterFunc(1, func() {
fmt.Println(1)
})
time.Sleep(2)`);
    expect(linesOf(ops, 'end')).toEqual([2]);
    expect(linesOf(ops, 'exit')).toEqual([5]);
  });
});

describe('kinds of their own', () => {
  test('what is drawn', () => {
    const ops = stepsOf('fmt.Println(rand.IntN(3))');
    expect(ops.map(({ kind, object, detail }) => [kind, object, detail])).toEqual([
      ['rand', 'rand.IntN', '0'],
      ['print', 'stdout', '0'],
      ['exit', 'goroutine 1', ''],
    ]);
  });

  test('a context is made, asked and cancelled', () => {
    const ops = stepsOf(`ctx, cancel := context.WithCancel(context.Background())
fmt.Println(ctx.Err())
cancel()
<-ctx.Done()`);
    expect(ops.map(({ kind, object }) => `${kind} ${object}`).slice(0, 5)).toEqual([
      'context ctx',
      'context ctx',
      'print stdout',
      'cancel ctx',
      'context ctx',
    ]);
    expect(detailsOf(ops, 'context')).toEqual(['new', 'err', 'done']);
  });

  test('a fatal error says which', () => {
    const ops = stepsOf('var mu sync.Mutex\nmu.Unlock()');
    expect(detailsOf(ops, 'fatal')).toEqual(['fatal error: sync: unlock of unlocked mutex']);
  });
});

describe('pointers', () => {
  const NODE = 'type node struct { v int; next *node }';

  test('of a variable by its name, of what was made by what is in it', () => {
    const ops = stepsOf(
      `x := 1
n := &node{v: 5}
n.next = n
ps := make(chan *int, 1)
ns := make(chan *node, 1)
fs := make(chan *int, 1)
ps <- &x
ns <- n
fs <- &n.v`,
      NODE,
    );
    expect(detailsOf(ops, 'send')).toEqual(['&x', '&{5 &{…}}', '&n.v']);
  });
});

describe('a close beside a send is a race in both orders', () => {
  const pairs = (ops: readonly Op[]): readonly string[] =>
    findRaces(ops).map(({ first, second }) => `${first.object} ${String(first.write)} ${String(second.write)}`);
  const started = (first: string, second: string): string => `ch := make(chan int, 2)
var wg sync.WaitGroup
wg.Go(func() { defer func() { recover() }(); time.Sleep(1); ${first} })
wg.Go(func() { defer func() { recover() }(); time.Sleep(2); ${second} })
wg.Wait()`;

  test('send then close', () => expect(pairs(stepsOf(started('ch <- 1', 'close(ch)')))).toEqual(['ch false true']));
  test('close then send', () => expect(pairs(stepsOf(started('close(ch)', 'ch <- 1')))).toEqual(['ch true false']));
  test('a select that looks at a send', () => {
    const looks = 'select { case ch <- 1: case <-make(chan int): }';
    expect(pairs(stepsOf(started(looks, 'close(ch)')))).toEqual(['ch false true']);
  });
  test('two closes, a receive, len and cap are none', () => {
    for (const other of ['close(ch)', '<-ch', 'fmt.Println(len(ch), cap(ch))'])
      expect(pairs(stepsOf(started(other, 'close(ch)')))).toEqual([]);
  });
});
