/** What each kubelet knows of its own machine: connection, addresses, images, the queue of its serial image puller. */
import { compareBytes, type Collection, type World } from '../../kernel/kernel.ts';
import { LANE } from '../../model/events.ts';
import type { Node } from '../../model/objects.ts';
import type { ApiClient, ApiServer } from '../apiserver/apiserver.ts';

/** An image that a container waits for. */
export interface Pull {
  readonly uid: string;
  readonly container: string;
  readonly image: string;
}

/** A running kubelet: the value in collection "kubelet/nodes", keyed by the node's name. */
export interface Agent {
  /** Order in which the kubelets came: picks the node's Pod network where the Node names none. */
  readonly index: number;
  /** Addresses given out so far. */
  readonly addresses: number;
  /** The image puller's line; its head is being pulled. */
  readonly pulls: readonly Pull[];
}

/** 32-bit FNV-1a: spreads the phases of kubelets' timers. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const FIRST_HOST = 2;
const HOSTS = 253;

export class Nodes {
  readonly agents: Collection<Agent>;
  private readonly pulled: Collection<number>;
  /** Connections hold no state of their own. */
  private readonly clients = new Map<string, ApiClient>();
  /** Derived: one above the highest of `agents`; undefined = look. */
  private nextIndex: number | undefined;

  constructor(
    private readonly world: World,
    private readonly apiServer: ApiServer,
    private readonly pleg: number,
  ) {
    this.agents = world.collection('kubelet/nodes');
    this.pulled = world.collection('kubelet/images');
    world.onRestore('kubelet networks', () => {
      this.nextIndex = undefined;
    });
  }

  start(node: string): void {
    if (this.agents.has(node)) return;
    const index = this.nextIndex ?? this.freeIndex();
    this.agents.set(node, { index, addresses: 0, pulls: [] });
    this.nextIndex = index + 1;
  }

  /** Above those of all that are there: a Node that went away leaves a gap, and no two have one network. */
  private freeIndex(): number {
    let highest = -1;
    for (const [, { index }] of this.agents.entries()) highest = Math.max(highest, index);
    return highest + 1;
  }

  stop(node: string): void {
    this.agents.delete(node);
    this.nextIndex = undefined;
  }

  client(node: string): ApiClient {
    let client = this.clients.get(node);
    if (client === undefined) {
      client = this.apiServer.connect(`kubelet ${node}`, LANE.kubelets);
      this.clients.set(node, client);
    }
    return client;
  }

  /** The machine's own facts, which its kubelet needs no watch to know. */
  machine(node: string): Node | undefined {
    return this.apiServer.get(`Node/${node}`) as Node | undefined;
  }

  hostIP(node: string): string | undefined {
    const addresses = this.machine(node)?.status?.['addresses'];
    if (!Array.isArray(addresses)) return undefined;
    const internal = (addresses as readonly { readonly type: string; readonly address: string }[]).find(
      ({ type }) => type === 'InternalIP',
    );
    return internal?.address;
  }

  /** Takes the next free address of the node's Pod network. @param taken addresses in use on it */
  nextPodIP(node: string, taken: ReadonlySet<string>): string {
    const agent = this.agents.get(node) ?? { index: 0, addresses: 0, pulls: [] };
    const prefix = this.networkOf(node, agent.index);
    let { addresses } = agent;
    let ip: string;
    do ip = `${prefix}.${FIRST_HOST + (addresses++ % HOSTS)}`;
    while (taken.has(ip) && addresses - agent.addresses < HOSTS);
    this.agents.set(node, { ...agent, addresses });
    return ip;
  }

  /** First three numbers of its addresses: of spec.podCIDR, or 10.244.0 for the first node, and so on. */
  private networkOf(node: string, index: number): string {
    const cidr = this.machine(node)?.spec?.['podCIDR'];
    const named = typeof cidr === 'string' ? /^(\d+\.\d+\.\d+)\.\d+\//.exec(cidr)?.[1] : undefined;
    return named ?? `10.${(244 + Math.floor(index / 256)) % 256}.${index % 256}`;
  }

  // --- images ---

  hasImage(node: string, image: string): boolean {
    if (this.pulled.has(`${node} ${image}`)) return true;
    const images = this.machine(node)?.status?.images ?? [];
    return images.some(({ names }) => names?.some((name) => name === image || name.endsWith(`/${image}`)) === true);
  }

  /** @returns whether the puller was free, so that this pull begins at once */
  queuePull(node: string, pull: Pull): boolean {
    const agent = this.agents.get(node);
    if (agent === undefined) return false;
    this.agents.set(node, { ...agent, pulls: [...agent.pulls, pull] });
    return agent.pulls.length === 0;
  }

  /** The head of the line is there, or cannot be had. @returns what waited behind it */
  finishPull(node: string, present: boolean): readonly Pull[] {
    const agent = this.agents.get(node);
    const [done, ...rest] = agent?.pulls ?? [];
    if (agent === undefined || done === undefined) return [];
    if (present) this.pulled.set(`${node} ${done.image}`, 1);
    this.agents.set(node, { ...agent, pulls: rest });
    return rest;
  }

  /** Takes those out of the line that need not wait any longer. */
  keepPulls(node: string, pulls: readonly Pull[]): void {
    const agent = this.agents.get(node);
    if (agent !== undefined) this.agents.set(node, { ...agent, pulls });
  }

  /** Ticks from now to the node's next relist of its runtime (PLEG); at least 1. */
  untilRelist(node: string): number {
    if (this.pleg <= 1) return 1;
    const phase = hashOf(node) % this.pleg;
    return this.pleg - ((this.world.now - phase + this.pleg) % this.pleg);
  }

  names(): readonly string[] {
    return [...this.agents.keys()].sort(compareBytes);
  }
}
