/** An informer on the real api-server, and a person who changes things; what the tests of its contract stand on. */
import { createApiServer, type ApiServer } from '../../../src/components/apiserver/apiserver.ts';
import {
  createSharedInformer,
  type InformerSettings,
  type InformerState,
  type ResourceEventHandler,
  type SharedInformer,
  type SharedInformerOptions,
} from '../../../src/components/informer/informer.ts';
import { informerStateAt } from '../../../src/components/informer/informer-view.ts';
import { createWorld, type Handler, type World } from '../../../src/kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { DEFAULT_LATENCIES } from '../../../src/model/latencies.ts';
import type { KubeObject } from '../../../src/model/objects.ts';
import type { InformerGeneration } from '../../../src/model/versions.ts';

export interface RigOptions {
  readonly generation?: InformerGeneration;
  readonly settings?: Partial<InformerSettings>;
  readonly seed?: number;
  readonly checks?: boolean;
  readonly options?: Partial<SharedInformerOptions>;
}

export class Rig {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly informer: SharedInformer;
  private readonly acts: (() => void)[] = [];
  private readonly acting: Handler<{ readonly index: number }>;

  constructor({ generation = 'atomic', settings = {}, seed = 1, checks = true, options = {} }: RigOptions = {}) {
    this.world = createWorld({
      ...{ seed, checks },
      ticksPerSecond: 1_000_000,
      kinds: EVENT_KIND_NAMES,
      lanes: LANES,
      checkpointEvery: 16,
    });
    const { world } = this;
    const latencies = DEFAULT_LATENCIES;
    this.apiServer = createApiServer({ world, version: '1.37', latencies, epochMicros: 1_700_000_000_000_000 });
    for (const name of ['default', 'other']) {
      const metadata = { name };
      this.apiServer.seed({ apiVersion: 'v1', kind: 'Namespace', metadata, status: { phase: 'Active' } });
    }
    const client = this.apiServer.connect('client', LANE.informers);
    this.informer = createSharedInformer(
      { world, apiServer: this.apiServer, client, latencies, generation, settings },
      { process: 'client', resource: 'configmaps', lane: LANE.informers, ...options },
    );
    this.acting = world.handler<{ readonly index: number }>('act', ({ index }) => {
      world.emit(EVENT['request.sent'], { subject: 'test' });
      this.acts[index]?.();
    });
  }

  /** Before the beginning. */
  seed(...names: readonly string[]): this {
    for (const name of names) this.write('create', name, '0');
    return this;
  }

  begin(how: 'prime' | 'start' = 'start'): this {
    this.informer[how]();
    this.world.begin();
    this.run(1);
    return this;
  }

  /** Now, inside a pop; nothing that follows has happened yet. */
  act(run: () => void): void {
    this.world.after(0, LANE.clients, this.acting, { index: this.acts.push(run) - 1 });
    this.world.advance(1);
  }

  create = (name: string, value = '1'): void => this.act(() => this.write('create', name, value));
  update = (name: string, value: string): void => this.act(() => this.write('update', name, value));
  remove = (name: string): void => this.act(() => this.write('delete', name, ''));

  write(verb: 'create' | 'update' | 'delete', name: string, value: string): void {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { value } };
    const request = { verb, resource: 'configmaps', namespace: 'default', name } as const;
    this.apiServer.handle(verb === 'delete' ? request : { ...request, body }, 'test');
  }

  /** @param seconds of virtual time, whatever happens in them */
  run(seconds: number): void {
    const end = this.world.now + seconds * 1_000_000;
    while (this.world.nextTime !== undefined && this.world.nextTime <= end) this.world.advance(1);
    this.act(() => undefined);
    const rest = end - this.world.now;
    if (rest > 0) {
      this.world.after(rest, LANE.clients, this.acting, { index: this.acts.push(() => undefined) - 1 });
      while (this.world.now < end) this.world.advance(1);
    }
  }

  /** Names and values in the cache. */
  get cache(): Readonly<Record<string, string>> {
    return contents(this.informer.indexer.list());
  }

  get truth(): Readonly<Record<string, string>> {
    return contents(this.apiServer.list('configmaps'));
  }

  state(step = this.world.step): InformerState {
    const state = informerStateAt(this.world, this.informer.id, step);
    if (state === undefined) throw new Error('no such informer');
    return state;
  }
}

export const valueOf = (object: KubeObject): string =>
  (object as KubeObject & { readonly data: { readonly value: string } }).data.value;

const contents = (objects: readonly KubeObject[]): Record<string, string> =>
  Object.fromEntries(objects.map((object) => [object.metadata.name, valueOf(object)]));

/** Notes what it hears: "+a1", "a1>a2", "-a2", with "!" for an initial add and "†" for a tombstone. */
export function noting(heard: string[]): ResourceEventHandler {
  const short = (object: KubeObject): string => object.metadata.name + valueOf(object);
  return {
    onAdd: (object, initial) => heard.push(`${initial ? '!' : '+'}${short(object)}`),
    onUpdate: (before, after) => heard.push(`${short(before)}>${short(after)}`),
    onDelete: (object, unknown) => heard.push(`${unknown === true ? '†' : '-'}${short(object)}`),
  };
}
