/** Which local variables of a function may still be read from an instruction on: the others are as good as gone. */
import type { FuncCode, Instr } from './code.ts';

type Slots = ReadonlySet<number>;

const known = new WeakMap<FuncCode, readonly Slots[]>();

/** @returns slots by program counter */
export function liveSlots(code: FuncCode): readonly Slots[] {
  let found = known.get(code);
  if (found === undefined) known.set(code, (found = analyse(code)));
  return found;
}

/** Where it may go on after an instruction. Each may panic, and a recovered function goes on at its epilogue. */
function successors(instr: Instr, pc: number, epilogue: number): readonly number[] {
  if (instr.op === 'ret') return [];
  const next = instr.op === 'jump' ? [] : [pc + 1];
  return 'to' in instr ? [...next, instr.to, epilogue] : [...next, epilogue];
}

function analyse({ code, epilogue }: FuncCode): readonly Slots[] {
  const live = code.map(() => new Set<number>());
  for (let changed = true; changed;) {
    changed = false;
    for (let pc = code.length - 1; pc >= 0; pc--) {
      const instr = code[pc];
      const here = live[pc];
      if (instr === undefined || here === undefined) continue;
      const before = here.size;
      const sets = instr.op === 'store' || instr.op === 'alloc' ? instr.slot : -1;
      for (const next of successors(instr, pc, epilogue)) {
        for (const slot of live[next] ?? []) if (slot !== sets || next === epilogue) here.add(slot);
      }
      if ('slot' in instr && sets < 0) here.add(instr.slot);
      changed ||= here.size > before;
    }
  }
  return live;
}
