/**
 * The NoExecute half: Nodes that are to lose their Pods wait in their zone's queue for a token of its rate limiter:
 * doNoExecuteTaintingPass and scheduler/rate_limited_queue.go of pkg/controller/nodelifecycle (v1.37).
 */
import { compareBytes, type Collection, type Handler, type World } from '../../../kernel/kernel.ts';
import { EVENT, LANE } from '../../../model/events.ts';
import type { Node } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { ControllerDeps } from '../controllers.ts';
import { isNode } from '../kinds.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { outcomeOf, SUBJECT } from './no-schedule.ts';
import { beginSwap, goOnSwapping, type Swapping } from './swapping.ts';
import { noExecuteSwap } from './taints.ts';
import { NEW_ZONE, zoneKey, type Zone } from './zones.ts';

/** nodeEvictionPeriod: the queues are looked at so often. */
const LOOK_SECONDS = 0.1;

interface Pending {
  readonly zone: string;
  /** Tick at which it came. */
  readonly since: number;
}

export class NoExecuteTaints implements Reconciler<Swapping> {
  readonly subject = SUBJECT;
  readonly name = 'noexecute';
  readonly workers = 1;
  private readonly nodes: SharedInformer;
  private readonly queue: WorkQueue;
  private readonly world: World;
  private readonly pending: Collection<Pending>;
  /** Tick at which a zone's limiter gave its token away: the bucket holds one. */
  private readonly taken: Collection<number>;
  private readonly look: Handler<object>;

  constructor(
    private readonly deps: ControllerDeps,
    private readonly zones: Collection<Zone>,
  ) {
    this.world = deps.world;
    this.nodes = deps.informer('nodes');
    this.pending = this.world.collection('controllers/nodelifecycle/pending');
    this.taken = this.world.collection('controllers/nodelifecycle/tokens');
    this.look = this.world.handler('nodelifecycle look at zones', () => {
      this.onLook();
    });
    this.queue = runReconciler(deps, this);
  }

  /** Inside a pop that has its event. */
  add(node: Node): void {
    const { name } = node.metadata;
    if (this.pending.has(name) || noExecuteSwap(node) === undefined) return;
    this.pending.set(name, { zone: zoneKey(node), since: this.world.now });
    this.lookAgain();
  }

  remove(name: string): void {
    this.pending.delete(name);
  }

  has(name: string): boolean {
    return this.pending.has(name);
  }

  /** SwapLimiter: the bucket of a limiter that replaces an empty one is empty too. Before the zone changes. */
  rateChanges(key: string, after: Zone): void {
    const before = this.zones.get(key) ?? NEW_ZONE;
    if (before.rate === after.rate) return;
    if (before.rate === 0 || this.freeAt(key, before) > this.world.now) this.taken.set(key, this.world.now);
  }

  /** The zones' rates have changed. */
  lookAgain(): void {
    const times = [...this.pending.entries()].map(([, { zone }]) => this.freeAt(zone));
    const next = Math.min(...times);
    if (next === Infinity) return;
    const step = Math.round(LOOK_SECONDS * this.world.options.ticksPerSecond);
    const at = (Math.floor(Math.max(next - 1, this.world.now) / step) + 1) * step;
    const delay = at - this.world.now;
    this.world.after(delay, LANE.controllers, this.look, {}, delay > step ? { waiting: true } : { periodic: false });
  }

  private freeAt(key: string, { rate } = this.zones.get(key) ?? NEW_ZONE): number {
    if (rate === 0) return Infinity;
    const taken = this.taken.get(key);
    return taken === undefined ? 0 : taken + Math.round(this.world.options.ticksPerSecond / rate);
  }

  /** One Node a pop; silent where nobody's turn has come. */
  private onLook(): void {
    const { now } = this.world;
    const [first] = [...this.pending.entries()]
      .filter(([, { zone }]) => this.freeAt(zone) <= now)
      .sort(([a, x], [b, y]) => compareBytes(x.zone, y.zone) || x.since - y.since || compareBytes(a, b));
    if (first === undefined) return;
    const [name, { zone }] = first;
    this.world.emit(EVENT['workqueue.added'], { subject: this.name, object: name });
    this.taken.set(zone, now);
    this.pending.delete(name);
    this.queue.add(name);
    this.lookAgain();
  }

  // --- a sync ---

  objectOf(key: string): string {
    return `Node/${key}`;
  }

  begin(key: string): Outcome<Swapping> {
    const node = this.nodes.indexer.get(key);
    if (node === undefined || !isNode(node)) return { kind: 'done' };
    // It may be ready again.
    const swap = noExecuteSwap(node);
    return swap === undefined ? { kind: 'done' } : outcomeOf(beginSwap(node, swap, this.deps.apiServer.timestamp()));
  }

  resume(_key: string, context: Swapping, [answer]: readonly ApiResponse[]): Outcome<Swapping> {
    return outcomeOf(goOnSwapping(context, answer, this.deps.apiServer.timestamp()));
  }
}
