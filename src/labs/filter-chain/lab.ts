/** Rows F1, F2: filters of a recommendation task, with rules that change while it runs. After the article's service. */
import type { Lab } from '../lab.ts';
import { SHARED, SNAPSHOT, SWAPPED } from './programs.ts';

export const FILTER_CHAIN: Lab = {
  id: 'filter-chain',
  title: { en: 'New rules for a running task', ja: '実行中のタスクに届く新しい規則' },
  line: {
    en: 'Rules that are swapped under a running task leak into it by a shared pointer.',
    ja: '実行中のタスクに、共有ポインターを通して新しい規則が漏れます。',
  },
  rows: ['F1', 'F2'],
  variants: [
    {
      id: 'shared',
      title: { en: 'Rules behind a pointer', ja: 'ポインターの先の規則' },
      text: SHARED,
      faulty: true,
      cure: 'snapshot',
      expect: 'wrong-result',
      sign: 'mixed versions',
    },
    {
      id: 'snapshot',
      title: { en: 'A snapshot for each task', ja: 'タスクごとのスナップショット' },
      text: SNAPSHOT,
      faulty: false,
      expect: 'none',
      sign: 'mixed versions',
    },
    {
      id: 'swapped',
      title: { en: 'The filters the other way round', ja: 'フィルターを逆順に' },
      text: SWAPPED,
      faulty: false,
      expect: 'none',
      sign: 'mixed versions',
    },
  ],
  note: {
    en: 'Candidates pass a chain of filters, and the rules can be reloaded while tasks run. Building a new chain for each task looks like enough: a running task keeps the chain that it started with. But the first program’s filters reach the rules through a pointer, and the reload changes what lies behind it. Each access holds the lock, so there is no data race and the race detector is silent; the task still begins under version 1 and ends under version 2. It may even keep nothing at all: item 1 was refused by the old rules and item 2 by the new ones, a result that no version would have given. The cure freezes: rules are never changed after they are published, a reload publishes a new value with one atomic store, and a task loads it once. A task that started under version v then ends under v. The order of filters that only remove does not matter for the result, since an item must pass all of them; it matters for the work. Asking the filter that refuses more first saves questions: 6 instead of 7 here.',
    ja: '候補はフィルターの列を通り、規則はタスクの実行中にも読み直せます。タスクごとに新しい列を作れば十分に見えます。実行中のタスクは、始めたときの列を持ち続けるからです。ところが最初のプログラムのフィルターは規則をポインター越しに見ていて、読み直しはその先を書き換えます。どのアクセスもロックを取るのでデータ競合はなく、競合検出器も何も言いません。それでもタスクはバージョン 1 で始まり、2 で終わります。何も残らないことさえあります。品目 1 は古い規則に、品目 2 は新しい規則に退けられ、どのバージョンでもありえない結果です。治療は凍結です。公開した規則は二度と変えず、読み直しは新しい値を1回のアトミックな書き込みで公開し、タスクは最初に一度だけ読みます。これでバージョン v で始まったタスクは v で終わります。除くだけのフィルターなら順序を変えても結果は同じです。すべてを通ったものだけが残るからです。変わるのは仕事の量で、多くを退けるフィルターを先にすると、ここでは 7 回の問い合わせが 6 回で済みます。',
  },
  question: {
    text: {
      en: 'Each task builds a new chain, and every access to the rules is locked. Can a task see two versions of the rules?',
      ja: 'タスクごとに新しい列を作り、規則へのアクセスはすべてロックで守られています。1つのタスクが2つのバージョンを見ることはありますか。',
    },
    options: [
      {
        text: { en: 'No: the chain is its own', ja: 'ない。列はタスク専用だから' },
        right: false,
        why: {
          en: 'The chain is, the rules behind the pointer are not.',
          ja: '専用なのは列だけで、ポインターの先の規則は共有です。',
        },
      },
      {
        text: { en: 'No: the lock prevents it', ja: 'ない。ロックが防ぐから' },
        right: false,
        why: {
          en: 'The lock is free between two items. It protects one access, not the task.',
          ja: '品目と品目の間ではロックは空いています。守られるのは1回のアクセスで、タスクではありません。',
        },
      },
      {
        text: { en: 'Yes, if a reload comes between two items', ja: 'ある。品目の間に読み直しが入れば' },
        right: true,
        why: {
          en: 'The next item is judged by the new rules. Only a snapshot that nobody changes prevents this.',
          ja: '次の品目は新しい規則で判断されます。防げるのは、誰も変えないスナップショットだけです。',
        },
      },
    ],
  },
  point: {
    variant: 'shared',
    turns: [{ goroutine: 1 }, { goroutine: 2, until: 'unlock' }, { goroutine: 3 }],
    kind: 'write',
    goroutine: 3,
  },
  cost: 'published',
};
