/** What an invariant that did not hold says, in a sentence. */
import type { Breach } from '../../protocol/protocol.ts';
import type { Lang } from './lang.ts';

type Say = (b: {
  readonly object: string;
  readonly is: string;
  readonly wanted: string;
  readonly other: string;
}) => string;
type Words = Readonly<Record<string, Say>>;

const EN: Words = {
  'bind-first': (b) => `${b.object} has a kubelet’s status before it is bound to a node.`,
  'bind-once': (b) => `${b.object} was bound to ${b.wanted} and now is on ${b.is}: a Pod is bound at most once.`,
  'bind-node': (b) => `${b.object} was bound to ${b.is}, which is not there.`,
  'bind-taint': (b) => `${b.object} was bound to ${b.is} in spite of the taint ${b.other}.`,
  'bind-gate': (b) => `${b.object} was bound while a scheduling gate holds it.`,
  'bind-room': (b) => `${b.object} was bound to ${b.other}, which then holds ${b.is} of ${b.wanted}.`,
  phase: (b) => `${b.object} went from ${b.wanted} to ${b.is}: a Pod that is over stays so.`,
  undelete: (b) => `${b.object} was marked for deletion and is not any more.`,
  'replicaset-count': (b) => `with ${b.object} its ReplicaSet has ${b.is} Pods of ${b.wanted}.`,
  'rolling-limits': (b) => `with ${b.object} a rollout leaves its limits: ${b.is}, where ${b.wanted} is the limit.`,
  'job-parallelism': (b) => `with ${b.object} its Job runs ${b.is} Pods side by side, ${b.wanted} are allowed.`,
  'job-completions': (b) =>
    `with ${b.object} its Job has ${b.is} Pods that run or succeeded, for ${b.wanted} completions.`,
  'statefulset-order': (b) => `${b.object} was made or deleted out of order: ${b.other} comes first.`,
  budget: (b) => `the eviction of ${b.object} leaves ${b.is} healthy Pods; the budget ${b.other} wants ${b.wanted}.`,
  'revision-rises': (b) => `a write of ${b.object} has revision ${b.is}, where ${b.wanted} was the least.`,
  'through-api-server': (b) => `${b.object} changed in the store without a write of the api-server.`,
  finalizers: (b) => `${b.object} was removed while ${b.other} held it.`,
  identity: (b) => `${b.object} got another uid or another time of creation.`,
  generation: (b) => `the generation of ${b.object} fell from ${b.wanted} to ${b.is}.`,
  'deletion-time': (b) => `the time at which ${b.object} is to go moved from ${b.wanted} to ${b.is}.`,
  'watch-order': (b) => `${b.other} heard revision ${b.is} of ${b.object}, and had heard later ones.`,
  'watch-truth': (b) => `${b.other} heard revision ${b.is} about ${b.object}; that revision wrote ${b.wanted}.`,
  'informer-cache': (b) =>
    `at rest ${b.other} has ${b.is === '' ? 'no' : `revision ${b.is} of`} ${b.object}, and the store has ${b.wanted === '' ? 'none' : b.wanted}.`,
  'replicas-converge': (b) =>
    `at rest ${b.object} has ${b.is} Pods and wants ${b.wanted}, and nothing stands in the way.`,
  'job-goes-on': (b) => `at rest ${b.object} is not over, and nothing of it runs.`,
  'orphans-collected': (b) => `at rest ${b.object} is still there, and its owner (${b.other}) is gone.`,
  'deletes-complete': (b) => `at rest ${b.object} is still going, on ${b.other}, and nothing holds it.`,
  'pending-tried': (b) => `at rest ${b.object} is pending, and the scheduler has not tried it.`,
  'kubelet-reports': (b) =>
    `at rest the api-server says ${b.is === '' ? 'nothing' : b.is} of ${b.object}, and its kubelet on ${b.other} ${b.wanted === '' ? 'does not know it' : `has it ${b.wanted}`}.`,
  'pod-address': (b) => `at rest ${b.object} and ${b.other} have one address: ${b.is}.`,
};

const JA: Words = {
  'bind-first': (b) => `${b.object} に、node に bind される前から kubelet の status があります。`,
  'bind-once': (b) =>
    `${b.object} は ${b.wanted} に bind されていたのに、いま ${b.is} にあります。bind は一度だけのはずです。`,
  'bind-node': (b) => `${b.object} が、存在しない ${b.is} に bind されました。`,
  'bind-taint': (b) => `${b.object} が、taint ${b.other} があるのに ${b.is} に bind されました。`,
  'bind-gate': (b) => `${b.object} が、scheduling gate が残ったまま bind されました。`,
  'bind-room': (b) => `${b.object} が ${b.other} に bind され、${b.wanted} のところ ${b.is} になりました。`,
  phase: (b) => `${b.object} が ${b.wanted} から ${b.is} に変わりました。終わった Pod の phase は変わらないはずです。`,
  undelete: (b) => `${b.object} の削除の印が消えました。`,
  'replicaset-count': (b) => `${b.object} で、ReplicaSet の Pod が ${b.wanted} のところ ${b.is} になりました。`,
  'rolling-limits': (b) => `${b.object} で、ロールアウトが限度 ${b.wanted} を超えて ${b.is} になりました。`,
  'job-parallelism': (b) =>
    `${b.object} で、Job が同時に ${b.is} 個の Pod を動かしています。許されるのは ${b.wanted} 個です。`,
  'job-completions': (b) =>
    `${b.object} で、Job の実行中と成功の Pod が ${b.is} 個になりました。completions は ${b.wanted} です。`,
  'statefulset-order': (b) => `${b.object} が順番どおりに作られないか、消されません。先は ${b.other} です。`,
  budget: (b) =>
    `${b.object} の退去で、健康な Pod が ${b.is} 個になります。${b.other} は ${b.wanted} 個を求めています。`,
  'revision-rises': (b) => `${b.object} への書き込みのリビジョンが ${b.is} です。${b.wanted} 以上のはずです。`,
  'through-api-server': (b) => `${b.object} が、api-server の書き込みなしに変わりました。`,
  finalizers: (b) => `${b.other} が残っているのに、${b.object} が消えました。`,
  identity: (b) => `${b.object} の uid か作成時刻が変わりました。`,
  generation: (b) => `${b.object} の generation が ${b.wanted} から ${b.is} に下がりました。`,
  'deletion-time': (b) => `${b.object} の削除の時刻が ${b.wanted} から ${b.is} に動きました。`,
  'watch-order': (b) => `${b.other} に ${b.object} のリビジョン ${b.is} が、より新しいものの後に届きました。`,
  'watch-truth': (b) =>
    `${b.other} に ${b.object} のリビジョン ${b.is} が届きましたが、それは ${b.wanted} への書き込みです。`,
  'informer-cache': (b) =>
    `静まったのに、${b.other} の ${b.object} は${b.is === '' ? 'なく' : `リビジョン ${b.is} で`}、ストアでは${b.wanted === '' ? 'ありません' : ` ${b.wanted} です`}。`,
  'replicas-converge': (b) =>
    `静まったのに、${b.object} の Pod は ${b.wanted} のところ ${b.is} です。妨げるものはありません。`,
  'job-goes-on': (b) => `静まったのに、${b.object} は終わっておらず、何も動いていません。`,
  'orphans-collected': (b) => `静まったのに、所有者 (${b.other}) のない ${b.object} が残っています。`,
  'deletes-complete': (b) => `静まったのに、${b.other} の ${b.object} が削除の途中です。妨げるものはありません。`,
  'pending-tried': (b) => `静まったのに、スケジューラーが ${b.object} を一度も試していません。`,
  'kubelet-reports': (b) =>
    `静まったのに、${b.object} は api-server では${b.is === '' ? '報告がなく' : ` ${b.is} で`}、${b.other} の kubelet では${b.wanted === '' ? '知られていません' : ` ${b.wanted} です`}。`,
  'pod-address': (b) => `静まったのに、${b.object} と ${b.other} が同じアドレス ${b.is} を持っています。`,
};

const WORDS: Readonly<Record<Lang, Words>> = { en: EN, ja: JA };

/** Ids that have words, for the test that none is missing. */
export const BREACH_IDS: readonly string[] = Object.keys(EN);

export function breachWords({ id, object, is = '', wanted = '', other = '' }: Breach, lang: Lang): string {
  return WORDS[lang][id]?.({ object, is: String(is), wanted: String(wanted), other }) ?? `${id}: ${object}`;
}
