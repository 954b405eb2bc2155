/** Nil, closed and unbuffered channels: what each operation does in each state. After the Go specification, go1.26. */
import type { Lab } from '../lab.ts';
import { ALONE, CLOSE_AFTER, MADE, NIL_CHANNEL, SEND_CLOSED } from './programs.ts';

export const CHANNEL_STATES: Lab = {
  id: 'channel-states',
  title: { en: 'Nil, closed, unbuffered', ja: 'nil、閉じた、バッファーなし' },
  line: {
    en: 'What a nil, a closed and an unbuffered channel do when one sends or receives.',
    ja: 'nil、閉じた、バッファーなしのチャネルで、送受信すると何が起こるか。',
  },
  rows: [],
  variants: [
    {
      id: 'nil',
      title: { en: 'Never made', ja: 'make していない' },
      text: NIL_CHANNEL,
      faulty: true,
      cure: 'made',
      expect: 'deadlock',
    },
    {
      id: 'alone',
      title: { en: 'Send to oneself', ja: '自分に送る' },
      text: ALONE,
      faulty: true,
      cure: 'made',
      expect: 'deadlock',
    },
    {
      id: 'made',
      title: { en: 'Made, with a partner', ja: 'make 済みで相手がいる' },
      text: MADE,
      faulty: false,
      expect: 'none',
    },
    {
      id: 'send-closed',
      title: { en: 'Closed too early', ja: '早すぎる close' },
      text: SEND_CLOSED,
      faulty: true,
      cure: 'close-after',
      expect: 'panic',
      also: ['race'],
    },
    {
      id: 'close-after',
      title: { en: 'Closed after the last sender', ja: '最後の送信の後に close' },
      text: CLOSE_AFTER,
      faulty: false,
      expect: 'none',
    },
  ],
  note: {
    en: 'A channel variable that was never made is nil. Sending to it and receiving from it block for ever; closing it panics. That sounds useless, and it is what switches a case of a select off: the ring of the distribute lab sets its channel to nil when it has nothing to offer. An unbuffered channel holds nothing. A send completes only together with a receive, so a goroutine that is alone can never send to itself. A closed channel never blocks a receiver: first come the values that are still in the buffer, then the zero value with ok = false, again and again, which is why close works as a signal to many. But sending to a closed channel panics, and so does closing it twice. With several senders nobody of them can know that it is the last, so none of them may close; whoever waits for all of them may. When every goroutine is blocked and no timer is left, the runtime says “all goroutines are asleep - deadlock!” and exits with 2.',
    ja: 'make していないチャネル変数は nil です。送信も受信も永遠に止まり、close すると panic します。役に立たないようですが、select の case を止めるのに使えます。「遅いリスナー」のラボのリングは、差し出すものがないときチャネルを nil にします。バッファーのないチャネルは何も持ちません。送信は受信と同時にしか終わらないので、goroutine が1つだけでは自分に送れません。閉じたチャネルは受信側を止めません。まずバッファーに残った値、その後は ok = false のゼロ値が何度でも返ります。close が大勢への合図になるのはこのためです。しかし閉じたチャネルへの送信は panic し、二度閉じても panic します。送り手が複数いると、自分が最後かどうかは誰にも分からないので、送り手が閉じてはいけません。全員を待つ側が閉じます。すべての goroutine が止まり、タイマーも残っていなければ、ランタイムは all goroutines are asleep - deadlock! と表示し、終了コード 2 で終わります。',
  },
  question: {
    text: {
      en: 'Two goroutines send one value each; the first closes the channel after its own. The buffer has room for both. What can happen?',
      ja: '2つの goroutine が値を1つずつ送り、1つ目は自分の送信の後でチャネルを閉じます。バッファーには両方入ります。何が起こりえますか。',
    },
    options: [
      {
        text: { en: 'Always 1: there is room for both values', ja: 'いつも 1。両方入るから' },
        right: false,
        why: {
          en: 'Room does not matter. If the close comes first, the second send panics.',
          ja: '空きは関係ありません。close が先なら2つ目の送信は panic します。',
        },
      },
      {
        text: { en: '1, or a panic', ja: '1、または panic' },
        right: true,
        why: {
          en: 'It depends on which comes first, the close or the other send.',
          ja: 'close ともう1つの送信の、どちらが先かで決まります。',
        },
      },
      {
        text: { en: 'The second send waits for ever', ja: '2つ目の送信が永遠に待つ' },
        right: false,
        why: {
          en: 'That is a nil channel. A closed one panics at once.',
          ja: 'それは nil のチャネルです。閉じたチャネルはすぐに panic します。',
        },
      },
    ],
  },
  point: { variant: 'send-closed', turns: [{ goroutine: 1 }, { goroutine: 2 }], kind: 'send', goroutine: 3 },
  cost: 'published',
};
