import type { WhatIfWords } from './what-if-en.ts';

export const whatIfJa: WhatIfWords = {
  lead: (step) => `ステップ ${step} から、このエンジンで試します。「実行する」を押すまで、今の実行は変わりません。`,
  question: '質問',
  questions: { fit: 'あと何個', drain: 'ドレイン', add: 'node 追加' },
  titles: {
    fit: 'Pod はあと何個載る？',
    drain: 'node をドレインすると、どの Pod が動く？',
    add: 'node を増やすと、どの Pod の場所ができる？',
  },

  source: '何と同じ',
  sources: { like: '今あるものと同じ', text: 'YAML か JSON から' },
  like: 'Pod またはワークロード',
  workloads: 'ワークロード',
  pods: 'Pod',
  morePods: (shown, all) =>
    `${all} 個の Pod のうち先頭の ${shown} 個です。ほかの Pod は、オブジェクトの一覧で選んでから戻ってください。`,
  noLike: 'このステップには Pod もワークロードもありません。',
  text: 'Pod、または Pod のテンプレートを持つもの',
  textHint: '書いたものは、ステップを動かしても、このページを閉じても残ります。',
  max: '上限',
  maxHint: (most) => `1〜${most}`,
  node: 'node',
  noNode: 'このステップには node がありません。',
  force: '作り直されない Pod も削除する（--force）',
  count: '台数',
  likeNode: '同じ種類の node',
  wrongNumber: (most) => `1 から ${most} までの整数にしてください。`,
  nothingTyped: '先に Pod を書くか、貼り付けてください。',
  ask: { fit: '数える', drain: 'ドレインを試す', add: '追加を試す' },
  trying: (step) => `ステップ ${step} から試しています …`,
  unanswered: 'このステップにはもうありません。別のものを選んでください。',

  stale: (then, now) => `これはステップ ${then} からの答えです。今はステップ ${now} にいます。`,
  askAgain: (step) => `ステップ ${step} から試し直す`,
  backTo: (step) => `ステップ ${step} に戻る`,

  fits: (n) => `あと ${n} 個載ります`,
  fitsAtLeast: (n) => `少なくともあと ${n} 個載ります`,
  likeThis: (name) => `${name} と同じもの`,
  perNode: (n) => `${n} node の内訳`,
  nodeColumn: 'node',
  moreColumn: '個数',
  stopsNext: '次の 1 個が載らない理由',
  stopMax: (n) => `まだありません。指定された ${n} 個で数えるのをやめました。`,
  stopCutOff: 'まだありません。100,000 ステップで数えるのを打ち切りました。',
  stopRefused: 'api-server が拒否します：',
  stopNotTried:
    '一度も試されません。スケジューリングゲートがあるか、その schedulerName を受け持つスケジューラーがありません。',
  reasonNodes: 'node 数',
  reasonPlugin: 'プラグイン',
  reasonText: '理由',

  drained: (node) => `${node} をドレイン`,
  drainSums: (moved, lost, blocked) =>
    `${moved} 個の Pod が動き、${lost === '0' ? '' : `${lost} 個は削除されて戻らず、`}${blocked} 個は残るか待ちます。`,
  drainStops: (alone) =>
    `作り直すもののない Pod が ${alone} 個あるため、kubectl drain は node を cordon するだけで、何も退避させません。`,
  drainNothing: '動く Pod はありません。DaemonSet の Pod だけか、Pod がありません。',
  standIns: (makers) =>
    `ここでは ${makers} が動かないため、それが作り直すはずの Pod ごとに、名前の末尾が -2 のコピーを代わりに置きます。`,
  moves: '退避され、作り直される Pod',
  lost: '削除され、作り直されない Pod',
  stuck: {
    'no-controller': '残る：作り直すものがない Pod',
    refused: '残る：退避を拒否された Pod',
    pending: '待つ：載る node がない Pod',
  },
  forceHint: '--force を付けると、これらは削除されて戻らず、ほかの Pod は動きます。',
  budget: (name, desired, healthy, allowed) =>
    `PodDisruptionBudget ${name}：必要な healthy は ${desired}、今は ${healthy}、外せるのは ${allowed} です。`,
  uncounted: (name) =>
    `PodDisruptionBudget ${name} には status がなく、ここではそれを数えるものもありません。status ができるまで、どれも外せません。`,
  meanwhile: 'そのほかで起きたこと',
  as: (name) => `新しい名前：${name}`,
  waits: '待機',
  gone: '削除',

  added: (n, like) => `${like} と同じ node を ${n} 台追加`,
  addSums: (moved, blocked) => `${moved} 個の Pod に場所ができ、${blocked} 個は待ち続けます。`,
  nobodyWaits: '待っている Pod はありません。新しい node は空のままです。',
  places: '場所ができる Pod',
  stillWait: '待ち続ける Pod',
  newNode: '新規',
  notTried: 'まだ試されていません',

  inBranch: '分岐で実行',
  doIt: '実行する',
  doHint: (step) => `ステップ ${step} の直後から分岐を作ります。「元に戻す」で今の実行に戻れます。`,
  doStale: '先に試し直してください。分岐は今いるステップから始まります。',
  nothingToDo: '実行することはありません。',
  oneANode: 'これは DaemonSet が node ごとに 1 個ずつ作ります。数を増やす指定はなく、node を増やすと増えます。',
  verified: '確認済み',
  cameToRest: (span, steps) => `${span}、${steps} ステップで落ち着きました`,
  cutOff: (steps) => `${steps} ステップで打ち切りました。まだ落ち着いていません`,
  created: (n) => `${n} 個の Pod を 1 個ずつ作り、どれも node が決まりました`,
  command: '同じことをするコマンド',
  bounds: '試し方',
  boundsText: {
    fit: 'コピーを 1 個ずつ作り、最初の試みで node が決まらないものが出たところで終わります。プリエンプションで空けられる場所は数えません。100,000 ステップで打ち切り、そう伝えます。',
    drain:
      'kubectl drain と同じく、node を cordon して Pod を退避させ、拒否された退避は 5 秒ごとに試します。落ち着くまで、最長で模擬時間 10 分または 100,000 ステップまで進めます。それを超えたら、打ち切ったと伝えます。',
    add: 'node は Ready で空の状態で加わります。落ち着くまで、最長で模擬時間 10 分または 100,000 ステップまで進めます。それを超えたら、打ち切ったと伝えます。',
  },
};
