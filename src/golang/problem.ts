import type { Position } from './ast.ts';

/** Why a text is no program of the laboratory. Problems that Go knows too have Go's own words (go1.26). */
export interface GoProblem extends Position {
  readonly code: ProblemCode;
  readonly params: Readonly<Record<string, string>>;
  /** In English. */
  readonly message: string;
}

/** Parameters stand in braces. */
const MESSAGES = {
  // --- lexical ---
  'string-open': 'string literal not terminated',
  'string-newline': 'newline in string',
  'rune-open': 'rune literal not terminated',
  'rune-form': '{text} is not one character: a rune literal holds exactly one',
  'comment-open': 'comment not terminated',
  'escape-unknown': 'unknown escape {text}',
  'escape-byte': '{text} would be a byte outside UTF-8: strings of the laboratory hold whole characters',
  character: 'invalid character {text}',
  number: '{text} is not a number of Go',
  'integer-too-large': '{text} is too large: integers of the laboratory stay within 9007199254740991',
  imaginary: 'complex numbers are not part of the laboratory',

  // --- syntax ---
  unexpected: 'syntax error: unexpected {found}',
  'unexpected-in': 'syntax error: unexpected {found}{place}',
  'list-hole': 'syntax error: unexpected comma, expected expression',
  'header-newline': 'syntax error: unexpected newline, expected {{ after {clause} clause',
  'header-literal': 'cannot parse composite literal in the head of a statement: put it into parentheses',
  'outside-function': 'syntax error: non-declaration statement outside function body',
  'declare-name': 'syntax error: non-name on left side of :=',
  'brace-line': 'syntax error: unexpected semicolon or newline before {{',
  'if-condition': 'syntax error: missing condition in if statement',
  'statement-value': 'syntax error: cannot use {text} as value',
  'mixed-parameters': 'syntax error: mixed named and unnamed parameters',
  'variadic-place': 'can only use ... with final parameter in list',
  'body-missing': 'missing function body',
  'call-wanted': 'expression in {text} must be function call',
  'comm-wanted': 'select case must be receive, send or assign recv',
  'fallthrough-place': 'fallthrough statement out of place',
  'const-value': 'missing init expr for const declaration',
  'type-wanted': '{text} is not a type',
  'literal-type': 'invalid composite literal type: the inner literal needs its type written out',
  'receiver-count': 'method has no or more than one receiver',
  'receiver-type': 'a receiver is a type that this text declares, or a pointer to it',
  'default-twice': 'multiple defaults in {text}',
  'args-missing': 'not enough arguments for {text}() (expected {want}, found {have})',
  'args-many': 'too many arguments for {text}() (expected {want}, found {have})',

  // --- outside the subset ---
  'no-goto': 'goto is not part of the laboratory: use a loop with a label, break or continue',
  'no-label': 'only loops, switch and select take a label in the laboratory',
  'no-generics': 'type parameters are not part of the laboratory: write the function or type for one type',
  'no-type-args': 'type arguments of functions are not part of the laboratory: write the function for one type',
  'no-alias-type': 'type aliases are not part of the laboratory: declare a type of its own without =',
  'no-embedded-interface': 'embedded and union elements of interfaces are not part of the laboratory: list the methods',
  'no-import-name': 'imports keep their own name in the laboratory: leave {text} out',
  'no-full-slice': 'slices with a capacity (a[low:high:max]) are not part of the laboratory: leave the third index out',
  'no-range-func': 'range over a function is not part of the laboratory: call it with a function literal',
  'package-main': 'a program is package main: package {text} has no main function to run',
  'not-supported': '{text} is not part of the laboratory',

  // --- what the compiler refuses ---
  'import-unknown': 'package {path} is not part of the laboratory: it knows {known}',
  'import-unused': '"{path}" imported and not used',
  'member-unknown': 'undefined: {name} (of package {pkg} the laboratory knows {known})',
  undefined: 'undefined: {name}',
  'undefined-member': '{x} undefined (type {type} has no field or method {name})',
  'unknown-field': 'unknown field {name} in struct literal of type {type}',
  'few-values': 'too few values in struct literal of type {type}',
  'too-many-values': 'too many values in struct literal of type {type}',
  'unused-variable': 'declared and not used: {name}',
  'unused-symbol': '{name} declared and not used',
  'unused-label': 'label {name} defined and not used',
  'unused-value': '{text} is not used',
  redeclared: '{name} redeclared in this block',
  'member-twice': 'method {type}.{name} already declared',
  'no-new-variables': 'no new variables on left side of :=',
  'assign-count': 'assignment mismatch: {left} but {right}',
  'assign-place': 'cannot assign to {text} (neither addressable nor a map index expression)',
  'return-missing': 'missing return',
  'return-few': 'not enough return values\n\thave {have}\n\twant {want}',
  'return-many': 'too many return values\n\thave {have}\n\twant {want}',
  'break-place': 'break is not in a loop, switch, or select',
  'continue-place': 'continue is not in a loop',
  'continue-label': 'invalid continue label {name}',
  'label-undefined': '{text} label not defined: {name}',
  'package-value': 'use of package {name} not in selector',
  'not-a-type': '{name} is not a type',
  'type-as-value': '{name} (type) is not an expression',
  'builtin-value': '{text} (built-in) must be called',
  'blank-value': 'cannot use _ as value',
  'main-missing': 'function main is undeclared in the main package',
  'main-signature': 'func main must have no arguments and no return values',
  'call-few': 'not enough arguments in call to {name}\n\thave {have}\n\twant {want}',
  'call-many': 'too many arguments in call to {name}\n\thave {have}\n\twant {want}',
  'conversion-count': 'a conversion to {type} takes one argument',
  'not-function': 'invalid operation: cannot call non-function {text} (value of type {type})',
  'not-channel': 'invalid operation: cannot receive from non-channel {text} (value of type {type})',
  'send-direction': 'invalid operation: cannot send to receive-only channel {text}',
  'receive-direction': 'invalid operation: cannot receive from send-only channel {text}',
  'cannot-use': 'cannot use {text} as {type} value in {where}',
  'mismatched-types': 'invalid operation: {text} (mismatched types {left} and {right})',
  'condition-type': 'non-boolean condition in {clause} statement',
  'not-send-channel': 'invalid operation: cannot send to non-channel {text} (value of type {type})',
  'not-pointer': 'invalid operation: cannot indirect {text} (value of type {type})',
  'make-type': 'invalid argument: cannot make {type}; type must be slice, map, or channel',
  'make-length': 'invalid operation: {text} expects 2 or 3 arguments; found 1',
  'no-value': '{text} (no value) used as value',
  'many-values': 'multiple-value {text} (value of type {types}) in single-value context',
  'nil-untyped': 'use of untyped nil in {text}',
  'range-over': 'cannot range over {text} (value of type {type})',
  'range-one': 'range over {text} permits only one iteration variable',
} as const;

export type ProblemCode = keyof typeof MESSAGES;

export function goProblem(at: Position, code: ProblemCode, params: Readonly<Record<string, string>> = {}): GoProblem {
  const message = MESSAGES[code].replace(/\{\{|\{(\w+)\}/g, (all, name: string | undefined) =>
    name === undefined ? '{' : (params[name] ?? all),
  );
  return { line: at.line, column: at.column, code, params, message };
}
