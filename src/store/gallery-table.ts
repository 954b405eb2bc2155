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
  readonly id: 'scheduling' | 'informers';
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
        title: { en: 'Web rollout, busy cluster', ja: 'Web のロールアウト（混み合ったクラスタ）' },
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
