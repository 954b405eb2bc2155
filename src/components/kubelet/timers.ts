/**
 * What a kubelet's process has in mind: its timers and the goroutines that wait. While the process is stopped (SIGSTOP) they
 * are held, and all that came due goes on at once when it continues (SIGCONT); with a process that dies they are gone. What its
 * runtime does needs no kubelet.
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

/** With its process a timer dies; or the machine keeps what it is for until the next process; or the runtime goes on alone. */
type Keeper = 'process' | 'machine' | 'runtime';

interface Own {
  readonly handler: Handler<OfKubelet>;
  readonly keeper: Keeper;
}

const PLACES = 6;

export class Timers {
  /** Nodes whose kubelet is stopped, and since which tick: collection "kubelet/paused". */
  readonly paused: Collection<number>;
  /** Nodes whose kubelet is dead and is to start again: collection "kubelet/crashed". */
  readonly dead: Collection<number>;
  /** In order: "NODE 000001". */
  private readonly held: Collection<Held>;
  private readonly own = new Map<string, Own>();

  constructor(
    private readonly world: World,
    private readonly nodeOf: (uid: string) => string | undefined,
  ) {
    this.paused = world.collection('kubelet/paused');
    this.dead = world.collection('kubelet/crashed');
    this.held = world.collection('kubelet/held');
  }

  /** Set-up: a handler of the process. */
  handler<D extends OfKubelet>(name: string, run: (data: D) => void, keeper: Keeper = 'process'): Handler<D> {
    const handler = this.world.handler(name, run);
    this.own.set(name, { handler, keeper });
    return handler;
  }

  after<D extends OfKubelet>(delay: number, handler: Handler<D>, data: D, options?: AfterOptions): void {
    const node = this.paused.size + this.dead.size === 0 ? undefined : this.ownerOf(data);
    const keeper = this.own.get(handler.name)?.keeper;
    const isDead = node !== undefined && this.dead.has(node);
    if (isDead && keeper === 'process') return;
    const held = keeper !== undefined && (isDead ? keeper === 'machine' : node !== undefined && this.paused.has(node));
    if (node === undefined || !held) {
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
    this.holdAll(
      node,
      this.taken(node, () => true),
    );
  }

  /** Takes a node's timers out of the world. */
  private taken(node: string, matches: (own: Own) => boolean): readonly Held[] {
    const taken: Held[] = [];
    for (const [name, own] of this.own) {
      if (!matches(own)) continue;
      this.world.drop(own.handler, (data) => {
        if (this.ownerOf(data) !== node) return false;
        taken.push({ handler: name, data, due: data.due ?? this.world.now });
        return true;
      });
    }
    return taken;
  }

  private holdAll(node: string, taken: readonly Held[]): void {
    // The heap's own order is no promise.
    const text = (held: Held): string => JSON.stringify([held.handler, held.data]);
    const inOrder = [...taken].sort((a, b) => a.due - b.due || compareBytes(text(a), text(b)));
    for (const held of inOrder) this.hold(node, held);
  }

  /** Inside a pop that has its event. */
  resume(node: string): void {
    this.release(this.letGo(node));
    this.paused.delete(node);
  }

  /** Inside a pop that has its event: the process dies, be it stopped. */
  crash(node: string): void {
    const isKept = (keeper: Keeper) => (held: Held) => this.own.get(held.handler)?.keeper === keeper;
    const held = [...this.letGo(node), ...this.taken(node, ({ keeper }) => keeper !== 'runtime')];
    this.paused.delete(node);
    this.dead.set(node, this.world.now);
    this.release(held.filter(isKept('runtime')));
    this.holdAll(node, held.filter(isKept('machine')));
  }

  /** Inside a pop that has its event: the next process. What its runtime was at for the last one is asked for anew. */
  start(node: string): boolean {
    if (!this.dead.delete(node)) return false;
    this.taken(node, ({ keeper }) => keeper === 'runtime');
    this.release(this.letGo(node));
    return true;
  }

  private release(waiting: readonly Held[]): void {
    for (const { handler, data, due, options } of waiting) {
      const found = this.own.get(handler)?.handler;
      const delay = Math.max(0, due - this.world.now);
      if (found !== undefined) this.world.after(delay, LANE.kubelets, found, data, options ?? { periodic: false });
    }
  }

  private letGo(node: string): readonly Held[] {
    const waiting = this.of(node);
    for (const [key] of waiting) this.held.delete(key);
    return waiting.map(([, held]) => held);
  }

  /** The machine is gone. */
  forget(node: string): void {
    this.letGo(node);
    this.paused.delete(node);
    this.dead.delete(node);
  }
}
