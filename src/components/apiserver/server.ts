/**
 * The kube-apiserver with its etcd: k8s.io/apiserver and k8s.io/kubernetes pkg/registry (v1.37). Left out: authentication
 * and authorisation (the engine's clients are trusted), API discovery, conversion between versions, webhooks, audit.
 */
import type { World } from '../../kernel/kernel.ts';
import { objectKey, type KubeObject } from '../../model/objects.ts';
import { resourceInfo } from '../../model/resources.ts';
import { Core } from './core.ts';
import { applyDefaults } from './defaults.ts';
import { Faults } from './faults.ts';
import { recordHandlers } from './handlers.ts';
import { mustWait } from './list-options.ts';
import { Messages } from './messages.ts';
import type { Outcome } from './outcome.ts';
import { begin, proceed } from './registry.ts';
import { Store } from './store.ts';
import type { ApiClient, ApiRequest, ApiResponse, ApiServer, ApiServerDeps, ApiServerFaults } from './types.ts';
import { WatchHub } from './watch.ts';
import { Windows } from './watch-history.ts';

export function createApiServer(deps: ApiServerDeps): ApiServer {
  return new Server(deps);
}

class Server implements ApiServer {
  readonly epochMicros: number;
  readonly faults: ApiServerFaults;
  private readonly store: Store;
  private readonly core: Core;
  private readonly messages: Messages;

  constructor(deps: ApiServerDeps) {
    const world: World = deps.world;
    this.epochMicros = deps.epochMicros;
    const runner = recordHandlers(world);
    const faults = new Faults(world);
    const watches = new WatchHub({
      world,
      faults,
      runner,
      store: () => this.store,
      windows: () => windows,
      latency: deps.latencies.watch,
      version: deps.version,
    });
    this.store = new Store(world, (commit) => {
      watches.publish(commit);
    });
    const windows = new Windows(world, this.store);
    this.core = new Core(
      world,
      this.store,
      deps.version,
      deps.epochMicros,
      deps.unknownKinds,
      deps.managedFields === true,
      () => faults.cacheLag,
      deps.flags,
    );
    if (deps.compactionSeconds !== undefined) {
      this.store.compactEvery(deps.compactionSeconds * world.options.ticksPerSecond);
    }
    const server = {
      begin: (request: ApiRequest, user: string): Outcome => begin(this.core, request, user),
      mustWait: (request: ApiRequest): boolean => mustWait(this.core, request),
      proceed: (next: NonNullable<Outcome['next']>): Outcome => proceed(this.core, next),
    };
    this.messages = new Messages(world, deps.latencies, server, watches, faults, runner);
    this.faults = faultsOf(this.store, watches, faults, this.messages);
  }

  get revision(): number {
    return this.store.revision;
  }

  /** A hand-written object says less than what is stored of it: storage decodes with defaults, and identity was given once. */
  seed(object: KubeObject): void {
    this.store.seed(object.metadata.uid === undefined ? this.asStored(object) : object);
  }

  private asStored(object: KubeObject): KubeObject {
    const uid = this.core.newUid(objectKey(object));
    const metadata = { creationTimestamp: this.core.timestamp(), ...object.metadata, uid };
    return applyDefaults({ ...object, metadata });
  }

  handle(request: ApiRequest, user: string): ApiResponse {
    const outcome = begin(this.core, request, user);
    for (let next = outcome.next; next !== undefined; next = proceed(this.core, next).next);
    return outcome.response;
  }

  get(key: string): KubeObject | undefined {
    return this.store.get(key);
  }

  list(resource: string, namespace?: string): readonly KubeObject[] {
    return this.store.list(resourceInfo(resource)?.kind ?? resource, namespace);
  }

  knows(kind: string): boolean {
    return this.core.knows(kind);
  }

  connect(name: string, lane: number): ApiClient {
    return this.messages.connect(name, lane);
  }

  timestamp(tick?: number): string {
    return this.core.timestamp(tick);
  }

  microTimestamp(tick?: number): string {
    return this.core.microTimestamp(tick);
  }
}

function faultsOf(store: Store, watches: WatchHub, faults: Faults, messages: Messages): ApiServerFaults {
  return {
    compact: () => {
      store.compact();
    },
    endWatches: (matches, how) => {
      watches.endWhere(matches, how);
    },
    cut: (id, matches) => {
      faults.begin(id, 'cut', matches, 0);
      watches.breakWhere(matches);
    },
    slow: (id, matches, ticks) => {
      faults.begin(id, 'slow', matches, ticks);
    },
    stall: (id, matches) => {
      faults.begin(id, 'stall', matches, 0);
    },
    slowCache: (id, ticks) => {
      faults.begin(id, 'slowCache', () => true, ticks);
    },
    pause: (id, matches) => {
      faults.begin(id, 'pause', matches, 0);
      messages.park(matches, false);
      watches.hold(matches);
    },
    partition: (id, matches) => {
      faults.begin(id, 'partition', matches, 0);
      messages.park(matches, true);
      watches.hold(matches);
      watches.loseWhere(matches);
    },
    miscount: (id, kind, matches, count) => {
      faults.begin(id, kind, matches, 0, count);
    },
    restart: () => {
      store.restartCache();
    },
    lift: (id) => {
      faults.end(id);
      watches.keepWhere((name) => faults.silentSince(name) === undefined);
      messages.release();
      watches.hurry();
    },
    disconnect: (client) => {
      messages.disconnect(client);
    },
  };
}
