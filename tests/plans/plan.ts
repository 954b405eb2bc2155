/** Plans of faults by a seed: which, when, on whom, how long; and what a run under one breaks. */
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { Xoshiro128 } from '../../src/kernel/random.ts';
import type { Breach } from '../../src/protocol/protocol.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import type { Base } from './scenarios.ts';

/** A fault as an entry of a timeline. */
export interface PlannedFault {
  /** Milliseconds. */
  readonly at: number;
  readonly entry: string;
}

const PROCESSES = ['kube-scheduler', 'kube-controller-manager'];
const FAULTS_MOST = 4;
const FROM_MILLIS = 1;
const WITHIN_SECONDS = 40;
const LONGEST_MILLIS = 70_000;

class Dice {
  private readonly source: Xoshiro128;
  constructor(seed: number) {
    this.source = new Xoshiro128().seed(seed + 1, 0x9e3779b9, 0x243f6a88, 0xb7e15162);
    for (let i = 0; i < 16; i++) this.source.next();
  }
  below(count: number): number {
    return this.source.next() % count;
  }
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
  /** Short ones are as likely as long ones. */
  millis(most: number): number {
    const size = this.of([20, 300, 3000, 20_000, most]);
    return 1 + this.below(Math.min(size, most));
  }
}

export function planOf(seed: number, { nodes, within = WITHIN_SECONDS }: Base): readonly PlannedFault[] {
  const dice = new Dice(seed);
  const kubelets = Array.from({ length: nodes }, (_, i) => `kubelet node-${String(i).padStart(4, '0')}`);
  const clients = [...PROCESSES, ...kubelets];
  const resources = ['pods', 'nodes', 'replicasets'];
  const watch = (): string => {
    const process = dice.of(clients);
    return process.startsWith('kubelet') ? `${process} pods` : `kube-controller-manager ${dice.of(resources)}`;
  };
  const kinds: readonly (() => string)[] = [
    () => `crash: ${dice.of([...clients, 'kube-apiserver'])}`,
    () => `pause: ${dice.of([...PROCESSES, 'kube-apiserver'])}`,
    () => `cut: {client: ${dice.of([...clients, 'kubelet'])}}`,
    () => `partition: {clients: [${dice.of(clients)}]}`,
    () =>
      `partition: {nodes: [${kubelets
        .slice(0, 1 + dice.below(nodes))
        .map((name) => name.slice(8))
        .join(', ')}]}`,
    () => `slow: {watch: ${dice.of([...clients, watch()])}, by: ${String(dice.millis(9000))}ms}`,
    () => `duplicate: {watch: ${dice.of([...clients, watch()])}, next: ${String(1 + dice.below(5))}}`,
    () => `leaderChange: ${dice.of(PROCESSES)}`,
    () => 'compact: {}',
    // Not of nodes: where a taint is not heard of, Pods go where a kubelet refuses them, without end.
    () =>
      `drop: {watch: kube-controller-manager ${dice.of(['pods', 'replicasets'])}, next: ${String(1 + dice.below(3))}}`,
    () => `skewClock: {process: ${dice.of(PROCESSES)}, by: ${dice.of(['', '-'])}${String(dice.millis(120_000))}ms}`,
    () => `kubeletPauses: ${dice.of(kubelets).slice(8)}`,
    () => `fillDisk: {node: ${dice.of(kubelets).slice(8)}}`,
  ];
  const count = 1 + dice.below(FAULTS_MOST);
  const faults = Array.from({ length: count }, () => {
    const at = FROM_MILLIS + dice.below(within * 1000);
    return { at, entry: `${dice.of(kinds)()}\n    for: ${String(dice.millis(LONGEST_MILLIS))}ms` };
  });
  return faults.sort((a, b) => a.at - b.at);
}

/** The scenario's file. */
export function scenarioOf(base: Base, faults: readonly PlannedFault[], seed: number): string {
  const own = base.entries.map(([at, entry]) => ({ at: at * 1000, entry }));
  const all = [...own, ...faults].sort((a, b) => a.at - b.at);
  const timeline = all.map(({ at, entry }) => `  - at: ${String(at)}ms\n    ${entry}\n`).join('');
  return `apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: ${base.name}}
spec:
  kubernetesVersion: "1.35"
  seed: ${String(seed)}
  generate: {nodes: ${String(base.nodes)}}
  timeline:
${timeline}---
${base.objects}`;
}

export interface Verdict {
  readonly engine: Engine;
  readonly breaches: readonly Breach[];
}

export function runScenario(data: string): Verdict {
  const engine = createEngine();
  const opened = engine.open({ files: [{ name: 'plan.yaml', data }] });
  if (!opened.ok) throw new Error(`${JSON.stringify(opened.problem)}\n${data}`);
  while (engine.run.status.state === 'running') engine.run.advance(10_000);
  return { engine, breaches: engine.breaches(engine.run.status.steps) };
}

/** What came of a plan: undefined where every invariant held. */
export function failureOf(base: Base, faults: readonly PlannedFault[], seed: number): string | undefined {
  try {
    const { breaches } = runScenario(scenarioOf(base, faults, seed));
    return breaches.length === 0 ? undefined : JSON.stringify(breaches[0]);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Faults are dropped one by one for as long as the plan fails without them. @returns words, scenario and link */
export function reportOf(base: Base, seed: number, failure: string, fails: typeof failureOf = failureOf): string {
  let faults = planOf(seed, base);
  let told = failure;
  for (let i = 0; i < faults.length;) {
    const fewer = faults.filter((_, at) => at !== i);
    const still = fails(base, fewer, seed);
    if (still === undefined) i++;
    else [faults, told] = [fewer, still];
  }
  const data = scenarioOf(base, faults, seed);
  return `${base.name}, seed ${String(seed)}: ${told}\n${data}\n${linkOf(data) ?? ''}`;
}

function linkOf(data: string): string | undefined {
  const engine = createEngine();
  if (!engine.open({ files: [{ name: 'plan.yaml', data }] }).ok) return undefined;
  return encodeLink(engine.scenario(), { step: 0, anchor: '', select: '', view: '', digest: '' });
}
