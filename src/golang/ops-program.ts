/** What a program does to the world and to its scheduler: prints, exits, yields. Models: fmt, os, runtime of go1.26. */
import { formatted, printed } from './format.ts';
import { elementsOf } from './exec-slices.ts';
import { sourceOf } from './natives.ts';
import type { VisibleRun } from './ops-sync.ts';
import { finish } from './places.ts';
import { meta, type Out, type Rt } from './runtime.ts';
import { NIL, num, str, type Value } from './values.ts';

export function output(rt: Rt): Out {
  return rt.cells.get('out') as Out;
}

function write(rt: Rt, text: string): void {
  const out = output(rt);
  const lines = (out.open + text).split('\n');
  const open = lines.pop() ?? '';
  const next: Out = { k: 'out', lines: [...out.lines, ...lines], open };
  rt.cells.set('out', next);
  rt.op.kind = 'print';
  rt.op.cell = 'stdout';
  rt.op.object = 'stdout';
  rt.op.detail = text.replace(/\n$/, '');
  // The lock of os.Stdout orders prints, and the race detector sees it.
  rt.op.acquires.push('stdout');
  rt.op.releases.push('stdout');
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
