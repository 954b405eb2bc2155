/**
 * Rows E1, E2: one event to several listeners. Models: the article's distribute; processorListener of client-go
 * tools/cache/shared_informer.go (its two goroutines and the ring between them). Left out: resync, handlers that panic.
 */
import type { Lab, Param } from '../lab.ts';
import { BLOCKING, BUFFERED, DROP_OLDEST, RING } from './programs.ts';

const events = (value: number): Param => ({
  name: 'events',
  label: { en: 'events', ja: 'イベント' },
  value,
  min: 1,
  max: 8,
});
const buffer = (value: number, min: number): Param => ({
  name: 'buffer',
  label: { en: 'buffer', ja: 'バッファー' },
  value,
  min,
  max: 6,
});

export const DISTRIBUTE: Lab = {
  id: 'distribute',
  title: { en: 'One slow listener', ja: '遅いリスナーが1つ' },
  line: {
    en: 'One slow listener stops all others, until there is a buffer or a ring.',
    ja: '遅いリスナー1つがほかの全員を止めます。バッファーやリングがあれば止まりません。',
  },
  rows: ['E1', 'E2'],
  variants: [
    {
      id: 'blocking',
      title: { en: 'Send to each in turn', ja: '順番に送信' },
      text: BLOCKING,
      faulty: true,
      cure: 'ring',
      expect: 'stall',
      sign: 'stalled',
      params: [events(3), buffer(0, 0)],
    },
    {
      id: 'buffered',
      title: { en: 'The same with a buffer', ja: 'バッファー付き' },
      text: BUFFERED,
      faulty: true,
      cure: 'ring',
      expect: 'stall',
      sign: 'stalled',
      params: [events(4), buffer(1, 0)],
    },
    {
      id: 'ring',
      title: { en: 'A ring that grows', ja: '伸びるリング' },
      text: RING,
      faulty: false,
      expect: 'none',
      sign: 'stalled',
      params: [events(3)],
    },
    {
      id: 'drop-oldest',
      title: { en: 'Drop the oldest', ja: '古いものを捨てる' },
      text: DROP_OLDEST,
      faulty: false,
      expect: 'none',
      sign: 'stalled',
      params: [events(4), buffer(1, 1)],
    },
  ],
  note: {
    en: 'The article sends each event to one listener after the other. A send waits for room, so the slowest listener sets the pace for everyone. A buffer of c places does not cure this; it moves the moment: c events wait in the buffer, one is in the listener’s hand, and send c + 2 blocks. From then on the fast listener starves too, though its own channel is empty. client-go’s processorListener (tools/cache/shared_informer.go) keeps its promise with two goroutines per listener: one does nothing but take events into a ring that grows without limit and offer the oldest, the other runs the handlers. The sender then never waits for a handler. The price is memory: a handler that never returns makes its ring grow until there is none left. Dropping the oldest bounds both waiting and memory, and loses events; that is right for “the state is now …” and wrong for “this happened”. In every form each listener sees its events in the order in which they were sent.',
    ja: '記事の形では、イベントをリスナーに1つずつ順番に送ります。送信は空きを待つので、一番遅いリスナーに全員が合わせることになります。容量 c のバッファーは治療にならず、その瞬間を先へ延ばすだけです。c 個がバッファーで待ち、1個がリスナーの手元にあり、c + 2 個目の送信で止まります。その後は、自分のチャネルが空の速いリスナーにも何も届きません。client-go の processorListener（tools/cache/shared_informer.go）は、リスナーごとに2つの goroutine を使ってこれを防ぎます。片方は際限なく伸びるリングにイベントを受け取り、古いものから差し出すだけです。もう片方がハンドラーを動かします。送信側はハンドラーを待ちません。代償はメモリで、戻らないハンドラーがあると、リングはメモリが尽きるまで伸びます。古いものを捨てる形では待ち時間もメモリも限られますが、イベントを失います。「今の状態」を伝えるならそれで十分で、「起きたこと」を伝えるなら誤りです。どの形でも、各リスナーは送られた順に受け取ります。',
  },
  question: {
    text: {
      en: 'A channel has room for 1 event and its listener is stuck on the first. Which send blocks the sender?',
      ja: 'チャネルの容量は 1 で、リスナーは最初のイベントで止まっています。送信側が止まるのは何個目の送信ですか。',
    },
    options: [
      {
        text: { en: 'The second', ja: '2 個目' },
        right: false,
        why: {
          en: 'The listener holds one in hand, so the buffer has room for one more: sends 1 and 2 pass.',
          ja: '1個はリスナーの手元にあり、バッファーにはもう1個入ります。2個目までは通ります。',
        },
      },
      {
        text: { en: 'The third', ja: '3 個目' },
        right: true,
        why: {
          en: 'One in hand and one in the buffer are two. Send c + 2 waits, and with it every other listener.',
          ja: '手元に1個、バッファーに1個で計2個。c + 2 個目の送信が待ち、他のリスナーも巻き込まれます。',
        },
      },
      {
        text: { en: 'None: the others still get their events', ja: '止まらない。他のリスナーには届く' },
        right: false,
        why: {
          en: 'There is one sender and it sends in turn. While it waits here it sends to nobody.',
          ja: '送信側は1つで、順番に送ります。ここで待つ間は誰にも送れません。',
        },
      },
    ],
  },
  point: {
    variant: 'buffered',
    turns: [
      { goroutine: 1, until: 'start' },
      { goroutine: 2 },
      { goroutine: 1, until: 'start' },
      { goroutine: 3 },
      { goroutine: 1, until: 'send' },
      { goroutine: 1, until: 'send' },
      { goroutine: 2 },
      { goroutine: 3 },
      { goroutine: 1, until: 'send' },
      { goroutine: 1, until: 'send' },
      { goroutine: 2 },
    ],
    kind: 'block',
    goroutine: 1,
    object: 'slow',
  },
  cost: 'published',
};
