import { actor, objectName, watcher } from './names.ts';
import { count, span } from './numbers.ts';
import type { EventWords, Sentences } from './sentence.ts';

const who = (e: EventWords): string => actor(e.subject, 'ja');
const listener = (e: EventWords): string => actor(watcher(e.subject).who, 'ja');
/** "pods の watch" */
function watchOf(e: EventWords): string {
  const { what: resource } = watcher(e.subject);
  return resource === '' ? 'watch' : `${resource} の watch`;
}
const what = (e: EventWords): string => objectName(e.object);
const revision = (n: number): string => (n > 0 ? `（リビジョン ${String(n)}）` : '');
const because = (detail: string): string => (detail === '' ? '' : `（${detail}）`);

const ASKS: Readonly<Record<string, string>> = {
  create: 'の作成を',
  bind: 'の割り当て（bind）を',
  update: 'の更新を',
  'update status': 'の status の更新を',
  patch: 'の変更を',
  'patch status': 'の status の変更を',
  apply: 'の適用を',
  delete: 'の削除を',
  evict: 'の退避（evict）を',
  get: 'の読み出しを',
  list: 'の一覧を',
  watch: 'の watch を',
};
const asks = (detail: string): string => ASKS[detail] ?? `への ${detail} を`;

function stored(e: EventWords): string {
  const rest = revision(e.number);
  switch (e.detail) {
    case 'create':
      return `api-server が、${who(e)} の作った ${what(e)} を保存します${rest}。`;
    case 'bind':
      return `api-server が、${who(e)} の決めた ${what(e)} の割り当てを保存します${rest}。`;
    case 'delete':
      return `api-server が、${who(e)} の求めた ${what(e)} の削除を行います${rest}。`;
    case 'patch status':
    case 'update status':
      return `api-server が、${who(e)} の報告した ${what(e)} の status を保存します${rest}。`;
    default:
      return `api-server が、${who(e)} による ${what(e)} の変更（${e.detail}）を保存します${rest}。`;
  }
}

const CHANGES: Readonly<Record<string, string>> = {
  ADDED: 'が追加された',
  MODIFIED: 'が変わった',
  DELETED: 'が削除された',
  add: 'が追加された',
  update: 'が変わった',
  delete: 'が削除された',
};
const changed = (detail: string): string => CHANGES[detail] ?? `が変わった（${detail}）`;

function heard(e: EventWords): string {
  if (e.detail === 'BOOKMARK') {
    return `${listener(e)} に bookmark が届きます。リビジョン ${String(e.number)} までは受け取り済みです。`;
  }
  if (e.detail === 'CLOSED') return `${listener(e)} の ${watchOf(e)} が終わったか、開けませんでした。`;
  if (e.detail === 'ERROR') {
    return `${listener(e)} の ${watchOf(e)} がエラーで終わります${revision(e.number)}。一覧を取り直すしかありません。`;
  }
  return `${listener(e)} に「${what(e)} ${changed(e.detail)}」と届きます${revision(e.number)}。`;
}

const METHODS: Readonly<Record<string, string>> = { add: 'OnAdd', update: 'OnUpdate', delete: 'OnDelete' };

/** 呼び出しの終わり。始まりはずっと前のこともある。 */
function handled(e: EventWords): string {
  if (e.detail === 'panic') return `${listener(e)} のハンドラーが ${what(e)} の処理中に panic します。`;
  return `インフォーマーが知らせた「${what(e)} ${changed(e.detail)}」を ${listener(e)} が処理し終え、${METHODS[e.detail] ?? e.detail} が戻ります。`;
}

type FaultWords = Readonly<Record<string, (whom: string, number: number) => string>>;

const events = (n: number): string => (n === 1 ? '次のイベント' : `次の ${String(n)} 件のイベント`);
const ahead = (ticks: number): string => `${span(Math.abs(ticks))} ${ticks < 0 ? '遅れ' : '進み'}`;

const FAULT_BEGAN: FaultWords = {
  kubeletPauses: (node) =>
    `${node} の kubelet が止められます（SIGSTOP）。コンテナーは動き続け、kubelet は何も言いません。`,
  kubeletStops: (node) => `マシン ${node} が止まり、戻りません。コンテナーも一緒に止まります。`,
  crash: (whom) => `${whom} が落ちます。メモリーにあったものはすべて消えます。`,
  pause: (whom) => `${whom} が凍ります。メモリーと接続は保ったまま、何もしません。`,
  cut: (whom) => `${whom} と api-server の間が切れます。`,
  partition: (whom) => `${whom} と api-server の間の通信がすべて途中で消えます。どちらにも知らされません。`,
  slow: (whom, ticks) => `${whom} の watch が ${span(ticks)} 遅れるようになります。`,
  drop: (whom, count) => `${whom} の watch で${events(count)}が途中で失われます。`,
  duplicate: (whom, count) => `${whom} の watch で${events(count)}が二度届きます。`,
  skewClock: (whom, ticks) => `${whom} の時計がこれから ${ahead(ticks)}ます。`,
  leaderChange: (whom) => `${whom} のリーダーが Lease を更新できなくなります。別の候補が待っています。`,
  compact: () => 'etcd が今より前のリビジョンをすべて忘れ、api-server の watch キャッシュが新しく始まります。',
};

const FAULT_ENDED: FaultWords = {
  kubeletPauses: (node) => `${node} の kubelet が、止められたところから続けます（SIGCONT）。`,
  crash: (whom) => `${whom} が起動し直します。メモリーには何もありません。`,
  pause: (whom) => `${whom} が止まったところから続けます。待っていたものが今届きます。`,
  cut: (whom) => `${whom} と api-server の間が元に戻ります。`,
  partition: (whom) => `${whom} と api-server の通信が戻ります。途中で止まり、まだ諦められていないものが今届きます。`,
  skewClock: (whom) => `${whom} の時計が正しくなります。`,
  slow: (whom) => `${whom} の watch の遅れがなくなります。`,
  drop: (whom) => `${whom} へ送られるものが、また届きます。`,
  duplicate: (whom) => `${whom} へ送られるものが、また 1 度ずつ届きます。`,
};

/** Whose subject is a machine. */
const OF_MACHINES: ReadonlySet<string> = new Set(['kubeletStops', 'kubeletPauses']);

/** "slow 2000000" is a fault and its number. */
function faultSentence(words: FaultWords, e: EventWords): string | undefined {
  const [verb = '', number] = e.detail.split(' ');
  return words[verb]?.(OF_MACHINES.has(verb) ? e.subject : who(e), Number(number ?? 0));
}

function faultBegan(e: EventWords): string {
  const [whom, verb] = [who(e), e.detail];
  if (MACHINE_VERBS.has(verb.split(' ')[0] ?? '')) return machineFault(e);
  return faultSentence(FAULT_BEGAN, e) ?? `${whom} に障害 ${verb} が起きます。`;
}

function faultEnded(e: EventWords): string {
  const [verb = '', rest = ''] = e.detail.split(' ');
  const whom = who(e);
  if (verb === 'probe') return `${e.subject} のプローブへの答えが元に戻ります。`;
  if (verb === 'fillDisk') return `${e.subject} の不足が解消します（${rest}）。`;
  return faultSentence(FAULT_ENDED, e) ?? `${whom} の障害 ${verb} が終わります。`;
}

const MACHINE_VERBS: ReadonlySet<string> = new Set(['containerExits', 'probe', 'fillDisk']);

/** "containerExits 137 OOMKilled", "probe readiness failure", "fillDisk nodefs.available". */
function machineFault(e: EventWords): string {
  const [verb, first, second] = e.detail.split(' ');
  if (verb === 'containerExits') {
    const why = second === undefined ? '' : `（${second}）`;
    return e.number === 0
      ? `${e.subject} には、終了コード ${first} で終わるはずのコンテナが動いていません。`
      : `${e.subject} のコンテナ ${count(e.number)} 個が終了コード ${first} で終わります${why}。`;
  }
  if (verb === 'probe') {
    return `これから ${e.subject} の ${first} プローブは${second === 'failure' ? '失敗' : '成功'}します。`;
  }
  return `${e.subject} で ${first} がしきい値を下回ります。`;
}

const firstWord = (detail: string): string => detail.split(' ')[0] ?? '';
const afterFirst = (detail: string): string => detail.split(' ').slice(1).join(' ');

/** "app readiness failure". */
function probed(e: EventWords): string {
  const [container, type, result] = e.detail.split(' ');
  const says = result === 'failure' ? '失敗します' : '成功します';
  return `${who(e)} が ${what(e)} のコンテナ ${container} の ${type} プローブを試し、${says}。`;
}

const QUEUES: Readonly<Record<string, string>> = {
  unschedulable: 'unschedulablePods',
  backoff: 'backoffQ',
  active: 'activeQ',
};
const queue = (detail: string): string => QUEUES[detail] ?? detail;

export const SENTENCES_JA: Sentences = {
  'request.sent': (e) => `${who(e)} が api-server に ${what(e)} ${asks(e.detail)}頼みます。`,
  'store.written': stored,
  'request.served': (e) =>
    `api-server が ${what(e)} について ${who(e)} に ${String(e.number)} を返します。書き込みはありません。`,
  'request.refused': (e) =>
    `api-server が、${what(e)} への ${who(e)} の要求を断ります${e.detail === '' ? '' : `：${e.detail}`}（${String(e.number)}）。`,
  'response.delivered': (e) => `${who(e)} に ${what(e)} への返事が届きます：${String(e.number)}。`,
  'watch.delivered': heard,
  'list.delivered': (e) => `${listener(e)} に、頼んだ一覧が届きます：オブジェクト ${count(e.number)} 個です。`,
  'informer.popped': (e) =>
    `${listener(e)} のインフォーマーが ${e.object === '' ? '一覧全体' : what(e)} をキューから取り出し（${e.detail}）、キャッシュを更新します。残り ${count(e.number)}。`,
  'handler.called': handled,
  'queue.flushed': (e) => `スケジューラーのキューの間で Pod が ${count(e.number)} 個動きます${because(e.detail)}。`,
  'cycle.started': (e) =>
    `スケジューラーが activeQ から ${what(e)} を取り出します。${count(e.number)} 回目の試みです。`,
  'cycle.prefilter': (e) =>
    e.detail === ''
      ? `PreFilter が ${what(e)} の準備をします。調べる node は ${count(e.number)} 個です。`
      : `PreFilter：node を調べる前に ${e.detail} が ${what(e)} を退けます。`,
  'cycle.filter': (e) =>
    e.number === 0
      ? `Filter：${what(e)} を置ける node はありません。`
      : `Filter：${what(e)} を置ける node は ${count(e.number)} 個です。`,
  'cycle.postfilter': (e) =>
    e.detail === ''
      ? `PostFilter：退かせば ${what(e)} の役に立つ Pod は見つかりません。`
      : `PostFilter が ${what(e)} の候補に ${e.detail} を指名します。`,
  'cycle.score': (e) =>
    e.number === 0
      ? `${what(e)} に残った node は ${e.detail} だけです。点数はつけません。`
      : `Score が ${what(e)} に ${e.detail} を選びます。${count(e.number)} 点です。`,
  'cycle.reserve': (e) => `スケジューラーが自分のキャッシュの上で、${what(e)} のために ${e.detail} を確保します。`,
  'cycle.permit': (e) => `Permit が ${what(e)} を ${e.detail} へ通します。`,
  'cycle.failed': (e) =>
    `${count(e.number)} 個の node を調べましたが、${what(e)} を置ける所はありません。${queue(e.detail)} で待ちます。`,
  'cycle.bound': (e) => `${what(e)} は ${e.detail} に割り当て済みです。スケジューリングの 1 サイクルが終わります。`,
  'sync.started': (e) => `${who(e)} が ${what(e)} の調整を始めます。キューの残りは ${count(e.number)} です。`,
  'sync.finished': (e) =>
    e.detail === ''
      ? `${who(e)} が ${what(e)} の調整を終えます。`
      : `${who(e)} は ${what(e)} をいったん後回しにします：${e.detail}。`,
  'workqueue.added': (e) => `${what(e)} の待ち時間が終わり、${who(e)} のキューに入ります。`,
  'kubelet.admitted': (e) => `${who(e)} が ${what(e)} を引き受けます。`,
  'kubelet.rejected': (e) => `${who(e)} が ${what(e)} を断ります${because(e.detail)}。`,
  'image.pulling': (e) => `${who(e)} が ${what(e)} のイメージ ${e.detail} を取りに行きます。`,
  'image.pulled': (e) => `${who(e)} に ${what(e)} のイメージ ${e.detail} が揃います。`,
  'container.started': (e) => `${who(e)} が ${what(e)} のコンテナ ${e.detail} を起動します。`,
  'container.stopping': (e) => `${who(e)} が ${what(e)} のコンテナ ${e.detail} に終了を求めます。`,
  'container.stopped': (e) => `${what(e)} のコンテナ ${e.detail} が止まりました。`,
  'kubelet.observed': (e) => `${who(e)} が ${what(e)} の status を求めます：${e.detail}。`,
  'image.failed': (e) => `${who(e)} は ${what(e)} のイメージ ${e.detail} を取得できません。`,
  'container.failed': (e) =>
    `${who(e)} は ${what(e)} のコンテナ ${firstWord(e.detail)} を作れません：${afterFirst(e.detail)}。`,
  'probe.answered': probed,
  'kubelet.short': (e) => `${who(e)} は ${e.detail} が足りませんが、終わらせる Pod がありません。`,
  'kubelet.evicting': (e) => `${who(e)} は ${e.detail} が足りず、${what(e)} を終わらせます。`,
  'pod.gone': (e) => `${what(e)} がなくなりました。`,
  'pod.ready': (e) => `${what(e)} が Ready になりました。コンテナはすべて動いています。`,
  'lease.due': (e) => `${who(e)} が Lease を更新する時刻になりました。`,
  'fault.began': faultBegan,
  'fault.ended': faultEnded,
  'leader.elected': (e) => `${who(e)} が ${what(e)} を得て、リーダーになります。`,
  'leader.lost': (e) => `${who(e)} は期限までに ${what(e)} を更新できず、リーダーをやめます。`,
  'watch.opened': (e) =>
    e.detail === 'initial'
      ? `${listener(e)} が ${watchOf(e)} を開き直し、まず全オブジェクトを求めます。`
      : `${listener(e)} がリビジョン ${String(e.number)} から ${watchOf(e)} を開き直します。`,
  'resync.checked': (e) =>
    e.number === 0
      ? `${listener(e)} のインフォーマーが再同期の期限を調べます。期限が来たリスナーはありません。`
      : `${listener(e)} のインフォーマーが ${e.detail.replaceAll(',', '、')} のために再同期します。キャッシュの内容をもう一度知らせます。`,
  'sender.resumed': (e) => `${e.detail} に空きができ、${listener(e)} の送信側が先へ進みます。`,
  'cache.altered': (e) => `${listener(e)} のミューテーション検出器が異常を報告します：${e.detail}。`,
  'command.ended': (e) =>
    e.detail === 'drain'
      ? `${who(e)} が ${what(e)} を空にしました。`
      : `${who(e)} が ${what(e)} を空にするのをあきらめます。`,
};
