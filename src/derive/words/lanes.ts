/** Words of the Parallelizer's lanes, in both languages. Figures come as texts. */
import type { Lang } from './lang.ts';
import { count } from './numbers.ts';

interface LaneWords {
  readonly title: string;
  readonly virtual: string;
  readonly head: (figures: LaneFigures) => string;
  readonly faster: (times: string, makespan: string, alone: string) => string;
  readonly alone: string;
  readonly stop: (node: string, rest: string) => string;
  readonly worker: (n: string) => string;
  readonly idle: string;
  readonly moreWorkers: (n: string) => string;
  readonly chunk: string;
  readonly chosen: (worker: string, from: string, to: string, ticks: string) => string;
  readonly hostHere: (node: string) => string;
  readonly moreNodes: (n: string) => string;
  readonly note: string;
}

export interface LaneFigures {
  readonly nodes: number;
  readonly chunks: number;
  readonly size: number;
  readonly started: number;
  readonly workers: number;
  /** The numbers of the sentence as a person reads them. */
  readonly text: (n: number) => string;
}

const plural = (n: number, one: string, text: (n: number) => string): string =>
  `${text(n)} ${one}${n === 1 ? '' : 's'}`;

const EN: LaneWords = {
  title: 'Which worker looked at which nodes',
  virtual: 'virtual time',
  head: ({ nodes, chunks, size, started, workers, text }) =>
    `${plural(nodes, 'node', text)} ${nodes === 1 ? 'makes' : 'make'} ${plural(chunks, 'chunk', text)} of ${text(size)}${
      started < workers
        ? `, so ${text(started)} of ${text(workers)} workers ${started === 1 ? 'starts' : 'start'}`
        : ` for ${plural(workers, 'worker', text)}`
    }`,
  faster: (times, makespan, alone) => `${times} times as fast as one worker: ${makespan} instead of ${alone}`,
  alone: 'as fast as one worker',
  stop: (node, rest) => `${node} fits too, one more than needed: the search stops, ${rest} are never looked at`,
  worker: (n) => `worker ${n}`,
  idle: 'not started',
  moreWorkers: (n) => `${n} more workers`,
  chunk: 'Chunk',
  chosen: (worker, from, to, ticks) =>
    `worker ${worker}, ${from === to ? `place ${from}` : `places ${from} to ${to}`} of the walk, ${ticks}`,
  hostHere: (node) => `${node}, the chosen one, is among them`,
  moreNodes: (n) => `and ${n} more`,
  note: 'Every plugin takes as long on one node as on another, and nodes count in the order of the walk. Real workers look at some more in vain until they hear that there are enough.',
};

const JA: LaneWords = {
  title: 'どの worker がどの node を見たか',
  virtual: '仮想時間',
  head: ({ nodes, chunks, size, started, workers, text }) =>
    `${text(nodes)} node は ${text(size)} 個ずつの chunk ${text(chunks)} 個${
      started < workers
        ? `。${text(workers)} worker のうち ${text(started)} が動く`
        : `、それを ${text(workers)} worker が取る`
    }`,
  faster: (times, makespan, alone) => `worker 1 つの ${times} 倍の速さ: ${alone} が ${makespan} に`,
  alone: 'worker 1 つと同じ速さ',
  stop: (node, rest) => `${node} も条件に合い、必要数を 1 つ超えたので探索は終わる。残り ${rest} は見ない`,
  worker: (n) => `worker ${n}`,
  idle: '動かない',
  moreWorkers: (n) => `ほか ${n} worker`,
  chunk: 'chunk',
  chosen: (worker, from, to, ticks) =>
    `worker ${worker}、探索順の ${from === to ? `${from} 番目` : `${from} 番目から ${to} 番目`}、${ticks}`,
  hostHere: (node) => `選ばれた ${node} はこの中`,
  moreNodes: (n) => `ほか ${n}`,
  note: 'plugin の所要時間はどの node でも同じ、node は探索順に数えるものとする。実際の worker は、足りたと知るまでに余分な node も見る。',
};

/** Virtual time to the microsecond, so that the figures of a quotient are those that it is made of. */
export const laneTime = (ticks: number, ticksPerSecond: number): string =>
  `${count(ticks / (ticksPerSecond / 1_000_000))} µs`;

export const laneWords = (lang: Lang): LaneWords => (lang === 'ja' ? JA : EN);
