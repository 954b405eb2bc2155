/** The right values of the seed systems' rows, on the programs of the labs. Numbers are those of the rows, worked out by hand. */
import { describe, expect, test } from 'vitest';
import { PUBLISHED_COSTS } from '../../src/golang/go-costs.ts';
import { createGoWorld } from '../../src/golang/go-world.ts';
import { machineOf } from '../../src/golang/machine.ts';
import type { Machine, Op } from '../../src/golang/machine-types.ts';
import { lightCells, run } from '../golang/machine-run.ts';
import { codeFor, codeOfVariant, everyEnd, outputs, printed, variant, withConstants } from './lab-run.ts';

const text = (lab: string, id: string, values: Readonly<Record<string, number>> = {}): string =>
  withConstants(variant(lab, id).text, values);

describe('M1', () => {
  const SMALL = { keys: 20, writes: 200 };
  const EXPECTED = Array.from({ length: 20 }, (_, k) => `key ${k} holds ${180 + k}`).join(' | ');
  const ROWS = ['mutex', 'channel'].flatMap((id) => [1, 2, 4].map((writers) => ({ id, writers })));

  test.each(ROWS)('M1: each key holds the last write to it, $id, $writers writers', ({ id, writers }) => {
    expect(outputs(codeFor(text('map-write', id, { ...SMALL, writers })), 4)).toEqual([EXPECTED]);
  });

  test.each([0, 1, 16, 256])('M1: so it does through a buffer of %i', (buffer) => {
    expect(outputs(codeFor(text('map-write', 'channel', { ...SMALL, buffer })), 3)).toEqual([EXPECTED]);
  });

  test('M1: in virtual time 2.96 times the lock through a buffer of 256, and never faster through a smaller one', () => {
    const values = { keys: 2, writes: 3000, writers: 1 };
    const timeOf = (source: string): number => {
      const { world, machine } = createGoWorld(codeFor(source), { seed: 1, processors: 8, costs: PUBLISHED_COSTS });
      while (machine.outcome() === undefined) world.advance(10_000);
      expect(machine.stdout).toEqual(['key 0 holds 2998', 'key 1 holds 2999']);
      return world.now;
    };
    const lock = timeOf(text('map-write', 'mutex', values));
    const ratios = [0, 1, 16, 256].map((buffer) => timeOf(text('map-write', 'channel', { ...values, buffer })) / lock);
    expect(Math.abs((ratios[3] ?? 0) / 2.96 - 1)).toBeLessThan(0.05);
    expect(ratios).toEqual([...ratios].sort((a, b) => b - a));
  });
});

describe('M2', () => {
  const early = (id: string, writes: number, buffer: number): boolean => {
    const ends = everyEnd(codeOfVariant('wait-group-add', id, { writes, buffer }));
    return ends.some(({ stdout }) => stdout.some((line) => line.startsWith('returned early')));
  };
  const SWEEP = [0, 1, 2, 3].flatMap((buffer) =>
    Array.from({ length: buffer + 2 }, (_, i) => ({ buffer, writes: i + 1 })),
  );

  test.each(SWEEP)('M2: $writes writes, buffer $buffer: early exactly while they fit', ({ buffer, writes }) => {
    expect(early('inside', writes, buffer)).toBe(writes <= buffer);
    expect(early('before', writes, buffer)).toBe(false);
  });
});

/** Calls `look` whenever nothing can run before time moves. */
function atRest(
  source: string,
  seed: number,
  look: (machine: Machine, ops: readonly Op[], rest: number) => void,
): void {
  const machine = machineOf(codeFor(source), lightCells());
  const ops: Op[] = [];
  let rest = 0;
  let state = seed;
  while (machine.outcome() === undefined) {
    const open = machine.transitions();
    state = (state * 48271) % 2147483647;
    const next = open[state % Math.max(1, open.length)];
    if (next === undefined) {
      look(machine, ops, rest++);
      ops.push(machine.fireTimer());
    } else ops.push(machine.take(next));
  }
}

/** Sends to `object` that have passed: at once, or when a receive let the sender go on. */
function passed(ops: readonly Op[], object: string): number {
  const on = ops.filter((op) => op.object === object);
  return on.filter(({ kind, wakes }) => kind === 'send' || (kind === 'receive' && wakes.includes(1))).length;
}

describe('E1', () => {
  test.each([0, 1, 2, 3])('E1: capacity %i and a stuck listener: c + 1 sends pass, the next blocks all', (buffer) => {
    for (let seed = 1; seed <= 40; seed++) {
      atRest(text('distribute', 'buffered', { events: 8, buffer }), seed * 7919, (machine, ops, rest) => {
        if (rest > 0) return;
        const main = machine.goroutines().find(({ id }) => id === 1);
        expect(main?.wait).toBe('chan send');
        expect(machine.objects().find(({ cell }) => cell === main?.on)?.name).toBe('slow');
        expect([passed(ops, 'slow'), passed(ops, 'fast')]).toEqual([buffer + 1, buffer + 2]);
      });
    }
  });

  test('E1: while the slow listener has its hands full, the sender waits for it and nobody else gets anything', () => {
    expect(printed(everyEnd(codeOfVariant('distribute', 'blocking', {})))).toEqual([
      'stalled for 2 s | [0 1 2] [0 1 2]',
    ]);
  });
});

describe('E2', () => {
  test.each([1, 2, 3, 5])('E2: the ring of %i events: no stall, backlog = events - handled - 1 in hand', (events) => {
    for (let seed = 1; seed <= 10; seed++) {
      const source = variant('distribute', 'ring').text.replace('events = 3', `events = ${events}`);
      atRest(source, seed * 104729, (machine, _, handled) => {
        const main = machine.goroutines().find(({ id }) => id === 1);
        expect(main?.wait).toBe('sync.WaitGroup.Wait');
        const pump = machine.goroutines().find(({ name }) => name === 'pump');
        const pending = pump?.locals.find(({ name }) => name === 'pending')?.value ?? '[]';
        expect(pending.match(/\d+/g)?.length ?? 0).toBe(events - handled - 1);
      });
    }
  });

  test.each([
    ['blocking', 3],
    ['buffered', 4],
    ['ring', 3],
  ])('E2: %s: every listener sees the same order', (id, events) => {
    const order = `[${Array.from({ length: events }, (_, i) => i).join(' ')}]`;
    const last = everyEnd(codeOfVariant('distribute', id)).map(({ stdout }) => stdout.at(-1));
    expect(new Set(last)).toEqual(new Set([`${order} ${order}`]));
  });

  test('E2: dropping the oldest: what is not seen is counted', () => {
    for (const line of printed(everyEnd(codeOfVariant('distribute', 'drop-oldest')))) {
      const [seen = 0, dropped = 0] = (line.match(/\d+/g) ?? []).map(Number);
      expect(seen + dropped).toBe(4);
    }
  });
});

describe('E3', () => {
  test('E3: idempotent steps leave the store of a run without failures, whatever crashes', () => {
    const code = codeOfVariant('retries', 'small-steps');
    expect(printed(everyEnd(code))).toEqual(['sold 2 billed 2']);
  });

  test('E3: the big step does so only without failures', () => {
    const code = codeOfVariant('retries', 'big-step');
    // Undisturbed, the first option of each choice: no crash.
    expect(run(code, 'natural').outcome?.stdout).toEqual(['sold 2 billed 2']);
    const ends = printed(everyEnd(code));
    expect(ends).toContain('sold 2 billed 2');
    expect(ends).toContain('wrong: sold 6 billed 2 for 2 orders');
    // Per order sold 1 to 3 and billed 1 to sold: 3 + 2 + 1 pairs, and 21 unordered pairs of orders make 15 sums.
    expect(ends).toHaveLength(15);
  });
});

describe('S2', () => {
  const doneAfter = (id: string, tasks: number): string => {
    const { outcome } = run(codeFor(text('parallelizer', id, { tasks, parallelism: 16 })), 'natural', 100_000);
    return outcome?.stdout[0] ?? 'no end';
  };

  test.each([
    [1, 1],
    [15, 1],
    [16, 1],
    [17, 2],
    [100, 7],
    [1000, 63],
  ])('S2: %i equal tasks on a semaphore of 16 take %i', (tasks, rounds) => {
    expect(doneAfter('semaphore', tasks)).toBe(`done after ${rounds}`);
  });

  test.each([
    [16, 2],
    [100, 7],
    [1000, 70],
  ])('S2: %i equal tasks in chunks take %i', (tasks, rounds) => {
    expect(doneAfter('chunks', tasks)).toBe(`done after ${rounds}`);
  });

  test('S2: sizes of chunks, and how many, at parallelism 16', () => {
    const source = text('parallelizer', 'chunks', { parallelism: 16 });
    const size = /func chunkSize[^]*?\n}\n/.exec(source)?.[0] ?? '';
    const { outcome } = run(
      codeFor(`package main
import (
	"fmt"
	"math"
)
const parallelism = 16
${size}
func main() {
	for _, n := range []int{10, 16, 50, 100, 500, 1000, 5000, 10000} {
		s := chunkSize(n)
		fmt.Println(n, s, (n+s-1)/s)
	}
}
`),
      'natural',
    );
    expect(outcome?.stdout).toEqual([
      '10 1 10',
      '16 2 8',
      '50 4 13',
      '100 7 15',
      '500 22 23',
      '1000 31 33',
      '5000 70 72',
      '10000 100 100',
    ]);
  });

  test.each(['semaphore', 'chunks'])('S2: %s: never more than 16 in flight, and 16 at some time', (id) => {
    for (let seed = 1; seed <= 3; seed++) {
      let most = 0;
      atRest(text('parallelizer', id, { tasks: 50, parallelism: 16 }), seed * 31337, (machine) => {
        most = Math.max(most, machine.goroutines().filter(({ wait }) => wait === 'sleep').length);
      });
      // 50 tasks make 13 chunks.
      expect(most).toBe(id === 'semaphore' ? 16 : 13);
    }
  });

  test.each(['semaphore', 'chunks'])('S2: %s: scores do not depend on the order', (id) => {
    const squares = printed(everyEnd(codeOfVariant('parallelizer', id))).map((line) => line.split(' | ')[1]);
    expect(squares).toEqual(['[0 1 4 9]']);
  });
});

describe('S3', () => {
  const RESULT = 'node 0 scores 100 | node 1 scores 90 | node 2 scores 80';

  test('S3: the plain map ends the program in some schedule', () => {
    const ends = everyEnd(codeOfVariant('score-map', 'map'));
    expect([...new Set(ends.map(({ exit, stderr }) => `${exit} ${stderr}`))].sort()).toEqual([
      '0 ',
      '2 fatal error: concurrent map writes',
    ]);
  });

  test.each(['locked', 'slots'])('S3: %s: one result in all schedules', (id) => {
    expect(printed(everyEnd(codeOfVariant('score-map', id)))).toEqual([RESULT]);
  });
});

describe('F1 and F2', () => {
  const ends = (id: string): readonly string[] => printed(everyEnd(codeOfVariant('filter-chain', id)));

  test('F1: filters that only remove commute: same set, other work', () => {
    // Items 0 to 3; out of stock 0 and 3; blocked 1 or 2. Blocked first asks 4 + 3 times, stock first 4 + 2.
    expect(ends('snapshot')).toEqual(['version 1 kept [2] asked 7', 'version 2 kept [1] asked 7']);
    expect(ends('swapped')).toEqual(['version 1 kept [2] asked 6', 'version 2 kept [1] asked 6']);
  });

  test('F2: with a snapshot a task ends under the version under which it started', () => {
    expect(ends('snapshot').filter((line) => line.startsWith('mixed'))).toEqual([]);
  });

  test('F2: behind a shared pointer it does not, and may keep what no version would', () => {
    expect(ends('shared')).toContain('mixed versions 1 and 2 kept []');
    expect(ends('shared')).toContain('version 1 kept [2]');
    expect(ends('shared')).toContain('version 2 kept [1]');
  });
});

describe('W1', () => {
  const lines = (id: string) => run(codeOfVariant('options', id), 'natural').outcome?.stdout;

  test('W1: none = default, the last of one field wins', () => {
    expect(lines('returned')).toEqual(['web 80 3', 'web 8080 1', 'web 9090 3']);
  });

  test('W1: order matters only on the same field', () => {
    expect(lines('swapped')).toEqual(['web 8080 1', 'web 8080 3']);
  });

  test('W1: a missing return gives the caller the zero value', () => {
    expect(lines('forgotten')).toEqual(Array.from({ length: 3 }, () => 'zero value: 0 0'));
  });
});
