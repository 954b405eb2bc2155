/** Row E3: work that is handed out again after an error. Each crash is a choice, so every pattern of crashes can be walked. */
import type { Lab, Param } from '../lab.ts';
import { BIG_STEP, SMALL_STEPS } from './programs.ts';

const ORDERS: readonly Param[] = [{ name: 'orders', label: { en: 'orders', ja: '注文' }, value: 2, min: 1, max: 4 }];

export const RETRIES: Lab = {
  id: 'retries',
  title: { en: 'At least once', ja: '少なくとも1回' },
  line: {
    en: 'Deliver again after a crash: one big step does work twice, small idempotent ones do not.',
    ja: 'クラッシュ後の再配送。大きな1ステップは二重に実行され、小さな冪等ステップはされません。',
  },
  rows: ['E3'],
  variants: [
    {
      id: 'big-step',
      title: { en: 'One big step', ja: '一括の処理' },
      text: BIG_STEP,
      faulty: true,
      cure: 'small-steps',
      expect: 'wrong-result',
      sign: 'wrong',
      params: ORDERS,
    },
    {
      id: 'small-steps',
      title: { en: 'Small idempotent steps', ja: '冪等な小さな処理' },
      text: SMALL_STEPS,
      faulty: false,
      expect: 'none',
      sign: 'wrong',
      params: ORDERS,
    },
  ],
  note: {
    en: 'Whoever hands out work and waits for an acknowledgement must hand it out again when none comes. It cannot know whether the worker died before the work, in the middle, or after it with only the acknowledgement lost. So each order is handled at least once, and the handler has to bear being run again. The big step counts: every run adds one to the goods sold, and a crash between selling and billing leaves the two apart, with nothing in the store that says so. The small steps write facts under the order’s own key: “order 1 is sold”, “order 1 is billed”. A second run writes the same facts, and the store ends as if nothing had ever failed, whatever the pattern of crashes. This is why Kubernetes controllers compare what should be with what is and do one small thing, and why their work queue may offer a key again after an error. Exactly-once delivery is not needed where repeating does no harm.',
    ja: '仕事を渡して確認応答を待つ側は、応答がなければもう一度渡すしかありません。相手が仕事の前に止まったのか、途中なのか、終えた後に応答だけ失われたのかは区別できないからです。そのため注文は少なくとも1回、場合によっては何度も処理され、ハンドラーは再実行に耐えなければなりません。一括の処理は数を足します。実行のたびに販売数が増え、販売と請求の間で止まると両者が食い違い、どこまで進んだかはストアに残りません。小さな処理は、注文自身のキーの下に事実を書きます。「注文 1 は販売済み」「注文 1 は請求済み」。もう一度実行しても同じ事実を書くだけなので、どこで止まろうと、ストアは失敗がなかった場合と同じになります。Kubernetes のコントローラーが、あるべき姿と今の姿を比べて小さなことを1つずつ行い、ワークキューがエラーの後に同じキーを再び渡せるのはこのためです。繰り返しても害がなければ、ちょうど1回の配送は要りません。',
  },
  question: {
    text: {
      en: 'The worker sells, crashes before billing, and the order is delivered again without a crash. What does the big step leave?',
      ja: '販売の後、請求の前に止まり、同じ注文が再び渡されて今度は成功しました。一括の処理では何が残りますか。',
    },
    options: [
      {
        text: { en: 'Sold 1, billed 1', ja: '販売 1、請求 1' },
        right: false,
        why: {
          en: 'The first sale was already counted and nothing tells the second run of it.',
          ja: '最初の販売はもう数えられていて、2回目の実行はそれを知りません。',
        },
      },
      {
        text: { en: 'Sold 2, billed 1', ja: '販売 2、請求 1' },
        right: true,
        why: {
          en: 'The sale is repeated, the bill is not. With facts under a key the sale would have been written twice and counted once.',
          ja: '販売だけが繰り返されます。キーの下の事実なら、2回書かれても1件です。',
        },
      },
      {
        text: { en: 'Sold 2, billed 2', ja: '販売 2、請求 2' },
        right: false,
        why: {
          en: 'That comes of a crash after billing, when only the acknowledgement is lost.',
          ja: 'そうなるのは請求の後で止まり、確認応答だけが失われたときです。',
        },
      },
    ],
  },
  point: {
    variant: 'big-step',
    turns: [{ goroutine: 1 }, { goroutine: 2, until: 'rand', option: 1 }],
    kind: 'rand',
    goroutine: 2,
  },
  cost: 'published',
};
