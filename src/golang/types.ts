/**
 * Types of Go programs after names are resolved. `id` is the type as Go prints it (%T).
 * Models: types, underlying types, method sets of the Go specification, go1.26. Left out: type parameters of the program.
 */
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
}
export interface NamedType {
  readonly k: 'named';
  readonly id: string;
  /** Set once all declarations are known. */
  under: GoType;
}

export type GoType =
  | { readonly k: 'basic'; readonly id: string }
  | NamedType
  /** A type of the library without parts that the program sees. */
  | { readonly k: 'native'; readonly id: string; readonly args: readonly GoType[] }
  | { readonly k: 'pointer'; readonly id: string; readonly of: GoType }
  | { readonly k: 'slice'; readonly id: string; readonly of: GoType }
  | { readonly k: 'array'; readonly id: string; readonly of: GoType; readonly length: number }
  | { readonly k: 'map'; readonly id: string; readonly key: GoType; readonly of: GoType }
  | { readonly k: 'chan'; readonly id: string; readonly of: GoType }
  | ({ readonly k: 'func'; readonly id: string } & Signature)
  | { readonly k: 'struct'; readonly id: string; readonly fields: readonly Field[] }
  | {
      readonly k: 'interface';
      readonly id: string;
      readonly methods: readonly { readonly name: string; readonly type: GoType }[];
    };

export const basic = (id: string): GoType => ({ k: 'basic', id });
export const INT = basic('int');
export const STRING = basic('string');
export const BOOL = basic('bool');
export const FLOAT = basic('float64');
export const UINT8 = basic('uint8');
export const INT32 = basic('int32');
export const UNTYPED_INT = basic('untyped int');
export const UNTYPED_FLOAT = basic('untyped float');
export const UNTYPED_NIL = basic('untyped nil');
export const ANY: GoType = { k: 'interface', id: 'interface {}', methods: [] };
export const VOID_FUNC = func([], []);
export const ERROR: GoType = { k: 'interface', id: 'error', methods: [{ name: 'Error', type: func([], [STRING]) }] };

export function func(params: readonly GoType[], results: readonly GoType[], variadic = false): GoType {
  const shown = params.map((one, i) =>
    variadic && i === params.length - 1 && one.k === 'slice' ? `...${one.of.id}` : one.id,
  );
  const out = results.map((one) => one.id).join(', ');
  const tail = results.length === 0 ? '' : results.length === 1 ? ` ${out}` : ` (${out})`;
  return { k: 'func', id: `func(${shown.join(', ')})${tail}`, params, results, variadic };
}
export const pointer = (of: GoType): GoType => ({ k: 'pointer', id: `*${of.id}`, of });
export const slice = (of: GoType): GoType => ({ k: 'slice', id: `[]${of.id}`, of });
export const chan = (of: GoType, arrow = 'chan '): GoType => ({ k: 'chan', id: `${arrow}${of.id}`, of });
export const map = (key: GoType, of: GoType): GoType => ({ k: 'map', id: `map[${key.id}]${of.id}`, key, of });
export const native = (id: string, args: readonly GoType[] = []): GoType => ({
  k: 'native',
  id: args.length === 0 ? id : `${id}[${args.map((one) => one.id).join()}]`,
  args,
});

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
const LIBRARY: Readonly<Record<string, GoType>> = {
  'time.Duration': DURATION,
  'time.Month': named('time.Month', INT),
  'context.Context': { k: 'interface', id: 'context.Context', methods: [{ name: 'Done', type: VOID_FUNC }] },
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

/** The type that an untyped constant has where none is asked for. */
export function settled(type: GoType): GoType {
  if (!isUntyped(type)) return type;
  if (type.id === 'untyped float') return FLOAT;
  return type.id === 'untyped nil' ? ANY : INT;
}

export function isFloat(type: GoType): boolean {
  const base = under(type);
  return base.k === 'basic' && base.id.includes('float');
}

/** Bits that an integer type keeps; 0 = it is held whole. */
export function integerBits(type: GoType): { readonly bits: number; readonly signed: boolean } {
  const base = under(type);
  const bits = base.k === 'basic' ? /^u?int(8|16|32)$/.exec(base.id)?.[1] : undefined;
  return { bits: Number(bits ?? 0), signed: !base.id.startsWith('u') };
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
