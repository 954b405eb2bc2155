/**
 * Words inside the stage and the timeline. Kubernetes terms keep their spelling in both languages; parity is the compiler's.
 */
import type { TokenPhase } from '../protocol/protocol.ts';
import type { Lang } from './words/lang.ts';

export interface StageWords {
  readonly stage: (step: number) => string;
  readonly phases: Readonly<Record<TokenPhase, string>>;
  readonly revision: string;
  readonly etcd: string;
  readonly etcdShort: string;
  readonly controllers: string;
  readonly lessons: string;
  readonly kubelets: string;
  readonly kubeletsHint: string;
  readonly kubeletsHintShort: string;
  readonly noNodes: string;
  readonly watch: string;
  readonly watchPods: string;
  readonly write: string;
  readonly bind: string;
  readonly podInformer: string;
  readonly headFirst: string;
  readonly activeHint: string;
  /** Tips of places that lead to pages. */
  readonly queues: string;
  readonly toQueues: string;
  readonly toInformer: string;
  readonly toApiServer: string;
  readonly toCycle: string;
  readonly toFaults: string;
  /** A line between a client and the api-server. */
  readonly lineTo: (client: string) => string;
  readonly backoffHint: string;
  readonly unschedulableHint: string;
  readonly empty: string;
  readonly more: (n: number) => string;
  readonly seconds: (text: string) => string;
  readonly cycle: string;
  readonly attempt: (n: number) => string;
  readonly noCycle: string;
  readonly total: string;
  readonly outOf: (max: string) => string;
  readonly filtered: (plugin: string, reason: string) => string;
  readonly passed: string;
  readonly winsBy: (node: string, margin: string) => string;
  readonly aheadOf: (node: string) => string;
  readonly tieWin: (node: string) => string;
  readonly onlyNode: (node: string) => string;
  readonly noNode: (tried: number) => string;
  readonly moreNodes: (n: number) => string;
  readonly notReady: string;
  readonly cordoned: string;
  readonly tainted: (n: number) => string;
  readonly used: (used: string, total: string) => string;
  readonly pods: (n: number) => string;
  readonly queued: (n: number) => string;
  readonly waitsForNode: string;
  readonly stageHelp: string;
  readonly steps: (n: string) => string;
  readonly window: string;
  readonly windowStart: string;
  readonly windowEnd: string;
  readonly timeline: string;
  readonly playHead: string;
  readonly windowText: (from: string, to: string) => string;
  readonly stepOf: (step: string, steps: string, sentence: string) => string;
  readonly stepZero: string;
  readonly nothingYet: string;
  readonly lanes: Readonly<Record<string, string>>;
}

const EN: StageWords = {
  stage: (step) => `Control plane at step ${step}`,
  phases: {
    pending: 'Pending',
    sched: 'Scheduling',
    bound: 'Bound',
    run: 'Running',
    unsched: 'Unschedulable',
    term: 'Terminating',
    done: 'Completed',
    fail: 'Failed',
  },
  revision: 'revision',
  etcd: 'etcd: one counter, every write. Only the api-server reads or writes it.',
  etcdShort: 'etcd, one slot a revision',
  controllers: 'controllers',
  lessons: 'lesson controllers',
  kubelets: 'kubelets',
  kubeletsHint: 'each watches the api-server for Pods bound to its own node, and reports back the same way',
  kubeletsHintShort: 'kubelets watch the api-server, too',
  noNodes: 'There is no node at this step.',
  watch: 'watch',
  watchPods: 'watch Pods, Nodes',
  write: 'write',
  bind: 'bind',
  podInformer: 'Pod informer',
  headFirst: 'head first',
  activeHint: 'ready, by priority then age',
  queues: 'queues',
  toQueues: 'Press for all queues in full (Q)',
  toInformer: 'Press for the informer from the inside (I)',
  toApiServer: 'Press for its inside: revisions, watches, conflicts (K)',
  toCycle: 'Press for the whole cycle',
  toFaults: 'Press to break it (B)',
  lineTo: (client) => `${client} ↔ kube-apiserver`,
  backoffHint: 'waits before a retry',
  unschedulableHint: 'waits for an event',
  empty: 'empty',
  more: (n) => `+${n}`,
  seconds: (text) => `${text} s`,
  cycle: 'Cycle',
  attempt: (n) => `attempt ${n}`,
  noCycle: 'No scheduling cycle yet. It begins when a Pod is popped from activeQ.',
  total: 'total',
  outOf: (max) => `of ${max}`,
  filtered: (plugin, reason) => `${plugin}: ${reason}`,
  passed: 'passed every filter',
  winsBy: (node, margin) => `${node} wins by ${margin}.`,
  aheadOf: (node) => `Against ${node}:`,
  tieWin: (node) => `${node} wins a tie.`,
  onlyNode: (node) => `${node} is the only node left, so nothing is scored.`,
  noNode: (tried) => (tried === 1 ? 'The one node was tried and does not fit.' : `None of ${tried} nodes fits.`),
  moreNodes: (n) => `${n} more ${n === 1 ? 'node' : 'nodes'}`,
  notReady: 'NotReady',
  cordoned: 'cordoned',
  tainted: (n) => `${n} ${n === 1 ? 'taint' : 'taints'}`,
  used: (used, total) => `${used} of ${total}`,
  pods: (n) => `${n} ${n === 1 ? 'Pod' : 'Pods'}`,
  queued: (n) => `${n} queued`,
  waitsForNode: 'known to the api-server only',
  stageHelp: 'Press Enter to walk through the components with the arrow keys, Esc to leave.',
  steps: (n) => `all ${n} steps`,
  window: 'Window',
  windowStart: 'Start of the window',
  windowEnd: 'End of the window',
  timeline: 'Timeline',
  playHead: 'Play-head',
  windowText: (from, to) => `steps ${from} to ${to}`,
  stepOf: (step, steps, sentence) => `step ${step} of ${steps}${sentence === '' ? '' : `, ${sentence}`}`,
  stepZero: 'Nothing has happened yet.',
  nothingYet: 'No step yet',
  lanes: {
    clients: 'clients',
    'api-server': 'api-server',
    informers: 'informers',
    scheduler: 'scheduler',
    controllers: 'controllers',
    kubelets: 'kubelets',
  },
};

const JA: StageWords = {
  stage: (step) => `ステップ ${step} の control plane`,
  phases: {
    pending: '待機',
    sched: '選定中',
    bound: '割当済',
    run: '実行中',
    unsched: '置けない',
    term: '終了処理中',
    done: '完了',
    fail: '失敗',
  },
  revision: 'リビジョン',
  etcd: 'etcd：書き込みごとに増える番号。触れるのは api-server だけ。',
  etcdShort: 'etcd：1 マスが 1 リビジョン',
  controllers: 'コントローラー',
  lessons: 'レッスンのコントローラー',
  kubelets: 'kubelets',
  kubeletsHint: '自分の node に割り当てられた Pod だけを watch し、同じ道で報告する',
  kubeletsHintShort: 'kubelet も api-server を watch する',
  noNodes: 'このステップには node がない。',
  watch: 'watch',
  watchPods: 'Pod と Node を watch',
  write: '書込',
  bind: 'bind',
  podInformer: 'Pod インフォーマー',
  headFirst: '左が先頭',
  activeHint: '優先度、次に古い順',
  queues: 'キュー',
  toQueues: '押すとキューの全体 (Q)',
  toInformer: '押すとインフォーマーの内部 (I)',
  toApiServer: '押すと内部：リビジョン、watch、衝突 (K)',
  toCycle: '押すとこのサイクルの全体',
  toFaults: '押すと壊してみる (B)',
  lineTo: (client) => `${client} ↔ kube-apiserver`,
  backoffHint: '再試行まで待つ',
  unschedulableHint: 'イベントを待つ',
  empty: '空',
  more: (n) => `+${n}`,
  seconds: (text) => `${text} 秒`,
  cycle: 'サイクル',
  attempt: (n) => `${n} 回目`,
  noCycle: 'スケジューリングサイクルはまだない。activeQ から Pod を取り出すと始まる。',
  total: '合計',
  outOf: (max) => `満点 ${max}`,
  filtered: (plugin, reason) => `${plugin}：${reason}`,
  passed: 'すべての Filter を通過',
  winsBy: (node, margin) => `${node} が ${margin} 点差で勝ち。`,
  aheadOf: (node) => `${node} との差：`,
  tieWin: (node) => `同点で ${node} を選んだ。`,
  onlyNode: (node) => `残った node は ${node} だけなので、点数はつけない。`,
  noNode: (tried) => `${tried} node のどれにも置けない。`,
  moreNodes: (n) => `ほか ${n} node`,
  notReady: 'NotReady',
  cordoned: 'cordon 済み',
  tainted: (n) => `taint ${n}`,
  used: (used, total) => `${used} / ${total}`,
  pods: (n) => `Pod ${n}`,
  queued: (n) => `待ち ${n}`,
  waitsForNode: 'まだ api-server だけが知っている',
  stageHelp: 'Enter で部品へ入り、矢印キーで移動、Esc で出る。',
  steps: (n) => `全 ${n} ステップ`,
  window: '表示範囲',
  windowStart: '表示範囲の始まり',
  windowEnd: '表示範囲の終わり',
  timeline: 'タイムライン',
  playHead: '再生位置',
  windowText: (from, to) => `ステップ ${from} から ${to}`,
  stepOf: (step, steps, sentence) => `ステップ ${step} / ${steps}${sentence === '' ? '' : `、${sentence}`}`,
  stepZero: 'まだ何も起きていない。',
  nothingYet: 'ステップなし',
  lanes: {
    clients: 'clients',
    'api-server': 'api-server',
    informers: 'informers',
    scheduler: 'scheduler',
    controllers: 'controllers',
    kubelets: 'kubelets',
  },
};

const WORDS: Readonly<Record<Lang, StageWords>> = { en: EN, ja: JA };

export const stageWords = (lang: Lang): StageWords => WORDS[lang];
