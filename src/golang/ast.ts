/**
 * Programs of the goroutine machine: the subset of Go that is run, as a tree. `parse.ts` makes it from Go text and refuses
 * what lies outside with the line; nothing below is left for the machine to refuse.
 * Source of the syntax: The Go Programming Language Specification, go1.26.
 */

/** 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

interface At {
  readonly at: Position;
  /** Of an expression: where the parentheses around it begin. */
  readonly paren?: Position;
}

/** A whole file of package main. */
export interface Program {
  readonly imports: readonly ImportDecl[];
  readonly types: readonly TypeDecl[];
  /** Package variables and constants, in the order of the text. */
  readonly vars: readonly (VarDecl | ConstDecl)[];
  readonly funcs: readonly FuncDecl[];
}

export interface ImportDecl extends At {
  /** E.g. "sync/atomic". */
  readonly path: string;
}

export interface TypeDecl extends At {
  readonly kind: 'type';
  readonly name: string;
  readonly type: Type;
}

/** A function, or a method where `receiver` is given. */
export interface FuncDecl extends At {
  readonly kind: 'func';
  readonly name: string;
  readonly receiver?: Param;
  readonly func: FuncLit;
}

// --- types ---

export type Type =
  /** int, string, bool, error, any, a declared type, or one of a package: sync.Mutex, time.Duration, context.Context. */
  | (At & { readonly kind: 'named'; readonly pkg: string; readonly name: string; readonly args: readonly Type[] })
  | (At & { readonly kind: 'pointer'; readonly of: Type })
  | (At & { readonly kind: 'slice'; readonly of: Type })
  | (At & { readonly kind: 'array'; readonly of: Type; readonly length: Expr })
  | (At & { readonly kind: 'map'; readonly key: Type; readonly of: Type })
  | (At & { readonly kind: 'chan'; readonly of: Type; readonly direction: 'both' | 'send' | 'receive' })
  | (At & { readonly kind: 'func'; readonly params: readonly Param[]; readonly results: readonly Param[] })
  | (At & { readonly kind: 'struct'; readonly fields: readonly Param[] })
  | (At & { readonly kind: 'interface'; readonly methods: readonly { readonly name: string; readonly type: Type }[] });

/** A parameter, a result or a field; "" where it has no name ("_" stays). An embedded field has the name of its type. */
export interface Param extends At {
  readonly name: string;
  readonly type: Type;
  /** ...T */
  readonly variadic?: boolean;
  readonly embedded?: boolean;
}

// --- expressions ---

export type Expr =
  | (At & { readonly kind: 'ident'; readonly name: string })
  /** `value` is near; `text` as it was written is exact. Runes are integers too. x++ has a 1 without a text. */
  | (At & { readonly kind: 'int'; readonly value: number; readonly text?: string; readonly rune?: true })
  | (At & { readonly kind: 'float'; readonly value: number; readonly text?: string })
  | (At & { readonly kind: 'string'; readonly value: string; readonly text?: string })
  | FuncLit
  /** T{…}; keys are field names (ident), or keys and indexes. A type left out inside another literal is filled in. */
  | (At & {
      readonly kind: 'composite';
      readonly type: Type;
      readonly elements: readonly { readonly key?: Expr; readonly value: Expr }[];
      /** Of the closing brace. */
      readonly end: Position;
    })
  /** x.name; a name of a package has `x` as ident: sync.NewCond, time.Millisecond. `at` is that of the name. */
  | (At & { readonly kind: 'selector'; readonly x: Expr; readonly name: string })
  | (At & { readonly kind: 'index'; readonly x: Expr; readonly index: Expr })
  | (At & { readonly kind: 'slice-of'; readonly x: Expr; readonly low?: Expr; readonly high?: Expr })
  /** f(args) and conversions of named types; builtins are idents (len, cap, append, close, panic, recover, delete …). */
  | (At & { readonly kind: 'call'; readonly func: Expr; readonly args: readonly Expr[]; readonly spread: boolean })
  /** make(T, …), new(T), and conversions to a type that is not a name: []byte(x), (*T)(x). */
  | (At & {
      readonly kind: 'typed-call';
      readonly func: 'make' | 'new' | 'convert';
      readonly type: Type;
      readonly args: readonly Expr[];
    })
  | (At & { readonly kind: 'assert'; readonly x: Expr; readonly type: Type })
  /** + - ! ^ *(deref) &(address) <-(receive) */
  | (At & { readonly kind: 'unary'; readonly op: UnaryOp; readonly x: Expr })
  | (At & {
      readonly kind: 'binary';
      readonly op: BinaryOp;
      readonly opAt: Position;
      readonly x: Expr;
      readonly y: Expr;
    });

export type UnaryOp = '+' | '-' | '!' | '^' | '*' | '&' | '<-';
export type BinaryOp =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '&^'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||';

export interface FuncLit extends At {
  readonly kind: 'func-lit';
  readonly params: readonly Param[];
  readonly results: readonly Param[];
  readonly body: Block;
}

// --- statements ---

export interface Block extends At {
  readonly kind: 'block';
  readonly body: readonly Stmt[];
  /** Of the closing brace. */
  readonly end: Position;
}

/** Of several names without values each comes as a declaration of its own. `at` is the first name's. */
export interface VarDecl extends At {
  readonly kind: 'var';
  readonly names: readonly string[];
  readonly type?: Type;
  readonly values: readonly Expr[];
}

/** One constant; iota is worked out by the parser. */
export interface ConstDecl extends At {
  readonly kind: 'const';
  readonly name: string;
  readonly type?: Type;
  readonly value: Expr;
}

export type Stmt =
  | Block
  | VarDecl
  | ConstDecl
  | TypeDecl
  | (At & { readonly kind: 'expr'; readonly x: Expr })
  | (At & { readonly kind: 'send'; readonly chan: Expr; readonly value: Expr })
  /** x++ and x-- come as += 1 and -= 1. "_" is an ident. */
  | (At & {
      readonly kind: 'assign';
      readonly op: '=' | ':=' | '+=' | '-=' | '*=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=' | '&^=';
      readonly left: readonly Expr[];
      readonly right: readonly Expr[];
    })
  | (At & { readonly kind: 'go'; readonly call: Expr })
  | (At & { readonly kind: 'defer'; readonly call: Expr })
  | (At & { readonly kind: 'return'; readonly values: readonly Expr[] })
  | (At & { readonly kind: 'break' | 'continue'; readonly label: string })
  | (At & {
      readonly kind: 'if';
      readonly init?: Stmt;
      readonly cond: Expr;
      readonly then: Block;
      readonly else?: Stmt;
    })
  /** A variable of `init` is a new one in each iteration (go1.22). */
  | (At & {
      readonly kind: 'for';
      readonly label: string;
      readonly init?: Stmt;
      readonly cond?: Expr;
      readonly post?: Stmt;
      readonly body: Block;
    })
  /** Over slices, arrays, strings, maps, channels and integers. */
  | (At & {
      readonly kind: 'range';
      readonly label: string;
      readonly key?: Expr;
      readonly value?: Expr;
      readonly define: boolean;
      readonly x: Expr;
      readonly body: Block;
    })
  | (At & {
      readonly kind: 'switch';
      readonly label: string;
      readonly init?: Stmt;
      readonly tag?: Expr;
      readonly cases: readonly SwitchCase[];
    })
  | (At & {
      readonly kind: 'type-switch';
      readonly label: string;
      /** v := x.(type) */
      readonly bind?: string;
      readonly x: Expr;
      readonly cases: readonly TypeCase[];
    })
  | (At & { readonly kind: 'select'; readonly label: string; readonly cases: readonly SelectCase[] });

export interface SwitchCase extends At {
  /** Empty = default. */
  readonly values: readonly Expr[];
  readonly isDefault: boolean;
  readonly body: readonly Stmt[];
  readonly fallthrough: boolean;
}

export interface TypeCase extends At {
  /** An ident `nil` comes as type named nil. */
  readonly types: readonly Type[];
  readonly isDefault: boolean;
  readonly body: readonly Stmt[];
}

export interface SelectCase extends At {
  readonly comm:
    | { readonly kind: 'default' }
    | { readonly kind: 'send'; readonly chan: Expr; readonly value: Expr }
    /** Assigned to `left` (none, one, two), by := where `define`. */
    | { readonly kind: 'receive'; readonly chan: Expr; readonly left: readonly Expr[]; readonly define: boolean };
  readonly body: readonly Stmt[];
}
