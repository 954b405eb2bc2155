/** Double-checked locking and what replaces it. Models: the Go memory model, go1.26. */
import type { Lab } from '../lab.ts';
import { ATOMIC, EARLY, ONCE, PLAIN } from './programs.ts';

export const DOUBLE_CHECKED: Lab = {
  id: 'double-checked',
  title: { en: 'Double-checked locking', ja: '二重チェックロック' },
  line: {
    en: 'A flag read without its lock may be seen before what it promises.',
    ja: 'ロックなしで読んだフラグは、その約束より先に見えることがあります。',
  },
  rows: [],
  variants: [
    {
      id: 'plain',
      title: { en: 'A plain first look', ja: '普通の変数を先に見る' },
      text: PLAIN,
      faulty: true,
      cure: 'once',
      expect: 'race',
    },
    {
      id: 'early',
      title: { en: 'Published before it is filled', ja: '埋める前に公開' },
      text: EARLY,
      faulty: true,
      cure: 'atomic',
      expect: 'wrong-result',
      also: ['race'],
      sign: 'wrong limits',
    },
    {
      id: 'once',
      title: { en: 'sync.Once', ja: 'sync.Once' },
      text: ONCE,
      faulty: false,
      expect: 'none',
      sign: 'wrong limits',
    },
    {
      id: 'atomic',
      title: { en: 'An atomic pointer', ja: 'アトミックなポインター' },
      text: ATOMIC,
      faulty: false,
      expect: 'none',
      sign: 'wrong limits',
    },
  ],
  note: {
    en: 'Settings are made when they are first needed. To save the lock afterwards, the code looks without it first and takes it only where nothing is there yet. The second look, under the lock, is correct; the first is a data race: one goroutine reads the pointer while another writes it, and nothing orders the two. In this machine every step is seen by all at once, so the result is still right. Real compilers and processors promise this only to programs without races: a reader may see the pointer before what it points to. The second program makes such an order visible. It publishes the pointer first and fills it then, and somebody reads limit 0. Two cures: sync.Once, whose Do returns only after the first call has finished, for every caller; and an atomic pointer, whose Store and Load order all that came before the one ahead of all that comes after the other. Publish what is complete, and publish it through something that synchronises.',
    ja: '設定は最初に必要になったときに作ります。その後のロックを省くため、まずロックなしで見て、なければロックを取ります。ロックの中の2回目の確認は正しいのですが、1回目はデータ競合です。片方がポインターを読む間に、もう片方が書き、その順序を決めるものがありません。このラボの実行環境では、どのステップも全員にすぐ見えるので、結果は正しいままです。実際のコンパイラーとプロセッサーがそれを約束するのは、競合のないプログラムだけです。読み手には、ポインターが先に、指す中身が後に見えることもあります。2つ目のプログラムは、その順序を目に見える形にしたものです。先にポインターを公開し、後から埋めるので、limit が 0 に見えることがあります。治療は2つ。sync.Once の Do は、最初の呼び出しが終わるまで誰にも戻りません。アトミックなポインターでは、Store より前のすべてが、それを読んだ Load より後のすべてに先立ちます。完成したものを公開し、公開には同期するものを使います。',
  },
  question: {
    text: {
      en: 'The pointer is checked again under the lock. Why is the first check without the lock wrong?',
      ja: 'ポインターはロックの中でもう一度確かめます。ロックなしの最初の確認は、なぜ誤りですか。',
    },
    options: [
      {
        text: { en: 'Two goroutines could both make the settings', ja: '2つの goroutine が両方とも設定を作りうるから' },
        right: false,
        why: {
          en: 'The second check, under the lock, prevents that.',
          ja: 'ロックの中の2回目の確認がそれを防ぎます。',
        },
      },
      {
        text: {
          en: 'It reads while another writes, and nothing orders the two',
          ja: '他が書く間に読み、順序を決めるものがないから',
        },
        right: true,
        why: {
          en: 'Without such an order the memory model does not promise that a reader who sees the pointer also sees what it points to.',
          ja: '順序がなければ、ポインターが見えても中身まで見えるとはメモリモデルが約束しません。',
        },
      },
      {
        text: { en: 'It is not wrong, only slow', ja: '誤りではなく、遅いだけ' },
        right: false,
        why: {
          en: 'It is fast, that is its temptation. go run -race reports it.',
          ja: '速いのが誘惑です。go run -race は競合を報告します。',
        },
      },
    ],
  },
  point: {
    variant: 'plain',
    turns: [{ goroutine: 1 }, { goroutine: 2, until: 'write' }, { goroutine: 3, until: 'read' }],
    kind: 'read',
    goroutine: 3,
    object: 'shared',
  },
  cost: 'published',
};
