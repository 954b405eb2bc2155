/** What a program does to the world and to its scheduler: prints, exits, yields. Models: fmt, os, runtime of go1.26. */
import { formatted, printed } from './format.ts';
import { floatText } from './format-numbers.ts';
import { elementsOf } from './exec-slices.ts';
import { sourceOf } from './printing.ts';
import type { VisibleRun } from './ops-sync.ts';
import { finish } from './places.ts';
import { meta } from './memory.ts';
import type { Out, Rt } from './runtime-state.ts';
import { byteLength, fromUtf8 } from './text.ts';
import { NIL, big, isKind, isNumber, num, str, type Value } from './values.ts';

const EMPTY: Out = { k: 'out', lines: [], open: '' };
type Stream = 'stdout' | 'stderr';
const CELLS: Readonly<Record<Stream, string>> = { stdout: 'out', stderr: 'err' };

export function output(rt: Rt, stream: Stream = 'stdout'): Out {
  return (rt.cells.get(CELLS[stream]) as Out | undefined) ?? EMPTY;
}

function write(rt: Rt, text: string, stream: Stream = 'stdout'): void {
  const out = output(rt, stream);
  const lines = (out.open + text).split('\n');
  const open = lines.pop() ?? '';
  const next: Out = { k: 'out', lines: [...out.lines, ...lines], open };
  rt.cells.set(CELLS[stream], next);
  rt.op.kind = 'print';
  rt.op.cell = stream;
  rt.op.object = stream;
  rt.op.detail = text.replace(/\n$/, '');
  // The lock of os.Stdout orders prints, and the race detector sees it.
  rt.op.acquires.push(stream);
  rt.op.releases.push(stream);
}

const toFile =
  (textOf: (rt: Rt, given: Value) => string): VisibleRun =>
  (rt, _, [file = NIL, given = NIL]) => {
    const text = textOf(rt, given);
    write(rt, text, isKind(file, 'ptr') && file.root.endsWith('Stderr') ? 'stderr' : 'stdout');
    return [byteLength(text), NIL];
  };

/** The builtins print and println. */
function builtinText(value: Value): string {
  const held = isKind(value, 'iface') ? value.v : value;
  if (isKind(held, 'nil')) return 'nil';
  if (isNumber(held) && isKind(value, 'iface') && value.t.startsWith('float'))
    return floatText(num(held), value.t === 'float32');
  if (isNumber(held)) return String(big(held));
  return typeof held === 'object' ? '(...)' : String(held);
}

const list = (rt: Rt, of: Value | undefined) => elementsOf(rt, of ?? NIL);

export const PROGRAM: Readonly<Record<string, VisibleRun>> = {
  'fmt.Println': (rt, _, [args]) => {
    write(rt, `${printed(sourceOf(rt), list(rt, args), true)}\n`);
    return [];
  },
  'fmt.Print': (rt, _, [args]) => {
    write(rt, printed(sourceOf(rt), list(rt, args), false));
    return [];
  },
  'fmt.Printf': (rt, _, [format, args]) => {
    write(rt, formatted(sourceOf(rt), str(format ?? ''), list(rt, args)));
    return [];
  },
  println: (rt, _, [args]) => {
    write(rt, `${list(rt, args).map(builtinText).join(' ')}\n`, 'stderr');
    return [];
  },
  'os.File.Write': toFile((rt, bytes) => fromUtf8(elementsOf(rt, bytes).map(num))),
  'os.File.WriteString': toFile((_, text) => str(text)),
  'os.Exit': (rt, _, [code]) => {
    rt.op.kind = 'exit';
    rt.op.detail = `exit status ${num(code ?? 0)}`;
    finish(rt, num(code ?? 0), '');
    return undefined;
  },
  'runtime.Gosched': (rt) => {
    rt.op.kind = 'switch';
    return [];
  },
  'runtime.NumGoroutine': (rt) => {
    rt.op.kind = 'read';
    rt.op.object = 'runtime.NumGoroutine()';
    rt.op.detail = String(meta(rt).live);
    return [meta(rt).live];
  },
};
