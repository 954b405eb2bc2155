/** Row M2: the article's channel benchmark adds to its wait group inside the goroutine. */
import type { Lab, Param } from '../lab.ts';
import { BEFORE, INSIDE } from './programs.ts';

const PARAMS: readonly Param[] = [
  { name: 'writes', label: { en: 'writes', ja: '書き込み' }, value: 2, min: 1, max: 8 },
  { name: 'buffer', label: { en: 'buffer', ja: 'バッファー' }, value: 2, min: 0, max: 6 },
];

export const WAIT_GROUP_ADD: Lab = {
  id: 'wait-group-add',
  title: { en: 'Add inside the goroutine', ja: 'goroutine の中で Add' },
  line: {
    en: 'Add inside the goroutine lets Wait return before the work is done.',
    ja: 'goroutine の中で Add すると、仕事が終わる前に Wait が戻ります。',
  },
  rows: ['M2'],
  variants: [
    {
      id: 'inside',
      title: { en: 'Add inside', ja: '中で Add' },
      text: INSIDE,
      faulty: true,
      cure: 'before',
      expect: 'early-return',
      also: ['race'],
      sign: 'returned early',
      params: PARAMS,
    },
    {
      id: 'before',
      title: { en: 'Add before the go statement', ja: 'go 文の前で Add' },
      text: BEFORE,
      faulty: false,
      expect: 'none',
      sign: 'returned early',
      params: PARAMS,
    },
  ],
  note: {
    en: 'Wait returns at once when the counter is zero. A go statement only makes a goroutine ready; nothing says that it has run before the next line does. If it is the goroutine that calls Add, main may come to Wait first, find zero, and return while the values still lie in the buffer. The buffer decides whether this can happen. As long as there are no more writes than places, main never has to wait for the consumer, and an early return is possible. One write more and main can send it only after the consumer has taken one, so the consumer has started and Add has run: the fault is gone, although the program is no better. That is the trap. The article’s benchmark has a buffer of 256 and 100,000 writes, so it looked right; in 20,000 trials with Go 1.19 the same code with 1, 16, 200 or 256 writes returned early in more than 99 % of them, and with 257 or more never. Call Add before go, or use wg.Go, which does it for you. go vet reports the wrong form.',
    ja: 'カウンターが 0 なら、Wait はすぐに戻ります。go 文は goroutine を実行可能にするだけで、次の行より先に動く保証はありません。Add を呼ぶのがその goroutine だと、main が先に Wait に着き、0 を見て、値がまだバッファーにあるうちに戻ってしまうことがあります。起こりうるかどうかはバッファーの大きさで決まります。書き込みがバッファーの容量以下なら、main は受信側を一度も待たずに済むので、早く戻ることがあります。1つ多いだけで、main は受信側が1つ取り出すまで送れません。つまり受信側は動き出していて、Add も済んでいます。プログラムが良くなったわけでもないのに、症状は消えます。そこが罠です。記事のベンチマークは容量 256、書き込み 100,000 回なので正しく見えました。Go 1.19 で 20,000 回試すと、書き込みが 1、16、200、256 回のときは 99 % 以上で早く戻り、257 回以上では一度も起きませんでした。Add は go 文の前で呼ぶか、それを代わりに行う wg.Go を使います。誤った形は go vet が指摘します。',
  },
  question: {
    text: {
      en: 'Add is called inside the goroutine and the buffer has 2 places. For how many writes can fill return too early?',
      ja: 'Add は goroutine の中で呼ばれ、バッファーは 2 です。fill が早く戻りうるのは書き込みが何回のときですか。',
    },
    options: [
      {
        text: { en: 'For 1 and 2', ja: '1 回と 2 回' },
        right: true,
        why: {
          en: 'They fit into the buffer, so main reaches Wait without the consumer. The third must wait for a receive, and by then Add has run.',
          ja: 'バッファーに収まるので、main は受信側なしで Wait に着きます。3回目は受信を待つため、その時点で Add は済んでいます。',
        },
      },
      {
        text: { en: 'For any number', ja: '何回でも' },
        right: false,
        why: {
          en: 'From 3 on main blocks until the consumer has taken a value. It cannot do so before Add.',
          ja: '3回以上では、受信側が値を取るまで main は止まります。受信は Add の後です。',
        },
      },
      {
        text: { en: 'For 3 and more', ja: '3 回以上' },
        right: false,
        why: {
          en: 'It is the other way round: more writes than places hide the fault.',
          ja: '逆です。容量より多い書き込みは、この誤りを隠します。',
        },
      },
    ],
  },
  point: { variant: 'inside', turns: [], kind: 'wait', goroutine: 1 },
  cost: 'published',
};
