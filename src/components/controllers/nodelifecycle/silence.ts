/**
 * How long a Node has been silent, and at which look that is of interest: the times of monitorNodeHealth and tryUpdateNodeHealth
 * of pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.37). Reads, and changes nothing.
 */
import type { Collection, World } from '../../../kernel/kernel.ts';
import { DEFAULT_FLAGS } from '../../../model/flags.ts';
import type { Node } from '../../../model/objects.ts';
import { parseTime } from '../../../model/time.ts';
import type { ControllerDeps } from '../controllers.ts';
import { isUnresponsive, lastHeard, MONITOR_SECONDS, STARTUP_GRACE_SECONDS } from './health.ts';
import { readyStatus } from './taints.ts';

/** A Node the controller has heard of: the value in collection "controllers/nodelifecycle/known". */
export interface Known {
  /** Tick from which its silence counts. */
  readonly since: number;
  readonly registered: boolean;
  readonly uid: string;
}

/** Each look begins a little later than five seconds after the one before it, so the tenth is past fifty. */
const DRIFT_SECONDS = 0.001;
/** While all is well, Leases are not looked at more often than this. */
const CALM_SECONDS = 20;
/** From here on a Node is worth waiting for: it has missed a renewal. */
const SILENT_SECONDS = 15;

export class Silence {
  private readonly world: World;
  private readonly second: number;
  /** Seconds. */
  private readonly grace: number;

  constructor(
    private readonly deps: ControllerDeps,
    private readonly known: Collection<Known>,
  ) {
    this.world = deps.world;
    this.second = this.world.options.ticksPerSecond;
    this.grace = (deps.flags ?? DEFAULT_FLAGS).nodeMonitorGracePeriod;
  }

  /** Ticks. */
  untilLook(): number {
    return this.lookAfter(this.world.now) - this.world.now;
  }

  private lookAfter(tick: number): number {
    const period = MONITOR_SECONDS * this.second;
    return (Math.floor(tick / period) + 1) * period;
  }

  /** Tick of the look at which the Node is next of interest; undefined where it is given up already. */
  nextLookAt(node: Node): number | undefined {
    if (readyStatus(node) === 'Unknown') return undefined;
    const { now } = this.world;
    const probe = this.probeOf(node);
    const period = MONITOR_SECONDS * this.second;
    const calm = now - (now % period) + CALM_SECONDS * this.second;
    const due = Math.ceil((probe + this.graceOf(node) * this.second) / period) * period;
    return Math.max(Math.min(calm, due), this.lookAfter(now));
  }

  isSilent(node: Node): boolean {
    return readyStatus(node) !== 'Unknown' && this.world.now - this.probeOf(node) > SILENT_SECONDS * this.second;
  }

  private graceOf(node: Node): number {
    return readyStatus(node) === undefined ? STARTUP_GRACE_SECONDS : this.grace;
  }

  isLapsed(node: Node): boolean {
    if (readyStatus(node) === 'Unknown') return false;
    const now = this.world.now / this.second + DRIFT_SECONDS;
    return isUnresponsive(this.probeOf(node) / this.second, now, this.graceOf(node));
  }

  /** Tick of the look that found its last sign of life. */
  private probeOf(node: Node): number {
    const { apiServer, latencies, world } = this.deps;
    const { name, creationTimestamp } = node.metadata;
    const tickOf = (micros: number): number => Math.round(((micros - apiServer.epochMicros) * this.second) / 1e6);
    const since = this.known.get(name)?.since ?? 0;
    const nowMicros = apiServer.epochMicros + Math.floor((world.now * 1e6) / this.second);
    const heard = lastHeard(node, apiServer.get(`Lease/kube-node-lease/${name}`), nowMicros);
    if (heard === undefined && readyStatus(node) === undefined) {
      const created = parseTime(creationTimestamp ?? '');
      return created === undefined ? since : Math.max(since, tickOf(created));
    }
    const underWay = latencies.request + latencies.commit + latencies.watch;
    const fresh = heard === undefined ? since : Math.max(since, tickOf(heard) + underWay);
    return fresh === 0 ? 0 : Math.min(this.lookAfter(fresh - 1), world.now);
  }
}
