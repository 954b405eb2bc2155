/** The same run in Node, with workers of Node; where asked, each batch is followed by one of our Go program. */
import { availableParallelism, arch, platform } from 'node:os';
import { goRow, GoPeer } from '../go/peer.ts';
import { clockStep } from './clock.ts';
import { Conductor } from './conductor.ts';
import { Crew } from './crew.ts';
import { spawnNodeWorker } from './node-crew.ts';
import type { Plan } from './plan.ts';
import type { Results, Stamp } from './results.ts';
import type { RowId } from './rows.ts';

export { type Plan, planOf } from './plan.ts';
export { compare, type Comparison, median, medianInterval, outliers } from './statistics.ts';
export type { Cell, Results } from './results.ts';

export interface NodeRun {
  readonly results: Results;
  /** Version of Go, and its nanoseconds a write, by row and writers ("mutex 4"). Undefined where it was not asked for, or is not there. */
  readonly go: { readonly version: string; readonly nanos: ReadonlyMap<string, readonly number[]> } | undefined;
}

export const goKey = (row: RowId, writers: number): string => `${row} ${writers}`;

function stampOf({ batches, warmUp, scoring }: Plan): Stamp {
  return {
    agent: `Node ${process.versions.node}`,
    system: `${platform()} ${arch()}`,
    cores: availableParallelism(),
    isolated: true,
    stepMillis: clockStep(() => performance.now()),
    batches,
    warmUp,
    nodes: scoring.nodes,
    date: new Date().toISOString(),
  };
}

/** @param told hears how far it is. Errors: a worker fails; the Go program does not build or is wrong. */
export async function runInNode(
  plan: Plan,
  withGo: boolean,
  told: (done: number, total: number) => void,
): Promise<NodeRun> {
  const peer = withGo ? GoPeer.build() : undefined;
  const nanos = new Map<string, number[]>();
  const crew = new Crew(spawnNodeWorker);
  try {
    const conductor = new Conductor({
      crew,
      plan,
      stamp: stampOf(plan),
      changed: ({ done, total }) => {
        told(done, total);
      },
      peer: async ({ row, writers, writesPerBatch }, isWarmUp) => {
        const name = goRow(row);
        if (peer === undefined || name === undefined) return;
        const took = await peer.batch(name, writers, writesPerBatch);
        if (isWarmUp) return;
        const key = goKey(row, writers);
        nanos.set(key, [...(nanos.get(key) ?? []), took]);
      },
    });
    const results = await conductor.run();
    return { results: { ...results, end: 'complete' }, go: peer && { version: peer.version, nanos } };
  } finally {
    peer?.end();
    crew.dismiss();
  }
}
