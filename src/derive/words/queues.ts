/** Words of the scheduler's queues in full, in both languages. Figures come as texts. */
import type { QueueId } from '../../protocol/protocol.ts';
import type { Lang } from './lang.ts';

interface QueueWords {
  readonly lead: string;
  readonly hints: Readonly<Record<QueueId, string>>;
  /** Heading of the column of count-downs; undefined = the queue has none. */
  readonly timers: Readonly<Partial<Record<QueueId, string>>>;
  readonly order: string;
  readonly priority: string;
  readonly state: string;
  readonly cycling: string;
  readonly binding: string;
  readonly cause: string;
  readonly fromStart: string;
  readonly cameFrom: (queue: string) => string;
  readonly seconds: (text: string) => string;
}

/** Names that upstream gives them stay as they are. */
export const QUEUE_TITLES: Readonly<Record<QueueId, string>> = {
  inflight: 'inFlightPods',
  active: 'activeQ',
  backoff: 'backoffQ',
  'backoff-error': 'backoffQ (podErrorBackoffQ)',
  unschedulable: 'unschedulablePods',
  gated: 'unschedulablePods (gated)',
};

const EN: QueueWords = {
  lead: 'Where every waiting Pod stands, what keeps it there, and the step that put it there.',
  hints: {
    inflight: 'in a scheduling cycle, or with a binding on its way; events are kept for those that may fail',
    active: 'ready, by priority, then by age; the first is next',
    backoff:
      'a plugin said no, and something has changed since; waits out its back-off, or is taken earlier where activeQ is empty (1.33 and later)',
    'backoff-error': 'the cycle broke, no plugin said no; only time takes a Pod out of here',
    unschedulable: 'waits for an event that could help',
    gated: 'a plugin holds it back before any cycle; no timer looks at it',
  },
  timers: { backoff: 'back-off ends in', 'backoff-error': 'back-off ends in', unschedulable: 'tried anyway in' },
  order: 'place',
  priority: 'priority',
  state: 'now',
  cycling: 'in its cycle',
  binding: 'being bound',
  cause: 'here because',
  fromStart: 'from the start',
  cameFrom: (queue) => `from ${queue}`,
  seconds: (text) => `${text} s`,
};

const JA: QueueWords = {
  lead: '待っている Pod がどこにいて、何に止められ、どのステップでそこに来たか。',
  hints: {
    inflight: 'scheduling cycle の中、または binding の途中。失敗に備えてイベントを取っておく',
    active: '優先度、次に古い順。先頭が次',
    backoff:
      'plugin に退けられた後、何かが変わった。backoff が終わるまで待つ。activeQ が空ならその前に取られる (1.33 以降)',
    'backoff-error': 'cycle がエラーで終わった。退けた plugin はなく、時間だけが Pod を動かす',
    unschedulable: '助けになるイベントを待つ',
    gated: 'cycle の前に plugin が止めている。どのタイマーも見ない',
  },
  timers: { backoff: 'backoff の残り', 'backoff-error': 'backoff の残り', unschedulable: '何もなくても再試行まで' },
  order: '順',
  priority: '優先度',
  state: '今',
  cycling: 'cycle の中',
  binding: 'binding 中',
  cause: 'ここにいる理由',
  fromStart: '最初から',
  cameFrom: (queue) => `${queue} から`,
  seconds: (text) => `${text} 秒`,
};

export const queueWords = (lang: Lang): QueueWords => (lang === 'ja' ? JA : EN);
