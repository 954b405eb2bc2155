/**
 * Contexts. Models: package context of go1.26. A cancellation closes the channels of all descendants in one step, in the
 * order in which they were made. Left out: contexts of the program's own types.
 */
import { brief } from './brief.ts';
import { closeChannel } from './ops-chan.ts';
import { makeChannel } from './exec-slices.ts';
import { CANCELED, DEADLINE } from './natives.ts';
import type { VisibleRun } from './ops-sync.ts';
import { GoPanic, type Go, type Rt } from './runtime-state.ts';
import { contextCell, freshKey, meta, share, timerCell } from './memory.ts';
import { start } from './runtime.ts';
import { addTimer } from './timers.ts';
import { NIL, as, equal, isKind, isNil, num, type Value } from './values.ts';
import type { ContextCell } from './cells.ts';

const BLANK: ContextCell = {
  k: 'ctx',
  name: '',
  of: 'background',
  parent: '',
  err: NIL,
  cause: NIL,
  done: '',
  children: [],
  deadline: false,
  timer: '',
  key: NIL,
  value: NIL,
};

function cellOf(rt: Rt, root: string): ContextCell {
  return root === 'ctx/background' ? BLANK : contextCell(rt, root);
}

function rootOf(of: Value | undefined): string {
  if (of === undefined || !isKind(of, 'iface')) {
    throw new GoPanic({ k: 'iface', t: 'string', v: 'cannot create context from nil parent' });
  }
  return as(of.v, 'ctx').root;
}

/** The nearest context above that can be cancelled; "" = none. */
function cancelable(rt: Rt, root: string): string {
  for (let at = root; at !== '' && at !== 'ctx/background'; at = cellOf(rt, at).parent) {
    const { of } = cellOf(rt, at);
    if (of === 'cancel' || of === 'timer') return at;
    if (of === 'detached') return '';
  }
  return '';
}

function boxed(root: string, of: ContextCell['of']): Value {
  const names = {
    background: 'backgroundCtx',
    cancel: 'cancelCtx',
    timer: 'timerCtx',
    value: 'valueCtx',
    afterfunc: 'afterFuncCtx',
    detached: 'withoutCancelCtx',
  };
  return { k: 'iface', t: `*context.${names[of]}`, v: { k: 'ctx', root } };
}

function begin(rt: Rt, kind: 'context' | 'cancel', root: string, detail: string): void {
  rt.op.kind = kind;
  rt.op.cell = root;
  const { name } = cellOf(rt, root);
  rt.op.object = name === '' ? root : name;
  rt.op.detail = detail;
}

/** Registers a new context below its parent; one below a cancelled parent is born cancelled. */
function adopt(rt: Rt, root: string, cell: ContextCell): void {
  rt.cells.set(root, cell);
  const above = cancelable(rt, cell.parent);
  if (above === '') return;
  const parent = cellOf(rt, above);
  rt.op.acquires.push(`${above}#done`);
  if (!isNil(parent.err)) cancelContext(rt, root, parent.err, parent.cause);
  else rt.cells.set(above, { ...parent, children: [...parent.children, root] });
}

/** Cancels a context and all below it, unless it is already. */
function cancelContext(rt: Rt, root: string, err: Value, cause: Value): void {
  const cell = contextCell(rt, root);
  if (!isNil(cell.err)) return;
  rt.cells.set(root, { ...cell, err, cause, children: [] });
  rt.op.releases.push(`${root}#done`);
  if (cell.timer !== '') rt.cells.set(cell.timer, { ...timerCell(rt, cell.timer), active: false });
  if (cell.of === 'afterfunc') {
    start(rt, cell.value, [], rt.op.at);
    return;
  }
  const { object, cell: subject, detail } = rt.op;
  if (cell.done !== '') closeChannel(rt, cell.done);
  for (const child of cell.children) cancelContext(rt, child, err, cause);
  const above = cancelable(rt, cell.parent);
  if (above !== '') {
    const parent = cellOf(rt, above);
    rt.cells.set(above, { ...parent, children: parent.children.filter((one) => one !== root) });
  }
  [rt.op.object, rt.op.cell, rt.op.detail] = [object, subject, detail];
}

function create(rt: Rt, g: Go, parent: Value | undefined, part: Partial<ContextCell>): string {
  const above = rootOf(parent);
  const root = freshKey(g, 'ctx');
  const hasDone = part.of === 'cancel' || part.of === 'timer';
  const done = hasDone ? makeChannel(rt, g, 'ctx.Done()', 0, { k: 'struct', f: {} }, 'chan struct {}') : '';
  adopt(rt, root, { ...BLANK, deadline: deadlineOf(rt, above), ...part, parent: above, done });
  begin(rt, 'context', root, 'new');
  return root;
}

function deadlineOf(rt: Rt, root: string): number | false {
  return cellOf(rt, root).of === 'detached' ? false : cellOf(rt, root).deadline;
}

function canceller(rt: Rt, name: string, root: string): Value {
  return { k: 'func', id: rt.code.wrappers[name] ?? 0, caps: [{ k: 'ctx', root }] };
}

const withCancel =
  (wrapper: string): VisibleRun =>
  (rt, g, [parent]) => {
    const root = create(rt, g, parent, { of: 'cancel', name: 'ctx' });
    return [boxed(root, 'cancel'), canceller(rt, wrapper, root)];
  };

function withDeadline(rt: Rt, g: Go, parent: Value | undefined, when: number, cause: Value = NIL): readonly Value[] {
  const known = deadlineOf(rt, rootOf(parent));
  if (known !== false && known <= when) return withCancel('cancel')(rt, g, [parent ?? NIL]) ?? [];
  const root = create(rt, g, parent, { of: 'timer', name: 'ctx', deadline: when });
  const { now } = meta(rt);
  if (when <= now) cancelContext(rt, root, DEADLINE, isNil(cause) ? DEADLINE : cause);
  else if (isNil(contextCell(rt, root).err)) {
    const timer = freshKey(g, 'timer');
    rt.cells.set(root, { ...contextCell(rt, root), timer, value: cause });
    addTimer(rt, timer, {
      k: 'timer',
      name: 'deadline',
      when,
      period: 0,
      active: true,
      seq: 0,
      does: { kind: 'expire', ctx: root },
    });
  }
  return [boxed(root, 'timer'), canceller(rt, 'cancel', root)];
}

const cancel: VisibleRun = (rt, _, args) => {
  const [of = NIL, cause] = args;
  const { root } = as(of, 'ctx');
  begin(rt, 'cancel', root, 'canceled');
  cancelContext(rt, root, CANCELED, cause === undefined || isNil(cause) ? CANCELED : cause);
  return [];
};

const afterFunc: VisibleRun = (rt, g, [parent, f = NIL]) => {
  share(rt, f);
  const root = create(rt, g, parent, { of: 'afterfunc', name: 'AfterFunc', value: f });
  return [canceller(rt, 'stopAfter', root)];
};

const stopAfter: VisibleRun = (rt, _, [of = NIL]) => {
  const { root } = as(of, 'ctx');
  const cell = contextCell(rt, root);
  const was = isNil(cell.err);
  begin(rt, 'context', root, `stop ${was}`);
  rt.cells.set(root, { ...cell, err: CANCELED });
  return [was];
};

/** The context that a method asks. */
function asked(rt: Rt, of: Value | undefined, detail: string): string {
  const root = as(isKind(of ?? NIL, 'iface') ? (of as { v: Value }).v : (of ?? NIL), 'ctx').root;
  const found = cancelable(rt, root);
  begin(rt, 'context', found === '' ? root : found, detail);
  if (found !== '') rt.op.acquires.push(`${found}#done`);
  return found;
}

function valueIn(rt: Rt, of: Value | undefined, key: Value): Value {
  for (let at = rootOf(of); at !== '' && at !== 'ctx/background'; at = cellOf(rt, at).parent) {
    const cell = cellOf(rt, at);
    if (cell.of === 'value' && equal(cell.key, key)) return cell.value;
  }
  return NIL;
}

export const CONTEXT: Readonly<Record<string, VisibleRun>> = {
  'context.WithCancel': withCancel('cancel'),
  'context.WithCancelCause': withCancel('cancelCause'),
  'context.WithTimeout': (rt, g, [parent, ns = 0]) => withDeadline(rt, g, parent, meta(rt).now + num(ns)),
  'context.WithTimeoutCause': (rt, g, [parent, ns = 0, cause]) =>
    withDeadline(rt, g, parent, meta(rt).now + num(ns), cause),
  'context.WithDeadline': (rt, g, [parent, when = 0]) => withDeadline(rt, g, parent, num(when)),
  'context.WithValue': (rt, g, [parent, key = NIL, value = NIL]) => {
    [key, value].forEach((one) => share(rt, one));
    return [boxed(create(rt, g, parent, { of: 'value', key, value }), 'value')];
  },
  'context.WithoutCancel': (rt, g, [parent]) => [boxed(create(rt, g, parent, { of: 'detached' }), 'detached')],
  'context.AfterFunc': afterFunc,
  'context.cancel': cancel,
  'context.cancelCause': cancel,
  'context.stopAfter': stopAfter,
  'context.Cause': (rt, _, [of]) => {
    const found = asked(rt, of, 'cause');
    return [found === '' ? NIL : cellOf(rt, found).cause];
  },
  'context.Context.Err': (rt, _, [of]) => {
    const found = asked(rt, of, 'err');
    return [found === '' ? NIL : cellOf(rt, found).err];
  },
};

/** What asks a context for what never changes. */
export const CONTEXT_READS: Readonly<Record<string, VisibleRun>> = {
  'context.Context.Done': (rt, _, [of]) => {
    const found = cancelable(rt, rootOf(of));
    begin(rt, 'context', rootOf(of), 'done');
    return [found === '' ? NIL : { k: 'chan', root: cellOf(rt, found).done }];
  },
  'context.Context.Value': (rt, _, [of, key = NIL]) => {
    const value = valueIn(rt, of, key);
    begin(rt, 'context', rootOf(of), `value ${brief(rt, value)}`);
    return [value];
  },
  'context.Context.Deadline': (rt, _, [of]) => {
    const found = deadlineOf(rt, rootOf(of));
    begin(rt, 'context', rootOf(of), 'deadline');
    return [found === false ? 0 : found, found !== false];
  },
};

/** The deadline has come; "value" of such a context is the cause it was given. */
export function expire(rt: Rt, root: string): void {
  const { value } = contextCell(rt, root);
  cancelContext(rt, root, DEADLINE, isNil(value) ? DEADLINE : value);
}

/** Done channels that a cancellation of `root` closes. */
export function doneChannels(rt: Rt, root: string): string[] {
  const cell = cellOf(rt, root);
  return [...(cell.done === '' ? [] : [cell.done]), ...cell.children.flatMap((one) => doneChannels(rt, one))];
}
