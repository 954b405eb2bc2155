/**
 * Row S2: equal tasks on few workers. Models: the article's semaphore; ParallelizeUntil of client-go
 * util/workqueue/parallelizer.go with chunkSizeFor of pkg/scheduler/framework/parallelize/parallelism.go, Kubernetes 1.35.
 * Left out: cancelling, panics in a task.
 */
import type { Lab, Param } from '../lab.ts';
import { CHUNKS, SEMAPHORE } from './programs.ts';

const PARAMS: readonly Param[] = [
  { name: 'tasks', label: { en: 'tasks', ja: 'タスク' }, value: 4, min: 1, max: 1000 },
  { name: 'parallelism', label: { en: 'parallelism', ja: '並列数' }, value: 2, min: 1, max: 16 },
];

export const PARALLELIZER: Lab = {
  id: 'parallelizer',
  title: { en: 'Many tasks, few workers', ja: 'タスクは多く、ワーカーは少なく' },
  line: {
    en: 'Chunks for few workers: how large they are decides who waits at the end.',
    ja: '少数のワーカーに分けるチャンク。その大きさで、最後に誰が待つかが決まります。',
  },
  rows: ['S2'],
  variants: [
    {
      id: 'semaphore',
      title: { en: 'Semaphore', ja: 'セマフォ' },
      text: SEMAPHORE,
      faulty: false,
      expect: 'none',
      params: PARAMS,
    },
    {
      id: 'chunks',
      title: { en: 'Upstream’s chunks', ja: 'upstream の塊' },
      text: CHUNKS,
      faulty: false,
      expect: 'none',
      params: PARAMS,
    },
  ],
  note: {
    en: 'Scoring a Pod asks the same question about every node. Both programs keep at most so many tasks in flight. The semaphore is a buffered channel: main puts a token in before it starts a task and blocks when the channel is full; the task takes one out at its end. Equal tasks then finish in ceil(tasks / parallelism) rounds, which is the best there is. kube-scheduler’s Parallelizer (pkg/scheduler/framework/parallelize, on ParallelizeUntil of client-go) hands out chunks of about the square root of the number instead, and never more than a worker’s share plus one. A chunk costs one receive for many nodes, where the semaphore pays two channel operations and a goroutine for each. In whole rounds the chunks lose: with 16 workers, 16 tasks make 8 chunks of 2, so half of the workers have nothing to do and it takes 2 rounds instead of 1; 100 tasks take 7 either way; 1,000 take 70 instead of 63. For tasks of microseconds, as scores are, fewer hand-overs weigh more. Each task writes a slot of its own, so the result does not depend on the order.',
    ja: 'Pod のスコア付けは、全ノードに同じ質問をします。どちらのプログラムも、同時に動くタスクの数を抑えます。セマフォはバッファー付きチャネルです。main はタスクを始める前に1つ入れ、一杯なら止まり、タスクは終わりに1つ取り出します。同じ長さのタスクなら ceil(タスク数 / 並列数) 回分の時間で終わり、これが最短です。kube-scheduler の Parallelizer（pkg/scheduler/framework/parallelize、実体は client-go の ParallelizeUntil）は、個数の平方根ほどの塊を配ります。塊はワーカー1つの取り分に1を足した数を超えません。塊なら多くのノードを1回の受信で受け取れますが、セマフォはタスクごとにチャネル操作2回と goroutine 1つが要ります。回数だけなら塊の負けです。ワーカー 16 でタスク 16 なら 2 個の塊が 8 つでき、ワーカーの半分は仕事がなく、1 回分で済むところが 2 回分かかります。100 ならどちらも 7 回分、1,000 なら 63 回分に対して 70 回分です。スコアのようにマイクロ秒単位のタスクでは、受け渡しの少なさの方が効きます。各タスクは自分専用の枠に書くので、結果は順序に左右されません。',
  },
  question: {
    text: {
      en: '16 equal tasks, parallelism 16. How long do upstream’s chunks take, in times of one task?',
      ja: '同じ長さのタスクが 16、並列数も 16 です。upstream の塊では、タスク1つの何倍の時間がかかりますか。',
    },
    options: [
      {
        text: { en: '1', ja: '1 倍' },
        right: false,
        why: {
          en: 'That is the semaphore. Chunks of 2 make only 8 pieces of work.',
          ja: 'それはセマフォの場合です。2 個の塊では仕事は 8 つにしかなりません。',
        },
      },
      {
        text: { en: '2', ja: '2 倍' },
        right: true,
        why: {
          en: 'The root of 16 is 4, but a worker’s share plus one is 2: 8 chunks of 2, one behind the other inside each chunk.',
          ja: '16 の平方根は 4 ですが、取り分に1を足した 2 が上限です。2 個の塊が 8 つで、塊の中は順番に実行します。',
        },
      },
      {
        text: { en: '4', ja: '4 倍' },
        right: false,
        why: {
          en: 'Chunks of 4 would take this long. The size is bounded by the worker’s share plus one, here 2.',
          ja: '4 個の塊ならそうなります。大きさは取り分に1を足した数、ここでは 2 までです。',
        },
      },
    ],
  },
  // The second task of a chunk, behind the first.
  point: { variant: 'chunks', turns: [], kind: 'sleep', goroutine: 2, nth: 2 },
  cost: 'published',
};
