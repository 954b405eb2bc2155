/**
 * A node that runs short: pkg/kubelet/eviction/eviction_manager.go (v1.37). Every ten seconds it looks at its signals; what is
 * short becomes a condition of the Node, and one Pod after the other has to go. The condition stays for five minutes after.
 * What a node is short of is the scenario's to say.
 */
import type { Collection, Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { conditionOf, evictionMessage, pressureCondition, rank, resourceOf, usageOf, type Signal } from './eviction.ts';
import { statusIsNow, tellOfNode } from './joining.ts';
import type { Fate, RuntimePod, ScriptedPressure } from './kubelet.ts';
import { hashOf } from './nodes.ts';
import { emit, secondsOf, type Shared } from './shared.ts';

/** evictionMonitoringPeriod, evictionPressureTransitionPeriod. */
const LOOK_SECONDS = 10;
const TRANSITION_SECONDS = 300;
/** immediateEvictionGracePeriodSeconds. */
const GRACE_SECONDS = 1;

/** The value in collection "kubelet/pressure", by node and signal. */
interface Pressure extends ScriptedPressure {
  /** Ticks. */
  readonly began: number;
  /** 0 = it goes on. */
  readonly ended: number;
  /** Tick of the last look that found the node short; 0 = none did, and the kubelet knows nothing of it. */
  readonly seen: number;
}

interface Look {
  readonly node: string;
  readonly signal: Signal;
  /** Of the pressure that is meant. */
  readonly began: number;
  readonly due: number;
}

export class Pressures {
  private readonly all: Collection<Pressure>;
  private readonly look: Handler<Look>;

  constructor(
    private readonly shared: Shared,
    private readonly end: (pod: RuntimePod, fate: Fate, grace: number) => void,
  ) {
    this.all = shared.deps.world.collection('kubelet/pressure');
    this.look = shared.timers.handler(
      'kubelet eviction',
      (look) => {
        this.onLook(look);
      },
      'machine',
    );
  }

  /** Within a pop that has its event. */
  begin(script: ScriptedPressure): void {
    const { now } = this.shared.deps.world;
    const before = this.all.get(keyOf(script));
    // What an earlier one left behind stands on.
    const seen = before === undefined || this.isPast(before) ? 0 : before.seen;
    this.all.set(keyOf(script), { ...script, began: now, ended: 0, seen });
    this.lookLater(script, now);
  }

  isStanding(node: string, signal: Signal): boolean {
    return this.all.get(keyOf({ node, signal }))?.ended === 0;
  }

  /** Within a pop that has its event. */
  relieve(node: string, signal: Signal): void {
    const known = this.all.get(keyOf({ node, signal }));
    if (known?.ended === 0) this.all.set(keyOf(known), { ...known, ended: this.shared.deps.world.now });
  }

  private lookLater({ node, signal }: { readonly node: string; readonly signal: Signal }, began: number): void {
    const period = secondsOf(this.shared, LOOK_SECONDS);
    const { now } = this.shared.deps.world;
    const delay = period - ((now + (hashOf(node) % period)) % period);
    const data = { node, signal, began, due: now + delay };
    // The kubelet's own beat; what comes of it is work again.
    this.shared.timers.after(delay, this.look, data, { periodic: false, waiting: true });
  }

  private onLook({ node, signal, began }: Look): void {
    const known = this.all.get(keyOf({ node, signal }));
    if (known?.began !== began || !this.shared.nodes.agents.has(node)) return;
    if (known.ended === 0) this.press(known);
    else if (known.seen === 0) return;
    else {
      const lasts = !this.isOver(known) || this.isPressed(node, signal);
      const isSaid = this.isTold(node, signal) === lasts;
      // What was sent may have been lost: it is said until it stands (nodeStatusUpdateFrequency, 10 s).
      if (!isSaid) this.tell(node, signal, lasts);
      if (!isSaid || !this.isOver(known)) this.lookLater(known, began);
    }
  }

  /** nodeConditionsObservedSince: counted from the last look that found it. */
  private isOver({ seen }: Pressure): boolean {
    return this.shared.deps.world.now - seen >= secondsOf(this.shared, TRANSITION_SECONDS);
  }

  /** Another signal of the same condition holds it up. */
  private isPressed(node: string, signal: Signal): boolean {
    const type = conditionOf(signal);
    return [...this.all.entries()].some(
      ([, one]) => one.node === node && one.signal !== signal && conditionOf(one.signal) === type && !this.isPast(one),
    );
  }

  /** Or never found. */
  private isPast(pressure: Pressure): boolean {
    return pressure.seen === 0 || (pressure.ended !== 0 && this.isOver(pressure));
  }

  private press(pressure: Pressure): void {
    const { node, signal, began } = pressure;
    const { world } = this.shared.deps;
    this.all.set(keyOf(pressure), { ...pressure, seen: world.now });
    if (!this.isTold(node, signal)) this.tell(node, signal, true);
    this.lookLater(pressure, began);
    const pods = this.shared.runtime.on(node).filter(({ stage }) => stage === 'up');
    if (this.isUsedUp(pressure, pods)) {
      world.emit(EVENT['fault.ended'], { subject: node, detail: `fillDisk ${signal}` });
      this.relieve(node, signal);
      return;
    }
    const [first] = rank(
      pods.map(({ object }) => object),
      signal,
      pressure.usage ?? {},
    );
    const victim = pods.find(({ object }) => object === first);
    if (victim !== undefined) {
      this.evict(victim, pressure);
      return;
    }
    const detail = resourceOf(signal);
    world.emit(EVENT['kubelet.short'], { subject: `kubelet ${node}`, object: `Node/${node}`, detail });
  }

  /** All that were said to use it are gone: nothing uses it any more. */
  private isUsedUp({ usage = {} }: Pressure, pods: readonly RuntimePod[]): boolean {
    const named = Object.keys(usage).length > 0;
    return named && !pods.some(({ object }) => usageOf(object, usage) !== undefined);
  }

  private evict(pod: RuntimePod, { signal, node, usage = {}, available }: Pressure): void {
    const { reports, nodes } = this.shared;
    emit(this.shared, 'kubelet.evicting', pod, resourceOf(signal));
    const about = { usage, node: nodes.machine(node), ...(available === undefined ? {} : { available }) };
    const message = evictionMessage(pod.object, signal, about);
    reports.event(pod, { reason: 'Evicted', message, warning: true });
    this.end(pod, { reason: 'Evicted', message, disruption: 'TerminationByKubelet' }, GRACE_SECONDS);
  }

  // --- the Node ---

  /** Conditions that keep Pods out, in upstream's order. */
  conditions(node: string): readonly string[] {
    const standing = [...this.all.entries()].filter(([, one]) => one.node === node && !this.isPast(one));
    return [...new Set(standing.map(([, { signal }]) => conditionOf(signal)))].sort((a, b) => (a < b ? -1 : 1));
  }

  private isTold(node: string, signal: Signal): boolean {
    const type = conditionOf(signal);
    const conditions = this.shared.nodes.machine(node)?.status?.conditions ?? [];
    return conditions.some((condition) => condition.type === type && condition.status === 'True');
  }

  private tell(node: string, signal: Signal, pressed: boolean): void {
    const { nodes, deps } = this.shared;
    const { world, apiServer } = deps;
    const sender = { world, apiServer, nodes };
    if (pressed) {
      const message = `Attempting to reclaim ${resourceOf(signal)}`;
      tellOfNode(sender, node, { reason: 'EvictionThresholdMet', message, warning: true }, 0);
    }
    const [condition, reason] = pressureCondition(conditionOf(signal), pressed);
    const now = apiServer.timestamp();
    nodes.client(node).send({
      verb: 'patch',
      resource: 'nodes',
      name: node,
      subresource: 'status',
      patchType: 'strategic',
      body: { status: { conditions: [{ ...condition, lastHeartbeatTime: now, lastTransitionTime: now }] } },
    });
    tellOfNode(sender, node, { reason, message: statusIsNow(node, reason) }, 1);
  }
}

const keyOf = ({ node, signal }: { readonly node: string; readonly signal: Signal }): string => `${node} ${signal}`;
