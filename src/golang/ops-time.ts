/**
 * Timers. Models: time and runtime/time.go of go1.26: a channel timer is in the heap only while somebody waits for it, its
 * channel looks unbuffered, Stop and Reset leave no old value behind (go1.23).
 */
import { fired } from './ops-chan.ts';
import { makeChannel } from './exec-slices.ts';
import { expire } from './ops-context.ts';
import type { VisibleRun } from './ops-sync.ts';
import { chanCell, freshKey, meta, timerCell, share } from './memory.ts';
import { complete, instrAt, park, start, top, wake } from './runtime.ts';
import type { Go, Rt } from './runtime-state.ts';
import { addTimer } from './timers.ts';
import { NIL, as, num, type Value, isKind } from './values.ts';
import type { ChanCell, TimerCell } from './cells.ts';

function begin(rt: Rt, cell: string, detail: string): void {
  rt.op.kind = 'timer';
  rt.op.cell = cell;
  const name = (rt.cells.get(cell) as { readonly name?: string } | undefined)?.name ?? '';
  rt.op.object = name === '' ? cell : name;
  rt.op.detail = detail;
}

const sleep: VisibleRun = (rt, g, [duration = 0]) => {
  rt.op.kind = 'sleep';
  if (g.phase === 1) return [];
  const ns = num(duration);
  rt.op.detail = String(ns);
  if (ns <= 0) return [];
  const key = freshKey(g, 'timer');
  addTimer(rt, key, timer(rt, 'sleep', ns, 0, { kind: 'wake', g: g.id }));
  park(rt, g, 'sleep', key);
  rt.op.kind = 'sleep';
  rt.op.detail = String(ns);
  return undefined;
};

function timer(rt: Rt, name: string, ns: number, period: number, does: TimerCell['does']): TimerCell {
  return { k: 'timer', name, when: meta(rt).now + Math.max(ns, 0), period, active: true, seq: 0, does };
}

function channelTimer(
  rt: Rt,
  g: Go,
  name: string,
  ns: number,
  period: number,
): { readonly key: string; readonly channel: Value } {
  const key = freshKey(g, 'timer');
  const root = makeChannel(rt, g, name, 1, 0, 'chan time.Time', key);
  addTimer(rt, key, timer(rt, name, ns, period, { kind: 'send', chan: root }));
  begin(rt, key, String(ns));
  return { key, channel: { k: 'chan', root } };
}

const made =
  (name: string, repeats: boolean, whole: boolean): VisibleRun =>
  (rt, g, [duration = 0]) => {
    const ns = num(duration);
    const { key, channel } = channelTimer(rt, g, name, ns, repeats ? ns : 0);
    return [whole ? { k: 'timer', root: key, C: channel } : channel];
  };

const afterFunc: VisibleRun = (rt, g, [duration = 0, f = NIL]) => {
  const key = freshKey(g, 'timer');
  share(rt, f);
  addTimer(rt, key, timer(rt, 'AfterFunc', num(duration), 0, { kind: 'call', f }));
  begin(rt, key, String(num(duration)));
  rt.op.releases.push(key);
  return [{ k: 'timer', root: key, C: NIL }];
};

/** Whether a stop or a reset still comes in time: a value that nobody took does not count as fired. */
function pending(rt: Rt, cell: TimerCell): boolean {
  if (cell.does.kind !== 'send') return cell.active;
  return cell.active || chanCell(rt, cell.does.chan).buf.length > 0;
}

function emptied(rt: Rt, cell: TimerCell): void {
  if (cell.does.kind !== 'send') return;
  const channel: ChanCell = { ...chanCell(rt, cell.does.chan), buf: [], keys: [] };
  rt.cells.set(cell.does.chan, channel);
}

const stop =
  (ticker: boolean): VisibleRun =>
  (rt, _, [of = NIL]) => {
    const { root } = as(of, 'timer');
    const cell = timerCell(rt, root);
    const was = pending(rt, cell);
    begin(rt, root, `stop ${was}`);
    emptied(rt, cell);
    rt.cells.set(root, { ...cell, active: false });
    return ticker ? [] : [was];
  };

const reset =
  (ticker: boolean): VisibleRun =>
  (rt, _, [of = NIL, duration = 0]) => {
    const { root } = as(of, 'timer');
    const cell = timerCell(rt, root);
    const was = pending(rt, cell);
    const ns = num(duration);
    begin(rt, root, `reset ${ns}`);
    emptied(rt, cell);
    addTimer(rt, root, { ...cell, when: meta(rt).now + Math.max(ns, 0), period: ticker ? ns : 0, active: true });
    return ticker ? [] : [was];
  };

/** Does what a due timer does, as a step of goroutine 0. */
export function fire(rt: Rt, root: string): void {
  const cell = timerCell(rt, root);
  begin(rt, root, 'fires');
  const { does } = cell;
  rt.cells.set(root, fired(cell, meta(rt).now));
  switch (does.kind) {
    case 'wake':
      complete(rt, wake(rt, does.g), []);
      return;
    case 'call':
      rt.op.acquires.push(root);
      start(rt, does.f, [], rt.op.at);
      return;
    case 'expire':
      expire(rt, does.ctx);
      return;
    case 'send': {
      const channel = chanCell(rt, does.chan);
      const [first] = channel.recvq;
      if (first === undefined) {
        if (channel.buf.length === 0) rt.cells.set(does.chan, { ...channel, buf: [meta(rt).now], keys: [''] });
        return;
      }
      deliver(rt, does.chan, first.g);
    }
  }
}

/** The goroutine tries its operation again: the value lies in the channel now, and nobody else is before it. */
function deliver(rt: Rt, root: string, id: number): void {
  const channel = chanCell(rt, root);
  rt.cells.set(root, {
    ...channel,
    recvq: channel.recvq.slice(1),
    sent: channel.sent + 1,
    received: channel.received + 1,
  });
  const g = wake(rt, id);
  const instr = instrAt(rt, top(g));
  const value = meta(rt).now;
  if (instr.op === 'recv') complete(rt, g, instr.ok ? [value, true] : [value]);
  else if (instr.op === 'select') {
    const index = channel.recvq[0]?.select ?? 0;
    const base = top(g).stack.length - instr.arms.length * 2;
    instr.arms.forEach((_, i) => {
      const of = top(g).stack[base + 2 * i] ?? NIL;
      if (!isKind(of, 'chan')) return;
      const cell = chanCell(rt, of.root);
      const others = (queue: ChanCell['recvq']) => queue.filter((one) => one.g !== id);
      rt.cells.set(of.root, { ...cell, recvq: others(cell.recvq), sendq: others(cell.sendq) });
    });
    complete(rt, g, [value, true, index]);
  }
}

export const TIME: Readonly<Record<string, VisibleRun>> = {
  'time.Sleep': sleep,
  'time.After': made('after', false, false),
  'time.Tick': made('tick', true, false),
  'time.NewTimer': made('timer', false, true),
  'time.NewTicker': made('ticker', true, true),
  'time.AfterFunc': afterFunc,
  'time.Timer.Stop': stop(false),
  'time.Timer.Reset': reset(false),
  'time.Ticker.Stop': stop(true),
  'time.Ticker.Reset': reset(true),
};
