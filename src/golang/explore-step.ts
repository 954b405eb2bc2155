/** One step of an exploration on light cells: from a state to the next, with what it finds on the way. */
import type { Code } from './code.ts';
import { afterStep, NO_READS, type Reads } from './explore-lost.ts';
import { stateKey, readsClock } from './canonical.ts';
import { lightCells, type CellMap } from './explore-cells.ts';
import { onward, runAlone, tiredGoroutines, type Endless } from './explore-endless.ts';
import { START, type Findings, type PathNode, type Picked } from './explore-found.ts';
import { machineOf } from './machine.ts';
import type { Machine, Op, Outcome, Transition } from './machine-types.ts';
import { stranded } from './waiting.ts';

/** Option of the pick that lets time pass while goroutines only spin. */
export const TIME = -1;

/** A state that may be gone on from more than once. */
export interface Snapshot {
  readonly cells: CellMap;
  readonly reads: Reads;
  /** Goroutines that are never seen again, by number: their cells stay as they were when that was found. */
  readonly endless: ReadonlyMap<number, Endless>;
}

export interface Stepped extends Snapshot {
  readonly machine: Machine;
  readonly op: Op;
  readonly node: PathNode;
  /** Also where the horizon is passed, or only goroutines are left that are never seen again. */
  readonly outcome: Outcome | undefined;
}

export interface Start extends Snapshot {
  readonly node: PathNode;
  readonly outcome: Outcome | undefined;
}

export type Move = { readonly kind: 'take'; readonly transition: Transition } | { readonly kind: 'time' };

/** What an interruption of private work counts, beside a step: it is as much work as these. */
const INTERRUPTION = 100;

export class Stepper {
  /** Steps of the machine. */
  steps = 0;
  /** The same weighed by what they cost. */
  work = 0;
  /** A goroutine was not followed as far as it goes. */
  gaveUp = false;
  private readonly clock: boolean;
  private readonly alone = new Map<string, Endless>();

  constructor(
    readonly code: Code,
    readonly findings: Findings,
    private readonly horizon: number,
  ) {
    this.clock = readsClock(code);
  }

  machine(snapshot: Pick<Snapshot, 'cells'>): Machine {
    return machineOf(this.code, lightCells(snapshot.cells));
  }

  /** All that may happen but the steps of goroutines that are never seen again. */
  open({ cells, endless }: Snapshot): readonly Transition[] {
    const all = this.machine({ cells }).transitions();
    return endless.size === 0 ? all : all.filter((one) => !endless.has(one.goroutine));
  }

  begin(): Start {
    const cells = lightCells();
    machineOf(this.code, cells);
    const { node, ...rest } = this.settled({ cells: cells.map, reads: NO_READS, endless: new Map() }, START);
    return { ...rest, node, outcome: this.ending(rest, node) };
  }

  /** @param decided more than this could have happened: the move is a pick of the way */
  step(from: Snapshot, parent: PathNode, move: Move, decided: boolean): Stepped {
    this.steps++;
    this.work++;
    const cells = lightCells(from.cells);
    const machine = machineOf(this.code, cells);
    const op = move.kind === 'time' ? machine.fireTimer() : machine.take(move.transition);
    const pick: Picked | undefined = decided ? pickOf(move) : undefined;
    const node: PathNode = { parent, pick, depth: parent.depth + 1 };
    const { reads, lost } = afterStep(from.reads, op);
    if (lost !== undefined) this.findings.lost(lost, node);
    const { node: last, ...after } = this.settled({ cells: cells.map, reads, endless: from.endless }, node);
    return { ...after, machine: this.machine(after), op, node: last, outcome: this.ending(after, last) };
  }

  /** Follows goroutines that were interrupted in private work, until they can be seen again or never will. */
  private settled(snapshot: Snapshot, node: PathNode): Snapshot & { readonly node: PathNode } {
    let [at, after] = [snapshot, node];
    for (const id of tiredGoroutines(snapshot.cells)) {
      if (at.endless.has(id)) continue;
      const key = `${id} ${stateKey(this.code, { get: (one) => at.cells.get(one) }, this.clock)}`;
      const known = this.alone.get(key);
      const found = known === undefined ? runAlone(this.code, at.cells, id, this.clock) : undefined;
      if (found?.kind === 'back') {
        const crowded = this.machine(at).transitions().length > 1;
        for (let i = 0; i < found.times; i++) after = this.interrupted(after, crowded ? id : undefined);
        at = { ...at, cells: found.cells };
        continue;
      }
      const endless = known ?? found?.endless;
      if (endless === undefined) continue;
      this.alone.set(key, endless);
      this.gaveUp ||= endless.how === 'bound';
      this.work += known === undefined && endless.how === 'bound' ? 50 * INTERRUPTION : 0;
      at = { ...at, endless: new Map([...at.endless, [id, endless]]) };
    }
    return { ...at, node: after };
  }

  private interrupted(parent: PathNode, goroutine: number | undefined): PathNode {
    this.steps++;
    this.work += INTERRUPTION;
    const pick = goroutine === undefined ? undefined : pickOf({ kind: 'take', transition: onward(goroutine) });
    return { parent, pick, depth: parent.depth + 1 };
  }

  private ending(at: Snapshot, node: PathNode): Outcome | undefined {
    const machine = this.machine(at);
    const own = machine.outcome();
    const late = machine.now >= this.horizon;
    const alone = at.endless.size > 0 && machine.nextTimer === undefined && this.open(at).length === 0;
    const outcome = own ?? (late || alone ? hanging(machine.stdout) : undefined);
    if (outcome === undefined) return undefined;
    const leaks = outcome.leaked.length === 0 ? undefined : stranded(this.code, lightCells(at.cells));
    const endless = own === undefined && !late ? [...at.endless.values()] : [];
    this.findings.outcome(outcome, node, { ...(leaks === undefined ? {} : { leaks }), endless });
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
