/** Where a goroutine stands in the program, and how the program ends. Models: runtime/panic.go of go1.26 (fatal errors). */
import type { Position } from './ast.ts';
import { codeOf, stored } from './runtime.ts';
import { meta } from './memory.ts';
import type { End, Frame, Go, Rt } from './runtime-state.ts';

/** Code of the library has no place of its own. */
const isPlace = (at: Position | undefined): at is Position => at !== undefined && at.line > 0;

/** @param above the frame that it called; undefined = it is the innermost */
function ownPlace(rt: Rt, frame: Frame, above: Frame | undefined): Position | undefined {
  // A call has moved on already, unless it will be looked at once more.
  const stays = above === undefined || above.deferred || above.into >= 0;
  return codeOf(rt, frame).code[stays ? frame.pc : frame.pc - 1]?.at;
}

/**
 * Where a frame stands in the program: in the library, where that was called.
 * @param depth counts from the outermost frame
 */
export function placeOf(rt: Rt, g: Go, depth = g.frames.length - 1): Position {
  for (let i = depth; i >= 0; i--) {
    const frame = g.frames[i];
    if (frame === undefined) break;
    const at = ownPlace(rt, frame, g.frames[i + 1]);
    if (isPlace(at)) return at;
    if (isPlace(frame.at)) return frame.at;
  }
  return g.panics.at(-1)?.at ?? g.at;
}

export function finish(rt: Rt, exit: number, stderr: string): void {
  const leaked: End['leaked'][number][] = [];
  for (let id = 2; id <= meta(rt).goroutines; id++) {
    const g = stored(rt, id);
    if (g.status === 'done' || g.id === rt.op.goroutine) continue;
    leaked.push({ goroutine: id, state: g.status === 'blocked' ? g.wait : 'running', at: placeOf(rt, g) });
  }
  const end: End = { k: 'end', exit, stderr, leaked: exit === 2 ? [] : leaked };
  rt.cells.set('end', end);
}

/** Nothing can recover it. */
export function fatal(rt: Rt, text: string): void {
  rt.op.kind = 'fatal';
  rt.op.detail = `fatal error: ${text}`;
  finish(rt, 2, `fatal error: ${text}`);
}

export function hasEnded(rt: Rt): boolean {
  return rt.cells.get('end') !== undefined;
}
