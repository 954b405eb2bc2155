/** A worker's part in scoring: chunks of nodes, taken by an atomic index, one slot a plugin and node. */
import { nodeScorer, runCycle, type CycleInput, type NodeScorer } from '../../components/scheduler/scheduler.ts';
import { Counter } from './counter.ts';
import type { Report, ScoreBatch } from './jobs.ts';
import { INDEX, SLOTS } from './score-layout.ts';
import { deepFreeze } from './snapshot.ts';
import { Start } from './start.ts';
import type { Scored } from './virtual.ts';
import type { Words } from './waiting.ts';

/** No score is negative. */
const EMPTY = -1;

/** What a worker keeps of the cluster: its own scorer, and what the engine's own cycle said of each node. */
export interface Snapshot {
  readonly scorer: NodeScorer;
  readonly nodes: number;
  readonly expected: readonly (readonly number[])[];
}

export function keep(input: CycleInput): Snapshot {
  const frozen = deepFreeze(input);
  const { feasible, scores } = runCycle(frozen, () => 0);
  const scorer = nodeScorer(frozen, feasible);
  return { scorer, nodes: feasible.length, expected: scores.map(({ raw }) => raw) };
}

export const scoredOf = ({ scorer, nodes }: Snapshot): Scored => ({ nodes, plugins: scorer.plugins.length });

export function runScores({ scorer, nodes, expected }: Snapshot, batch: ScoreBatch, now: () => number): Report {
  const { words, workers, place } = batch;
  const start = new Start(words, 0);
  if (place > 0) {
    start.ready();
    scoreChunks(scorer, nodes, batch);
    start.done();
    return { kind: 'done' };
  }
  words.fill(EMPTY, SLOTS);
  start.awaitReady(workers - 1);
  const from = now();
  start.go();
  scoreChunks(scorer, nodes, batch);
  start.awaitDone(workers - 1);
  const millis = now() - from;
  const wrong = wrongScore(expected, scorer, nodes, words);
  return { kind: 'timed', millis, ...(wrong === undefined ? {} : { wrong }) };
}

/** As upstream: a piece is `chunk` nodes, and whoever is free takes the next. Rounds follow one another in one index. */
function scoreChunks(scorer: NodeScorer, nodes: number, { words, chunk, rounds }: ScoreBatch): void {
  const index = new Counter(words, INDEX);
  const pieces = Math.ceil(nodes / chunk);
  const plugins = scorer.plugins.length;
  for (let piece = index.add(); piece < pieces * rounds; piece = index.add()) {
    const from = (piece % pieces) * chunk;
    const to = Math.min(from + chunk, nodes);
    for (let node = from; node < to; node++)
      for (let plugin = 0; plugin < plugins; plugin++)
        words[SLOTS + plugin * nodes + node] = scorer.score(plugin, node);
  }
}

function wrongScore(
  expected: Snapshot['expected'],
  scorer: NodeScorer,
  nodes: number,
  words: Words,
): string | undefined {
  for (let plugin = 0; plugin < scorer.plugins.length; plugin++)
    for (let node = 0; node < nodes; node++) {
      const got = words[SLOTS + plugin * nodes + node];
      const right = expected[plugin]?.[node];
      if (got !== right) return `${scorer.plugins[plugin] ?? ''} of node ${node}: ${String(got)}, not ${String(right)}`;
    }
  return undefined;
}
