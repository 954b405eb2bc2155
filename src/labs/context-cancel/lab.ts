/** Cancelling reaches only who listens. Models: package context of go1.26. */
import type { Lab } from '../lab.ts';
import { LOOKS_ONCE, SELECTS } from './programs.ts';

export const CONTEXT_CANCEL: Lab = {
  id: 'context-cancel',
  title: { en: 'Cancelled, but not listening', ja: 'キャンセルが届かない' },
  line: {
    en: 'A cancelled context stops only who listens to it.',
    ja: 'キャンセルされた context が止めるのは、それを聞いている相手だけです。',
  },
  rows: [],
  variants: [
    {
      id: 'looks-once',
      title: { en: 'Looks before each send', ja: '送信の前に見る' },
      text: LOOKS_ONCE,
      faulty: true,
      cure: 'selects',
      expect: 'deadlock',
    },
    {
      id: 'selects',
      title: { en: 'Listens while it sends', ja: '送信しながら待つ' },
      text: SELECTS,
      faulty: false,
      expect: 'none',
    },
  ],
  note: {
    en: 'cancel stops nobody. It closes a channel, ctx.Done(), and sets ctx.Err(); a goroutine that is to stop has to look. The first counter looks before each send, and it looks honestly: if the context is over, it leaves. But the look and the send are two steps. Main takes two numbers and cancels; by then the counter may have looked already and stand at the send of its third number, where it waits for a receiver that will not come. Now main waits for the counter and the counter for main: a deadlock. If the cancel comes earlier, the same program ends well, which is why a test seldom shows it. The second counter asks for both at once: one select with the send and with <-ctx.Done(). Wherever it stands, cancelling wakes it. The rule: every operation that may block in a goroutine with a context belongs into a select with Done. Looking at Err is enough only between steps that cannot block.',
    ja: 'cancel は誰も止めません。ctx.Done() のチャネルを閉じ、ctx.Err() を設定するだけで、止まるべき goroutine が自分で見る必要があります。1つ目のカウンターは送信のたびに、その前で確かめます。context が終わっていれば、きちんと抜けます。しかし、確かめることと送ることは別々の操作です。main は数を2つ受け取って cancel しますが、そのときカウンターはもう確かめ終えて、3つ目の送信で来ない受信側を待っているかもしれません。main はカウンターを待ち、カウンターは main を待つ。デッドロックです。cancel がもう少し早ければ同じプログラムが無事に終わるので、テストではめったに現れません。2つ目のカウンターは、送信と <-ctx.Done() を1つの select で同時に待ちます。どこに立っていても、キャンセルで起こされます。規則はこうです。context を持つ goroutine で待機しうる操作は、すべて Done と一緒に select に入れる。Err を見るだけで足りるのは、待機しない処理の間だけです。',
  },
  question: {
    text: {
      en: 'The counter checks ctx.Err() before each send. Main cancels and waits for it. Is it certain to end?',
      ja: 'カウンターは送信のたびに ctx.Err() を確かめます。main は cancel して終わりを待ちます。必ず終わりますか。',
    },
    options: [
      {
        text: { en: 'Yes: it looks before each send', ja: '終わる。送信の前に必ず見るから' },
        right: false,
        why: {
          en: 'It may have looked just before the cancel and wait in the send now.',
          ja: 'cancel の直前に見て、今は送信で待っているかもしれません。',
        },
      },
      {
        text: { en: 'No: it may wait in the send for ever', ja: '終わるとは限らない。送信で永遠に待ちうる' },
        right: true,
        why: {
          en: 'Nobody receives any more, and a blocked send does not look at the context.',
          ja: '受け取る者はもういません。止まった送信は context を見ません。',
        },
      },
      {
        text: { en: 'Yes: cancel wakes blocked sends', ja: '終わる。cancel は止まった送信も起こす' },
        right: false,
        why: {
          en: 'It closes Done and nothing else. Only those who receive from Done are woken.',
          ja: '閉じるのは Done だけです。起きるのは Done を待つ者だけです。',
        },
      },
    ],
  },
  point: {
    variant: 'looks-once',
    turns: [
      { goroutine: 1 },
      { goroutine: 2 },
      { goroutine: 1, until: 'receive' },
      { goroutine: 2 },
      { goroutine: 1, until: 'receive' },
      { goroutine: 2 },
    ],
    kind: 'cancel',
    goroutine: 1,
  },
  cost: 'published',
};
