/** Rows M1: one map, several writers. The article's workload is 100,000 writes to key i mod 1,000. */
import type { Lab, Param } from '../lab.ts';
import { BARE, CHANNEL, MUTEX, ONE_LOCK, SPLIT_LOCK } from './programs.ts';

const WRITERS: Param = { name: 'writers', label: { en: 'writers', ja: '書き手' }, value: 2, min: 1, max: 4 };
const WRITES: Param = { name: 'writes', label: { en: 'writes', ja: '書き込み' }, value: 4, min: 1, max: 12 };
const KEYS: Param = { name: 'keys', label: { en: 'keys', ja: 'キー' }, value: 2, min: 1, max: 8 };
const BUFFER: Param = { name: 'buffer', label: { en: 'buffer', ja: 'バッファー' }, value: 1, min: 0, max: 8 };

export const MAP_WRITE: Lab = {
  id: 'map-write',
  title: { en: 'One map, several writers', ja: '1つのマップに複数の書き手' },
  line: {
    en: 'One map, many writers: bare, behind a mutex, through a channel, and what each costs.',
    ja: '1つのマップに複数の書き手。そのまま、mutex、チャネルと、それぞれの費用。',
  },
  rows: ['M1'],
  variants: [
    {
      id: 'mutex',
      title: { en: 'Mutex', ja: 'mutex' },
      text: MUTEX,
      faulty: false,
      expect: 'none',
      params: [WRITERS, WRITES, KEYS],
    },
    {
      id: 'channel',
      title: { en: 'Channel, one owner', ja: 'チャネル、持ち主は1つ' },
      text: CHANNEL,
      faulty: false,
      expect: 'none',
      params: [WRITERS, WRITES, KEYS, BUFFER],
    },
    {
      id: 'bare',
      title: { en: 'No protection', ja: '保護なし' },
      text: BARE,
      faulty: true,
      cure: 'mutex',
      expect: 'panic',
      also: ['race'],
      params: [WRITERS, WRITES, KEYS],
    },
    {
      id: 'split-lock',
      title: { en: 'Two short locks', ja: '短いロックを2回' },
      text: SPLIT_LOCK,
      faulty: true,
      cure: 'one-lock',
      expect: 'lost-update',
      sign: 'lost',
    },
    {
      id: 'one-lock',
      title: { en: 'One lock around read and write', ja: '読み書き全体を1つのロックで' },
      text: ONE_LOCK,
      faulty: false,
      expect: 'none',
      sign: 'lost',
    },
  ],
  note: {
    en: 'Two ways to keep a map in order. With the mutex every writer touches the map, but only the owner of the lock may. With the channel nobody but main touches it: writers hand their values over, and the map needs no protection because it is not shared at all. Both end with the same map: key k holds the last write that went to it. The costs differ. A lock that nobody else wants is two atomic instructions. A hand-over through a channel takes a lock inside the channel, copies the value, and where the buffer is empty or full it parks one goroutine and wakes another. The article that this lab comes from measured 21.66 ns per write with the mutex and 64.10 ns with a channel of 256, with one producer, so its lock had no rival; under real contention the gap narrows. Without protection the runtime may notice two writers inside the map and end the program: it cannot be recovered. And a lock helps only if it covers the whole change: reading under one lock and writing under the next is free of data races and still loses updates.',
    ja: 'マップを守る方法は2つあります。mutex では全員がマップに触れますが、触れてよいのはロックの持ち主だけです。チャネルではマップに触れるのは main だけです。書き手は値を渡すだけで、マップは共有されないので保護が要りません。結果は同じで、各キーには最後に書かれた値が残ります。違うのは費用です。誰とも争わないロックはアトミック命令2つで済みます。チャネルの受け渡しでは、内部のロックを取り、値をコピーし、バッファーが空か一杯なら片方の goroutine を待機させ、もう片方を起こします。元の記事の測定値は、mutex が1回 21.66 ns、容量 256 のチャネルが 64.10 ns でした。ただし書き手は1つで、ロックに競争相手はいません。実際に争えば差は縮まります。保護がなければ、ランタイムが同時書き込みに気付いてプログラムを終わらせることがあり、recover はできません。また、ロックは変更全体を覆わなければ意味がありません。読み取りと書き込みを別々のロックで守ると、データ競合はなくても更新が失われます。',
  },
  question: {
    text: {
      en: 'Two goroutines write different keys of one map without a lock. What can happen?',
      ja: '2つの goroutine が、ロックなしで同じマップの別々のキーに書き込みます。何が起こりえますか。',
    },
    options: [
      {
        text: { en: 'Nothing: the keys are different', ja: '何も起きない。キーが違うから' },
        right: false,
        why: {
          en: 'Different keys still share the map’s tables and counters. Only elements of a slice are memory of their own.',
          ja: 'キーが違っても、マップ内部の表や件数は共有です。別々のメモリになるのはスライスの要素です。',
        },
      },
      {
        text: {
          en: 'It may work, or the program ends with a fatal error',
          ja: '動くこともあれば、fatal error で終わることもある',
        },
        right: true,
        why: {
          en: 'A writer marks the map while it is inside. If a second writer finds the mark, the runtime says “concurrent map writes” and stops everything. Whether they meet depends on the schedule.',
          ja: '書き手はマップの中にいる間、印を付けます。別の書き手がその印を見ると、ランタイムは concurrent map writes と表示して全体を止めます。出会うかどうかはスケジュール次第です。',
        },
      },
      {
        text: { en: 'A panic that recover can catch', ja: 'recover で捕まえられる panic が起きる' },
        right: false,
        why: {
          en: 'It is a fatal error, not a panic: deferred functions do not run, and nothing can recover it.',
          ja: 'panic ではなく fatal error です。defer は実行されず、recover もできません。',
        },
      },
    ],
  },
  point: {
    variant: 'bare',
    turns: [{ goroutine: 1 }, { goroutine: 2, until: 'map-write' }, { goroutine: 3 }],
    kind: 'fatal',
    goroutine: 3,
  },
  cost: 'published',
};
