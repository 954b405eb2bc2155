/**
 * A node's heartbeat: component-helpers/apimachinery/lease and pkg/kubelet/kubelet_node_status.go (v1.37). The Lease is renewed
 * every 10 s (jitter left out: each node has a phase of its own), the Node's status looked at as often and written every
 * 5 min, or when it is not what the kubelet says: when it has just joined, and when others have given it up.
 */
import type { Handler, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { Condition, KubeObject, Node } from '../../model/objects.ts';
import type { ApiServer, Reply } from '../apiserver/apiserver.ts';
import { statusIsNow, tellOfNode } from './joining.ts';
import { hashOf, type Nodes } from './nodes.ts';
import type { Timers } from './timers.ts';

const NAMESPACE = 'kube-node-lease';
const RENEW_SECONDS = 10;
const LEASE_SECONDS = 40;
/** One in so many renewals is followed by a status: 5 min. */
const STATUS_EVERY = 30;
/** A kubelet that has just started reports Ready this much later (recorded: about 1 s). */
const READY_AFTER_SECONDS = 1;

interface Beat {
  readonly node: string;
  /** Counts renewals. */
  readonly count: number;
  /** Tick. */
  readonly due: number;
}

export class Leases {
  private readonly due: Handler<Beat>;
  private readonly joined: Handler<{ readonly node: string }>;
  private readonly untold: Handler<Reply<{ readonly node: string }>>;
  private readonly second: number;

  constructor(
    private readonly world: World,
    private readonly apiServer: ApiServer,
    private readonly nodes: Nodes,
    private readonly timers: Timers,
  ) {
    this.second = world.options.ticksPerSecond;
    this.due = timers.handler('kubelet lease', (beat) => {
      this.onDue(beat);
    });
    this.untold = world.handler('kubelet node status failed', ({ context }) => {
      this.readySoon(context.node, RENEW_SECONDS);
    });
    this.joined = timers.handler('kubelet joined', ({ node }) => {
      this.reportReady(node);
    });
  }

  /** @param fresh the Node came while the world runs: its first Lease is written at once */
  start(node: string, fresh: boolean): void {
    const period = RENEW_SECONDS * this.second;
    const phase = hashOf(node) % period;
    // Not all at once, neither the renewals nor, later, the statuses.
    const count = hashOf(`${node} status`) % 2;
    this.schedule(fresh ? 0 : phase, { node, count });
    const machine = this.nodes.machine(node);
    // An observed Node that says it is not ready stays so: its trouble is unknown.
    if (!isReady(machine) && (fresh || !hasReady(machine))) {
      this.readySoon(node, READY_AFTER_SECONDS);
    }
  }

  /** The process is another one. */
  restart(node: string): void {
    this.schedule(READY_AFTER_SECONDS * this.second, { node, count: 0 });
  }

  /** What nobody answered is said again with the next sync of the status (nodeStatusUpdateFrequency, 10 s). */
  private readySoon(node: string, seconds: number): void {
    this.timers.after(seconds * this.second, this.joined, { node }, { periodic: false });
  }

  /** @param periodic false: something will have to be said */
  private schedule(delay: number, beat: Omit<Beat, 'due'>, periodic = true): void {
    this.timers.after(delay, this.due, { ...beat, due: this.world.now + delay }, { periodic });
  }

  private onDue({ node, count, due }: Beat): void {
    if (!this.nodes.agents.has(node)) return;
    this.world.emit(EVENT['lease.due'], { subject: `kubelet ${node}`, object: `Lease/${NAMESPACE}/${node}` });
    this.renew(node);
    const givenUp = isGivenUp(this.nodes.machine(node));
    // A process that was stopped looks at the Node as it knew it: only the next look finds what has become of it.
    const late = this.world.now > due;
    if (givenUp && !late) this.reportReady(node);
    else if (count > 0 && count % STATUS_EVERY === 0) this.reportHeartbeat(node);
    this.schedule(RENEW_SECONDS * this.second, { node, count: count + 1 }, !(givenUp && late));
  }

  /** The kubelet alone writes its Lease, so what is stored is what its last answer said. */
  private renew(node: string): void {
    const stored = this.apiServer.get(`Lease/${NAMESPACE}/${node}`);
    const spec = {
      holderIdentity: node,
      leaseDurationSeconds: LEASE_SECONDS,
      renewTime: this.apiServer.microTimestamp(),
    };
    const client = this.nodes.client(node);
    const request = { resource: 'leases', namespace: NAMESPACE } as const;
    if (stored === undefined) client.send({ ...request, verb: 'create', body: this.firstLease(node, spec) });
    else
      client.send({
        ...request,
        verb: 'update',
        name: node,
        body: { ...stored, spec: { ...leaseSpec(stored), ...spec } },
      });
  }

  private firstLease(node: string, spec: object): KubeObject {
    const uid = this.nodes.machine(node)?.metadata.uid;
    const ownerReferences = uid === undefined ? [] : [{ apiVersion: 'v1', kind: 'Node', name: node, uid }];
    return {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: node, namespace: NAMESPACE, ...(ownerReferences.length === 0 ? {} : { ownerReferences }) },
      spec,
    };
  }

  // --- the Node's status ---

  private reportHeartbeat(node: string): void {
    const now = this.apiServer.timestamp();
    const conditions = (this.nodes.machine(node)?.status?.conditions ?? [])
      .filter(({ type }) => KUBELET_CONDITIONS.some((own) => own.type === type))
      .map(({ type }) => ({ type, lastHeartbeatTime: now }));
    if (conditions.length > 0) this.patchStatus(node, conditions);
  }

  /** In silence: the patch is an event of its own. */
  private reportReady(node: string): void {
    const machine = this.nodes.machine(node);
    if (!this.nodes.agents.has(node) || machine === undefined || isReady(machine)) return;
    const now = this.apiServer.timestamp();
    const times = { lastHeartbeatTime: now, lastTransitionTime: now };
    this.patchStatus(
      node,
      KUBELET_CONDITIONS.map((condition) => ({ ...condition, ...times })),
    );
    const { world, apiServer, nodes } = this;
    const reasons = [...SUFFICIENT].filter(([type]) => isUnknown(machine, type)).map(([, reason]) => reason);
    for (const [i, reason] of [...reasons, 'NodeReady'].entries()) {
      tellOfNode({ world, apiServer, nodes }, node, { reason, message: statusIsNow(node, reason) }, i);
    }
  }

  private patchStatus(node: string, conditions: readonly object[]): void {
    const request = {
      verb: 'patch',
      resource: 'nodes',
      name: node,
      subresource: 'status',
      patchType: 'strategic',
      body: { status: { conditions } },
    } as const;
    this.nodes.client(node).sendAndForget(request, this.untold, { node });
  }
}

const leaseSpec = ({ spec }: KubeObject): object => (typeof spec === 'object' && spec !== null ? spec : {});

const hasReady = (node: Node | undefined): boolean =>
  node?.status?.conditions?.some(({ type }) => type === 'Ready') === true;

export const isReady = (node: Node | undefined): boolean =>
  node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;

const isUnknown = (node: Node, type: string): boolean =>
  node.status?.conditions?.some((condition) => condition.type === type && condition.status === 'Unknown') === true;

/** The node lifecycle controller has said that nothing is heard of it. */
const isGivenUp = (node: Node | undefined): boolean => node !== undefined && isUnknown(node, 'Ready');

/** What is told when a condition is found to be all right again. */
const SUFFICIENT: ReadonlyMap<string, string> = new Map([
  ['MemoryPressure', 'NodeHasSufficientMemory'],
  ['DiskPressure', 'NodeHasNoDiskPressure'],
  ['PIDPressure', 'NodeHasSufficientPID'],
]);

const fine = (type: string, reason: string, message: string): Condition => ({ type, status: 'False', reason, message });

const KUBELET_CONDITIONS: readonly Condition[] = [
  fine('MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
  fine('DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
  fine('PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
  { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
];
