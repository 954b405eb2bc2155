/** A world with an api-server and one client that keeps what it is told. */
import {
  createApiServer,
  type ApiClient,
  type ApiRequest,
  type ApiResponse,
  type ApiServer,
  type Reply,
  type WatchDelivery,
  type WatchSpec,
} from '../../../src/components/apiserver/apiserver.ts';
import { createWorld, type Handler, type World } from '../../../src/kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { DEFAULT_LATENCIES } from '../../../src/model/latencies.ts';
import type { KubeObject } from '../../../src/model/objects.ts';
import { parseTime } from '../../../src/model/time.ts';
import type { KubernetesVersion } from '../../../src/model/versions.ts';

export const EPOCH = '2026-02-01T00:00:00Z';

export interface Rig {
  readonly world: World;
  readonly api: ApiServer;
  readonly client: ApiClient;
  /** Answers in the order in which they came; not part of the world. */
  readonly answers: ApiResponse[];
  /** "WATCH TYPE Kind/ns/name revision", in order of delivery. */
  readonly seen: string[];
  readonly reply: Handler<Reply<number>>;
  readonly deliver: Handler<WatchDelivery>;
  /** Sends, runs to the end, and gives the answer. */
  ask: (request: ApiRequest) => ApiResponse;
  /** Opens a watch, in a pop of its own. */
  watch: (id: string, spec: WatchSpec) => void;
  unwatch: (id: string) => void;
  /** Begins or ends a fault, in a pop of its own. */
  fault: (act: (api: ApiServer) => void) => void;
  /** Runs until nothing but periodic work is left. */
  settle: () => void;
  /** Lets virtual time pass. */
  sleep: (seconds: number) => void;
  /** One text an event, from `step` on (1 = all). */
  lines: (step?: number) => string[];
}

export interface RigOptions {
  readonly version?: KubernetesVersion;
  readonly objects?: readonly KubeObject[];
  readonly unknownKinds?: ReadonlySet<string>;
  readonly compactionSeconds?: number;
  /** What is sent and watched before the world begins. */
  readonly setUp?: (rig: Pick<Rig, 'client' | 'reply' | 'deliver'>) => void;
}

export function rig({
  version = '1.35',
  objects = [],
  unknownKinds,
  compactionSeconds,
  setUp = () => undefined,
}: RigOptions = {}): Rig {
  const world = createWorld({
    seed: 7,
    ticksPerSecond: 1_000_000,
    kinds: EVENT_KIND_NAMES,
    lanes: LANES,
    checks: true,
    checkpointEvery: 64,
  });
  const api = createApiServer({
    world,
    version,
    latencies: DEFAULT_LATENCIES,
    epochMicros: parseTime(EPOCH) ?? 0,
    ...(unknownKinds === undefined ? {} : { unknownKinds }),
    ...(compactionSeconds === undefined ? {} : { compactionSeconds }),
  });
  for (const object of objects) api.seed(object);
  const answers: ApiResponse[] = [];
  const seen: string[] = [];
  const reply = world.handler<Reply<number>>('test reply', ({ response }) => {
    answers.push(response);
  });
  const deliver = world.handler<WatchDelivery>('test watch', ({ id, event }) => {
    const { kind, metadata } = event.object;
    const key = [kind, metadata.namespace, metadata.name].filter((part) => part !== undefined).join('/');
    const code = (event.object.status as { readonly code?: number } | undefined)?.code;
    seen.push(event.type === 'CLOSED' ? `${id} CLOSED ${code}` : `${id} ${event.type} ${key} ${event.revision}`);
    world.emit(EVENT['watch.delivered'], { subject: id, object: key, detail: event.type, number: event.revision });
  });
  const tick = world.handler<number>('test sleep', () => {
    world.emit(EVENT['lease.due'], { subject: 'test' });
  });
  const client = api.connect('tester', LANE.clients);
  const openWatch = world.handler<{ id: string; spec: WatchSpec | 0 }>('test opens a watch', ({ id, spec }) => {
    if (spec === 0) client.unwatch(id);
    else client.watch(id, spec, deliver);
    world.emit(EVENT['sync.started'], { subject: 'tester', object: id });
  });
  let act: (api: ApiServer) => void = () => undefined;
  const faulted = world.handler<number>('test fault', () => {
    act(api);
    world.emit(EVENT['lease.due'], { subject: 'fault' });
  });
  const settle = (): void => {
    while (world.pendingWork > 0) world.advance(1);
  };
  setUp({ client, reply, deliver });
  world.begin();
  const ask = (request: ApiRequest): ApiResponse => {
    client.send(request, reply, 0);
    settle();
    const answer = answers.at(-1);
    if (answer === undefined) throw new Error('no answer');
    return answer;
  };
  return {
    world,
    api,
    client,
    answers,
    seen,
    reply,
    deliver,
    ask,
    watch: (id, spec) => {
      world.after(0, LANE.clients, openWatch, { id, spec });
      world.advance(1);
    },
    unwatch: (id) => {
      world.after(0, LANE.clients, openWatch, { id, spec: 0 });
      world.advance(1);
    },
    fault: (next) => {
      act = next;
      world.after(0, LANE.clients, faulted, 0);
      world.advance(1);
    },
    settle,
    sleep: (seconds) => {
      world.after(seconds * 1_000_000, LANE.clients, tick, 0);
      settle();
    },
    lines: (step = 1) => linesOf(world, step),
  };
}

function linesOf({ trace }: World, from: number): string[] {
  const lines: string[] = [];
  for (let step = from; step <= trace.length; step++) {
    const kind = EVENT_KIND_NAMES[trace.kind(step)] ?? '';
    lines.push([kind, trace.subject(step), trace.object(step), trace.detail(step), trace.number(step)].join(' | '));
  }
  return lines;
}

export const container = { name: 'app', image: 'nginx:1.27' };

export const podBody = (name: string, spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: { containers: [container], ...spec },
});

export const createPod = (name: string, spec: object = {}, metadata: object = {}): ApiRequest => ({
  verb: 'create',
  resource: 'pods',
  namespace: 'default',
  body: podBody(name, spec, metadata),
});

export const bindPod = (name: string, node: string, metadata: object = {}): ApiRequest => ({
  verb: 'create',
  resource: 'pods',
  namespace: 'default',
  name,
  subresource: 'binding',
  body: { apiVersion: 'v1', kind: 'Binding', metadata: { name, ...metadata }, target: { kind: 'Node', name: node } },
});

export const createMap = (name: string, data: object = {}, metadata: object = {}): ApiRequest => ({
  verb: 'create',
  resource: 'configmaps',
  namespace: 'default',
  body: { metadata: { name, ...metadata }, data },
});

export const patchMap = (name: string, body: object): ApiRequest => ({
  verb: 'patch',
  resource: 'configmaps',
  namespace: 'default',
  name,
  patchType: 'merge',
  body,
});

export const deletePod = (name: string, options: ApiRequest['options'] = {}): ApiRequest => ({
  verb: 'delete',
  resource: 'pods',
  namespace: 'default',
  name,
  options,
});

export function must(object: KubeObject | undefined): KubeObject {
  if (object === undefined) throw new Error('no object');
  return object;
}
