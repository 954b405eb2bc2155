/** Shared informers: the engine's own, between a scripted api-server and handlers that note what they hear. */
import {
  createSharedInformer,
  type InformerDeps,
  type InformerSettings,
  type ResourceEventHandler,
  type SharedInformer,
} from '../../components/informer/informer.ts';
import { LANE } from '../../model/events.ts';
import { DEFAULT_LATENCIES } from '../../model/latencies.ts';
import type { KubeObject } from '../../model/objects.ts';
import { minorOf, type InformerGeneration, type KubernetesVersion } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';
import { InformerClock } from './informer-clock.ts';
import { CODES, InformerServer, statusObject } from './informer-server.ts';

interface Given {
  readonly gates: Readonly<Record<string, boolean>>;
  readonly informerResyncMs: number;
  readonly serverObjects: readonly { readonly key: string; readonly grp: string }[];
  readonly serverRV: number;
  readonly transform: boolean;
}

interface Write {
  readonly op: 'create' | 'update' | 'delete';
  readonly key: string;
  readonly grp?: string;
}

interface Step {
  readonly op: string;
  readonly name?: string;
  readonly resyncMs?: number;
  readonly ms?: number;
  readonly key?: string;
  readonly grp?: string;
  readonly value?: string;
  readonly code?: string;
  readonly verb?: 'list' | 'watch';
  readonly writes?: readonly Write[];
}

const TYPES = { create: 'ADDED', update: 'MODIFIED', delete: 'DELETED' } as const;

function generationOf(version: KubernetesVersion, gates: Given['gates']): InformerGeneration {
  const minor = minorOf(version);
  if (!(gates['InOrderInformers'] ?? minor >= 33)) return 'deltafifo';
  return minor >= 36 && (gates['AtomicFIFO'] ?? true) ? 'atomic' : 'realfifo';
}

function settingsOf(version: KubernetesVersion, { gates, informerResyncMs }: Given): Partial<InformerSettings> {
  const minor = minorOf(version);
  const batches = minor >= 35 && (gates['InOrderInformersBatchProcess'] ?? true);
  return {
    resyncTicks: informerResyncMs,
    mode: (gates['WatchListClient'] ?? minor >= 35) ? 'watch-list' : 'list-watch',
    batchSize: batches ? 1000 : 1,
  };
}

/** What a handler notes. */
interface Heard {
  readonly at: number;
  readonly on: 'add' | 'update' | 'delete';
  readonly new?: object;
  readonly old?: object;
  readonly obj?: object;
  readonly initial?: boolean;
}

/** What is asked for after every step. */
interface Seen {
  readonly hasSynced: boolean;
  readonly handlersSynced: Readonly<Record<string, boolean>>;
  readonly lastSyncRV: string;
}

class Script {
  private readonly clock = new InformerClock();
  private readonly server = new InformerServer(this.clock);
  private readonly informer: SharedInformer;
  private readonly names = new Set<string>();
  private readonly heard = new Map<string, Heard[]>();
  private calls = 0;
  private store: readonly string[] = [];
  /** As it was when the informer was stopped: a process that is gone remembers nothing. */
  private last: { readonly seen: Seen; readonly objects: readonly KubeObject[] } | undefined;

  constructor(given: Given, version: KubernetesVersion) {
    this.server.revision = given.serverRV;
    for (const { key, grp } of given.serverObjects) this.server.write('ADDED', key, grp);
    this.informer = createSharedInformer(this.deps(given, version), {
      process: 'script',
      resource: 'pods',
      lane: LANE.informers,
      ...(given.transform ? { transform: counted } : {}),
    });
    this.clock.begin();
  }

  private deps(given: Given, version: KubernetesVersion): InformerDeps {
    const { clock, server } = this;
    return {
      world: clock.world,
      client: server.client(),
      // No connection breaks here: who hears 503 was refused, however late.
      latencies: { ...DEFAULT_LATENCIES, informerPop: 0, handler: 0, watch: Infinity },
      generation: generationOf(version, given.gates),
      version,
      settings: settingsOf(version, given),
    };
  }

  step(step: Step): object {
    this.heard.clear();
    const answer = this.perform(step);
    return { ...answer, ...this.changes(), ...this.seen() };
  }

  private perform(step: Step): object {
    const { clock, informer, server } = this;
    const { name = '', key = '', grp = '', code = '', verb = 'list' } = step;
    const act = (action: () => void): object => {
      clock.act(action);
      return {};
    };
    switch (step.op) {
      case 'addHandler':
        return this.addHandler(name, step.resyncMs);
      case 'removeHandler':
        return act(() => informer.removeEventHandler(name));
      case 'blockHandler':
        return act(() => informer.holdHandler(name, true));
      case 'unblockHandler':
        return act(() => informer.holdHandler(name, false));
      case 'start':
        return act(() => informer.start());
      case 'stop':
        return this.stop();
      case 'advance':
        clock.advance(step.ms ?? 0);
        return {};
      case 'create':
      case 'update':
      case 'delete':
        return this.write([{ op: step.op, key, grp }]);
      case 'burst':
        return this.write(step.writes ?? []);
      case 'getByKey':
        return { result: this.get(key) };
      case 'byIndex':
        return { result: this.byGroup(step.value ?? '') };
      default:
        return this.disturb(step.op, server, code, verb);
    }
  }

  private disturb(op: string, server: InformerServer, code: string, verb: 'list' | 'watch'): object {
    const act = (action: () => void): object => {
      this.clock.act(action);
      return {};
    };
    switch (op) {
      case 'noise':
        server.revision += 3;
        return { rv: server.revision };
      case 'bookmark':
        return act(() => server.bookmark());
      case 'closeWatch':
        return act(() => server.close());
      case 'dropWatch':
        return act(() => server.drop());
      case 'errorEvent':
        return act(() => server.end({ type: 'ERROR', object: statusObject(CODES[code] ?? 500), revision: 0 }));
      case 'failNext':
        server.failNext(verb, code);
        return {};
      case 'compact':
        server.compact();
        return {};
      default:
        throw new Error(`unknown operation ${op}`);
    }
  }

  private addHandler(name: string, resyncTicks: number | undefined): object {
    const problems: unknown[] = [];
    this.clock.act(() => {
      try {
        this.informer.addEventHandler(name, this.listener(name), resyncTicks === undefined ? {} : { resyncTicks });
      } catch (problem) {
        problems.push(problem);
      }
    });
    if (problems.length > 0) return { error: true };
    this.names.add(name);
    return {};
  }

  private listener(name: string): ResourceEventHandler {
    const note = (event: Omit<Heard, 'at'>): void => {
      const events = this.heard.get(name) ?? [];
      this.heard.set(name, events);
      events.push({ at: this.clock.now, ...event });
    };
    return {
      onAdd: (object, initial) => note({ on: 'add', new: written(object), initial }),
      onUpdate: (before, after) => note({ on: 'update', old: written(before), new: written(after) }),
      onDelete: (object, isFinalStateUnknown) => {
        const obj = written(object);
        note({ on: 'delete', obj: isFinalStateUnknown === true ? { tombstone: object.metadata.name, obj } : obj });
      },
    };
  }

  private write(writes: readonly Write[]): object {
    this.clock.act(() => {
      for (const { op, key, grp = '' } of writes) this.server.write(TYPES[op], key, grp);
    });
    return { rv: this.server.revision };
  }

  private stop(): object {
    this.last = { seen: this.seen(), objects: this.informer.indexer.list() };
    this.clock.act(() => this.informer.stop());
    return {};
  }

  private objects(): readonly KubeObject[] {
    return this.last?.objects ?? this.informer.indexer.list();
  }

  private get(key: string): unknown {
    const found = this.objects().find(({ metadata }) => metadata.name === key);
    return found === undefined ? null : written(found);
  }

  private byGroup(group: string): readonly string[] {
    const found = this.last === undefined ? this.informer.indexer.byIndex('nodeName', group) : [];
    return found.map(versioned);
  }

  /** What a recording tells only where there is something to tell. */
  private changes(): object {
    const calls = this.server.calls.slice(this.calls);
    this.calls = this.server.calls.length;
    const store = this.objects().map(versioned);
    const changed = store.join() !== this.store.join();
    this.store = store;
    const events = Object.fromEntries(this.heard);
    return {
      ...(calls.length === 0 ? {} : { calls }),
      ...(this.heard.size === 0 ? {} : { events }),
      ...(changed ? { store } : {}),
    };
  }

  private seen(): Seen {
    if (this.last !== undefined) return this.last.seen;
    const { informer, names } = this;
    const { hasSynced, lastSyncResourceVersion: revision } = informer;
    return {
      hasSynced,
      handlersSynced: Object.fromEntries([...names].map((name) => [name, informer.handlerHasSynced(name)])),
      lastSyncRV: revision === 0 ? '' : String(revision),
    };
  }
}

/** The recordings' transformer counts how often it saw an object. */
function counted(object: KubeObject): KubeObject {
  const { transformed = 0 } = (object.status ?? {}) as { readonly transformed?: number };
  return { ...object, status: { transformed: transformed + 1 } };
}

function written({ metadata, status }: KubeObject): object {
  const { transformed } = (status ?? {}) as { readonly transformed?: number };
  const rv = Number(metadata.resourceVersion);
  return { key: metadata.name, rv, ...(transformed === undefined ? {} : { transformed }) };
}

const versioned = ({ metadata }: KubeObject): string => `${metadata.name}@${String(metadata.resourceVersion)}`;

export const clientGoSharedInformer: Adapter = {
  source: 'client-go',
  kind: 'shared-informer',
  compare: { isComplete: (path) => /^\d+$/.test(path) || /^\d+\.(?:events|handlersSynced)$/.test(path) },
  run(row, version) {
    const script = new Script(row.given as Given, version);
    return (row.steps ?? []).map((step) => script.step(step as unknown as Step));
  },
};
