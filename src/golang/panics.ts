/** Panics, deferred calls, recover, Goexit. Models: runtime/panic.go of go1.26. */
import { finish, placeOf } from './places.ts';
import { codeOf, pushFrame, top, type Go, type Panic, type Rt, type Frame } from './runtime.ts';
import { floatText } from './format.ts';
import { NIL, equal, isKind, type Value } from './values.ts';

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
    if (next !== undefined) {
      pushFrame(rt, g, next.f, next.args, { deferred: true, panic: g.panics.length - 1, at: next.at });
      return;
    }
    g.frames.pop();
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

/** Nobody recovered: the program ends with the panic's first line. */
export function crash(rt: Rt, g: Go): void {
  const shown = g.panics.filter((one) => !one.goexit);
  const [first, second] = shown;
  const again = first?.recovered === true && second !== undefined && equal(first.v, second.v);
  const tail = again ? ' [recovered, repanicked]' : first?.recovered === true ? ' [recovered]' : '';
  const text = `panic: ${first?.text ?? ''}${tail}`.split('\n')[0] ?? '';
  rt.op.kind = 'panic';
  rt.op.detail = text;
  finish(rt, 2, text);
}

/** The text that Go prints for the value of a panic. */
export function panicText(value: Value, t = ''): string {
  if (isKind(value, 'iface')) return value.shown ?? panicText(value.v, value.t);
  if (isKind(value, 'nil')) return t === '' ? 'nil' : `(${t}) nil`;
  if (isKind(value, 'err')) return value.text;
  const own = t.startsWith('main.');
  if (typeof value === 'string') return own ? `${t}(${JSON.stringify(value)})` : value;
  if (typeof value === 'number' && t.startsWith('float')) return floatText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return own ? `${t}(${String(value)})` : String(value);
  // An address in truth.
  return `(${t}) {...}`;
}
