/** Adapter for short histories of one object: requests at given seconds, answers, and what an unfiltered watcher sees. */
import {
  createApiServer,
  type ApiClient,
  type ApiRequest,
  type ApiResponse,
  type ApiServer,
  type Reply,
  type WatchDelivery,
} from '../../components/apiserver/apiserver.ts';
import { createWorld, type World } from '../../kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../model/events.ts';
import { DEFAULT_LATENCIES } from '../../model/latencies.ts';
import type { KubeObject } from '../../model/objects.ts';
import { resourceOfKind } from '../../model/resources.ts';
import { parseTime } from '../../model/time.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter, Row, RowStep } from '../types.ts';

const SECOND = 1_000_000;
const NAMESPACE = 'default';
/** A row's finalizers are words; the api-server wants qualified names. */
const DOMAIN = 'example.com/';

type Fields = Readonly<Record<string, unknown>>;

interface GivenObject extends Fields {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly rv: number;
  readonly finalizers?: readonly string[];
}

interface Step extends RowStep {
  readonly op: 'update' | 'updateStatus' | 'delete' | 'bind';
  readonly name: string;
  readonly at?: number;
  readonly rv?: number;
  readonly set?: Fields;
  readonly node?: string;
  readonly gracePeriodSeconds?: number;
  readonly preconditionUID?: string;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
}

const qualified = (finalizers: unknown): readonly string[] =>
  (Array.isArray(finalizers) ? (finalizers as string[]) : []).map((word) => `${DOMAIN}${word}`);

/** What a row leaves out, so that the object is one that the api-server takes. */
function objectOf(given: GivenObject): KubeObject {
  const { kind, name, uid, rv, generation, finalizers } = given;
  const info = resourceOfKind(kind);
  const metadata = {
    name,
    namespace: NAMESPACE,
    uid,
    resourceVersion: String(rv),
    creationTimestamp: '1970-01-01T00:00:00Z',
    ...(typeof generation === 'number' ? { generation } : {}),
    ...(finalizers === undefined || finalizers.length === 0 ? {} : { finalizers: qualified(finalizers) }),
  };
  return { apiVersion: info?.apiVersion ?? 'v1', kind, metadata, ...contentOf(given) };
}

const TEMPLATE = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Always' },
};
const WORKLOAD = { selector: { matchLabels: { app: 'a' } }, template: TEMPLATE };

function contentOf(given: GivenObject): Fields {
  const { kind, spec, status, data, nodeName, terminationGracePeriodSeconds, phase } = given;
  if (kind === 'ConfigMap') return data === undefined ? {} : { data: dataOf(data) };
  if (kind !== 'Pod') return { spec: { ...WORKLOAD, ...(spec as Fields | undefined) }, status: status ?? {} };
  const placed = nodeName === '' ? {} : { nodeName };
  return {
    spec: { containers: [{ name: 'c', image: 'i' }], terminationGracePeriodSeconds, ...placed },
    status: { phase },
  };
}

const dataOf = (value: unknown): Fields => ({ value: String(value) });

/** The object as it stands, with what the step sets. */
function changed(object: KubeObject, { rv, set = {} }: Step): KubeObject {
  const { data, finalizers, labels, spec, status } = set;
  const metadata: Record<string, unknown> = { ...object.metadata, resourceVersion: String(rv) };
  if (finalizers !== undefined) metadata['finalizers'] = qualified(finalizers);
  if (labels !== undefined) metadata['labels'] = labels;
  if ('deletionTimestamp' in set) delete metadata['deletionTimestamp'];
  return {
    ...object,
    metadata: metadata as unknown as KubeObject['metadata'],
    ...(data === undefined ? {} : { data: dataOf(data) }),
    ...(spec === undefined ? {} : { spec: { ...(object.spec as Fields), ...(spec as Fields) } }),
    ...(status === undefined ? {} : { status: { ...(object.status as Fields | undefined), ...(status as Fields) } }),
  };
}

class Scene {
  private readonly world: World;
  private readonly server: ApiServer;
  private readonly client: ApiClient;
  private readonly events: unknown[] = [];
  private answer: ApiResponse | undefined;
  private readonly send;

  constructor(
    version: KubernetesVersion,
    private readonly objects: readonly GivenObject[],
    private readonly revision: number,
  ) {
    this.world = createWorld({ seed: 1, ticksPerSecond: SECOND, kinds: EVENT_KIND_NAMES, lanes: LANES });
    const unknownKinds = new Set(['Namespace']);
    const deps = { world: this.world, version, latencies: DEFAULT_LATENCIES, epochMicros: 0, unknownKinds };
    this.server = createApiServer(deps);
    for (const object of objects) this.server.seed(objectOf(object));
    if (this.server.revision < revision) this.server.seed(mark(revision));
    this.client = this.server.connect('tester', LANE.clients);
    const reply = this.world.handler<Reply<number>>('reply', ({ response }) => {
      this.answer = response;
    });
    this.send = this.world.handler<ApiRequest>('send', (request) => {
      this.client.send(request, reply, 0);
    });
    this.watch();
    this.world.begin();
  }

  private watch(): void {
    const deliver = this.world.handler<WatchDelivery>('watch', ({ id, event }) => {
      this.events.push(eventOf(event.type, event.object, event.revision));
      this.world.emit(EVENT['watch.delivered'], { subject: id, detail: event.type, number: event.revision });
    });
    for (const kind of new Set(this.objects.map((object) => object.kind))) {
      const resource = resourceOfKind(kind)?.resource ?? '';
      this.client.watch(`tester ${resource}`, { resource, fromRevision: this.revision }, deliver);
    }
  }

  private keyOf(name: string): string {
    return `${this.objects.find((object) => object.name === name)?.kind ?? 'Pod'}/${NAMESPACE}/${name}`;
  }

  run(step: Step): unknown {
    const wait = step.at === undefined ? 0 : Math.max(0, step.at * SECOND - this.world.now);
    this.world.after(wait, LANE.clients, this.send, this.requestOf(step));
    while (this.world.pendingWork > 0) this.world.advance(1);
    const { code, object, status } = this.answer ?? { code: 0 };
    const stored = object?.metadata.resourceVersion ?? this.server.get(this.keyOf(step.name))?.metadata.resourceVersion;
    return { code, reason: status?.reason, rv: status === undefined ? Number(stored) : undefined };
  }

  private requestOf(step: Step): ApiRequest {
    const { name, node = '', op } = step;
    const key = this.keyOf(name);
    const resource = resourceOfKind(key.slice(0, key.indexOf('/')))?.resource ?? '';
    const place = { resource, namespace: NAMESPACE, name };
    if (op === 'delete') return { verb: 'delete', ...place, options: deleteOptions(step) };
    if (op === 'bind') {
      const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target: { kind: 'Node', name: node } };
      return { verb: 'create', ...place, subresource: 'binding', body };
    }
    const object = this.server.get(key);
    const body = object === undefined ? {} : changed(object, step);
    return { verb: 'update', ...place, ...(op === 'updateStatus' ? { subresource: 'status' as const } : {}), body };
  }

  seen(): { readonly events: readonly unknown[]; readonly remaining: readonly string[] } {
    const left = this.objects.filter(({ name }) => this.server.get(this.keyOf(name)) !== undefined);
    return { events: this.events, remaining: left.map(({ name }) => name).sort() };
  }
}

function deleteOptions(step: Step): NonNullable<ApiRequest['options']> {
  const { gracePeriodSeconds, preconditionUID, propagationPolicy } = step;
  return {
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(preconditionUID === undefined ? {} : { preconditions: { uid: preconditionUID } }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
  };
}

const mark = (revision: number): KubeObject => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'revision', namespace: 'kube-node-lease', resourceVersion: String(revision) },
});

function eventOf(type: string, object: KubeObject, rv: number): unknown {
  const { deletionTimestamp, deletionGracePeriodSeconds, generation, finalizers } = object.metadata;
  const spec = object.spec as Fields | undefined;
  return {
    type,
    rv,
    deletionTimestamp: deletionTimestamp === undefined ? undefined : (parseTime(deletionTimestamp) ?? 0) / SECOND,
    deletionGracePeriodSeconds,
    generation,
    finalizers: finalizers?.map((name) => (name.startsWith(DOMAIN) ? name.slice(DOMAIN.length) : name)),
    nodeName: spec?.['nodeName'],
    spec,
    status: object.status,
  };
}

export const handApiServer: Adapter = {
  source: 'client-go-hand',
  kind: 'apiserver',
  run(row: Row, version) {
    const { objects, rv } = row.given as { readonly objects: readonly GivenObject[]; readonly rv: number };
    const scene = new Scene(version, objects, rv);
    const results = (row.steps ?? []).map((step) => scene.run(step as Step));
    return { results, ...scene.seen() };
  },
};
