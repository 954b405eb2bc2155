/** One or two words for a mark on the timeline: "Bind m4tzd". The sentence of a step says the whole. */
import type { EventKind } from '../../model/events.ts';
import { lastPart } from '../homes-draft.ts';
import type { Lang } from './lang.ts';
import { count } from './numbers.ts';
import type { EventWords } from './sentence.ts';

type Names = Readonly<Record<EventKind, (name: string, event: EventWords) => string>>;

const FAULTS_EN: Readonly<Record<string, string>> = {
  kubeletStops: 'Stop',
  kubeletPauses: 'Pause',
  crash: 'Crash',
  pause: 'Freeze',
  partition: 'Partition',
  drop: 'Loss',
  duplicate: 'Double',
  skewClock: 'Clock',
  leaderChange: 'Leader',
  cut: 'Cut',
  slow: 'Slow',
  compact: 'Compaction',
  containerExits: 'Exit',
  probe: 'Probe',
  fillDisk: 'Shortage',
};
const FAULTS_JA: Readonly<Record<string, string>> = {
  kubeletStops: '停止',
  kubeletPauses: '沈黙',
  crash: 'クラッシュ',
  pause: '固まる',
  partition: '孤立',
  drop: '取りこぼし',
  duplicate: '重複',
  skewClock: '時計',
  leaderChange: 'リーダー交代',
  cut: '切断',
  slow: '遅延',
  compact: 'コンパクション',
  containerExits: '異常終了',
  probe: 'プローブ',
  fillDisk: '不足',
};
/** "slow 2000000" is a fault and its ticks. */
const faultName = (names: typeof FAULTS_EN, { detail }: EventWords): string =>
  names[detail.split(' ')[0] ?? ''] ?? detail;

const WRITES_EN: Readonly<Record<string, string>> = {
  create: 'Create',
  bind: 'Bind',
  delete: 'Delete',
  evict: 'Evict',
  'patch status': 'Status of',
  'update status': 'Status of',
  list: 'List',
  watch: 'Watch',
  get: 'Read',
};
const writeEn = (name: string, { detail }: EventWords): string => `${WRITES_EN[detail] ?? 'Change'} ${name}`;

const EN: Names = {
  'request.sent': writeEn,
  'store.written': writeEn,
  'request.served': (name, e) => `${name} ${String(e.number)}`,
  'request.refused': (_, e) => `Refused: ${e.detail === '' ? String(e.number) : e.detail}`,
  'response.delivered': (_, e) => `Answer ${String(e.number)}`,
  'watch.delivered': (name) => `Hears ${name}`,
  'list.delivered': (_, e) => `List of ${count(e.number)}`,
  'informer.popped': (name) => `Pop ${name}`,
  'handler.called': (name) => `Handler ${name}`,
  'queue.flushed': (_, e) => `${count(e.number)} moved`,
  'cycle.started': (name) => `Cycle ${name}`,
  'cycle.prefilter': () => 'PreFilter',
  'cycle.filter': (_, e) => `Filter, ${count(e.number)} fit`,
  'cycle.postfilter': () => 'PostFilter',
  'cycle.score': (_, e) => `Score ${e.detail}`,
  'cycle.reserve': (_, e) => `Reserve ${e.detail}`,
  'cycle.permit': (_, e) => `Permit ${e.detail}`,
  'cycle.failed': (name) => `No node for ${name}`,
  'cycle.bound': (name) => `${name} bound`,
  'sync.started': (name) => `Sync ${name}`,
  'sync.finished': (name) => `Synced ${name}`,
  'workqueue.added': (name) => `${name} due`,
  'kubelet.admitted': (name) => `${name} admitted`,
  'kubelet.rejected': (name) => `${name} refused`,
  'image.pulling': (name) => `${name} pulls`,
  'image.pulled': (name) => `${name} pulled`,
  'container.started': (name) => `${name} starts`,
  'container.stopping': (name) => `${name} stops`,
  'container.stopped': (name) => `${name} stopped`,
  'kubelet.observed': (name, e) => `${name} ${e.detail}`,
  'pod.gone': (name) => `${name} gone`,
  'pod.ready': (name) => `${name} ready`,
  'lease.due': () => 'Lease',
  'fault.began': (_, e) => `${faultName(FAULTS_EN, e)} ${e.subject}`,
  'fault.ended': (_, e) => `${faultName(FAULTS_EN, e)} over`,
  'command.ended': (name) => `${name} drained`,
  'image.failed': (name) => `${name} no image`,
  'container.failed': (name) => `${name} fails`,
  'probe.answered': (name, e) => `Probe ${name} ${e.detail.endsWith(' failure') ? 'fails' : 'is fine'}`,
  'kubelet.short': (name) => `${name} is short`,
  'kubelet.evicting': (name) => `${name} evicted`,
  'leader.elected': (_, e) => `${e.subject} leads`,
  'leader.lost': (_, e) => `${e.subject} deposed`,
  'watch.opened': () => 'Watch again',
  'resync.checked': (_, e) => `Resync, ${count(e.number)} due`,
  'sender.resumed': () => 'Sender goes on',
  'cache.altered': () => 'Cache altered',
};

const WRITES_JA: Readonly<Record<string, string>> = {
  create: '作成',
  bind: 'Bind',
  delete: '削除',
  evict: '退避',
  'patch status': 'status',
  'update status': 'status',
  list: '一覧',
  watch: 'watch',
  get: '読出',
};
const writeJa = (name: string, { detail }: EventWords): string => `${WRITES_JA[detail] ?? '変更'} ${name}`;

const JA: Names = {
  'request.sent': writeJa,
  'store.written': writeJa,
  'request.served': (name, e) => `${name} ${String(e.number)}`,
  'request.refused': (_, e) => `拒否：${e.detail === '' ? String(e.number) : e.detail}`,
  'response.delivered': (_, e) => `返事 ${String(e.number)}`,
  'watch.delivered': (name) => `通知 ${name}`,
  'list.delivered': (_, e) => `一覧 ${count(e.number)} 件`,
  'informer.popped': (name) => `取出 ${name}`,
  'handler.called': (name) => `ハンドラー ${name}`,
  'queue.flushed': (_, e) => `${count(e.number)} 個移動`,
  'cycle.started': (name) => `サイクル ${name}`,
  'cycle.prefilter': () => 'PreFilter',
  'cycle.filter': (_, e) => `Filter、${count(e.number)} 台`,
  'cycle.postfilter': () => 'PostFilter',
  'cycle.score': (_, e) => `Score ${e.detail}`,
  'cycle.reserve': (_, e) => `Reserve ${e.detail}`,
  'cycle.permit': (_, e) => `Permit ${e.detail}`,
  'cycle.failed': (name) => `${name} 置けず`,
  'cycle.bound': (name) => `${name} 割当済`,
  'sync.started': (name) => `調整 ${name}`,
  'sync.finished': (name) => `調整済 ${name}`,
  'workqueue.added': (name) => `${name} の番`,
  'kubelet.admitted': (name) => `${name} 引受`,
  'kubelet.rejected': (name) => `${name} 拒否`,
  'image.pulling': (name) => `${name} 取得中`,
  'image.pulled': (name) => `${name} 取得済`,
  'container.started': (name) => `${name} 起動`,
  'container.stopping': (name) => `${name} 終了へ`,
  'container.stopped': (name) => `${name} 停止`,
  'kubelet.observed': (name, e) => `${name} ${e.detail}`,
  'pod.gone': (name) => `${name} 消滅`,
  'pod.ready': (name) => `${name} Ready`,
  'lease.due': () => 'Lease',
  'fault.began': (_, e) => `${faultName(FAULTS_JA, e)} ${e.subject}`,
  'fault.ended': (_, e) => `${faultName(FAULTS_JA, e)} 終わり`,
  'command.ended': (name) => `${name} 排出`,
  'image.failed': (name) => `${name} 取得失敗`,
  'container.failed': (name) => `${name} 起動失敗`,
  'probe.answered': (name, e) => `プローブ ${name} ${e.detail.endsWith(' failure') ? '失敗' : '成功'}`,
  'kubelet.short': (name) => `${name} 不足`,
  'kubelet.evicting': (name) => `${name} 退去`,
  'leader.elected': (_, e) => `リーダー ${e.subject}`,
  'leader.lost': (_, e) => `失効 ${e.subject}`,
  'watch.opened': () => 'watch 再開',
  'resync.checked': (_, e) => `再同期 ${count(e.number)}`,
  'sender.resumed': () => '送信再開',
  'cache.altered': () => 'キャッシュ変更',
};

const TABLES: Readonly<Record<Lang, Names>> = { en: EN, ja: JA };
const isKind = (kind: string): kind is EventKind => Object.hasOwn(EN, kind);

/** "" for a kind of a newer engine: better no word than a raw one. */
export function eventName(event: EventWords, lang: Lang): string {
  return isKind(event.kind) ? TABLES[lang][event.kind](lastPart(event.object), event).trim() : '';
}
