import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { goTextOf, type GoLabGiven } from '../../src/conformance/go-lab-text.ts';
import { checkGo } from '../../src/golang/check.ts';
import { parseGo } from '../../src/golang/parse.ts';

interface Case {
  readonly id: string;
  readonly given: GoLabGiven;
}

function cases(name: string): Case[] {
  const path = fileURLToPath(new URL(`../cases/go-lab/${name}`, import.meta.url));
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
}

const all = [...cases('handed-outcomes.ndjson'), ...cases('handed-races.ndjson')];

function problems(text: string): string[] {
  const parsed = parseGo(text);
  const found = parsed.kind === 'program' ? checkGo(parsed.program) : parsed.problems;
  return found.map((one) => `${String(one.line)}: ${one.message}`);
}

test('all handed cases are there', () => {
  expect(all).toHaveLength(126);
});

test.each(all.map(({ id, given }) => [id, given] as const))('%s is a program of the subset', (_, given) => {
  expect(problems(goTextOf(given))).toEqual([]);
});

describe('what a case lists, written out', () => {
  test('a recorded case in full', () => {
    const text = goTextOf({
      vars: [
        { kind: 'chan', name: 'c', cap: 1 },
        { kind: 'int', name: 'x', value: 0 },
        { kind: 'wg', name: 'w', count: 1 },
      ],
      main: [
        {
          op: 'go',
          name: 'g1',
          body: [
            { op: 'load', reg: 'r', var: 'x' },
            { op: 'gosched' },
            { op: 'store', var: 'x', reg: 'r', plus: 1 },
            { op: 'done', wg: 'w' },
          ],
        },
        { op: 'wait', wg: 'w' },
        {
          op: 'select',
          body: [
            { op: 'case', comm: 'recv', ch: 'c', body: [] },
            { op: 'case', comm: 'after', ch: '10', body: [{ op: 'print', text: 'timeout' }] },
          ],
        },
      ],
    });
    expect(text).toBe(`package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func main() {
	c := make(chan int, 1)
	x := 0
	var w sync.WaitGroup
	w.Add(1)
	go func() {
		var r int
		r = x
		runtime.Gosched()
		x = r + 1
		w.Done()
	}()
	w.Wait()
	select {
	case v := <-c:
		fmt.Printf("c=%d\\n", v)
	case <-time.After(10 * time.Millisecond):
		fmt.Println("timeout")
	}
}
`);
  });

  const VARS = [
    { kind: 'chan', name: 'c', cap: 0 },
    { kind: 'nilchan', name: 'n' },
    { kind: 'mutex', name: 'm' },
    { kind: 'rwmutex', name: 'rw' },
    { kind: 'wg', name: 'w' },
    { kind: 'int', name: 'x', value: 3 },
    { kind: 'atomic', name: 'a', value: 2 },
    { kind: 'map', name: 'mp' },
    { kind: 'nilmap', name: 'nm' },
    { kind: 'syncmap', name: 'sm' },
    { kind: 'once', name: 'o' },
    { kind: 'cond', name: 'cd', mutex: 'm' },
    { kind: 'ctx', name: 'ctx', parent: null },
    { kind: 'ctx', name: 'late', parent: 'ctx', timeoutMs: 20 },
    { kind: 'timer', name: 't', ms: 5 },
    { kind: 'ticker', name: 'tk', ms: 5 },
  ];

  test.each<[Readonly<Record<string, unknown>>, string]>([
    [{ op: 'emptyselect' }, 'select {}'],
    [{ op: 'return' }, 'return'],
    [{ op: 'exit', code: 3 }, 'os.Exit(3)'],
    [{ op: 'wggo', wg: 'w', body: [{ op: 'print', text: 'a' }] }, 'w.Go(func() {\nfmt.Println("a")\n})'],
    [{ op: 'ctxcause', ctx: 'ctx' }, 'fmt.Printf("ctx cause=%v\\n", context.Cause(ctx))'],
    [{ op: 'spin', atomic: 'a', value: 1 }, 'for a.Load() != 1 {\nruntime.Gosched()\n}'],
    [{ op: 'caslock', atomic: 'a' }, 'for !a.CompareAndSwap(0, 1) {\nruntime.Gosched()\n}'],
    [{ op: 'range', ch: 'c' }, 'for v := range c {\nfmt.Printf("c=%d\\n", v)\n}\nfmt.Println("c done")'],
    [{ op: 'recvok', ch: 'c' }, '{\nv, ok := <-c\nfmt.Printf("c=%d,%t\\n", v, ok)\n}'],
    [{ op: 'inc', var: 'x' }, 'x++'],
    [{ op: 'cancel', ctx: 'late' }, 'cancelLate()'],
    [{ op: 'lentimer', timer: 't' }, 'fmt.Printf("len=%d cap=%d\\n", len(t.C), cap(t.C))'],
    [{ op: 'recover' }, 'defer func() {\nif r := recover(); r != nil {\nfmt.Println("recovered:", r)\n}\n}()'],
  ])('%o', (operation, lines) => {
    const text = goTextOf({ vars: VARS, main: [operation] });
    expect(text.replace(/^\t+/gm, '')).toContain(`\n${lines}\n`);
    expect(problems(text)).toEqual([]);
  });

  test('an operation that is not known is refused', () => {
    expect(() => goTextOf({ vars: [], main: [{ op: 'juggle' }] })).toThrow('unknown operation juggle');
  });
});
