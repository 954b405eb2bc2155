/**
 * What the machine knows of Go's library: the types of its functions, methods, variables (library-lists.ts has them by name).
 * Models: declarations of go1.26; types that a call of a generic function decides are found from its arguments.
 */
import { FUNCTIONS, INTERNAL, METHODS } from './library-lists.ts';
import {
  ANY,
  BOOL,
  DURATION,
  ERROR,
  chan,
  func,
  isUntyped,
  libraryType,
  map,
  native,
  pointer,
  settled,
  slice,
  under,
  universeType,
  type GoType,
} from './types.ts';
import { compareBytes } from '../kernel/kernel.ts';

/** T = the type that the atomic holds. */
const ATOMIC: Readonly<Record<string, string>> = {
  Load: 'func() T',
  Store: 'func(T)',
  Add: 'func(T) T',
  Swap: 'func(T) T',
  CompareAndSwap: 'func(T, T) bool',
};

const VALUES: Readonly<Record<string, readonly [GoType, number]>> = {
  'time.Nanosecond': [DURATION, 1],
  'time.Microsecond': [DURATION, 1e3],
  'time.Millisecond': [DURATION, 1e6],
  'time.Second': [DURATION, 1e9],
  'time.Minute': [DURATION, 6e10],
  'time.Hour': [DURATION, 3.6e12],
};

const STRUCT: GoType = { k: 'struct', id: 'struct {}', fields: [] };

type Letters = Readonly<Record<string, GoType>>;

/** Reads the small type texts of the lists. */
function reader(text: string, letters: Letters) {
  let at = 0;
  const eat = (what: string) => {
    const here = text.startsWith(what, at);
    if (here) at += what.length;
    return here;
  };
  const list = (): { types: GoType[]; variadic: boolean } => {
    const types: GoType[] = [];
    let variadic = false;
    while (!eat(')')) {
      eat(', ');
      variadic = eat('...');
      const one = type();
      types.push(variadic ? slice(one) : one);
    }
    return { types, variadic };
  };
  const type = (): GoType => {
    if (eat('*')) return pointer(type());
    if (eat('[]')) return slice(type());
    if (eat('map[')) {
      const key = type();
      eat(']');
      return map(key, type());
    }
    if (eat('<-chan ')) return chan(type(), '<-chan ');
    if (eat('struct{}')) return STRUCT;
    if (eat('func(')) {
      const { types, variadic } = list();
      if (!eat(' ')) return func(types, [], variadic);
      return func(types, eat('(') ? list().types : [type()], variadic);
    }
    const word = /^[\w.]+/.exec(text.slice(at))?.[0] ?? '';
    at += word.length;
    const [pkg = '', name] = word.split('.');
    if (name !== undefined) return libraryType(pkg, name, []);
    return letters[word] ?? universeType(word) ?? ANY;
  };
  return type();
}

/** Types that stand for the letters of a generic function until a call decides them. */
const OPEN: Letters = Object.fromEntries(['E', 'K', 'T', 'V'].map((one) => [one, { k: 'basic', id: `$${one}` }]));
const LOOSE: Letters = Object.fromEntries(Object.keys(OPEN).map((one) => [one, ANY]));
const GENERIC = /\b[EKTV]\b/;

/** Finds what the letters in `wanted` are, where a value of type `given` is handed over. */
function decide(wanted: GoType, given: GoType, found: Record<string, GoType>): void {
  if (wanted.k === 'basic') {
    if (wanted.id.startsWith('$') && given.id !== 'untyped nil') found[wanted.id.slice(1)] ??= settled(given);
    return;
  }
  const base = under(given);
  if (wanted.k === 'slice' && base.k === 'slice') decide(wanted.of, base.of, found);
  if (wanted.k === 'map' && base.k === 'map') {
    decide(wanted.key, base.key, found);
    decide(wanted.of, base.of, found);
  }
  if (wanted.k !== 'func' || base.k !== 'func') return;
  for (const part of ['params', 'results'] as const) {
    wanted[part].forEach((one, i) => {
      const other = base[part][i];
      if (other !== undefined) decide(one, other, found);
    });
  }
}

/**
 * The type of a function of a package; undefined = unknown.
 * @param args types of what a generic function is called with
 */
export function libraryFunction(name: string, args?: () => readonly GoType[]): GoType | undefined {
  const text = FUNCTIONS[name] ?? INTERNAL[name];
  if (text === undefined) return undefined;
  if (args === undefined || !GENERIC.test(text)) return reader(text, LOOSE);
  const open = reader(text, OPEN);
  const found: Record<string, GoType> = {};
  const given = args();
  // A constant fits what another argument decides.
  if (open.k === 'func')
    for (const constants of [false, true])
      open.params.forEach((one, i) => {
        const type = given[i];
        if (type !== undefined && isUntyped(type) === constants) decide(one, type, found);
      });
  return reader(text, { ...LOOSE, ...found });
}

export function libraryValue(name: string): { readonly type: GoType; readonly value: number } | undefined {
  const found = VALUES[name];
  return found === undefined ? undefined : { type: found[0], value: found[1] };
}

const FILE = pointer(native('os.File'));
const VARIABLES: Readonly<Record<string, GoType>> = {
  'context.Canceled': ERROR,
  'context.DeadlineExceeded': ERROR,
  'os.Stdout': FILE,
  'os.Stderr': FILE,
};

/** Errors and the like that a package holds. */
export function libraryVariable(name: string): GoType | undefined {
  return VARIABLES[name];
}

/** At most so many changed letters make a slip of the pen. */
const SLIP = 2;

/** Functions, constants and variables of a package that are known: those spelt most like `name`, then all others by name. */
export function libraryMembers(pkg: string, name: string, types: readonly string[]): readonly string[] {
  const known = [FUNCTIONS, VALUES, VARIABLES].flatMap((table) =>
    Object.keys(table).filter((one) => one.startsWith(`${pkg}.`)),
  );
  const all = [...known.map((one) => one.slice(pkg.length + 1)), ...types].sort(compareBytes);
  const far = new Map(all.map((one) => [one, distance(one.toLowerCase(), name.toLowerCase())]));
  const least = Math.min(...far.values());
  const isNear = (one: string): boolean => least <= SLIP && far.get(one) === least;
  return [...all.filter(isNear), ...all.filter((one) => !isNear(one))];
}

/** Letters that must be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const HELD: Readonly<Record<string, GoType>> = { Bool: BOOL, Value: ANY };

/** The type of a method of a library type; undefined = unknown. `id` without pointer. */
export function libraryMethod(
  type: GoType,
  method: string,
): { readonly type: GoType; readonly name: string } | undefined {
  const id = type.id.replace(/\[.*/, '');
  if (id.startsWith('atomic.')) {
    const text = ATOMIC[method];
    if (text === undefined || type.k !== 'native') return undefined;
    const kind = id.slice('atomic.'.length);
    const held = kind === 'Pointer' ? pointer(type.args[0] ?? ANY) : (HELD[kind] ?? universeType(kind.toLowerCase()));
    return { type: reader(text, { T: held ?? ANY }), name: `atomic.${method}` };
  }
  const name = `${id}.${method}`;
  const text = METHODS[name];
  return text === undefined ? undefined : { type: reader(text, LOOSE), name };
}

/** C of timers, L of conditions. */
export function libraryField(type: GoType, name: string): GoType | undefined {
  if ((type.id === 'time.Timer' || type.id === 'time.Ticker') && name === 'C') {
    return chan(native('time.Time'), '<-chan ');
  }
  return type.id === 'sync.Cond' && name === 'L' ? libraryType('sync', 'Locker', []) : undefined;
}
