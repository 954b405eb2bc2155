/** Library functions that run functions of the program, in the machine's own instructions. Models: sync, context of go1.26. */
import { emit, patch, temp, wrapper, type Fn, type Unit } from './compile-unit.ts';
import { ANY, INT, VOID_FUNC } from './types.ts';
import { NIL } from './values.ts';

function load(fn: Fn, ...slots: number[]): void {
  for (const slot of slots) emit(fn, { op: 'load', slot });
}

function constFunc(fn: Fn, id: number): void {
  emit(fn, { op: 'const', v: { k: 'func', id, caps: [] } });
}

function nativeWrapper(unit: Unit, name: string, params: number, captures: number, results = 0): number {
  return wrapper(unit, name, params, captures, (fn) => {
    load(fn, ...Array.from({ length: params + captures }, (_, i) => i));
    emit(fn, { op: 'native', name, n: params + captures, t: VOID_FUNC });
    return results;
  });
}

/** Defers `undo(slot 0)`, calls the function in slot 1. */
function guarded(fn: Fn, undo: number): void {
  constFunc(fn, undo);
  load(fn, 0);
  emit(fn, { op: 'defer', n: 1 });
  load(fn, 1);
  emit(fn, { op: 'call', n: 0 });
}

export function libraryCode(unit: Unit): void {
  const { wrappers } = unit;
  wrappers['cancel'] = nativeWrapper(unit, 'context.cancel', 0, 1);
  wrappers['cancelCause'] = nativeWrapper(unit, 'context.cancelCause', 1, 1);
  wrappers['stopAfter'] = nativeWrapper(unit, 'context.stopAfter', 0, 1, 1);
  const doneUnlessPanic = wrapper(unit, 'sync.WaitGroup.Go', 1, 0, (fn) => {
    emit(fn, { op: 'recover' });
    emit(fn, { op: 'dup' });
    emit(fn, { op: 'const', v: NIL });
    emit(fn, { op: 'bin', name: '!=', t: ANY });
    const fine = emit(fn, { op: 'jump-if-not', to: -1 });
    emit(fn, { op: 'dup' });
    emit(fn, { op: 'stringify', n: 1 });
    emit(fn, { op: 'panic' });
    patch(fn, fine);
    load(fn, 0);
    emit(fn, { op: 'native', name: 'sync.WaitGroup.Done', n: 1, t: VOID_FUNC });
    return 0;
  });
  wrappers['wgGo'] = wrapper(unit, 'sync.WaitGroup.Go', 0, 2, (fn) => {
    guarded(fn, doneUnlessPanic);
    emit(fn, { op: 'run-defers' });
    return 0;
  });
  const end = nativeWrapper(unit, 'sync.Once.end', 1, 0);
  const once = wrapper(unit, 'sync.Once.Do', 2, 0, (fn) => {
    load(fn, 0);
    emit(fn, { op: 'native', name: 'sync.Once.begin', n: 1, t: VOID_FUNC });
    const skip = emit(fn, { op: 'jump-if-not', to: -1 });
    guarded(fn, end);
    patch(fn, skip);
    emit(fn, { op: 'run-defers' });
    return 0;
  });
  wrappers['once'] = once;
  wrappers['onceFunc'] = wrapper(unit, 'sync.OnceFunc', 0, 2, (fn) => {
    constFunc(fn, once);
    load(fn, 0, 1);
    emit(fn, { op: 'call', n: 2 });
    return 0;
  });
  wrappers['range'] = wrapper(unit, 'sync.Map.Range', 2, 0, rangeCode);
}

/** for each entry of the map in slot 0: if !f(key, value) { break } */
function rangeCode(fn: Fn): number {
  const [entries, i] = [temp(fn), temp(fn)];
  load(fn, 0);
  emit(fn, { op: 'native', name: 'sync.Map.entries', n: 1, t: VOID_FUNC });
  emit(fn, { op: 'store', slot: entries });
  emit(fn, { op: 'const', v: 0 });
  emit(fn, { op: 'store', slot: i });
  const top = fn.code.length;
  load(fn, i, entries);
  emit(fn, { op: 'len' });
  emit(fn, { op: 'bin', name: '<', t: INT });
  const end = emit(fn, { op: 'jump-if-not', to: -1 });
  load(fn, 1);
  for (const name of ['key', 'value']) {
    load(fn, entries, i);
    emit(fn, { op: 'elem' });
    emit(fn, { op: 'field', name });
  }
  emit(fn, { op: 'call', n: 2 });
  const stop = emit(fn, { op: 'jump-if-not', to: -1 });
  load(fn, i);
  emit(fn, { op: 'const', v: 1 });
  emit(fn, { op: 'bin', name: '+', t: INT });
  emit(fn, { op: 'store', slot: i });
  emit(fn, { op: 'jump', to: top });
  patch(fn, end);
  patch(fn, stop);
  return 0;
}
