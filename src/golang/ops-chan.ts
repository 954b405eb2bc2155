/**
 * Channels and select. Models: runtime/chan.go and runtime/select.go of go1.26; edges of the memory model as its race
 * detector draws them (a buffered channel by its slots).
 */
import type { Instr } from './code.ts';
import type { Access } from './machine-types.ts';
import { GoPanic, type Go, type Rt } from './runtime-state.ts';
import { chanCell, meta, share, timerCell } from './memory.ts';
import { complete, instrAt, park, stored, top, wake, operands } from './runtime.ts';
import { brief } from './brief.ts';
import { NIL, as, isKind, isNil, type Value } from './values.ts';
import type { ChanCell, TimerCell, Waiter } from './cells.ts';

type SelectInstr = Extract<Instr, { op: 'select' }>;

/** A timer's channel holds nothing until somebody looks (go1.23). */
function timerReady(rt: Rt, cell: ChanCell): boolean {
  if (cell.timer === '') return false;
  const timer = timerCell(rt, cell.timer);
  return timer.active && timer.when <= meta(rt).now;
}

/** The timer as it is after it has fired. */
export function fired(timer: TimerCell, now: number): TimerCell {
  if (timer.period === 0) return { ...timer, active: false };
  const turns = Math.floor((now - timer.when) / timer.period) + 1;
  return { ...timer, when: timer.when + turns * timer.period };
}

/** What a timer due has sent lies in the channel now. */
function settleTimer(rt: Rt, root: string): ChanCell {
  const cell = chanCell(rt, root);
  if (!timerReady(rt, cell)) return cell;
  const { now } = meta(rt);
  rt.cells.set(cell.timer, fired(timerCell(rt, cell.timer), now));
  if (cell.buf.length > 0) return cell;
  const filled: ChanCell = { ...cell, buf: [now], keys: [''], sent: cell.sent + 1 };
  rt.cells.set(root, filled);
  return filled;
}

export function canReceive(rt: Rt, of: Value): boolean {
  if (isNil(of)) return false;
  const cell = chanCell(rt, as(of, 'chan').root);
  return cell.buf.length > 0 || cell.sendq.length > 0 || cell.closed || timerReady(rt, cell);
}

export function canSend(rt: Rt, of: Value): boolean {
  if (isNil(of)) return false;
  const cell = chanCell(rt, as(of, 'chan').root);
  return cell.closed || cell.recvq.length > 0 || cell.buf.length < cell.cap;
}

/** What an operation on a channel touches: also the other channels of a select that waits there. */
export function channelAccesses(rt: Rt, of: Value): Access[] {
  if (isNil(of)) return [];
  const { root } = as(of, 'chan');
  const cell = chanCell(rt, root);
  const found = new Set([root]);
  if (cell.timer !== '') found.add(cell.timer);
  for (const waiter of [cell.recvq[0], cell.sendq[0]]) {
    if (waiter !== undefined && waiter.select >= 0)
      for (const one of channelsOf(rt, stored(rt, waiter.g))) found.add(one);
  }
  return [...found].map((object) => ({ object, write: true }));
}

/** The channels of the select that a goroutine stands at. */
function channelsOf(rt: Rt, g: Go): string[] {
  const frame = top(g);
  const instr = instrAt(rt, frame);
  if (instr.op !== 'select') return [];
  const base = frame.stack.length - operands(instr);
  return instr.arms.flatMap((_, i) => {
    const of = frame.stack[base + 2 * i] ?? NIL;
    return isKind(of, 'chan') ? [of.root] : [];
  });
}

/** Takes a goroutine off all queues it waits in, and ends its operation. */
function release(rt: Rt, waiter: Waiter, value: Value, ok: boolean): void {
  const g = wake(rt, waiter.g);
  const instr = instrAt(rt, top(g));
  if (instr.op === 'select') {
    leaveQueues(rt, g);
    complete(rt, g, [value, ok, waiter.select]);
  } else complete(rt, g, instr.op === 'recv' ? (instr.ok ? [value, ok] : [value]) : []);
}

function leaveQueues(rt: Rt, g: Go): void {
  for (const root of channelsOf(rt, g)) {
    const cell = chanCell(rt, root);
    const others = (queue: readonly Waiter[]) => queue.filter((one) => one.g !== g.id);
    rt.cells.set(root, { ...cell, sendq: others(cell.sendq), recvq: others(cell.recvq) });
  }
}

function plainError(text: string): GoPanic {
  return new GoPanic({ k: 'iface', t: 'runtime.plainError', v: { k: 'err', id: text, text, wraps: [] } });
}

function slot(rt: Rt, root: string, index: number): void {
  const key = `${root}#slot/${index}`;
  rt.op.acquires.push(key);
  rt.op.releases.push(key);
}

function objectName(rt: Rt, root: string): string {
  const { name } = chanCell(rt, root);
  return name === '' ? root : name;
}

function note(rt: Rt, root: string, detail: string): ChanCell {
  const cell = settleTimer(rt, root);
  rt.op.cell = root;
  rt.op.object = objectName(rt, root);
  rt.op.detail = detail;
  return cell;
}

/** Sends where it can be done at once. @throws GoPanic on a closed channel */
function sendNow(rt: Rt, of: Value, value: Value): boolean {
  const { root } = as(of, 'chan');
  const cell = note(rt, root, brief(rt, value));
  share(rt, value);
  if (cell.closed) throw plainError('send on closed channel');
  const [first, ...recvq] = cell.recvq;
  if (first !== undefined) {
    rt.cells.set(root, { ...cell, recvq, sent: cell.sent + 1, received: cell.received + 1 });
    if (cell.cap === 0) rt.op.acquires.push(first.key);
    else slot(rt, root, cell.sent % cell.cap);
    release(rt, first, value, true);
    return true;
  }
  if (cell.buf.length >= cell.cap) return false;
  slot(rt, root, cell.sent % cell.cap);
  rt.cells.set(root, { ...cell, buf: [...cell.buf, value], keys: [...cell.keys, ''], sent: cell.sent + 1 });
  return true;
}

/** Receives where it can be done at once. */
function receiveNow(rt: Rt, of: Value): readonly [Value, boolean] | undefined {
  const { root } = as(of, 'chan');
  const cell = note(rt, root, '');
  const [value, ...buf] = cell.buf;
  const [sender, ...sendq] = cell.sendq;
  if (value !== undefined) {
    const [key, ...keys] = cell.keys;
    if (cell.timer === '') slot(rt, root, cell.received % cell.cap);
    if (key !== undefined && key !== '') rt.op.acquires.push(key);
    const after = { ...cell, buf, keys, received: cell.received + 1 };
    if (sender === undefined) rt.cells.set(root, after);
    else {
      const filled = { buf: [...buf, sender.v], keys: [...keys, sender.key], sent: cell.sent + 1, sendq };
      rt.cells.set(root, { ...after, ...filled });
      release(rt, sender, NIL, false);
    }
    rt.op.detail = brief(rt, value);
    return [value, true];
  }
  if (sender !== undefined) {
    rt.cells.set(root, { ...cell, sendq, sent: cell.sent + 1, received: cell.received + 1 });
    rt.op.acquires.push(sender.key);
    release(rt, sender, NIL, false);
    rt.op.detail = brief(rt, sender.v);
    return [sender.v, true];
  }
  if (!cell.closed) return undefined;
  rt.op.acquires.push(`${root}#close`);
  rt.op.detail = 'closed';
  return [cell.zero, false];
}

function enqueue(rt: Rt, of: Value, queue: 'sendq' | 'recvq', waiter: Waiter): void {
  const { root } = as(of, 'chan');
  const cell = chanCell(rt, root);
  rt.cells.set(root, { ...cell, [queue]: [...cell[queue], waiter] });
}

/** To Go's race detector a send reads the channel and a close writes it: nothing else orders the two. */
function touch(rt: Rt, of: Value, write: boolean): void {
  if (!isKind(of, 'chan')) return;
  rt.op.memory.push({ object: `${of.root}#chan`, write });
  // A select that waits has no object else, and a race wants a name.
  if (rt.op.object === '') rt.op.object = objectName(rt, of.root);
}

export function send(rt: Rt, g: Go): void {
  const [of = NIL, value = NIL] = top(g).stack.slice(-2);
  rt.op.kind = 'send';
  touch(rt, of, false);
  if (isNil(of)) park(rt, g, 'chan send (nil chan)', '');
  else if (sendNow(rt, of, value)) complete(rt, g, []);
  else {
    const key = park(rt, g, 'chan send', as(of, 'chan').root);
    enqueue(rt, of, 'sendq', { g: g.id, v: value, select: -1, key });
  }
}

export function receive(rt: Rt, g: Go, instr: Extract<Instr, { op: 'recv' }>): void {
  const of = top(g).stack.at(-1) ?? NIL;
  rt.op.kind = 'receive';
  if (isNil(of)) {
    park(rt, g, 'chan receive (nil chan)', '');
    return;
  }
  const got = receiveNow(rt, of);
  if (got !== undefined) complete(rt, g, instr.ok ? got : [got[0]]);
  else {
    const key = park(rt, g, 'chan receive', as(of, 'chan').root);
    enqueue(rt, of, 'recvq', { g: g.id, v: NIL, select: -1, key });
  }
}

/** @throws GoPanic for a nil or closed channel */
export function close(rt: Rt, g: Go): void {
  const of = top(g).stack.at(-1) ?? NIL;
  rt.op.kind = 'close';
  if (isNil(of)) throw plainError('close of nil channel');
  top(g).stack.pop();
  top(g).pc++;
  const { root } = as(of, 'chan');
  if (!chanCell(rt, root).closed) touch(rt, of, true);
  closeChannel(rt, root);
}

export function closeChannel(rt: Rt, root: string): void {
  const cell = note(rt, root, '');
  if (cell.closed) throw plainError('close of closed channel');
  rt.cells.set(root, { ...cell, closed: true, recvq: [], sendq: [] });
  rt.op.releases.push(`${root}#close`);
  for (const waiter of cell.recvq) release(rt, waiter, cell.zero, false);
  for (const waiter of cell.sendq) {
    const g = wake(rt, waiter.g);
    leaveQueues(rt, g);
    g.pending = plainError('send on closed channel').value;
  }
}

function operandsOf(g: Go, instr: SelectInstr): readonly { readonly of: Value; readonly value: Value }[] {
  const { stack } = top(g);
  const base = stack.length - operands(instr);
  return instr.arms.map((_, i) => ({ of: stack[base + 2 * i] ?? NIL, value: stack[base + 2 * i + 1] ?? NIL }));
}

/** Indexes of the cases that can go on. */
export function readyCases(rt: Rt, g: Go, instr: SelectInstr): number[] {
  return operandsOf(g, instr).flatMap(({ of }, i) =>
    (instr.arms[i]?.send === true ? canSend(rt, of) : canReceive(rt, of)) ? [i] : [],
  );
}

export function selectAccesses(rt: Rt, g: Go, instr: SelectInstr): Access[] {
  const all = operandsOf(g, instr).flatMap(({ of }) => channelAccesses(rt, of));
  return all.filter((one, i) => all.findIndex((other) => other.object === one.object) === i);
}

/** @throws GoPanic where the case sends to a closed channel */
export function select(rt: Rt, g: Go, instr: SelectInstr, option: number): void {
  rt.op.kind = 'select';
  const cases = operandsOf(g, instr);
  const ready = readyCases(rt, g, instr);
  const chosen = ready.includes(option) ? option : ready[0];
  cases.forEach(({ of }, i) => {
    if (instr.arms[i]?.send === true && (chosen ?? i) === i) touch(rt, of, false);
  });
  if (chosen === undefined) {
    if (instr.hasDefault) {
      rt.op.detail = 'default';
      complete(rt, g, [NIL, false, -1]);
      return;
    }
    const key = park(rt, g, instr.arms.length === 0 ? 'select (no cases)' : 'select', '');
    cases.forEach(({ of, value }, i) => {
      const sends = instr.arms[i]?.send === true;
      if (!isNil(of)) enqueue(rt, of, sends ? 'sendq' : 'recvq', { g: g.id, v: sends ? value : NIL, select: i, key });
    });
    return;
  }
  const { of = NIL, value = NIL } = cases[chosen] ?? {};
  const sends = instr.arms[chosen]?.send === true;
  const got = sends ? (sendNow(rt, of, value) ? ([NIL, false] as const) : undefined) : receiveNow(rt, of);
  rt.op.detail = instr.arms[chosen]?.label ?? '';
  complete(rt, g, [got?.[0] ?? NIL, got?.[1] ?? false, chosen]);
}
