import { actor, objectName, watcher } from './names.ts';
import { count } from './numbers.ts';
import type { EventWords, Sentences } from './sentence.ts';

const who = (e: EventWords): string => actor(e.subject, 'ja');
const listener = (e: EventWords): string => actor(watcher(e.subject).who, 'ja');
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
      return `api-server が、${who(e)} の作った ${what(e)} を保存する${rest}。`;
    case 'bind':
      return `api-server が、${who(e)} の決めた ${what(e)} の割り当てを保存する${rest}。`;
    case 'delete':
      return `api-server が、${who(e)} の求めた ${what(e)} の削除を行う${rest}。`;
    case 'patch status':
    case 'update status':
      return `api-server が、${who(e)} の報告した ${what(e)} の status を保存する${rest}。`;
    default:
      return `api-server が、${who(e)} による ${what(e)} の変更（${e.detail}）を保存する${rest}。`;
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
    return `${listener(e)} に bookmark が届く。リビジョン ${String(e.number)} までは受け取り済み。`;
  }
  if (e.detail === 'ERROR') return `${listener(e)} の watch がエラーで終わる。一覧を取り直すしかない。`;
  return `${listener(e)} に「${what(e)} ${changed(e.detail)}」と届く${revision(e.number)}。`;
}

const QUEUES: Readonly<Record<string, string>> = {
  unschedulable: 'unschedulablePods',
  backoff: 'backoffQ',
  active: 'activeQ',
};
const queue = (detail: string): string => QUEUES[detail] ?? detail;

export const SENTENCES_JA: Sentences = {
  'request.sent': (e) => `${who(e)} が api-server に ${what(e)} ${asks(e.detail)}頼む。`,
  'store.written': stored,
  'request.served': (e) =>
    `api-server が ${what(e)} について ${who(e)} に ${String(e.number)} を返す。書き込みはない。`,
  'request.refused': (e) =>
    `api-server が、${what(e)} への ${who(e)} の要求を断る：${e.detail}（${String(e.number)}）。`,
  'response.delivered': (e) => `${who(e)} に ${what(e)} への返事が届く：${String(e.number)}。`,
  'watch.delivered': heard,
  'list.delivered': (e) => `${listener(e)} に、頼んだ一覧が届く：オブジェクト ${count(e.number)} 個。`,
  'informer.popped': (e) =>
    `${listener(e)} のインフォーマーが ${what(e)} をキューから取り出し（${e.detail}）、キャッシュを更新する。残り ${count(e.number)}。`,
  'handler.called': (e) => `インフォーマーが ${listener(e)} に「${what(e)} ${changed(e.detail)}」と知らせる。`,
  'queue.flushed': (e) => `スケジューラーのキューの間で Pod が ${count(e.number)} 個動く${because(e.detail)}。`,
  'cycle.started': (e) => `スケジューラーが activeQ から ${what(e)} を取り出す。${count(e.number)} 回目の試み。`,
  'cycle.prefilter': (e) =>
    e.detail === ''
      ? `PreFilter が ${what(e)} の準備をする。調べるノードは ${count(e.number)} 個。`
      : `PreFilter：ノードを調べる前に ${e.detail} が ${what(e)} を退ける。`,
  'cycle.filter': (e) =>
    e.number === 0
      ? `Filter：${what(e)} を置けるノードはない。`
      : `Filter：${what(e)} を置けるノードは ${count(e.number)} 個。`,
  'cycle.postfilter': (e) =>
    e.detail === ''
      ? `PostFilter：退かせば ${what(e)} の役に立つ Pod は見つからない。`
      : `PostFilter が ${what(e)} の候補に ${e.detail} を指名する。`,
  'cycle.score': (e) =>
    e.number === 0
      ? `${what(e)} に残ったノードは ${e.detail} だけ。点数はつけない。`
      : `Score が ${what(e)} に ${e.detail} を選ぶ。${count(e.number)} 点。`,
  'cycle.reserve': (e) => `スケジューラーが自分のキャッシュの上で、${what(e)} のために ${e.detail} を確保する。`,
  'cycle.permit': (e) => `Permit が ${what(e)} を ${e.detail} へ通す。`,
  'cycle.failed': (e) =>
    `${count(e.number)} 個のノードを調べたが、${what(e)} を置ける所はない。${queue(e.detail)} で待つ。`,
  'cycle.bound': (e) => `${what(e)} は ${e.detail} に割り当て済み。スケジューリングの 1 サイクルが終わる。`,
  'sync.started': (e) => `${who(e)} が ${what(e)} の調整を始める。キューの残りは ${count(e.number)}。`,
  'sync.finished': (e) =>
    e.detail === ''
      ? `${who(e)} が ${what(e)} の調整を終える。`
      : `${who(e)} は ${what(e)} をいったん後回しにする：${e.detail}。`,
  'workqueue.added': (e) => `${what(e)} の待ち時間が終わり、${who(e)} のキューに入る。`,
  'kubelet.admitted': (e) => `${who(e)} が ${what(e)} を引き受ける。`,
  'kubelet.rejected': (e) => `${who(e)} が ${what(e)} を断る${because(e.detail)}。`,
  'image.pulling': (e) => `${who(e)} が ${what(e)} のイメージ ${e.detail} を取りに行く。`,
  'image.pulled': (e) => `${who(e)} に ${what(e)} のイメージ ${e.detail} が揃う。`,
  'container.started': (e) => `${who(e)} が ${what(e)} のコンテナ ${e.detail} を起動する。`,
  'container.stopping': (e) => `${who(e)} が ${what(e)} のコンテナ ${e.detail} に終了を求める。`,
  'container.stopped': (e) => `${what(e)} のコンテナ ${e.detail} が止まった。`,
  'kubelet.observed': (e) => `${who(e)} が ${what(e)} の status を求める：${e.detail}。`,
  'pod.gone': (e) => `${what(e)} がなくなった。`,
  'pod.ready': (e) => `${what(e)} が Ready になった。コンテナはすべて動いている。`,
  'lease.due': (e) => `${who(e)} が Lease を更新する時刻になった。`,
};
