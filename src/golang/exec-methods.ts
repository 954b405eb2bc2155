/** Methods found out by dynamic types, and type assertions. Models: interface types of the Go specification, go1.26. */
import type { Instr } from './code.ts';
import {
  GoPanic,
  NIL_DEREFERENCE,
  pointerOf,
  pop,
  pushFrame,
  raise,
  readPlace,
  runtimeError,
  top,
  type Frame,
  type Go,
  type Rt,
} from './runtime.ts';
import { isInterface, type GoType } from './types.ts';
import { NIL, as, isKind, type Value } from './values.ts';
import { invariant } from '../kernel/kernel.ts';

type Of<K extends Instr['op']> = Extract<Instr, { op: K }>;

/** The method of the dynamic type in an interface. */
export function callMethod(rt: Rt, g: Go, of: Value, method: string, args: readonly Value[]): void {
  if (!isKind(of, 'iface')) raise(NIL_DEREFERENCE);
  const receiver = as(of, 'iface');
  if (isKind(receiver.v, 'err')) {
    top(g).stack.push(receiver.v.text);
    return;
  }
  const byPointer = receiver.t.startsWith('*');
  const found = rt.code.methods[`${byPointer ? receiver.t.slice(1) : receiver.t}.${method}`];
  invariant(found !== undefined, `${receiver.t} has ${method}`);
  const self = byPointer && !found.pointer ? readPlace(rt, pointerOf(receiver.v)) : receiver.v;
  pushFrame(rt, g, { k: 'func', id: found.id, caps: [] }, [self, ...args]);
}

function hasMethod(rt: Rt, t: string, method: string): boolean {
  const byPointer = t.startsWith('*');
  const found = rt.code.methods[`${byPointer ? t.slice(1) : t}.${method}`];
  return found !== undefined && (byPointer || !found.pointer);
}

/** @returns the first method of an interface that a value lacks */
export function implementsAll(rt: Rt, value: Value, t: string, type: GoType): string | undefined {
  const face = type.k === 'named' ? type.under : type;
  if (face.k !== 'interface') return undefined;
  const library = /^\*?(errors|fmt|context|sync|runtime|time)\./.test(t);
  return face.methods.find(
    (one) => !(isKind(value, 'err') ? one.name === 'Error' : library || hasMethod(rt, t, one.name)),
  )?.name;
}

export function assertType(rt: Rt, frame: Frame, instr: Of<'assert'>): void {
  const value = pop(frame);
  const { t: type } = instr;
  const boxed = isKind(value, 'iface') ? value : undefined;
  const missing = boxed === undefined ? undefined : implementsAll(rt, boxed.v, boxed.t, type);
  const face = isInterface(type);
  const fits = boxed !== undefined && (face ? missing === undefined : boxed.t === type.id);
  if (fits) frame.stack.push(face ? boxed : boxed.v);
  else if (instr.ok) frame.stack.push(instr.zero);
  else throw new GoPanic(assertionError(instr, boxed?.t, missing));
  if (instr.ok) frame.stack.push(fits);
}

function assertionError(instr: Of<'assert'>, has: string | undefined, missing: string | undefined): Value {
  const from = instr.from;
  const text =
    missing !== undefined && has !== undefined
      ? `${has} is not ${instr.t.id}: missing method ${missing}`
      : isInterface(instr.t)
        ? `interface is nil, not ${instr.t.id}`
        : `${from} is ${has ?? 'nil'}, not ${instr.t.id}`;
  const known = runtimeError('');
  return {
    ...known,
    t: '*runtime.TypeAssertionError',
    v: { k: 'err', id: text, text: `interface conversion: ${text}`, wraps: [] },
  };
}

/** Calls Error or String of the program's types on what lies on the stack, one after the other. */
export function stringify(rt: Rt, g: Go, frame: Frame, instr: Of<'stringify'>): void {
  const base = frame.stack.length - instr.n;
  for (let i = base; i < frame.stack.length; i++) {
    const value = frame.stack[i] ?? NIL;
    if (!isKind(value, 'iface') || isKind(value.v, 'err') || value.shown !== undefined) continue;
    const method = ['Error', 'String'].find((one) => hasMethod(rt, value.t, one));
    if (method === undefined) continue;
    frame.pc--;
    callMethod(rt, g, value, method, []);
    top(g).into = i;
    return;
  }
}
