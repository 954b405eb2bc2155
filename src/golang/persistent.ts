/**
 * Partial-order reduction: of what may happen next, a part that is enough (a persistent set: whatever the goroutines
 * outside of it do, however long, neither touches what the steps inside touch nor hinders them). Every way a program can
 * end is found from the part too, because the steps left out can still be taken later, with the same effect.
 *
 * What a goroutine may ever touch is what can be reached from its stack: a reference reaches it otherwise only through an
 * object that another goroutine outside of the set reaches too. What prints, or may end the program, is compared with all.
 */
import { reachable, type Lookup } from './canonical.ts';
import type { Code } from './code.ts';
import type { Transition } from './machine-types.ts';
import type { Go } from './runtime-state.ts';
import { cellOf, liveGoroutines, waitsFor } from './waiting.ts';

/** What a program does anywhere, and so may do in every goroutine. */
export interface Habits {
  readonly code: Code;
  /** It asks how many goroutines there are: then starts and ends are seen. */
  readonly counts: boolean;
  readonly globals: readonly string[];
}

export function habitsOf(code: Code): Habits {
  const counts = code.funcs.some((one) =>
    one.code.some((instr) => instr.op === 'native' && instr.name === 'runtime.NumGoroutine'),
  );
  return { code, counts, globals: code.globals.map((one) => one.key) };
}

interface Scene {
  readonly cells: Lookup;
  readonly habits: Habits;
  readonly open: ReadonlyMap<number, readonly Transition[]>;
  readonly live: readonly Go[];
  readonly reach: Map<number, ReadonlySet<string>>;
}

function reachOf(scene: Scene, id: number): ReadonlySet<string> {
  let found = scene.reach.get(id);
  if (found === undefined) {
    found = reachable(scene.habits.code, scene.cells, [`go/${id}`, ...scene.habits.globals]);
    scene.reach.set(id, found);
  }
  return found;
}

/** Whether goroutine `id` may some time touch what `step` touches. */
function mayTouch(scene: Scene, step: Transition, id: number): boolean {
  return step.accesses.some(({ object, write }) => {
    if (object === 'go/count') return scene.habits.counts;
    if (object === 'stdout' || object === 'ctx') return true;
    return (write || object !== '') && reachOf(scene, id).has(cellOf(object));
  });
}

/** The goroutines whose next steps are a persistent set that holds `first`; undefined = all of them. */
function closure(scene: Scene, first: number): Set<number> {
  const inside = new Set([first]);
  for (const id of inside) {
    const steps = scene.open.get(id);
    // One that is blocked comes to act only by somebody who reaches what it waits for.
    if (steps === undefined) {
      const roots = waitsFor(scene.cells.get(`go/${id}`) as Go);
      for (const { id: other } of scene.live)
        if (roots.some((root) => reachOf(scene, other).has(root))) inside.add(other);
      continue;
    }
    for (const other of scene.live) {
      if (inside.has(other.id) || other.wait === 'sleep') continue;
      if (steps.some((step) => mayTouch(scene, step, other.id))) inside.add(other.id);
    }
  }
  return inside;
}

function byGoroutine(transitions: readonly Transition[]): Map<number, Transition[]> {
  const open = new Map<number, Transition[]>();
  for (const one of transitions) {
    const known = open.get(one.goroutine);
    if (known === undefined) open.set(one.goroutine, [one]);
    else known.push(one);
  }
  return open;
}

/**
 * @param transitions all that may happen next
 * @returns as many of them as are needed, in their order. The caller takes all where one of these ends the program, and
 * where they lead back to a state that is being explored (else the goroutines left out might be put off for ever)
 */
export function persistentSet(
  habits: Habits,
  cells: Lookup,
  transitions: readonly Transition[],
): readonly Transition[] {
  const open = byGoroutine(transitions);
  // A timer that is due may wake anybody.
  if (open.size < 2 || open.has(0)) return transitions;
  const scene: Scene = { cells, habits, open, live: liveGoroutines(cells), reach: new Map() };
  let best: readonly Transition[] = transitions;
  for (const id of open.keys()) {
    const inside = closure(scene, id);
    const chosen = transitions.filter((one) => inside.has(one.goroutine));
    if (chosen.length < best.length) best = chosen;
  }
  return best;
}
