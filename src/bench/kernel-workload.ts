/** A synthetic cluster without logic, which loads the kernel as a real one does. */

import { EventHeap, WORK } from '../../src/kernel/heap.ts';
import { createWorld, type Collection, type Handler, type Value, type World } from '../../src/kernel/kernel.ts';
import type { Xoshiro128 } from '../../src/kernel/random.ts';

const PODS = 50_000;
const NODES = 5_000;
/** Events of one pod's life. */
const STAGES = 19;

interface Pod {
  readonly name: string;
  readonly nodeName: string;
  readonly phase: string;
  readonly resourceVersion: number;
}

export interface Workload {
  readonly world: World;
  /** All keys. */
  readonly names: readonly string[];
  /** After a fork and its undo: the step of the checkpoint from which the fork started. */
  lastCheckpoint(): number;
  readViewport(step: number, dice: Xoshiro128): number;
  readPods(step: number): number;
  readAll(step: number): number;
  /** Looks at every slot of all collections, at no key or object. */
  readSizes(step: number): number;
  readPodSize(step: number): number;
  readStep(step: number): number;
  readChanges(step: number): number;
  saveHeap(): void;
}

interface Cluster {
  readonly world: World;
  readonly podStore: Collection<Pod>;
  readonly podCache: Collection<Pod>;
  readonly scheduler: Collection<Pod>;
  readonly nodeStore: Collection<Pod>;
  readonly nodeCache: Collection<Pod>;
  readonly usage: Collection<number>;
  readonly fifo: Collection<number>;
  readonly active: Collection<number>;
  readonly backoff: Collection<number>;
  readonly podKeys: readonly string[];
  readonly nodeKeys: readonly string[];
  /** The step of the world at each restore. */
  readonly restored: number[];
}

const TEMPLATES = Array.from({ length: 40 }, (_, i) => ({
  labels: { app: `web-${i}`, tier: i % 2 === 0 ? 'front' : 'back' },
  owners: [{ kind: 'ReplicaSet', name: `web-${i}-5d4f`, uid: `rs-${i}`, controller: true }],
  spec: {
    containers: [{ name: 'app', image: `app:${i}`, cpu: 100 + i, memory: 256 }],
    priority: 0,
    schedulerName: 'default-scheduler',
  },
}));

/** 20 fields in one shape; labels, owners and spec shared by all pods of a template. */
function pod(n: number, key: string, version: number, phase: string, nodeName: string): Pod & object {
  const template = TEMPLATES[n % TEMPLATES.length] ?? { labels: {}, owners: [], spec: {} };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    name: key,
    namespace: 'default',
    uid: key,
    resourceVersion: version,
    generation: 1,
    created: n,
    labels: template.labels,
    owners: template.owners,
    spec: template.spec,
    nodeName,
    phase,
    ready: phase === 'Running',
    started: phase === 'Running' ? version : 0,
    podIP: '',
    hostIP: nodeName,
    restarts: 0,
    qosClass: 'Burstable',
    deleted: false,
  } as Pod;
}

function createCluster(): Cluster {
  const world = createWorld({
    seed: 1,
    ticksPerSecond: 1_000_000,
    kinds: Array.from({ length: STAGES + 2 }, (_, i) => `stage-${i}`),
    lanes: ['apiserver', 'informer', 'scheduler', 'kubelet'],
  });
  const restored: number[] = [];
  world.onRestore('restored', () => void restored.push(world.step));
  return {
    world,
    restored,
    podStore: world.collection('pod store'),
    podCache: world.collection('pod cache'),
    scheduler: world.collection('scheduler cache'),
    nodeStore: world.collection('node store'),
    nodeCache: world.collection('node cache'),
    usage: world.collection('usage'),
    fifo: world.collection('fifo'),
    active: world.collection('active'),
    backoff: world.collection('backoff'),
    podKeys: Array.from({ length: PODS }, (_, i) => `Pod/default/web-${i % 40}-${i}`),
    nodeKeys: Array.from({ length: NODES }, (_, i) => `node-${i}`),
  };
}

const SUBJECTS = ['kube-apiserver', 'informer', 'kube-scheduler', 'kubelet'];

/** What stage `stage` of pod `n` changes: near 1.3 changes an event and 5 versions a pod in all. */
function applyStage(c: Cluster, n: number, stage: number): void {
  const key = c.podKeys[n] ?? '';
  const version = c.world.step + 1;
  if (stage === 1 || stage === 10 || stage === 13 || stage === 16) c.fifo.set(key, version);
  else if (stage === 2 || stage === 11 || stage === 14 || stage === 17) takeFromFifo(c, key);
  else if (stage >= 3 && stage <= 7) queue(c, n, key, stage, version);
  else if (stage === 8) assume(c, n, key, version);
  else if (stage === 18) copy(c.podCache, c.scheduler, key);
  else c.podStore.set(key, pod(n, key, version, stage === 15 ? 'Running' : 'Pending', stage === 0 ? '' : nodeOf(c, n)));
}

function nodeOf(c: Cluster, n: number): string {
  return c.nodeKeys[(n * 7919) % NODES] ?? '';
}

function takeFromFifo(c: Cluster, key: string): void {
  c.fifo.delete(key);
  copy(c.podStore, c.podCache, key);
}

/** Active, for a third backoff, active again. */
function queue(c: Cluster, n: number, key: string, stage: number, version: number): void {
  if (stage === 3) c.active.set(key, version);
  if (stage === 4 || stage === 7) c.active.delete(key);
  if (stage === 5 && n % 3 === 0) c.backoff.set(key, version);
  if (stage === 6) {
    c.backoff.delete(key);
    c.active.set(key, version);
  }
}

function assume(c: Cluster, n: number, key: string, version: number): void {
  const node = nodeOf(c, n);
  c.usage.set(node, (c.usage.get(node) ?? 0) + 100);
  if (n % 10 < 7) c.scheduler.set(key, pod(n, key, version, 'Pending', node));
  else copy(c.podStore, c.scheduler, key);
}

function copy(from: Collection<Pod>, to: Collection<Pod>, key: string): void {
  const value = from.get(key);
  if (value !== undefined) to.set(key, value);
}

/** @param events the arrivals are spread so that all pods have lived when so many events are made */
export function createWorkload(events: number): Workload {
  const c = createCluster();
  const { world } = c;
  const pods = Math.min(PODS, Math.floor(events / (STAGES + 1)));
  const live: Handler<number> = world.handler<number>('live', (code) => {
    const n = Math.floor(code / STAGES);
    const stage = code % STAGES;
    applyStage(c, n, stage);
    world.emit(stage, { subject: SUBJECTS[stage & 3] ?? '', object: c.podKeys[n] ?? '', number: stage });
    if (stage + 1 < STAGES) world.after(1000 + ((n * 31 + stage * 17) % 997), (stage + 1) & 3, live, code + 1);
  });
  const arrive: Handler<number> = world.handler<number>('arrive', (n) => {
    world.emit(STAGES, { subject: 'controller' });
    world.after(50, 0, live, n * STAGES);
    // A third of the pods come in one burst, the others one by one.
    const inBurst = n > pods * 0.4 && n < pods * 0.7;
    if (n + 1 < pods) world.after(inBurst ? 0 : 20, 3, arrive, n + 1);
  });
  const heartbeat: Handler<number> = world.handler<number>('heartbeat', (n) => {
    const key = c.nodeKeys[n % NODES] ?? '';
    const value = pod(n, key, world.step + 1, 'Ready', key);
    c.nodeStore.set(key, value);
    c.nodeCache.set(key, value);
    world.emit(STAGES + 1, { subject: 'kubelet', object: key });
    world.after(2600, 3, heartbeat, n + 1, { periodic: true });
  });
  c.nodeKeys.forEach((key, n) => {
    const node = pod(n, key, 0, 'Ready', key);
    c.nodeStore.set(key, node);
    c.nodeCache.set(key, node);
    c.usage.set(key, 0);
  });
  world.after(0, 3, arrive, 0);
  world.after(7, 3, heartbeat, 0, { periodic: true });
  world.begin();
  return workload(c, pods);
}

function workload(c: Cluster, pods: number): Workload {
  const { world } = c;
  const all = world.collections();
  const heap = filledHeap(10_000);
  return {
    world,
    names: [...c.podKeys, ...c.nodeKeys],
    // A fork restores at the checkpoint and at its step, the undo at the end.
    lastCheckpoint: () => c.restored.at(-3) ?? 0,
    readViewport(step, dice) {
      const [podView, nodeView, usage] = [c.podStore.at(step), c.nodeStore.at(step), c.usage.at(step)];
      const [fromPod, fromNode] = [dice.below(pods - 500), dice.below(NODES - 200)];
      let sum = 0;
      for (let i = 0; i < 500; i++) sum += podView.get(c.podKeys[fromPod + i] ?? '')?.nodeName.length ?? 0;
      for (let i = 0; i < 200; i++) {
        const key = c.nodeKeys[fromNode + i] ?? '';
        sum += (nodeView.get(key)?.resourceVersion ?? 0) + (usage.get(key) ?? 0);
      }
      return sum;
    },
    readPods(step) {
      let sum = 0;
      for (const [, value] of c.podStore.at(step).entries()) sum += value.phase.length;
      return sum;
    },
    readAll(step) {
      let count = 0;
      for (const collection of all) for (const [key] of collection.at(step).entries()) count += key.length;
      return count;
    },
    readPodSize: (step) => c.podStore.at(step).size,
    readSizes: (step) => all.reduce((sum, collection) => sum + collection.at(step).size, 0),
    readStep(step) {
      let there = 0;
      for (const collection of all) if (collection.at(step).has('node-7')) there++;
      return there;
    },
    readChanges(step) {
      let count = 0;
      for (const change of world.changesAt(step)) count += change.key.length;
      return count;
    },
    saveHeap: () => void heap.save(),
  };
}

function filledHeap(n: number): EventHeap {
  const heap = new EventHeap();
  const data: Value = { shared: true };
  for (let i = 0; i < n; i++) heap.push((i * 7919) % n, i & 3, 0, 0, WORK, data);
  return heap;
}
