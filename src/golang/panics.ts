/** Panics, deferred calls, recover, Goexit. Models: runtime/panic.go of go1.26. */
import { finish, placeOf } from './places.ts';
import { NIL_DEREFERENCE, runtimeError, type Go, type Panic, type Rt, type Frame } from './runtime-state.ts';
import { codeOf, pushFrame, top } from './runtime.ts';
import { saidPanic } from './exec-methods.ts';
import { addressOf } from './format.ts';
import { PLAIN, floatText, integerText, quoted } from './format-numbers.ts';
import { NIL, equal, isKind, isNil, isNumber, num, type Value } from './values.ts';

/** Starts to unwind; runs up to the first deferred call. */
export function raisePanic(rt: Rt, g: Go, v: Value, text: string): void {
  g.panics.push({ v, text, recovered: false, goexit: false, at: placeOf(rt, g) });
  unwind(rt, g);
}

export function goexit(rt: Rt, g: Go): void {
  g.panics.push({ v: NIL, text: '', recovered: false, goexit: true, at: placeOf(rt, g) });
  unwind(rt, g);
}

function unwind(rt: Rt, g: Go): void {
  for (;;) {
    const frame = g.frames.at(-1);
    if (frame === undefined) {
      if (g.panics.at(-1)?.goexit === true) {
        g.panics = [];
        g.exited = true;
      } else g.crashing = true;
      return;
    }
    const next = frame.defers.pop();
    if (next !== undefined && isNil(next.f)) {
      const v = runtimeError(NIL_DEREFERENCE);
      g.panics.push({ v, text: panicText(v), recovered: false, goexit: false, at: next.at });
      continue;
    }
    if (next !== undefined) {
      pushFrame(rt, g, next.f, next.args, { deferred: true, panic: g.panics.length - 1, at: next.at });
      return;
    }
    g.frames.pop();
    if (frame.into < 0 || g.panics.at(-1)?.goexit === true) continue;
    const caller = g.frames.at(-1);
    const panic = g.panics.pop();
    if (caller !== undefined && panic !== undefined) saidPanic(rt, caller, frame.into, panic.text);
    return;
  }
}

/** A call that a panic ran has returned and is off the stack. */
export function afterDeferred(rt: Rt, g: Go, frame: Frame): void {
  const panic = g.panics[frame.panic];
  if (panic === undefined) return;
  if (!panic.recovered) {
    unwind(rt, g);
    return;
  }
  g.panics = g.panics.slice(0, frame.panic);
  // Panics below whose own deferred call is gone were aborted by this one; an aborted Goexit goes on.
  while (g.panics.length > 0 && !g.frames.some((one) => one.panic === g.panics.length - 1)) {
    if (g.panics.at(-1)?.goexit === true) {
      unwind(rt, g);
      return;
    }
    g.panics.pop();
  }
  const at = top(g);
  at.pc = codeOf(rt, at).epilogue;
  at.stack = [];
}

/** What recover returns in `frame`: only a call that the newest panic ran may stop it. */
export function recoverIn(g: Go, frame: Frame): Value {
  const index = g.panics.length - 1;
  const panic = g.panics[index];
  if (panic === undefined || frame.panic !== index || panic.recovered || panic.goexit) return NIL;
  const recovered: Panic = { ...panic, recovered: true };
  g.panics[index] = recovered;
  return panic.v;
}

/** Nobody recovered: the program ends with a line for each panic, those that a later one replaced first. */
export function crash(rt: Rt, g: Go): void {
  const lines: string[] = [];
  g.panics.forEach(({ text, v, recovered, goexit }, i) => {
    const before = g.panics[i - 1];
    if (goexit || (before?.recovered === true && !before.goexit && equal(before.v, v))) return;
    const next = g.panics[i + 1];
    const again = recovered && next !== undefined && equal(next.v, v);
    const tail = again ? ' [recovered, repanicked]' : recovered ? ' [recovered]' : '';
    lines.push(`${lines.length > 0 ? '\t' : ''}panic: ${text.replaceAll('\n', '\n\t')}${tail}`);
  });
  rt.op.kind = 'panic';
  rt.op.detail = (lines[0] ?? '').split('\n')[0] ?? '';
  finish(rt, 2, lines.join('\n'));
}

/** The text that Go prints for the value of a panic. */
export function panicText(value: Value, t = ''): string {
  if (isKind(value, 'iface')) return value.shown ?? panicText(value.v, value.t);
  if (isKind(value, 'nil')) return t === '' ? 'nil' : `(${t}) nil`;
  if (isKind(value, 'err')) return value.text;
  const own = t.startsWith('main.');
  if (typeof value === 'string') return own ? `${t}(${quoted(value)})` : value;
  const plain = isNumber(value) ? numberText(value, t) : typeof value === 'boolean' ? String(value) : undefined;
  if (plain !== undefined) return own ? `${t}(${plain})` : plain;
  return `(${t}) 0x${addressOf(value).toString(16)}`;
}

function numberText(value: Value, t: string): string {
  const whole = !t.startsWith('float') && (typeof value !== 'number' || Number.isInteger(value));
  return whole ? integerText(value, 'd', PLAIN) : floatText(num(value), t === 'float32');
}
