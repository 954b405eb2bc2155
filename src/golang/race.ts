/**
 * Data races by vector clocks: two accesses of one variable by two goroutines, one of them a write, neither of which
 * happens before the other. Models: the Go memory model of go1.26, and what `go run -race` says of the order that happened.
 * Left out: the detector's short memory (it keeps the last four accesses of a word), stacks.
 */
import type { Position } from './ast.ts';
import type { Op } from './machine-types.ts';

export interface RaceAccess {
  /** 1 = main. */
  readonly goroutine: number;
  readonly at: Position;
  /** In the program's words where it has a name: "counter", "m". */
  readonly object: string;
  readonly write: boolean;
  /** Index of its step in the sequence. */
  readonly step: number;
}

/** Two accesses that nothing orders; `second` came later in the order that happened. */
export interface DataRace {
  /** Cell key of the variable, or of a part of it. */
  readonly cell: string;
  readonly first: RaceAccess;
  readonly second: RaceAccess;
}

/** By goroutine: how many of its releases are known to have come before. */
type Clock = Map<number, number>;

interface Kept {
  readonly access: RaceAccess;
  readonly time: number;
}
/** Last access of each goroutine. */
interface Shadow {
  readonly writes: Map<number, Kept>;
  readonly reads: Map<number, Kept>;
}

function join(into: Clock, other: Clock | undefined): void {
  if (other === undefined) return;
  for (const [id, time] of other) if (time > (into.get(id) ?? 0)) into.set(id, time);
}

class Detector {
  readonly found: DataRace[] = [];
  private readonly clocks = new Map<number, Clock>();
  private readonly released = new Map<string, Clock>();
  private readonly shadows = new Map<string, Shadow>();

  step(op: Op, index: number): void {
    const clock = this.clockOf(op.goroutine);
    for (const key of op.acquires) join(clock, this.released.get(key));
    for (const { object, write } of op.memory) {
      const access: RaceAccess = { goroutine: op.goroutine, at: op.at, object: op.object, write, step: index };
      this.touch(object, access, clock);
    }
    if (op.releases.length === 0) return;
    for (const key of op.releases) {
      const known = this.released.get(key) ?? new Map<number, number>();
      join(known, clock);
      this.released.set(key, known);
    }
    clock.set(op.goroutine, (clock.get(op.goroutine) ?? 0) + 1);
  }

  /** Timers of the runtime are ordered with nothing but what started them. */
  private clockOf(goroutine: number): Clock {
    if (goroutine === 0) return new Map();
    let clock = this.clocks.get(goroutine);
    if (clock === undefined) this.clocks.set(goroutine, (clock = new Map([[goroutine, 1]])));
    return clock;
  }

  private touch(cell: string, access: RaceAccess, clock: Clock): void {
    let shadow = this.shadows.get(cell);
    if (shadow === undefined) this.shadows.set(cell, (shadow = { writes: new Map(), reads: new Map() }));
    for (const kept of access.write ? [shadow.writes, shadow.reads] : [shadow.writes]) {
      for (const [id, { access: first, time }] of kept) {
        if (id === access.goroutine || time <= (clock.get(id) ?? 0)) continue;
        this.found.push({ cell, first, second: access });
      }
    }
    const own = access.write ? shadow.writes : shadow.reads;
    own.set(access.goroutine, { access, time: clock.get(access.goroutine) ?? 0 });
  }
}

/** All races of the order that happened, in the order of their second accesses; a pair of places once. */
export function findRaces(ops: readonly Op[]): readonly DataRace[] {
  const detector = new Detector();
  ops.forEach((op, index) => detector.step(op, index));
  const seen = new Set<string>();
  return detector.found.filter(({ cell, first, second }) => {
    const key = `${cell} ${placeOf(first)} ${placeOf(second)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function placeOf({ goroutine, at, write }: RaceAccess): string {
  return `${goroutine}:${at.line}:${at.column}:${String(write)}`;
}

function who(goroutine: number): string {
  return goroutine === 1 ? 'main goroutine' : `goroutine ${goroutine}`;
}

function sentence({ goroutine, at, object, write }: RaceAccess, previous: boolean): string {
  const verb = write ? 'Write' : 'Read';
  return `${previous ? `Previous ${verb.toLowerCase()}` : verb} at ${object} (main.go:${at.line}) by ${who(goroutine)}`;
}

/** The report of `go run -race` in short: three lines. */
export function raceReport({ first, second }: DataRace): readonly string[] {
  return ['WARNING: DATA RACE', sentence(second, false), sentence(first, true)];
}
