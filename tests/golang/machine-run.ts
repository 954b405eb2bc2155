import { expect } from 'vitest';
import { compile } from '../../src/golang/compile.ts';
import type { Code } from '../../src/golang/code.ts';
import { machineOf } from '../../src/golang/machine.ts';
import type { Cells, Machine, Op, Outcome } from '../../src/golang/machine-types.ts';
import { parseGo } from '../../src/golang/parse.ts';

export function codeOf(text: string): Code {
  const parsed = parseGo(text);
  if (parsed.kind !== 'program') throw new Error(JSON.stringify(parsed.problems));
  return compile(parsed.program);
}

/** A program of main's body alone, or of whole declarations where it has a main of its own. */
export function program(body: string): string {
  const packages = ['context', 'errors', 'fmt', 'os', 'runtime', 'strings', 'sync', 'time'];
  const used = packages.filter((name) => body.includes(`${name}.`)).map((name) => `"${name}"`);
  if (body.includes('atomic.')) used.push('"sync/atomic"');
  const main = body.includes('func main()') ? body : `func main() {\n${body}\n}`;
  return `package main\nimport (\n${used.join('\n')}\n)\n${main}\n`;
}

export function lightCells(from?: ReadonlyMap<string, object>): Cells & { readonly map: Map<string, object> } {
  const map = new Map(from);
  return {
    map,
    get: (key) => map.get(key),
    set: (key, value) => void map.set(key, value),
    delete: (key) => void map.delete(key),
    entries: () => map.entries(),
  };
}

/** Numbers that look like chance, the same for one seed. */
function dice(seed: number): (n: number) => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor(((state ^ (state >>> 13)) >>> 0) / (0x1_0000_0000 / n));
  };
}

export interface Run {
  readonly outcome: Outcome | undefined;
  readonly ops: readonly Op[];
  readonly machine: Machine;
}

/**
 * @param pick "natural": who runs goes on until it blocks or has had its time; a number: a seed that picks each step
 * @returns outcome undefined = it did not end within `limit` steps
 */
export function run(code: Code, pick: 'natural' | number, limit = 20_000, cells: Cells = lightCells()): Run {
  const machine = machineOf(code, cells);
  const roll = typeof pick === 'number' ? dice(pick + 1) : undefined;
  const ops: Op[] = [];
  let last = 1;
  while (machine.outcome() === undefined && ops.length < limit) {
    const open = machine.transitions();
    const tired = ops.length % 64 === 63;
    const undisturbed =
      (tired ? open.find((one) => one.goroutine > last) : open.find((one) => one.goroutine === last)) ?? open[0];
    const next = roll === undefined ? undisturbed : open[roll(open.length)];
    if (next === undefined) ops.push(machine.fireTimer());
    else {
      last = next.goroutine;
      ops.push(machine.take(next));
    }
  }
  return { outcome: machine.outcome(), ops, machine };
}

export function natural(body: string): Run {
  return run(codeOf(program(body)), 'natural');
}

/** Every way a small program can end, by walking all schedules. Fails where there are more than `limit` states. */
export function everyOutcome(body: string, limit = 20_000): readonly string[] {
  const code = codeOf(program(body));
  const seen = new Set<string>();
  const ends = new Set<string>();
  const first = lightCells();
  machineOf(code, first);
  const open = [first.map];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const machine = machineOf(code, lightCells(state));
    const outcome = machine.outcome();
    if (outcome !== undefined) {
      ends.add([...outcome.stdout, outcome.stderr].filter((line) => line !== '').join(' | '));
      continue;
    }
    const moves = machine.transitions();
    for (const move of moves.length === 0 ? [undefined] : moves) {
      const cells = lightCells(state);
      const next = machineOf(code, cells);
      if (move === undefined) next.fireTimer();
      else next.take(move);
      const key = JSON.stringify([...cells.map].sort(([a], [b]) => (a < b ? -1 : 1)));
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(cells.map);
    }
    expect(seen.size).toBeLessThan(limit);
  }
  return [...ends].sort();
}
