/**
 * A machine joins: its kubelet registers the Node with what it has (pkg/kubelet/kubelet_node_status.go, v1.37), not ready at
 * first; Ready follows once it has looked round (leases.ts). Left out: CSINode, images, certificates.
 */
import type { Handler, World } from '../../kernel/kernel.ts';
import { LANE } from '../../model/events.ts';
import { eventName, newEvent } from '../../model/event-objects.ts';
import type { Condition, KubeObject, Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { ApiServer, Reply } from '../apiserver/apiserver.ts';
import type { Nodes } from './nodes.ts';
import type { Shared } from './shared.ts';
import type { StaticPods } from './static-pods.ts';

/** A machine as a timeline describes it. */
export interface Machine {
  readonly name: string;
  readonly cores: number;
  readonly memoryMiB: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** Its own address. */
  readonly address?: string;
  /** First three numbers of its Pods' addresses, with a dot behind: "10.244.3." */
  readonly podPrefix?: string;
  /** Pods of its own files. */
  readonly staticPods?: readonly Pod[];
}

const MAX_PODS = 110;
/** Seconds between two tries to register. */
const FIRST_WAIT = 0.2;
const LONGEST_WAIT = 7;
/** What a kubelet says of itself when it registers: event reason by condition. */
const FINE: readonly (readonly [type: string, reason: string, message: string, event: string])[] = [
  [
    'MemoryPressure',
    'KubeletHasSufficientMemory',
    'kubelet has sufficient memory available',
    'NodeHasSufficientMemory',
  ],
  ['DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure', 'NodeHasNoDiskPressure'],
  ['PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available', 'NodeHasSufficientPID'],
];
const NOT_YET: Condition = {
  type: 'Ready',
  status: 'False',
  reason: 'KubeletNotReady',
  message: 'CSINode is not yet initialized',
};

/** Names of the events that are counted up once the Node is there. */
interface Registering {
  readonly node: string;
  readonly machine: Machine;
  /** Seconds to wait if nobody answers: doubled up to 7. */
  readonly wait: number;
  readonly events: readonly string[];
  readonly staticPods: readonly Pod[];
}

export class Joining {
  private readonly registered: Handler<Reply<Registering>>;
  private readonly again: Handler<Registering>;

  private readonly world: World;
  private readonly apiServer: ApiServer;
  private readonly nodes: Nodes;
  private readonly version: KubernetesVersion;

  constructor(
    { deps, nodes }: Shared,
    private readonly staticPods: StaticPods,
  ) {
    const { world, apiServer, version } = deps;
    this.world = world;
    this.apiServer = apiServer;
    this.version = version;
    this.nodes = nodes;
    this.registered = world.handler('kubelet registered', ({ response, context }: Reply<Registering>) => {
      if (response.code >= 500) this.tryAgain(context);
      if (response.code >= 300) return;
      this.countUp(context);
      this.staticPods.start(context.node, context.staticPods);
    });
    this.again = world.handler('kubelet register again', (context) => {
      this.register(context);
    });
  }

  /** BirthCry, and what a first look at the Node finds. In silence: each request is an event of its own. @returns names of Events */
  begin(name: string): readonly string[] {
    tellOfNode(this.sender, name, { reason: 'Starting', message: 'Starting kubelet.' }, 0);
    return FINE.map(([, , , reason], i) =>
      tellOfNode(this.sender, name, { reason, message: statusIsNow(name, reason) }, i + 1),
    );
  }

  /** In silence. */
  join(machine: Machine): void {
    const { name } = machine;
    const events = this.begin(name);
    this.register({ node: name, machine, events, staticPods: machine.staticPods ?? [], wait: FIRST_WAIT });
  }

  private register(context: Registering): void {
    const request = { verb: 'create', resource: 'nodes', body: this.nodeOf(context.machine) } as const;
    this.nodes.client(context.node).send(request, this.registered, context);
  }

  /** registerWithAPIServer: for ever. */
  private tryAgain(context: Registering): void {
    const delay = Math.round(context.wait * this.world.options.ticksPerSecond);
    const wait = Math.min(context.wait * 2, LONGEST_WAIT);
    this.world.after(delay, LANE.kubelets, this.again, { ...context, wait });
  }

  private get sender(): Sender {
    return { world: this.world, apiServer: this.apiServer, nodes: this.nodes };
  }

  private countUp({ node, events }: Registering): void {
    for (const name of events) {
      this.nodes.client(node).send({
        verb: 'patch',
        resource: 'events',
        namespace: 'default',
        name,
        patchType: 'strategic',
        body: { count: 2, lastTimestamp: this.apiServer.timestamp() },
      });
    }
  }

  private nodeOf({ name, cores, memoryMiB, labels, address, podPrefix }: Machine): object {
    const now = this.apiServer.timestamp();
    const times = { lastHeartbeatTime: now, lastTransitionTime: now };
    const resources = { cpu: String(cores), memory: memoryText(memoryMiB), pods: String(MAX_PODS) };
    const fine = FINE.map(([type, reason, message]) => ({ type, status: 'False', reason, message, ...times }));
    const addresses = [
      ...(address === undefined ? [] : [{ type: 'InternalIP', address }]),
      { type: 'Hostname', address: name },
    ];
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { ...PLATFORM, 'kubernetes.io/hostname': name, ...labels } },
      spec: podPrefix === undefined ? {} : { podCIDR: `${podPrefix}0/24` },
      status: {
        addresses,
        allocatable: resources,
        capacity: resources,
        conditions: [...fine, { ...NOT_YET, ...times }],
        nodeInfo: { architecture: 'amd64', kubeletVersion: `v${this.version}.0`, operatingSystem: 'linux' },
      },
    };
  }
}

const PLATFORM: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'amd64',
  'beta.kubernetes.io/os': 'linux',
  'kubernetes.io/arch': 'amd64',
  'kubernetes.io/os': 'linux',
};

const memoryText = (mebibytes: number): string =>
  mebibytes % 1024 === 0 ? `${String(mebibytes / 1024)}Gi` : `${String(mebibytes)}Mi`;

interface Sender {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly nodes: Nodes;
}

export const statusIsNow = (node: string, reason: string): string => `Node ${node} status is now: ${reason}`;

/** An Event of a kubelet about its own Node. @returns its name */
export function tellOfNode(
  { world, apiServer, nodes }: Sender,
  node: string,
  { reason, message, warning }: { readonly reason: string; readonly message: string; readonly warning?: true },
  count: number,
): string {
  const name = eventName(node, apiServer.epochMicros + world.now, count);
  const about: KubeObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: node } };
  const at = apiServer.timestamp();
  const body = newEvent({
    about,
    type: warning === true ? 'Warning' : 'Normal',
    reason,
    message,
    component: 'kubelet',
    host: node,
    name,
    at,
  });
  nodes.client(node).send({ verb: 'create', resource: 'events', namespace: 'default', body });
  return name;
}
