/** Small worlds with informers on the fake api-server, and what happened in them. */
import { createWorld, type World } from '../../../src/kernel/kernel.ts';
import { EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { DEFAULT_LATENCIES, type Latencies } from '../../../src/model/latencies.ts';
import type { KubeObject } from '../../../src/model/objects.ts';
import type { InformerGeneration } from '../../../src/model/versions.ts';
import {
  createSharedInformer,
  type InformerSettings,
  type SharedInformer,
} from '../../../src/components/informer/informer.ts';
import { FakeServer } from './fake-server.ts';

export const GENERATIONS: readonly InformerGeneration[] = ['deltafifo', 'realfifo', 'atomic'];

export const pod = (name: string, extra: Partial<KubeObject> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  ...extra,
});

export const podOn = (name: string, nodeName: string): KubeObject => pod(name, { spec: { nodeName } });

export interface Bench {
  readonly world: World;
  readonly server: FakeServer;
  readonly informer: SharedInformer;
}

export interface BenchOptions {
  readonly generation: InformerGeneration;
  readonly latencies?: Partial<Latencies>;
  readonly seed?: number;
  readonly batchSize?: number;
  readonly checkpointEvery?: number;
  readonly settings?: Partial<InformerSettings>;
}

/** Everything but `begin`: listeners and objects can still be added. */
export function bench(options: BenchOptions): Bench {
  const { generation, latencies, seed = 1, batchSize, checkpointEvery = 64, settings } = options;
  const world = createWorld({
    seed,
    ticksPerSecond: 1_000_000,
    kinds: EVENT_KIND_NAMES,
    lanes: LANES,
    checkpointEvery,
    checks: true,
  });
  const server = new FakeServer(world);
  const informer = createSharedInformer(
    {
      world,
      apiServer: server.asApiServer(),
      client: server.client('kube-scheduler'),
      latencies: { ...DEFAULT_LATENCIES, ...latencies },
      generation,
      ...(batchSize === undefined ? {} : { batchSize }),
      // The fake server knows no watch-list; the real one is beside it in with-api-server.test.ts.
      settings: { mode: 'list-watch', ...settings },
    },
    { process: 'kube-scheduler', resource: 'pods', lane: LANE.informers },
  );
  return { world, server, informer };
}

/** "time kind subject object detail number" of each event of the informer side. */
export function informerTrace(world: World): string[] {
  const lines: string[] = [];
  const { trace } = world;
  for (let step = 1; step <= trace.length; step++) {
    const kind = EVENT_KIND_NAMES[trace.kind(step)] ?? '';
    if (!['watch.delivered', 'list.delivered', 'informer.popped', 'handler.called'].includes(kind)) continue;
    const parts = [trace.time(step), kind, trace.object(step), trace.detail(step), trace.number(step)];
    lines.push(parts.join(' ').replace(/ +/g, ' '));
  }
  return lines;
}

export const run = (world: World, events = 100_000): number => world.advance(events);
