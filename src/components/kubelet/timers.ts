/**
 * What a kubelet's process has in mind: its timers and the goroutines that wait. While the process is stopped (SIGSTOP) they
 * are held, and all that came due goes on at once when it continues (SIGCONT); what its runtime does needs no kubelet.
 */
import { compareBytes, type AfterOptions, type Collection, type Handler, type World } from '../../kernel/kernel.ts';
import { LANE } from '../../model/events.ts';

/** Every datum of a kubelet says whose it is. */
export interface OfKubelet {
  readonly node?: string;
  /** Of a Pod, whose node the runtime knows. */
  readonly uid?: string;
  /** Tick at which it is due, where that is after the process may have been stopped. */
  readonly due?: number;
}

interface Held {
  readonly handler: string;
  readonly data: OfKubelet;
  /** Tick. */
  readonly due: number;
  readonly options?: AfterOptions;
}

const PLACES = 6;

export class Timers {
  /** Nodes whose kubelet is stopped, and since which tick: collection "kubelet/paused". */
  readonly paused: Collection<number>;
  /** In order: "NODE 000001". */
  private readonly held: Collection<Held>;
  private readonly own = new Map<string, Handler<OfKubelet>>();

  constructor(
    private readonly world: World,
    private readonly nodeOf: (uid: string) => string | undefined,
  ) {
    this.paused = world.collection('kubelet/paused');
    this.held = world.collection('kubelet/held');
  }

  /** Set-up: a handler of the process. */
  handler<D extends OfKubelet>(name: string, run: (data: D) => void): Handler<D> {
    const handler = this.world.handler(name, run);
    this.own.set(name, handler);
    return handler;
  }

  after<D extends OfKubelet>(delay: number, handler: Handler<D>, data: D, options?: AfterOptions): void {
    const node = this.paused.size === 0 ? undefined : this.ownerOf(data);
    if (node === undefined || !this.paused.has(node) || !this.own.has(handler.name)) {
      this.world.after(delay, LANE.kubelets, handler, data, options);
      return;
    }
    const due = this.world.now + delay;
    this.hold(node, { handler: handler.name, data, due, ...(options === undefined ? {} : { options }) });
  }

  private ownerOf({ node, uid }: OfKubelet): string | undefined {
    return node ?? (uid === undefined ? undefined : this.nodeOf(uid));
  }

  private hold(node: string, held: Held): void {
    const number = String(this.of(node).length + 1).padStart(PLACES, '0');
    this.held.set(`${node} ${number}`, held);
  }

  private of(node: string): readonly (readonly [string, Held])[] {
    return [...this.held.entries()]
      .filter(([key]) => key.slice(0, -PLACES - 1) === node)
      .sort(([a], [b]) => compareBytes(a, b));
  }

  /** Inside a pop that has its event. */
  pause(node: string): void {
    this.paused.set(node, this.world.now);
    const taken: Held[] = [];
    for (const [name, handler] of this.own) {
      this.world.drop(handler, (data) => {
        if (this.ownerOf(data) !== node) return false;
        taken.push({ handler: name, data, due: data.due ?? this.world.now });
        return true;
      });
    }
    // The heap's own order is no promise.
    const text = (held: Held): string => JSON.stringify([held.handler, held.data]);
    taken.sort((a, b) => a.due - b.due || compareBytes(text(a), text(b)));
    for (const held of taken) this.hold(node, held);
  }

  /** Inside a pop that has its event. */
  resume(node: string): void {
    const waiting = this.of(node);
    this.forget(node);
    for (const [, { handler, data, due, options }] of waiting) {
      const found = this.own.get(handler);
      const delay = Math.max(0, due - this.world.now);
      if (found !== undefined) this.world.after(delay, LANE.kubelets, found, data, options ?? { periodic: false });
    }
  }

  /** The process is gone, and what it had in mind. */
  forget(node: string): void {
    if (!this.paused.delete(node)) return;
    for (const [key] of this.of(node)) this.held.delete(key);
  }
}
