import type { InformerGeneration } from '../protocol/protocol.ts';

/** What the first screen says of the prepared scenarios. Their texts are loaded when one is opened; a test holds the two together. */
interface Text {
  readonly en: string;
  readonly ja: string;
}

/** A form of the same scenario: its file in scenario/gallery without ".yaml", which is its name in a link. */
interface GalleryVariant {
  readonly name: string;
  readonly label: Text;
  /** Its queue, where that is what tells it from the other forms. */
  readonly generation?: InformerGeneration;
}

export interface GalleryItem {
  /** Of its first form. */
  readonly name: string;
  readonly title: Text;
  /** What there is to see. */
  readonly line?: Text;
  /** Of a cluster that is a picture by itself. */
  readonly cluster?: {
    readonly nodes: number;
    /** Pods that run already, a number a node, as many nodes as are written out. */
    readonly running: readonly number[];
    /** Pods that will be new in it. */
    readonly pods: number;
  };
  /** All forms, the first one too; none where there is one only. */
  readonly variants: readonly GalleryVariant[];
  /** All forms go the same way up to the moment at which their story asks. */
  readonly partAtQuestion: boolean;
}

interface GalleryGroup {
  readonly id: 'scheduling' | 'workloads' | 'faults' | 'informers';
  readonly title: Text;
  readonly line: Text;
  readonly items: readonly GalleryItem[];
}

const FAULTY: Text = { en: 'With its fault', ja: '欠陥あり' };
const CURED: Text = { en: 'Cured', ja: '直したもの' };

/** A lesson controller: the same objects and events, once for the fault and once for its cure. */
const lesson = (name: string, title: Text, line: Text): GalleryItem => ({
  name,
  title,
  line,
  variants: [
    { name, label: FAULTY },
    { name: `${name}-cured`, label: CURED },
  ],
  partAtQuestion: true,
});

/** Forms are told by what follows the name of the first one; none where there is one only. */
const item = (
  name: string,
  title: Text,
  line: Text,
  forms: Readonly<Record<string, Text>> = {},
  partAtQuestion = false,
): GalleryItem => ({
  name,
  title,
  line,
  variants: Object.entries(forms).map(([suffix, label]) => ({ name: `${name}${suffix}`, label })),
  partAtQuestion,
});

export const GALLERY_GROUPS: readonly GalleryGroup[] = [
  {
    id: 'scheduling',
    title: { en: 'Scheduling', ja: 'スケジューリング' },
    line: {
      en: 'Where Pods go, and why some go nowhere.',
      ja: 'Pod はどこへ行くのか、なぜ行き場のない Pod があるのか。',
    },
    items: [
      {
        name: 'web',
        title: { en: 'Web rollout, busy cluster', ja: 'Web のロールアウト（混み合ったクラスター）' },
        cluster: { nodes: 4, running: [3, 3, 3, 3], pods: 3 },
        variants: [],
        partAtQuestion: false,
      },
      {
        name: 'pending',
        title: { en: 'Why is it Pending?', ja: 'なぜ Pending なのか' },
        cluster: { nodes: 40, running: [], pods: 3 },
        variants: [],
        partAtQuestion: false,
      },
    ],
  },
  {
    id: 'workloads',
    title: { en: 'Workloads', ja: 'ワークロード' },
    line: {
      en: 'What controllers make of what you asked for.',
      ja: '頼んだことを controller がどう進めるのか。',
    },
    items: [
      item(
        'rolling-update-bad-image',
        { en: 'A rollout that stalls', ja: '止まったロールアウト' },
        { en: 'A bad image, both budgets, a rollback.', ja: '悪い image、2 つの予算、そして rollback。' },
      ),
      item(
        'statefulset-partition',
        { en: 'A StatefulSet, in order', ja: '順番どおりの StatefulSet' },
        { en: 'A canary, and an ordinal that is stuck.', ja: 'partition による試し撃ちと、動かない番号。' },
      ),
      item(
        'daemonset-taint',
        { en: 'A Pod on each node', ja: 'node ごとに 1 つの Pod' },
        { en: 'A taint, a toleration, a node that joins.', ja: 'taint、toleration、加わる node。' },
      ),
      item(
        'job-failures',
        { en: 'A Job that keeps failing', ja: '失敗し続ける Job' },
        { en: '10 s, 20 s, 40 s, and no more.', ja: '10 秒、20 秒、40 秒、そこまで。' },
        {
          '': { en: 'backoffLimit', ja: 'backoffLimit' },
          '-indexed': { en: 'Limit by index', ja: 'index ごとの上限' },
        },
      ),
      item(
        'cronjob-curl',
        { en: 'curl, every morning at ten', ja: '毎朝 10 時の curl' },
        { en: 'An old version, a shell, a time zone.', ja: '古い version、shell、タイムゾーン。' },
        { '': FAULTY, '-cured': CURED },
      ),
      item(
        'cronjob-catch-up',
        { en: 'A run that was missed', ja: '逃した実行' },
        { en: 'The controllers are down at ten o’clock.', ja: '10 時に controller がいません。' },
        {
          '': { en: 'No deadline', ja: '期限なし' },
          '-deadline': { en: 'startingDeadlineSeconds', ja: 'startingDeadlineSeconds' },
        },
        true,
      ),
      item(
        'cronjob-overlap',
        { en: 'A Job longer than its minute', ja: '1 分より長い Job' },
        { en: 'Three concurrency policies.', ja: '3 つの concurrencyPolicy。' },
        {
          '': { en: 'Allow', ja: 'Allow' },
          '-forbid': { en: 'Forbid', ja: 'Forbid' },
          '-replace': { en: 'Replace', ja: 'Replace' },
        },
        true,
      ),
      item(
        'autoscaler',
        { en: 'An autoscaler', ja: 'オートスケーラー' },
        { en: 'Up in steps, down after five minutes.', ja: '増えるのは段階的に、減るのは 5 分後。' },
      ),
      item(
        'garbage',
        { en: 'Who deletes the children?', ja: '子は誰が消すのか' },
        { en: 'Three ways for an owner to go.', ja: '所有者の去り方は 3 通り。' },
        {
          '': { en: 'Background', ja: 'Background' },
          '-foreground': { en: 'Foreground', ja: 'Foreground' },
          '-orphan': { en: 'Orphan', ja: 'Orphan' },
        },
        true,
      ),
    ],
  },
  {
    id: 'faults',
    title: { en: 'When things break', ja: '壊れたとき' },
    line: {
      en: 'Machines and processes fail; who notices, and when?',
      ja: '機械やプロセスが壊れると、誰がいつ気づくのか。',
    },
    items: [
      item(
        'node-loss',
        { en: 'A node goes silent', ja: 'node が黙る' },
        { en: '50 s of grace, 300 s of toleration.', ja: '猶予 50 秒、許容 300 秒。' },
        {
          '': { en: 'For good', ja: '戻らず' },
          '-back': { en: 'Back in time', ja: '早め' },
          '-late': { en: 'Back too late', ja: '手遅れ' },
        },
        true,
      ),
      item(
        'drain-budget',
        { en: 'A drain that hangs', ja: '終わらない drain' },
        { en: '429 every five seconds.', ja: '5 秒ごとの 429。' },
        {
          '': { en: 'One replica more', ja: 'replica を増やす' },
          '-relaxed': { en: 'A lower budget', ja: '予算を下げる' },
        },
        true,
      ),
      item(
        'crash-loop',
        { en: 'CrashLoopBackOff', ja: 'CrashLoopBackOff' },
        { en: 'At once, then 10 s, 20 s, 40 s.', ja: 'すぐに、次は 10 秒、20 秒、40 秒。' },
      ),
      item(
        'probes',
        { en: 'What a probe can do', ja: 'probe にできること' },
        { en: 'Out of the Service, or started again.', ja: 'Service から外れるか、再起動か。' },
        {
          '': { en: 'Readiness', ja: 'Readiness' },
          '-liveness': { en: 'Liveness', ja: 'Liveness' },
        },
      ),
      item(
        'grace',
        { en: 'A Pod that takes its time to go', ja: 'なかなか消えない Pod' },
        { en: 'A preStop hook, and 10 s for all.', ja: 'preStop hook と、合わせて 10 秒。' },
        { '': FAULTY, '-cured': CURED },
        true,
      ),
      item(
        'scheduler-dead',
        { en: 'Without a scheduler', ja: 'scheduler がいない' },
        { en: 'Deletes and controllers go on.', ja: '削除も controller も動き続けます。' },
      ),
      item(
        'kubelet-behind',
        { en: 'A kubelet that is behind', ja: '遅れをとった kubelet' },
        { en: 'What it missed, a list makes good.', ja: '聞き逃しは list が補います。' },
      ),
    ],
  },
  {
    id: 'informers',
    title: { en: 'Informers and api-server', ja: 'informer と api-server' },
    line: {
      en: 'Faults that controllers have in the field, each made to happen, and what cures it.',
      ja: '実際のコントローラーで起きる欠陥を 1 つずつ再現し、直し方を見ます。',
    },
    items: [
      {
        name: 'slow-listener',
        title: { en: 'One slow listener', ja: '遅い listener が 1 つ' },
        line: { en: 'Its ring grows, and nobody else waits.', ja: '伸びるのはその ring だけで、ほかは待ちません。' },
        variants: [
          { name: 'slow-listener', label: { en: 'A ring each', ja: 'それぞれの ring' } },
          { name: 'slow-listener-blocking', label: { en: 'Bounded channels', ja: '有限の channel' } },
        ],
        partAtQuestion: true,
      },
      {
        name: 'delete-dedup',
        title: { en: 'Two deletes of one object', ja: '1 つのオブジェクトに削除が 2 つ' },
        line: { en: 'One queue, three generations.', ja: '1 つの queue、3 つの世代。' },
        variants: [
          { name: 'delete-dedup', generation: 'deltafifo', label: { en: 'DeltaFIFO', ja: 'DeltaFIFO' } },
          { name: 'delete-dedup-realfifo', generation: 'realfifo', label: { en: 'RealFIFO', ja: 'RealFIFO' } },
          { name: 'delete-dedup-atomic', generation: 'atomic', label: { en: 'Atomic', ja: 'atomic' } },
        ],
        partAtQuestion: true,
      },
      lesson(
        'read-after-write',
        { en: 'Read after write', ja: '書いた直後に読む' },
        {
          en: 'Two claims get one number from a cache that is behind.',
          ja: '遅れたキャッシュから、2 つの要求に同じ番号を渡します。',
        },
      ),
      lesson(
        'missed-delete',
        { en: 'The delete that was not heard', ja: '聞こえなかった削除' },
        { en: 'A tombstone, and a new object under an old name.', ja: 'tombstone と、古い名前の新しいオブジェクト。' },
      ),
      lesson(
        'expired-watch',
        { en: '410 Gone', ja: '410 Gone' },
        { en: 'The list that follows has no past.', ja: '取り直した list に過去は入っていません。' },
      ),
      lesson(
        'resync',
        { en: 'A resync is no change', ja: 'resync は変更ではない' },
        { en: 'OnUpdate is called, and nothing has happened.', ja: 'OnUpdate は呼ばれるが、何も起きていません。' },
      ),
      lesson(
        'crash-between-writes',
        { en: 'A crash between two writes', ja: '2 つの書き込みの間でのクラッシュ' },
        { en: 'The first is stored; who remembers the second?', ja: '1 つ目は保存済み。2 つ目は誰が覚えているのか。' },
      ),
      lesson(
        'duplicate-create',
        { en: 'Made twice', ja: '2 回作られる' },
        { en: 'generateName, a slow watch, and expectations.', ja: 'generateName、遅い watch、そして expectations。' },
      ),
      lesson(
        'edge-triggered',
        { en: 'Counting events', ja: 'event を数える' },
        { en: 'Two changes, one key in the work queue.', ja: '変更は 2 回、work queue のキーは 1 つ。' },
      ),
      {
        name: 'server-side-apply',
        title: { en: 'Server-side apply', ja: 'サーバーサイド適用' },
        line: { en: 'Who owns a field, and who gives it up.', ja: '欄は誰のものか、誰が手放すのか。' },
        variants: [
          { name: 'server-side-apply', label: { en: 'In turn', ja: '順番に' } },
          { name: 'server-side-apply-race', label: { en: 'Too early', ja: '早すぎた手放し' } },
        ],
        partAtQuestion: false,
      },
    ],
  },
];
