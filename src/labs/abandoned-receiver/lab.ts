/** A goroutine that sends to a receiver who has left: a leak. */
import type { Lab } from '../lab.ts';
import { BUFFERED, UNBUFFERED } from './programs.ts';

export const ABANDONED_RECEIVER: Lab = {
  id: 'abandoned-receiver',
  title: { en: 'The receiver has left', ja: 'いなくなった受信側' },
  line: {
    en: 'The receiver gave up; the sender waits for ever, and nobody frees it.',
    ja: '受信側が去ると、送信側は永久に待ち続け、解放されません。',
  },
  rows: [],
  variants: [
    {
      id: 'unbuffered',
      title: { en: 'Unbuffered answer', ja: 'バッファーなしの答え' },
      text: UNBUFFERED,
      faulty: true,
      cure: 'buffered',
      expect: 'leak',
    },
    {
      id: 'buffered',
      title: { en: 'Room for every answer', ja: '全員分のバッファー' },
      text: BUFFERED,
      faulty: false,
      expect: 'none',
    },
  ],
  note: {
    en: 'Ask two replicas, take the answer that comes first: a good way to cut slow requests. But each replica’s goroutine sends its answer, and only one answer is received. The other goroutine stands at its send for ever, because nobody will receive from this channel again. Nothing fails. There is no deadlock, for main goes on; the garbage collector does not help, for a blocked goroutine counts as alive, and so does all that it holds. A server that does this for every request grows until it dies, and the only sign is a number of goroutines that never falls. The cure is one number: a buffer with room for every answer. Then each send completes without a receiver, the goroutine ends, and the channel with the unread answer is collected. The rule behind it: whoever starts a goroutine must know how it ends. Where a buffer will not do, let the sender select between its send and the end of a context.',
    ja: '2つのレプリカに尋ね、先に来た答えを使う。遅い要求を減らす良い方法です。しかしレプリカごとの goroutine はどちらも答えを送り、受け取られるのは1つだけです。もう1つは送信の所に永遠に立ち続けます。このチャネルから受け取る者はもういないからです。何も失敗しません。main は進むのでデッドロックではありません。待機中の goroutine は生きていると見なされ、持っているものもすべて残るので、ガベージコレクターも助けになりません。要求のたびにこれを行うサーバーは、倒れるまで太り続けます。兆候は、減らない goroutine の数だけです。治療は数字1つ、全員分のバッファーです。受信側がいなくても送信は終わり、goroutine も終わり、読まれない答えの残ったチャネルは回収されます。背後にある規則は、goroutine を始める者はその終わり方を知っていること。バッファーで済まない場合は、送り手が送信と context の終わりを select で待ちます。',
  },
  question: {
    text: {
      en: 'The first answer is taken from an unbuffered channel. What becomes of the goroutine of the second replica?',
      ja: 'バッファーのないチャネルから最初の答えを受け取りました。2つ目のレプリカの goroutine はどうなりますか。',
    },
    options: [
      {
        text: { en: 'It ends when first returns', ja: 'first が戻ると終わる' },
        right: false,
        why: {
          en: 'Goroutines do not belong to the function that started them.',
          ja: 'goroutine は、始めた関数のものではありません。',
        },
      },
      {
        text: { en: 'The garbage collector removes it', ja: 'ガベージコレクターが片付ける' },
        right: false,
        why: {
          en: 'A blocked goroutine is a root like any other; it keeps the channel alive.',
          ja: '待機中の goroutine もルートです。チャネルの方が生かされます。',
        },
      },
      {
        text: { en: 'It waits at its send as long as the program runs', ja: 'プログラムが動く限り送信の所で待つ' },
        right: true,
        why: {
          en: 'Nobody receives from the channel again, and nobody tells it to stop.',
          ja: '受け取る者も、止まるよう伝える者もいません。',
        },
      },
    ],
  },
  point: { variant: 'unbuffered', turns: [], kind: 'block', goroutine: 3, object: 'answer' },
  cost: 'published',
};
