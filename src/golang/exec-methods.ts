/** Methods found out by dynamic types, and type assertions. Models: interface types of the Go specification, go1.26. */
import type { Instr } from './code.ts';
import { elementsOf } from './exec-slices.ts';
import { unasked } from './format.ts';
import { hasMethod, sourceOf, textMethodOf } from './printing.ts';
import { GoPanic, NIL_DEREFERENCE, raise, runtimeError, type Frame, type Go, type Rt } from './runtime-state.ts';
import { pointerOf, readPlace } from './memory.ts';
import { pop, pushFrame, top } from './runtime.ts';
import { isInterface, type GoType } from './types.ts';
import { NIL, as, isKind, type BoxedValue, type Said, type Value } from './values.ts';
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

/** The value, or the one inside of it, that has a method which says how it prints and has not been asked yet. */
function unaskedIn(rt: Rt, value: Value): BoxedValue | undefined {
  if (!isKind(value, 'iface') || isKind(value.v, 'err') || value.shown !== undefined) return undefined;
  return textMethodOf(rt, value.t) === undefined ? unasked(sourceOf(rt), value) : value;
}

/** Calls Error or String of the program's types on what lies on the stack, one after the other. */
export function stringify(rt: Rt, g: Go, frame: Frame, instr: Of<'stringify'>): void {
  const base = frame.stack.length - instr.n;
  const list = frame.stack[base] ?? NIL;
  if (instr.spread === true && !isKind(list, 'array')) frame.stack[base] = { k: 'array', v: elementsOf(rt, list) };
  for (let i = base; i < frame.stack.length; i++) {
    const lies = frame.stack[i] ?? NIL;
    const value = firstUnasked(rt, lies);
    const method = value === undefined ? undefined : textMethodOf(rt, value.t);
    if (value === undefined || method === undefined) continue;
    frame.pc--;
    if (isNilPointer(value) && byValue(rt, value, method)) {
      said(rt, frame, i, '<nil>');
      return;
    }
    callMethod(rt, g, value, method, []);
    top(g).into = i;
    return;
  }
}

function firstUnasked(rt: Rt, lies: Value): BoxedValue | undefined {
  for (const one of isKind(lies, 'array') ? lies.v : [lies]) {
    const found = unaskedIn(rt, one);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isNilPointer = (value: Value): boolean =>
  isKind(value, 'iface') && value.t.startsWith('*') && isKind(value.v, 'nil');

function byValue(rt: Rt, value: Value, method: string): boolean {
  return rt.code.methods[`${as(value, 'iface').t.slice(1)}.${method}`]?.pointer === false;
}

/** Puts a text beside the value on the stack, or in the list there, that was asked for it. */
export function said(rt: Rt, caller: Frame, at: number, shown: string, failed?: string): void {
  const lies = caller.stack[at] ?? NIL;
  const answer: Said = failed === undefined ? { shown } : { shown, failed };
  const mark = (value: Value): Value => {
    const boxed = as(value, 'iface');
    if (textMethodOf(rt, boxed.t) !== undefined) return { ...boxed, ...answer };
    return { ...boxed, inner: [...(boxed.inner ?? []), answer] };
  };
  if (!isKind(lies, 'array')) {
    caller.stack[at] = mark(lies);
    return;
  }
  const asked = lies.v.findIndex((one) => unaskedIn(rt, one) !== undefined);
  caller.stack[at] = { k: 'array', v: lies.v.map((one, i) => (i === asked ? mark(one) : one)) };
}

/** A panic has left a method that was asked for a text: package fmt catches it. */
export function saidPanic(rt: Rt, caller: Frame, at: number, text: string): void {
  const asked = firstUnasked(rt, caller.stack[at] ?? NIL);
  if (asked === undefined) return;
  if (isNilPointer(asked)) said(rt, caller, at, '<nil>');
  else said(rt, caller, at, text, textMethodOf(rt, asked.t) ?? '');
}
