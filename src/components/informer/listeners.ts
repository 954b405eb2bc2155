/**
 * client-go tools/cache/shared_informer.go, sharedProcessor and processorListener (v0.37), on virtual time (6.1 to 6.8): each
 * listener has its own line and calls its handler once at a time. Left out: the goroutines that carry notifications along,
 * which take no time here.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { objectKey, type KubeObject } from '../../model/objects.ts';
import { listenerKey, listenerOf, type AboutRow } from './about-rows.ts';
import { ChannelLine } from './channel-line.ts';
import { CallMaker, HandlerPanic, isInitialAdd, runHandler, subjectOf, type Call } from './listener-call.ts';
import { Prefixed } from './prefixed.ts';
import type { Notification } from './process-deltas.ts';
import { ProcessorListener, type Line, type LineDeps } from './processor-listener.ts';
import type { ResyncTimes } from './resync-times.ts';
import type { ListenerOptions, ResourceEventHandler } from './types.ts';

interface CallData {
  readonly listener: number;
}

interface Listener {
  readonly name: string;
  readonly handler: ResourceEventHandler;
  readonly ticks: number;
  /** In the collections. */
  readonly key: string;
  /** Marks: the step of its last panic, and whether its handler is held. */
  readonly panicked: string;
  readonly held: string;
  readonly line: Line<Call>;
  removed: boolean;
}

export interface ListenersDeps {
  readonly world: World;
  /** Of the informer. */
  readonly id: string;
  readonly lane: number;
  /** Ticks of a call, where its listener does not say. */
  readonly delay: number;
  readonly marks: Collection<number>;
  readonly about: Collection<AboutRow>;
  readonly resync: ResyncTimes;
  /** Of a listener's channel, in the article's form; undefined = client-go's ring. */
  readonly channelCapacity: number | undefined;
  /** A line has moved on, or is gone. */
  readonly onRoom: (listener: number) => void;
}

export const pendingName = (id: string): string => `pending ${id}`;
export const handlingName = (id: string): string => `handling ${id}`;

export class Listeners {
  private readonly all: Listener[] = [];
  private readonly calls = new CallMaker();
  private readonly handlers = new Map<string, ResourceEventHandler>();
  private readonly pending: Collection<Call>;
  private readonly handling: Collection<Call>;
  private readonly called: Handler<CallData>;

  constructor(private readonly deps: ListenersDeps) {
    const { world, id } = deps;
    this.pending = world.collection<Call>(pendingName(id));
    this.handling = world.collection<Call>(handlingName(id));
    this.called = world.handler<CallData>(`informer ${id} handler`, (data) => this.onCalled(data));
  }

  get count(): number {
    return this.all.length;
  }

  /** @param late it comes while the informer runs */
  add(name: string, handler: ResourceEventHandler, options: ListenerOptions, late: boolean): number {
    const { about, resync, world, delay } = this.deps;
    const index = this.all.length;
    const handlerTicks = options.handlerTicks ?? delay;
    const resyncTicks = options.resyncTicks ?? resync.period;
    about.set(listenerKey(index), { name, handlerTicks, resyncTicks, late, removed: false });
    resync.add(String(index), resyncTicks, world.now, late);
    this.handlers.set(late ? name : listenerKey(index), handler);
    this.all.push(this.listener(index, name, handler, handlerTicks));
    return index;
  }

  private listener(index: number, name: string, handler: ResourceEventHandler, ticks: number): Listener {
    const key = String(index);
    const { marks, channelCapacity } = this.deps;
    const deps: LineDeps<Call> = {
      slots: new Prefixed(this.pending, `${key}/`),
      handling: this.handling,
      marks,
      key,
    };
    const line =
      channelCapacity === undefined ? new ProcessorListener(deps) : new ChannelLine<Call>(deps, channelCapacity);
    return { name, handler, ticks, key, panicked: `panicked ${key}`, held: `held ${key}`, line, removed: false };
  }

  /** After a fork: listeners that came while it ran come and go with the rows. */
  rebuild(): void {
    const { about } = this.deps;
    for (let index = 0; ; index++) {
      const row = listenerOf(about, index);
      if (row === undefined) {
        this.all.length = Math.min(this.all.length, index);
        return;
      }
      const known = this.all[index];
      if (known?.name === row.name && known.ticks === row.handlerTicks) {
        known.removed = row.removed;
        known.line.rebuild();
        continue;
      }
      const handler = this.handlers.get(row.late ? row.name : listenerKey(index)) ?? {};
      this.all[index] = this.listener(index, row.name, handler, row.handlerTicks);
    }
  }

  /** The process died. Inside a pop. */
  stop(): void {
    const { world, about, marks, resync } = this.deps;
    world.drop(this.called, () => true);
    this.all.forEach(({ key, line }, index) => {
      line.drop();
      this.handling.delete(key);
      resync.remove(key);
      for (const name of ['ring', 'read', 'held', 'panicked', 'unsynced']) marks.delete(`${name} ${key}`);
      const row = listenerOf(about, index);
      if (row?.late === true) about.delete(listenerKey(index));
      else if (row?.removed === true) about.set(listenerKey(index), { ...row, removed: false });
    });
    this.rebuild();
  }

  /** The process starts again: its code adds the listeners of the set-up. */
  start(): void {
    const { about, resync, world } = this.deps;
    this.all.forEach(({ key }, index) => {
      if (resync.get(key) === undefined) resync.add(key, listenerOf(about, index)?.resyncTicks ?? 0, world.now, false);
    });
  }

  nameOf(index: number): string {
    return this.all[index]?.name ?? '';
  }

  /** C-46: what waits for it is dropped; a call that runs ends by itself. */
  remove(name: string): void {
    const index = this.all.findIndex((each) => !each.removed && each.name === name);
    const listener = this.all[index];
    if (listener === undefined) return;
    const { about, marks, resync } = this.deps;
    const row = listenerOf(about, index);
    if (row !== undefined) about.set(listenerKey(index), { ...row, removed: true });
    listener.removed = true;
    if (listener.line.waiting().some(isInitialAdd)) marks.set(`unsynced ${listener.key}`, 1);
    listener.line.drop();
    resync.remove(listener.key);
    this.deps.onRoom(index);
  }

  /** Have its initial adds all been handled? */
  hasSynced(name: string): boolean {
    const listener = this.all.filter((each) => each.name === name).at(-1);
    if (listener === undefined || this.deps.marks.get(`unsynced ${listener.key}`) === 1) return false;
    const { inHandler } = listener.line;
    if (inHandler !== undefined && isInitialAdd(inHandler)) return false;
    return !listener.line.waiting().some(isInitialAdd);
  }

  // --- notifications ---

  /** Hands a notification to the listeners that want it, in their order. */
  distribute(notification: Notification<KubeObject>): void {
    for (let index = 0; index < this.all.length; index++) this.offer(index, notification);
  }

  /** @returns the call that finds no room; undefined where it was taken or is not wanted */
  offer(index: number, notification: Notification<KubeObject>): Call | undefined {
    const listener = this.all[index];
    if (listener === undefined || listener.removed) return undefined;
    if (notification.kind === 'update' && notification.sync && !this.isSyncing(listener.key)) return undefined;
    const call = this.calls.callFor(listener.handler, notification);
    if (call === undefined) return undefined;
    const place = listener.line.add(call);
    if (place === 'handler') this.schedule(index, listener);
    return place === 'full' ? call : undefined;
  }

  /** 6.1: an update without a change is a resync's, or a relist's. */
  private isSyncing(key: string): boolean {
    return this.deps.resync.get(key)?.syncing ?? false;
  }

  private schedule(index: number, { ticks, panicked }: Listener): void {
    const { world, lane, marks } = this.deps;
    const step = marks.get(panicked);
    const pause = step === undefined ? 0 : Math.max(0, pauseEnd(world, step) - world.now);
    world.after(pause + ticks, lane, this.called, { listener: index });
  }

  private onCalled({ listener: index }: CallData): void {
    const listener = this.all[index];
    const call = listener?.line.inHandler;
    if (listener === undefined || call === undefined) return;
    const panicked = !ran(listener.handler, call);
    this.deps.world.emit(EVENT['handler.called'], {
      subject: listener.name,
      object: objectKey(subjectOf(call)),
      detail: panicked ? 'panic' : call.kind,
    });
    if (panicked) this.deps.marks.set(listener.panicked, this.deps.world.step + 1);
    if (this.deps.marks.has(listener.held)) this.deps.marks.set(listener.held, STUCK);
    else this.proceed(index, listener);
  }

  /** The call is over: takes the next one, and lets a sender that stands here go on. */
  private proceed(index: number, listener: Listener): void {
    if (listener.line.finished() !== undefined) this.schedule(index, listener);
    this.deps.onRoom(index);
  }

  /** Inside a pop. A held handler does not return from its next call, until it is let go. */
  hold(name: string, held: boolean): void {
    const { marks } = this.deps;
    const index = this.all.findIndex((listener) => listener.name === name);
    const listener = this.all[index];
    if (listener === undefined) return;
    const mark = listener.held;
    const state = marks.get(mark);
    if (held) {
      if (state === undefined) marks.set(mark, HELD);
      return;
    }
    marks.delete(mark);
    if (state === STUCK) this.proceed(index, listener);
  }
}

const HELD = 1;
/** In the call that it noted last. */
export const STUCK = 2;

/** 6.5: the goroutine that calls a handler is started again a second after a panic. @param step of the panic */
export function pauseEnd(world: World, step: number): number {
  const panic = step > world.step ? world.now : world.trace.time(step);
  return panic + world.options.ticksPerSecond;
}

/** @returns false where the handler panicked */
function ran(handler: ResourceEventHandler, call: Call): boolean {
  try {
    runHandler(handler, call);
    return true;
  } catch (error) {
    if (error instanceof HandlerPanic) return false;
    throw error;
  }
}
