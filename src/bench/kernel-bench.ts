/**
 * The kernel at workload S: 1,000,000 synthetic events of 50,000 pods on 5,000 nodes in nine collections, with objects of
 * 20 fields but without Kubernetes logic.
 *
 * Times are CPU time of the process (all its threads), so that other work on the machine does not count.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Xoshiro128 } from '../kernel/random.ts';
import { DEFAULT_SIZES } from '../kernel/sizes.ts';
import { Texts } from '../kernel/texts.ts';
import { createWorkload, type Workload } from './kernel-workload.ts';
import type { BenchRow } from './rows.ts';

const SLICE = 1024;

const EVENTS = 1_000_000;

/** Each figure is already the median or percentile of many; a repetition of a million events would tell nothing new. */
export function kernelBench(): BenchRow[] {
  const collect = garbageCollector();
  collect();
  const before = bytes();
  const work = createWorkload(EVENTS);
  collect();
  const empty = bytes();
  const rows = record(work, EVENTS);
  collect();
  const perEvent = (bytes() - empty - nameTables(work, collect)) / work.world.step;
  rows.push(row('memory an event, names and their tables apart', 'bytes', perEvent, 140));
  rows.push(row('memory in all, names included', 'MB', (bytes() - before) / 1e6, 350));
  rows.push(...reads(work));
  rows.push(...forks(work));
  return rows;
}

function row(name: string, unit: string, figure: number, target: number): BenchRow {
  return { name: `kernel: ${name}`, unit, samples: [figure], target };
}

/** @returns bytes of the two tables in which a world keeps its texts and its keys */
function nameTables(work: Workload, collect: () => void): number {
  const before = bytes();
  const tables = [new Texts(DEFAULT_SIZES.chunkBits), new Texts(DEFAULT_SIZES.chunkBits)];
  for (const table of tables) for (const name of work.names) table.id(name);
  collect();
  const weight = bytes() - before;
  return tables.length > 0 ? weight : 0;
}

function record(work: Workload, events: number): BenchRow[] {
  const slices: number[] = [];
  const start = cpuMs();
  while (work.world.step < events) {
    const from = cpuMs();
    if (work.world.advance(Math.min(SLICE, events - work.world.step)) === 0) break;
    slices.push(cpuMs() - from);
  }
  const spent = cpuMs() - start;
  const { step } = work.world;
  return [
    row('record an event, with handler and objects', 'us', (spent * 1000) / step, 1),
    row('slice of 1,024 events p50', 'ms', percentile(slices, 0.5), 1),
    row('slice of 1,024 events p99', 'ms', percentile(slices, 0.99), 8),
  ];
}

function reads(work: Workload): BenchRow[] {
  const { world } = work;
  const dice = new Xoshiro128().seed(1, 2, 3, 4);
  const anyStep = (): number => dice.below(world.step);
  const viewport = times(400, () => work.readViewport(anyStep(), dice));
  const pods = times(150, () => work.readPods(anyStep()));
  const all = times(60, () => work.readAll(anyStep()));
  const podSlots = times(150, () => work.readPodSize(anyStep()));
  const slots = times(60, () => work.readSizes(anyStep()));
  const many = 2000;
  const step = times(60, () => {
    const k = anyStep();
    for (let i = 0; i < many; i++) work.readStep(Math.min(k + i, world.step));
  });
  const changes = times(60, () => {
    const k = anyStep();
    for (let i = 0; i < many; i++) work.readChanges(Math.min(k + i, world.step));
  });
  return [
    row('viewport at a random step, 200 nodes + 500 pods with objects, p95', 'ms', percentile(viewport, 0.95), 1),
    row('one collection at a random step, version of each pod, p95', 'ms', percentile(podSlots, 0.95), 2),
    row('the same with key and object of each pod, p95', 'ms', percentile(pods, 0.95), 5),
    row('every collection at a random step, version of each key, p95', 'ms', percentile(slots, 0.95), 10),
    row('the same with keys and objects, p95', 'ms', percentile(all, 0.95), 30),
    row('step +1: nine views and one look-up each', 'us', (percentile(step, 0.5) / many) * 1000, 1),
    row('changes of step k + 1', 'us', (percentile(changes, 0.5) / many) * 1000, 1),
  ];
}

function forks(work: Workload): BenchRow[] {
  const { world } = work;
  const end = world.digest();
  const dice = new Xoshiro128().seed(5, 6, 7, 8);
  const rerun: number[] = [];
  const steps = Array.from({ length: 15 }, () => {
    const from = cpuMs();
    world.fork(dice.below(world.step));
    rerun.push(cpuMs() - from);
    world.undoFork();
    return work.lastCheckpoint();
  });
  const forked: number[] = [];
  const undone: number[] = [];
  for (const step of [...steps, ...steps, ...steps]) {
    const from = cpuMs();
    world.fork(step);
    const middle = cpuMs();
    world.undoFork();
    undone.push(cpuMs() - middle);
    forked.push(middle - from);
  }
  if (world.digest() !== end) throw new Error('a fork and its undo changed the world');
  const checkpoint = times(40, () => work.saveHeap());
  return [
    row('checkpoint: a heap of 10,000 saved', 'ms', percentile(checkpoint, 0.5), 0.5),
    row('fork without running again p50', 'ms', percentile(forked, 0.5), 5),
    row('fork without running again p95', 'ms', percentile(forked, 0.95), 15),
    row('undo of a fork p95', 'ms', percentile(undone, 0.95), 15),
    row('fork at any step, with running again, p95', 'ms', percentile(rerun, 0.95), 250),
  ];
}

function times(n: number, run: () => void): number[] {
  return Array.from({ length: n }, () => {
    const from = cpuMs();
    run();
    return cpuMs() - from;
  });
}

function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function bytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return () => {
    collect();
    collect();
  };
}
