/** A reflector against scripted answers, and its back-off, worked by hand (source client-go-hand). */
import { FIRST_BACKOFF, nextBackoff, type BackoffPolicy } from '../../components/informer/informer.ts';
import { createSharedInformer } from '../../components/informer/informer.ts';
import type { ApiClient, ApiResponse, Reply, WatchDelivery, WatchEvent } from '../../components/apiserver/apiserver.ts';
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT, LANE } from '../../model/events.ts';
import { DEFAULT_LATENCIES } from '../../model/latencies.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { Adapter, Row } from '../types.ts';
import { InformerClock } from './informer-clock.ts';
import { CODES, objectOf, statusObject, type Call } from './informer-server.ts';

interface ScriptedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly key: string | null;
  readonly rv: string | null;
  readonly error?: string;
  readonly initialEventsEnd?: boolean;
}

interface With {
  readonly kind: 'list' | 'error' | 'events' | 'stop';
  readonly rv?: string;
  readonly items?: readonly string[];
  readonly error?: string;
  readonly events?: readonly ScriptedEvent[];
}

interface Answer {
  readonly reply: Handler<Reply<unknown>>;
  readonly data: Reply<unknown>;
}

const bookmarkOf = (rv: string, ends: boolean): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: '',
    resourceVersion: rv,
    ...(ends ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}),
  },
});

function eventOf({ type, key, rv, error, initialEventsEnd }: ScriptedEvent): WatchEvent {
  if (type === 'ERROR') return { type, object: statusObject(CODES[error ?? ''] ?? 500), revision: 0 };
  const revision = Number(rv);
  if (type === 'BOOKMARK') return { type, object: bookmarkOf(String(rv), initialEventsEnd === true), revision };
  return { type, object: objectOf(key ?? '', revision, ''), revision };
}

/** Answers each request with the next entry of the script. */
class Scripted {
  readonly calls: Call[] = [];
  private at = 0;
  private readonly answer: Handler<Answer>;
  stopped = false;

  constructor(
    private readonly clock: InformerClock,
    private readonly script: readonly With[],
  ) {
    this.answer = clock.world.handler<Answer>('server answer', ({ reply, data }) => {
      clock.world.emit(EVENT['list.delivered'], { subject: 'script', number: data.response.items?.length ?? 0 });
      clock.call(reply, data);
    });
  }

  private next(call: Call): With {
    if (this.stopped) return { kind: 'stop' };
    this.calls.push(call);
    return this.script[this.at++] ?? { kind: 'stop' };
  }

  client(): ApiClient {
    const { world } = this.clock;
    return {
      name: 'script',
      send: <C>(request: Reply<C>['request'], reply?: Handler<Reply<C>>, context?: C): void => {
        const step = this.next({ verb: 'list', rv: request.options?.resourceVersion ?? '' });
        if (step.kind === 'stop' || reply === undefined) {
          this.stopped = true;
          return;
        }
        const data = { response: responseOf(step), request, context };
        world.after(0, 0, this.answer, { reply: reply, data });
      },
      sendAndForget: () => undefined,
      watch: (id, spec, deliver) => {
        const initial = spec.sendInitialEvents === true;
        const rv = spec.fromRevision === 0 ? '' : String(spec.fromRevision);
        this.play(id, this.next({ verb: 'watch', rv, ...(initial ? { sendInitialEvents: true } : {}) }), deliver);
      },
      unwatch: () => undefined,
    };
  }

  private play(id: string, step: With, deliver: Handler<WatchDelivery>): void {
    if (step.kind === 'stop') {
      this.stopped = true;
      return;
    }
    const events = (step.events ?? []).map(eventOf);
    const code = step.kind === 'error' ? (CODES[step.error ?? ''] ?? 500) : 200;
    const isOver = events.at(-1)?.type === 'ERROR';
    const closed: WatchEvent = { type: 'CLOSED', object: statusObject(code), revision: 0 };
    for (const event of isOver ? events : [...events, closed]) {
      this.clock.world.after<WatchDelivery>(0, 0, deliver, { id, event });
    }
  }
}

function responseOf({ kind, rv = '', items = [], error = '' }: With): ApiResponse {
  if (kind === 'error') return { code: CODES[error] ?? 500, written: false };
  return { code: 200, items: items.map((key) => objectOf(key, Number(rv), '')), revision: Number(rv), written: false };
}

/** Longer than any back-off. */
const ENOUGH_MILLIS = 61_000;

export const handReflector: Adapter = {
  source: 'client-go-hand',
  kind: 'reflector',
  compare: { isComplete: (path) => path === 'store' || path.startsWith('calls.') },
  run(row: Row) {
    const { watchList } = row.given as { readonly watchList: boolean };
    const steps = (row.steps ?? []) as unknown as readonly { readonly with: With }[];
    const clock = new InformerClock();
    const server = new Scripted(
      clock,
      steps.map((step) => step.with),
    );
    const informer = createSharedInformer(
      {
        world: clock.world,
        client: server.client(),
        latencies: { ...DEFAULT_LATENCIES, informerPop: 0, handler: 0, watch: Infinity },
        generation: 'atomic',
        settings: { mode: watchList ? 'watch-list' : 'list-watch' },
      },
      { process: 'script', resource: 'pods', lane: LANE.informers },
    );
    clock.begin();
    clock.act(() => informer.start());
    for (let i = 0; i < steps.length && !server.stopped; i++) clock.advance(ENOUGH_MILLIS);
    const store = informer.indexer.list().map(({ metadata }) => [metadata.name, metadata.resourceVersion] as const);
    return { calls: server.calls, store: Object.fromEntries(store) };
  },
};

interface BackoffGiven {
  readonly initialMs: number;
  readonly factor: number;
  readonly capMs: number;
  readonly resetMs: number;
}

/** Since 0.36 (C-40): failures at given times, not one after the wait of the other. */
export const handReflectorBackoff: Adapter = {
  source: 'client-go-hand',
  kind: 'reflector-backoff',
  run(row) {
    const { initialMs, factor, capMs, resetMs } = row.given as BackoffGiven;
    const policy: BackoffPolicy = {
      initialMillis: initialMs,
      factor,
      capMillis: capMs,
      resetMillis: resetMs,
      fromReset: true,
    };
    let state = FIRST_BACKOFF;
    const waitsMs = (row.steps ?? []).map((raw) => {
      const step = nextBackoff(policy, state, (raw as unknown as { readonly atMs: number }).atMs);
      state = step.state;
      return step.waitMillis;
    });
    return { waitsMs };
  },
};
