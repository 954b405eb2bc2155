/** What was ever written, and asked to leave: read off history, up to the last simulated step. */
import { compareBytes, type Step, type View, type World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { namespacedName, type KubeObject, type Pod } from '../../model/objects.ts';
import type { At, TokenPhase } from '../../protocol/protocol.ts';
import type { QueuedPod } from '../../components/scheduler/scheduler.ts';
import type { Cluster } from '../create-cluster.ts';
import { phaseOf } from '../phase.ts';
import { collectionOf } from '../views-at.ts';

export interface Write<T extends object = KubeObject> extends At {
  /** Undefined = it was removed. */
  readonly object: T | undefined;
}

/** An answer to an eviction. */
export interface Try extends At {
  readonly code: number;
  readonly client: string;
}

const EVICT = 'evict';
const FAILED_DRAIN = 'drain failed';
const CREATED = 201;

/** Keys by kind and evictions by Pod: follow from the trace, and are kept up with it. */
class Known {
  readonly branch: number;
  private seen: Step = 0;
  private readonly keys = new Map<string, Set<string>>();
  private readonly tries = new Map<string, Try[]>();
  /** Pods whose eviction is on its way. */
  private readonly asked = new Set<string>();
  private readonly faults = new Map<string, Step[]>();
  private readonly pulls = new Map<string, Step[]>();
  private readonly looks = new Map<string, Step[]>();
  private readonly ended = new Map<string, Step[]>();

  constructor(private readonly cluster: Cluster) {
    this.branch = cluster.world.branch;
    for (const key of collectionOf(cluster, 'etcd').at(0).keys()) this.addKey(key);
  }

  /** @returns false where the branch is another one by now */
  refresh(): boolean {
    const { trace, branch } = this.cluster.world;
    if (branch !== this.branch || trace.length < this.seen) return false;
    for (let step = this.seen + 1; step <= trace.length; step++) this.take(step);
    this.seen = trace.length;
    return true;
  }

  keysOf(kind: string): ReadonlySet<string> {
    return this.keys.get(kind) ?? new Set();
  }

  triesOf(pod: string): readonly Try[] {
    return this.tries.get(pod) ?? [];
  }

  faultsOf(subject: string): readonly Step[] {
    return this.faults.get(subject) ?? [];
  }

  /** A drain of this node came to its end without its Pods. */
  endedOf(node: string): readonly Step[] {
    return this.ended.get(node) ?? [];
  }

  pullsOf(pod: string): readonly Step[] {
    return this.pulls.get(pod) ?? [];
  }

  looksAt(cronJob: string): readonly Step[] {
    return this.looks.get(cronJob) ?? [];
  }

  private addKey(key: string): void {
    const kind = key.slice(0, key.indexOf('/'));
    const known = this.keys.get(kind);
    if (known === undefined) this.keys.set(kind, new Set([key]));
    else known.add(key);
  }

  private take(step: Step): void {
    const { trace } = this.cluster.world;
    switch (trace.kind(step)) {
      case EVENT['store.written']:
        this.addKey(trace.object(step));
        if (trace.detail(step) === EVICT && this.asked.delete(trace.object(step))) this.addTry(step, CREATED);
        break;
      case EVENT['request.sent']:
        if (trace.detail(step) === EVICT) this.asked.add(trace.object(step));
        break;
      case EVENT['request.refused']:
        if (trace.detail(trace.cause(step)) !== EVICT) break;
        this.asked.delete(trace.object(step));
        this.addTry(step, trace.number(step));
        break;
      case EVENT['fault.began']:
      case EVENT['fault.ended']:
        addTo(this.faults, trace.subject(step), step);
        break;
      case EVENT['sync.started']:
        if (trace.object(step).startsWith('CronJob/')) addTo(this.looks, trace.object(step), step);
        break;
      case EVENT['command.ended']:
        if (trace.detail(step) === FAILED_DRAIN) addTo(this.ended, trace.object(step), step);
        break;
      case EVENT['image.pulling']:
      case EVENT['image.pulled']:
      case EVENT['image.failed']:
        addTo(this.pulls, trace.object(step), step);
        break;
    }
  }

  private addTry(step: Step, code: number): void {
    const { trace } = this.cluster.world;
    const pod = trace.object(step);
    const one = { step, tick: trace.time(step), code, client: trace.subject(step) };
    const known = this.tries.get(pod);
    if (known === undefined) this.tries.set(pod, [one]);
    else known.push(one);
  }
}

function addTo(map: Map<string, Step[]>, key: string, step: Step): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [step]);
  else known.push(step);
}

const kept = new WeakMap<World, Known>();

function knownOf(cluster: Cluster): Known {
  const before = kept.get(cluster.world);
  if (before?.refresh() === true) return before;
  const fresh = new Known(cluster);
  fresh.refresh();
  kept.set(cluster.world, fresh);
  return fresh;
}

export class Past {
  readonly until: At;
  readonly now: At;
  private readonly known: Known;

  /** @param step as of which "now" is meant; what is written later is known all the same */
  constructor(
    readonly cluster: Cluster,
    readonly step: Step,
  ) {
    this.known = knownOf(cluster);
    this.until = this.moment(cluster.world.step);
    this.now = this.moment(step);
  }

  /** The end of a run is later than its last event. */
  moment(step: Step): At {
    return { step, tick: step === 0 ? 0 : this.cluster.world.trace.time(step) };
  }

  get nowMicros(): number {
    return this.micros(this.now.tick);
  }

  micros(tick: number): number {
    return this.cluster.apiServer.epochMicros + tick;
  }

  /** Keys that ever stood for an object of this kind. */
  keysOf(kind: string): readonly string[] {
    return [...this.known.keysOf(kind)];
  }

  /** Answers to evictions of this Pod, oldest first, up to the end. */
  triesOf(pod: string): readonly Try[] {
    return this.known.triesOf(pod);
  }

  /** When kubectl drain of the node gave up, at any step. */
  givenUpOf(node: string): readonly At[] {
    return this.known.endedOf(`Node/${node}`).map((step) => this.moment(step));
  }

  /** Steps at which a fault begins or ends: of a process, or of a node's kubelet by the node's name. */
  faultsOf(subject: string): readonly Step[] {
    return this.known.faultsOf(subject);
  }

  /** Did its controller look at a CronJob, from one tick to another? */
  lookedAt(cronJob: string, from: number, to: number): boolean {
    const { trace } = this.cluster.world;
    return this.known.looksAt(cronJob).some((step) => trace.time(step) >= from && trace.time(step) <= to);
  }

  /** When an image is being pulled for this Pod, and no longer. */
  pullsOf(pod: string): readonly Write<{ readonly pulls: boolean }>[] {
    const { trace } = this.cluster.world;
    return this.known
      .pullsOf(pod)
      .map((step) => ({ ...this.moment(step), object: { pulls: trace.kind(step) === EVENT['image.pulling'] } }));
  }

  /** All writes of a key up to the end, oldest first. */
  writes<T extends object = KubeObject>(key: string, collection = 'etcd'): readonly Write<T>[] {
    const found: Write<T>[] = [];
    for (const { step, value } of collectionOf<T>(this.cluster, collection).history(key)) {
      found.push({ ...this.moment(step), object: value });
    }
    return found.reverse();
  }

  /** What was there as of the step, or of another one. */
  at<T extends object>(step = this.step, collection = 'etcd'): View<T> {
    return collectionOf<T>(this.cluster, collection).at(step);
  }

  /** Those of a kind that are there at the step. */
  list(kind: string): readonly KubeObject[] {
    const view = this.at<KubeObject>();
    return [...this.keysOf(kind)].sort(compareBytes).flatMap((key) => view.get(key) ?? []);
  }

  /** The letter of a Pod's token at the step. */
  phaseOf(pod: Pod): TokenPhase {
    return phaseOf(pod, this.at<QueuedPod>(this.step, 'scheduler/queue').get(namespacedName(pod))?.queue);
  }

  /** The newest write at the step or before it. */
  last<T extends object>(writes: readonly Write<T>[], step = this.step): Write<T> | undefined {
    return writes.filter((write) => write.step <= step).at(-1);
  }

  /** The step that was over at a time: the state between two events is that after the first. */
  stepAt(tick: number): Step {
    const { trace } = this.cluster.world;
    let low = 0;
    let high = trace.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (trace.time(middle) <= tick) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
