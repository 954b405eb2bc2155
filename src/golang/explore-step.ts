/** One step of an exploration on light cells: from a state to the next, with what it finds on the way. */
import type { Code } from './code.ts';
import { afterStep, NO_READS, type Reads } from './explore-lost.ts';
import type { Findings, PathNode, Picked } from './explore-found.ts';
import { machineOf } from './machine.ts';
import type { Cells, Machine, Op, Outcome, Transition } from './machine-types.ts';
import { stranded } from './waiting.ts';

/** Option of the pick that lets time pass while goroutines only spin. */
export const TIME = -1;

type CellMap = ReadonlyMap<string, object>;

/** A state that may be gone on from more than once. */
export interface Snapshot {
  readonly cells: CellMap;
  readonly reads: Reads;
}

export interface Stepped extends Snapshot {
  readonly machine: Machine;
  readonly op: Op;
  readonly node: PathNode;
  /** Also where the horizon is passed. */
  readonly outcome: Outcome | undefined;
}

export type Move = { readonly kind: 'take'; readonly transition: Transition } | { readonly kind: 'time' };

export function lightCells(from: CellMap = new Map()): Cells & { readonly map: CellMap } {
  const map = new Map(from);
  return {
    map,
    get: (key) => map.get(key),
    set: (key, value) => void map.set(key, value),
    delete: (key) => void map.delete(key),
    entries: () => map.entries(),
  };
}

export function firstSnapshot(code: Code): Snapshot {
  const cells = lightCells();
  machineOf(code, cells);
  return { cells: cells.map, reads: NO_READS };
}

export class Stepper {
  steps = 0;

  constructor(
    readonly code: Code,
    readonly findings: Findings,
    private readonly horizon: number,
  ) {}

  machine(snapshot: Snapshot): Machine {
    return machineOf(this.code, lightCells(snapshot.cells));
  }

  /** @param decided more than this could have happened: the move is a pick of the way */
  step(from: Snapshot, parent: PathNode, move: Move, decided: boolean): Stepped {
    this.steps++;
    const cells = lightCells(from.cells);
    const machine = machineOf(this.code, cells);
    const op = move.kind === 'time' ? machine.fireTimer() : machine.take(move.transition);
    const pick: Picked | undefined = decided ? pickOf(move) : undefined;
    const node: PathNode = { parent, pick, depth: parent.depth + 1 };
    const { reads, lost } = afterStep(from.reads, op);
    if (lost !== undefined) this.findings.lost(lost, node);
    return { cells: cells.map, reads, machine, op, node, outcome: this.ending(machine, cells, node) };
  }

  private ending(machine: Machine, cells: Cells, node: PathNode): Outcome | undefined {
    const outcome = machine.outcome() ?? (machine.now >= this.horizon ? hanging(machine.stdout) : undefined);
    if (outcome === undefined) return undefined;
    const leaks = outcome.leaked.length === 0 ? undefined : stranded(this.code, cells);
    this.findings.outcome(outcome, node, leaks);
    return outcome;
  }
}

function pickOf(move: Move): Picked {
  if (move.kind === 'time') return { goroutine: 0, option: TIME };
  const { goroutine, option } = move.transition;
  return { goroutine, option };
}

export function hanging(stdout: readonly string[]): Outcome {
  return { exit: undefined, stdout, stderr: '', waitStates: [], leaked: [] };
}
