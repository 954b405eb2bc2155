/**
 * Types of Go programs after names are resolved. `id` is the type as Go prints it (%T).
 * Models: types, underlying types, method sets of the Go specification, go1.26. Left out: type parameters of the program.
 */
import { compareBytes } from '../kernel/kernel.ts';
import { FREE_MUTEX, NIL, type Value } from './values.ts';

export interface Field {
  readonly name: string;
  readonly type: GoType;
  readonly embedded: boolean;
}
export interface Signature {
  readonly params: readonly GoType[];
  readonly results: readonly GoType[];
  readonly variadic: boolean;
  /** Of parameters and results, for messages; "" = none. */
  readonly names?: readonly string[];
}
export interface NamedType {
  readonly k: 'named';
  readonly id: string;
  /** Set once all declarations are known. */
  under: GoType;
}

export type GoType =
  /** `shown` is the name that messages use: byte and rune are other names of uint8 and int32. */
  | { readonly k: 'basic'; readonly id: string; readonly shown?: string }
  | NamedType
  /** A type of the library without parts that the program sees. */
  | { readonly k: 'native'; readonly id: string; readonly args: readonly GoType[] }
  | { readonly k: 'pointer'; readonly id: string; readonly of: GoType }
  | { readonly k: 'slice'; readonly id: string; readonly of: GoType }
  | { readonly k: 'array'; readonly id: string; readonly of: GoType; readonly length: number }
  | { readonly k: 'map'; readonly id: string; readonly key: GoType; readonly of: GoType }
  /** `arrow`: "chan ", "chan<- ", "<-chan ". */
  | { readonly k: 'chan'; readonly id: string; readonly of: GoType; readonly arrow: string }
  | ({ readonly k: 'func'; readonly id: string } & Signature)
  | { readonly k: 'struct'; readonly id: string; readonly fields: readonly Field[] }
  | {
      readonly k: 'interface';
      readonly id: string;
      readonly methods: readonly { readonly name: string; readonly type: GoType }[];
      /** any and interface{} are one type by two names. */
      readonly shown?: string;
    };

export const basic = (id: string): GoType => ({ k: 'basic', id });
export const INT = basic('int');
export const STRING = basic('string');
export const BOOL = basic('bool');
export const FLOAT = basic('float64');
export const UINT = basic('uint');
export const UINT8: GoType = { k: 'basic', id: 'uint8', shown: 'byte' };
export const INT32: GoType = { k: 'basic', id: 'int32', shown: 'rune' };
export const UNTYPED_INT = basic('untyped int');
export const UNTYPED_FLOAT = basic('untyped float');
export const UNTYPED_RUNE = basic('untyped rune');
export const UNTYPED_STRING = basic('untyped string');
export const UNTYPED_BOOL = basic('untyped bool');
export const UNTYPED_NIL = basic('untyped nil');
export const EMPTY: GoType = { k: 'interface', id: 'interface {}', methods: [] };
export const ANY: GoType = { ...EMPTY, shown: 'any' };
export const VOID_FUNC = func([], []);
export const ERROR: GoType = { k: 'interface', id: 'error', methods: [{ name: 'Error', type: func([], [STRING]) }] };

export function func(
  params: readonly GoType[],
  results: readonly GoType[],
  variadic = false,
  names: readonly string[] = [],
): GoType {
  const shown = params.map((one, i) =>
    variadic && i === params.length - 1 && one.k === 'slice' ? `...${one.of.id}` : one.id,
  );
  const out = results.map((one) => one.id).join(', ');
  const tail = results.length === 0 ? '' : results.length === 1 ? ` ${out}` : ` (${out})`;
  return { k: 'func', id: `func(${shown.join(', ')})${tail}`, params, results, variadic, names };
}
export const pointer = (of: GoType): GoType => ({ k: 'pointer', id: `*${of.id}`, of });
export const slice = (of: GoType): GoType => ({ k: 'slice', id: `[]${of.id}`, of });
export const chan = (of: GoType, arrow = 'chan '): GoType => ({ k: 'chan', id: `${arrow}${of.id}`, of, arrow });
export const array = (of: GoType, length: number): GoType => ({ k: 'array', id: `[${length}]${of.id}`, of, length });
export const map = (key: GoType, of: GoType): GoType => ({ k: 'map', id: `map[${key.id}]${of.id}`, key, of });
export const native = (id: string, args: readonly GoType[] = []): GoType => ({
  k: 'native',
  id: args.length === 0 ? id : `${id}[${args.map((one) => one.id).join()}]`,
  args,
});

export function struct(fields: readonly Field[]): GoType {
  const shown = fields.map((one) => `${one.embedded ? '' : `${one.name} `}${one.type.id}`).join('; ');
  return { k: 'struct', id: fields.length === 0 ? 'struct {}' : `struct { ${shown} }`, fields };
}

type Methods = Extract<GoType, { k: 'interface' }>['methods'];

export function interfaceOf(given: Methods): GoType {
  if (given.length === 0) return EMPTY;
  const methods = [...given].sort((a, b) => compareBytes(a.name, b.name));
  return {
    k: 'interface',
    id: `interface { ${methods.map((one) => one.name + one.type.id.slice('func'.length)).join('; ')} }`,
    methods,
  };
}

const BASIC = new Set(
  'int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 string bool'.split(' '),
);

export function universeType(name: string): GoType | undefined {
  if (BASIC.has(name)) return basic(name);
  if (name === 'byte') return UINT8;
  if (name === 'rune') return INT32;
  if (name === 'any') return ANY;
  if (name === 'error') return ERROR;
  return name === 'nil' ? UNTYPED_NIL : undefined;
}

export const named = (id: string, under: GoType): GoType => ({ k: 'named', id, under });
export const DURATION = named('time.Duration', basic('int64'));
const TIME = native('time.Time');
const LIBRARY: Readonly<Record<string, GoType>> = {
  'time.Duration': DURATION,
  'time.Month': named('time.Month', INT),
  'context.Context': {
    k: 'interface',
    id: 'context.Context',
    methods: [
      { name: 'Deadline', type: func([], [TIME, BOOL]) },
      { name: 'Done', type: func([], [chan(struct([]), '<-chan ')]) },
      { name: 'Err', type: func([], [ERROR]) },
      { name: 'Value', type: func([ANY], [ANY]) },
    ],
  },
  'context.CancelFunc': named('context.CancelFunc', VOID_FUNC),
  'context.CancelCauseFunc': named('context.CancelCauseFunc', func([ERROR], [])),
  'sync.Locker': {
    k: 'interface',
    id: 'sync.Locker',
    methods: [
      { name: 'Lock', type: VOID_FUNC },
      { name: 'Unlock', type: VOID_FUNC },
    ],
  },
  'io.Writer': {
    k: 'interface',
    id: 'io.Writer',
    methods: [{ name: 'Write', type: func([slice(UINT8)], [INT, ERROR]) }],
  },
  'sort.Interface': {
    k: 'interface',
    id: 'sort.Interface',
    methods: [
      { name: 'Len', type: func([], [INT]) },
      { name: 'Less', type: func([INT, INT], [BOOL]) },
      { name: 'Swap', type: func([INT, INT], []) },
    ],
  },
  'strings.Builder': named('strings.Builder', textHolder()),
  'bytes.Buffer': named('bytes.Buffer', textHolder()),
  'fmt.Stringer': { k: 'interface', id: 'fmt.Stringer', methods: [{ name: 'String', type: func([], [STRING]) }] },
};

/** What a type of the library that collects text holds (its methods: library-code.ts). */
function textHolder(): GoType {
  return { k: 'struct', id: 'struct { text_ string }', fields: [{ name: 'text_', type: STRING, embedded: false }] };
}

export function libraryType(pkg: string, name: string, args: readonly GoType[]): GoType {
  return LIBRARY[`${pkg}.${name}`] ?? native(`${pkg}.${name}`, args);
}

export function under(type: GoType): GoType {
  return type.k === 'named' ? under(type.under) : type;
}

export function isInterface(type: GoType): boolean {
  return under(type).k === 'interface';
}

export function isUntyped(type: GoType): boolean {
  return type.k === 'basic' && type.id.startsWith('untyped ');
}

const DEFAULTS: Readonly<Record<string, GoType>> = {
  'untyped float': FLOAT,
  'untyped nil': ANY,
  'untyped rune': INT32,
  'untyped string': STRING,
  'untyped bool': BOOL,
};

/** The type that an untyped value has where none is asked for. */
export function settled(type: GoType): GoType {
  return isUntyped(type) ? (DEFAULTS[type.id] ?? INT) : type;
}

export function isFloat(type: GoType): boolean {
  const base = under(type);
  return base.k === 'basic' && (base.id === 'float64' || base.id === 'float32');
}

export interface Width {
  readonly bits: number;
  readonly signed: boolean;
}

const WIDTHS: Readonly<Record<string, Width>> = {
  int: { bits: 64, signed: true },
  int8: { bits: 8, signed: true },
  int16: { bits: 16, signed: true },
  int32: { bits: 32, signed: true },
  int64: { bits: 64, signed: true },
  uint: { bits: 64, signed: false },
  uint8: { bits: 8, signed: false },
  uint16: { bits: 16, signed: false },
  uint32: { bits: 32, signed: false },
  uint64: { bits: 64, signed: false },
  uintptr: { bits: 64, signed: false },
};

/** Of an integer type of a machine with 64 bits; undefined = it is none. */
export function widthOf(type: GoType): Width | undefined {
  return WIDTHS[under(type).id];
}

export function zero(type: GoType): Value {
  const base = under(type);
  switch (base.k) {
    case 'basic':
      return base.id === 'string' ? '' : base.id === 'bool' ? false : base.id === 'untyped nil' ? NIL : 0;
    case 'struct':
      return { k: 'struct', f: Object.fromEntries(base.fields.map((one) => [one.name, zero(one.type)])) };
    case 'array':
      return { k: 'array', v: Array.from({ length: base.length }, () => zero(base.of)) };
    case 'native':
      return zeroNative(base.id);
    default:
      return NIL;
  }
}

function zeroNative(id: string): Value {
  switch (id) {
    case 'sync.Mutex':
      return FREE_MUTEX;
    case 'sync.RWMutex':
      return {
        k: 'rwmutex',
        w: FREE_MUTEX,
        count: 0,
        pending: false,
        readerWait: 0,
        readers: [],
        readerQueue: [],
        writerQueue: [],
      };
    case 'sync.WaitGroup':
      return { k: 'wg', n: 0, waiters: [] };
    case 'sync.Once':
      return { k: 'once', done: false, m: FREE_MUTEX };
    case 'sync.Cond':
      return { k: 'cond', L: NIL, waiters: [] };
    case 'sync.Map':
      return { k: 'syncmap', entries: [] };
    case 'atomic.Bool':
      return { k: 'atomic', v: false };
    case 'time.Time':
      return 0;
    default:
      return { k: 'atomic', v: /^atomic\.(Value|Pointer)/.test(id) ? NIL : 0 };
  }
}

/** Whether values of a type can be compared; of interfaces only what they hold can say. */
export function isComparable(type: GoType): boolean {
  const base = under(type);
  if (base.k === 'struct') return base.fields.every((one) => isComparable(one.type));
  return base.k === 'array' ? isComparable(base.of) : base.k !== 'slice' && base.k !== 'map' && base.k !== 'func';
}

export interface FoundField {
  /** Names to walk; all but the last are embedded. */
  readonly path: readonly Field[];
}

/** A field of a struct or of what it embeds, by the shallowest depth. */
export function findField(type: GoType, name: string): FoundField | undefined {
  let level: readonly { readonly type: GoType; readonly path: readonly Field[] }[] = [{ type, path: [] }];
  for (let depth = 0; depth < 5 && level.length > 0; depth++) {
    const next: { type: GoType; path: readonly Field[] }[] = [];
    for (const at of level) {
      const base = structOf(at.type);
      for (const one of base?.fields ?? []) {
        if (one.name === name) return { path: [...at.path, one] };
        if (one.embedded) next.push({ type: one.type, path: [...at.path, one] });
      }
    }
    level = next;
  }
  return undefined;
}

/** The embedded types of a struct, nearest first, with the way to them. */
export function embeddedOf(type: GoType): { readonly type: GoType; readonly path: readonly Field[] }[] {
  const found: { type: GoType; path: readonly Field[] }[] = [];
  let level: { type: GoType; path: readonly Field[] }[] = [{ type, path: [] }];
  for (let depth = 0; depth < 5 && level.length > 0; depth++) {
    level = level.flatMap((at) =>
      (structOf(at.type)?.fields ?? [])
        .filter((one) => one.embedded)
        .map((one) => ({ type: one.type, path: [...at.path, one] })),
    );
    found.push(...level);
  }
  return found;
}

function structOf(type: GoType) {
  const base = under(type);
  const inner = base.k === 'pointer' ? under(base.of) : base;
  return inner.k === 'struct' ? inner : undefined;
}
