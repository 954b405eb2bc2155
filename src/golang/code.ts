/**
 * The instructions that functions are compiled to: small, flat, over an explicit operand stack, so that a goroutine is data.
 * Left column of each comment: what it takes off the stack, right: what it leaves.
 */
import type { Position } from './ast.ts';
import type { GoType } from './types.ts';
import type { Value } from './values.ts';

export type BinaryName =
  '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>' | '&^' | '==' | '!=' | '<' | '<=' | '>' | '>=';

export interface SelectArm {
  readonly send: boolean;
  /** "case <-done" */
  readonly label: string;
}

export type Instr = { readonly at: Position } & (
  | { readonly op: 'const'; readonly v: Value }
  | { readonly op: 'load' | 'store'; readonly slot: number }
  | { readonly op: 'pop' | 'dup' | 'dup2' | 'swap' }
  /** value -> ; a new variable in the heap, its pointer in `slot` */
  | { readonly op: 'alloc'; readonly slot: number; readonly name: string; readonly t: string }
  /** value -> pointer */
  | { readonly op: 'new'; readonly name: string; readonly t: string }
  /** pointer -> value. Visible where another goroutine can reach it. */
  | { readonly op: 'mem-load' }
  /** pointer value -> . Visible as above. */
  | { readonly op: 'mem-store' }
  | { readonly op: 'field' | 'field-ptr'; readonly name: string }
  /** array index -> value */
  | { readonly op: 'elem' }
  /** pointer or slice, index -> pointer */
  | { readonly op: 'elem-ptr'; readonly length: number }
  | { readonly op: 'str-index' }
  | { readonly op: 'bin'; readonly name: BinaryName; readonly t: GoType }
  | { readonly op: 'un'; readonly name: '-' | '!' | '^'; readonly t: GoType }
  | { readonly op: 'box'; readonly t: string }
  | { readonly op: 'jump' | 'jump-if-not' | 'and' | 'or'; readonly to: number }
  /** Jumps while the number on top is not `value`; takes it when it is. */
  | { readonly op: 'unless'; readonly value: number; readonly to: number }
  /** function args -> results */
  | { readonly op: 'call'; readonly n: number }
  | { readonly op: 'call-method'; readonly method: string; readonly n: number }
  /** captures -> function */
  | { readonly op: 'func'; readonly id: number; readonly n: number }
  /** interface -> function bound to it */
  | { readonly op: 'bind'; readonly method: string; readonly wrapper: number }
  /** values -> slice */
  | { readonly op: 'pack'; readonly n: number; readonly t: string }
  | { readonly op: 'go' | 'defer'; readonly n: number }
  | { readonly op: 'run-defers' }
  | { readonly op: 'ret'; readonly n: number }
  | { readonly op: 'panic' | 'recover' }
  | { readonly op: 'make-chan'; readonly zero: Value; readonly name: string; readonly t: string }
  | { readonly op: 'make-map'; readonly name: string; readonly t: string }
  /** length capacity -> slice */
  | { readonly op: 'make-slice'; readonly zero: Value; readonly name: string; readonly t: string }
  | { readonly op: 'struct'; readonly names: readonly string[] }
  | { readonly op: 'array'; readonly n: number }
  /** slice, array pointer or string, low, high -> the part */
  | { readonly op: 'slice-of'; readonly high: boolean; readonly length: number }
  | { readonly op: 'len' | 'cap' }
  /** slice slice -> slice */
  | { readonly op: 'append'; readonly zero: Value; readonly t: string }
  | { readonly op: 'copy' }
  /** map key -> value (ok) */
  | { readonly op: 'map-get'; readonly zero: Value; readonly ok: boolean }
  /** map key value -> the same: the first half of a write */
  | { readonly op: 'map-begin' }
  | { readonly op: 'map-end' }
  /** map key -> the same, then nothing */
  | { readonly op: 'delete-begin' | 'delete-end' }
  | { readonly op: 'clear' }
  | { readonly op: 'send' | 'close' }
  | { readonly op: 'recv'; readonly ok: boolean; readonly zero: Value }
  /** per case: channel, value -> value ok index */
  | { readonly op: 'select'; readonly arms: readonly SelectArm[]; readonly hasDefault: boolean }
  /** map -> iterator */
  | { readonly op: 'map-iter' }
  /** iterator in `slot` -> key value, or a jump */
  | { readonly op: 'map-next'; readonly slot: number; readonly to: number }
  /** string, its iterator in `slot` -> index rune, or a jump */
  | { readonly op: 'str-next'; readonly slot: number; readonly to: number }
  | { readonly op: 'assert'; readonly t: GoType; readonly ok: boolean; readonly zero: Value; readonly from: string }
  | { readonly op: 'conv'; readonly t: GoType; readonly from: GoType }
  /** Calls Error and String of the program on what will be printed. */
  /** `spread`: of the elements of the one slice there. */
  | { readonly op: 'stringify'; readonly n: number; readonly spread?: true }
  | { readonly op: 'native'; readonly name: string; readonly n: number; readonly t: GoType }
  /** The goroutine has run long without a visible step. */
  | { readonly op: 'yield' }
);

export interface FuncCode {
  readonly name: string;
  readonly code: readonly Instr[];
  readonly slots: number;
  readonly params: readonly number[];
  readonly captures: readonly number[];
  /** Where a return runs what was deferred. */
  readonly epilogue: number;
  readonly locals: readonly {
    readonly slot: number;
    readonly name: string;
    readonly heap: boolean;
    readonly t: GoType;
  }[];
}

export interface Method {
  readonly id: number;
  /** The receiver is a pointer. */
  readonly pointer: boolean;
}

export interface Code {
  readonly funcs: readonly FuncCode[];
  /** Sets the package's variables, then calls main. */
  readonly entry: number;
  readonly globals: readonly {
    readonly key: string;
    readonly name: string;
    readonly zero: Value;
    readonly t: string;
  }[];
  /** Of the program's types: "main.T.Name". */
  readonly methods: Readonly<Record<string, Method>>;
  /** Types that values are boxed with, by id. */
  readonly types: Readonly<Record<string, GoType>>;
  /** Wrappers that the library calls, by name. */
  readonly wrappers: Readonly<Record<string, number>>;
}
