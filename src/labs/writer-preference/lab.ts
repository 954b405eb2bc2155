/** RWMutex: a waiting writer keeps new readers out. Models: package sync of go1.26. */
import type { Lab } from '../lab.ts';
import { ONCE, TWICE } from './programs.ts';

export const WRITER_PREFERENCE: Lab = {
  id: 'writer-preference',
  title: { en: 'Reading twice past a writer', ja: '書き手を挟んで2回読む' },
  line: {
    en: 'A reader that reads twice meets a waiting writer, and all three stop.',
    ja: '2回読む読み手が、待っている書き手に出会うと、全員が止まります。',
  },
  rows: [],
  variants: [
    {
      id: 'twice',
      title: { en: 'RLock inside RLock', ja: 'RLock の中の RLock' },
      text: TWICE,
      faulty: true,
      cure: 'once',
      expect: 'deadlock',
    },
    {
      id: 'once',
      title: { en: 'One RLock, held by the caller', ja: 'RLock は呼び出し側の1回' },
      text: ONCE,
      faulty: false,
      expect: 'none',
    },
  ],
  note: {
    en: 'Any number of readers may hold an RWMutex together, so taking a read lock twice looks harmless, and nearly always is. But Go’s RWMutex does not let writers starve: as soon as Lock waits for the readers that are inside, new readers wait behind the writer. If a reader now asks for a second read lock, the circle closes. The writer waits for the first read lock to be released, and the reader that should release it waits behind the writer. Nobody can move, and only this one order of three steps does it: read, write, read. That is why such a fault stays hidden until there is load. The documentation of sync forbids recursive read locking for this reason. The cure is to take the lock once, at the outside, and to let inner functions rely on it; in Go such functions often say so in a comment or carry “Locked” in their name. A second cure is to copy what is needed under one short lock and to compute without any.',
    ja: 'RWMutex は何人でも同時に読めるので、読み取りロックを二重に取っても無害に見え、実際たいていは無害です。しかし Go の RWMutex は書き手を飢えさせません。Lock が中の読み手を待ち始めると、新しい読み手は書き手の後ろに並びます。ここで中の読み手が2つ目の読み取りロックを求めると、輪が閉じます。書き手は最初の読み取りロックの解放を待ち、それを解放するはずの読み手は書き手の後ろで待ちます。もう誰も動けません。こうなるのは「読む、書く、読む」という順序のときだけなので、負荷がかかるまで隠れています。sync のドキュメントが読み取りロックの再帰を禁じるのはこのためです。治療は、ロックを一番外側で1回だけ取り、内側の関数はそれに頼ることです。Go ではその前提をコメントに書いたり、関数名に Locked と付けたりします。もう1つの治療は、短いロックの中で必要な値を写し、計算はロックなしで行うことです。',
  },
  question: {
    text: {
      en: 'A goroutine holds a read lock and asks for a second one while a writer waits. What happens?',
      ja: '読み取りロックを持つ goroutine が、書き手の待つ間に2つ目を求めました。どうなりますか。',
    },
    options: [
      {
        text: { en: 'It gets it: readers do not exclude each other', ja: '取れる。読み手同士は排他しないから' },
        right: false,
        why: {
          en: 'They do not, but the writer stands between them.',
          ja: '読み手同士は排他しませんが、間に書き手がいます。',
        },
      },
      {
        text: { en: 'Both wait for ever', ja: 'どちらも永遠に待つ' },
        right: true,
        why: {
          en: 'The second read lock waits for the writer, the writer for the first read lock. The lock knows no owner, so it cannot see that they are one goroutine’s.',
          ja: '2つ目は書き手を待ち、書き手は1つ目を待ちます。ロックは持ち主を知らないので、同じ goroutine だと分かりません。',
        },
      },
      {
        text: { en: 'The writer gives up its place', ja: '書き手が順番を譲る' },
        right: false,
        why: {
          en: 'A writer that waits keeps its place; otherwise readers could hold it off for ever.',
          ja: '待つ書き手は譲りません。譲れば、読み手に永遠に待たされることがあります。',
        },
      },
    ],
  },
  point: {
    variant: 'twice',
    turns: [{ goroutine: 1 }, { goroutine: 3, until: 'rlock' }, { goroutine: 2 }],
    kind: 'block',
    goroutine: 3,
    object: 'mu',
  },
  cost: 'published',
};
