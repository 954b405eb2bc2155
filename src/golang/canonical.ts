/**
 * A state of the goroutine machine under a name that equal states share: goroutines keep their numbers, all else is named
 * in the order in which it is met from them, so that neither what nobody can reach any more nor how often something was
 * made counts. Left out is what only the race detector and the screen read (edges of the memory model, counts of values
 * ever sent), and the time of day unless the program asks for it: timers count from now.
 */
import type { Code } from './code.ts';
import type { Cells } from './machine-types.ts';

import { liveSlots } from './live.ts';
import type { Frame, Meta } from './runtime-state.ts';
import type { ContextCell, MapCell, TimerCell } from './cells.ts';

/** Cells that are only read. */
export type Lookup = Pick<Cells, 'get'>;

/** What stands in a cell, cut where it names another object: parts[0] refs[0] parts[1] refs[1] … parts[n]. */
interface Shape {
  readonly parts: readonly string[];
  readonly refs: readonly string[];
}

const REFERENCE = /^(?:var|chan|map|timer|ctx|err)\/\d+-\d+/;
/** Fields that no later step depends on, by kind of object. */
const UNUSED: Readonly<Record<string, ReadonlySet<string>>> = {
  go: new Set(['allocs', 'acquires', 'name']),
  chan: new Set(['keys', 'sent', 'received', 'name', 't']),
  mem: new Set(['name', 't', 'made']),
  map: new Set(['name', 't', 'keys']),
  timer: new Set(['name', 'seq', 'when']),
  ctx: new Set(['name', 'deadline']),
};
const NONE: ReadonlySet<string> = new Set();
const entriesOf = ({ keys, entries }: MapCell): readonly unknown[] => keys.map((id) => entries[id]);
/** Who waits at a channel has the release of what it did before beside it. */
const isWaiter = (value: object): boolean => 'g' in value && 'select' in value && 'key' in value;

class ShapeWriter {
  readonly parts: string[] = [];
  readonly refs: string[] = [];
  private text = '';
  private readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }

  add(value: unknown): this {
    if (typeof value === 'string') this.name(value);
    else if (Array.isArray(value)) {
      this.text += '[';
      for (const one of value as readonly unknown[]) this.add(one);
      this.text += ']';
    } else if (typeof value === 'object' && value !== null) this.fields(value);
    else this.text += `${String(value)},`;
    return this;
  }

  private name(value: string): void {
    const ref = REFERENCE.exec(value)?.[0];
    if (ref === undefined) {
      this.text += `${JSON.stringify(value)},`;
      return;
    }
    this.parts.push(this.text);
    this.refs.push(ref);
    this.text = `${JSON.stringify(value.slice(ref.length))},`;
  }

  private fields(value: object): void {
    const { k } = value as { readonly k?: string };
    if ('fn' in value && 'pc' in value) {
      this.frame(value as Frame);
      return;
    }
    const unused = (k === undefined ? undefined : UNUSED[k]) ?? NONE;
    const waits = isWaiter(value);
    this.text += '{';
    for (const [field, one] of Object.entries(value)) {
      if (unused.has(field) || (waits && field === 'key')) continue;
      // Entries of maps stand under texts made of what they hold.
      if (k === 'map' && field === 'entries') this.add(entriesOf(value as MapCell));
      else {
        this.text += `${field}:`;
        this.add(one);
      }
    }
    this.text += '}';
  }

  /** Variables that are read no more do not count. */
  private frame({ fn, pc, locals, stack, defers, deferred, panic, into }: Frame): void {
    const code = this.code.funcs[fn];
    const live = code === undefined ? undefined : liveSlots(code)[pc];
    this.add([fn, pc, stack, defers, deferred, panic, into]);
    locals.forEach((one, slot) => {
      if (live?.has(slot) === true) this.add(slot).add(one);
    });
  }

  shape(): Shape {
    return { parts: [...this.parts, this.text], refs: this.refs };
  }
}

/** Cells are never changed in place, so each is read once. */
const shapes = new WeakMap<object, Shape>();

function shapeOf(code: Code, cell: object): Shape {
  let shape = shapes.get(cell);
  if (shape === undefined) {
    const { k, status } = cell as { readonly k?: string; readonly status?: string };
    shape = k === 'go' && status === 'done' ? { parts: ['done'], refs: [] } : new ShapeWriter(code).add(cell).shape();
    shapes.set(cell, shape);
  }
  return shape;
}

/** Times as seen from now: of two equal states the later one goes on as the earlier. */
function relative(cell: object, now: number): string {
  const { k } = cell as { readonly k?: string };
  if (k === 'timer') {
    const { active, when } = cell as TimerCell;
    return active ? `@${when - now}` : '';
  }
  if (k !== 'ctx') return '';
  const { deadline } = cell as ContextCell;
  return deadline === false ? '' : `@${deadline - now}`;
}

const CLOCK = /^(?:time\.(?:Now|Since|Until|Time\.)|context\.(?:Context\.Deadline|WithDeadline))/;

/** Whether the program can tell what time it is. */
export function readsClock(code: Code): boolean {
  return code.funcs.some((one) =>
    one.code.some((instr) =>
      instr.op === 'native' ? CLOCK.test(instr.name) : instr.op === 'call-method' && instr.method === 'Deadline',
    ),
  );
}

/** Two halves of 32 bits over the text, as one key. */
function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b + c, 0x85ebca6b);
    b ^= b >>> 15;
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}.${text.length}`;
}

interface Walk {
  readonly code: Code;
  readonly cells: Lookup;
  readonly now: number;
  readonly numbers: Map<string, number>;
  readonly open: string[];
  text: string;
}

function emit(walk: Walk, cell: object): void {
  const { parts, refs } = shapeOf(walk.code, cell);
  refs.forEach((ref, i) => {
    let number = walk.numbers.get(ref);
    if (number === undefined) {
      number = walk.numbers.size;
      walk.numbers.set(ref, number);
      walk.open.push(ref);
    }
    walk.text += `${parts[i] ?? ''}#${number}`;
  });
  walk.text += `${parts.at(-1) ?? ''}${relative(cell, walk.now)}\n`;
}

function activeTimers(cells: Lookup): readonly string[] {
  const { keys } = (cells.get('timers') as { readonly keys: readonly string[] } | undefined) ?? { keys: [] };
  return keys.filter((key) => (cells.get(key) as TimerCell).active);
}

/** @param clock the time counts too (`readsClock`) */
export function stateKey(code: Code, cells: Lookup, clock: boolean): string {
  const { now, goroutines, live } = cells.get('meta') as Meta;
  const walk: Walk = {
    code,
    cells,
    now,
    numbers: new Map(),
    open: [],
    text: `${goroutines} ${live}${clock ? ` ${now}` : ''}\n`,
  };
  const roots = ['out', 'err', ...code.globals.map((one) => one.key)];
  for (let id = 1; id <= goroutines; id++) roots.push(`go/${id}`);
  for (const key of roots) {
    const cell = cells.get(key);
    if (cell !== undefined) emit(walk, cell);
  }
  // A timer that runs does something even if nobody holds it.
  walk.open.push(...activeTimers(cells));
  const written = new Set<string>();
  // The list grows on the way.
  for (const key of walk.open) {
    const cell = cells.get(key);
    if (cell === undefined || written.has(key)) continue;
    written.add(key);
    emit(walk, cell);
  }
  return digest(walk.text);
}

/** Keys of all objects that can be reached from the cell at `key`. */
export function reachable(code: Code, cells: Lookup, keys: readonly string[]): Set<string> {
  const found = new Set(keys);
  for (const key of found) {
    const cell = cells.get(key);
    if (cell !== undefined) for (const ref of shapeOf(code, cell).refs) found.add(ref);
  }
  return found;
}
