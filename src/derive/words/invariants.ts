/** What each invariant says, and what is known of it. */
import type { Lang } from './lang.ts';

export interface InvariantWords {
  readonly title: string;
  readonly lead: string;
  readonly notice: (step: string, sentence: string) => string;
  /** Why play stands, in short. */
  readonly stop: string;
  readonly goes: (step: string) => string;
  readonly here: string;
  readonly close: string;
  readonly allHold: (n: string) => string;
  readonly some: (broken: string, suspended: string, n: string) => string;
  readonly more: (n: string) => string;
  readonly fewer: string;
  readonly holds: string;
  readonly waits: string;
  readonly broken: (step: string) => string;
  readonly suspended: (fault: string, until: string) => string;
  readonly stands: string;
  readonly till: (time: string) => string;
  readonly forGood: string;
  /** By id. */
  readonly rules: Readonly<Record<string, string>>;
}

const EN: InvariantWords = {
  title: 'Invariants',
  lead: 'What must never happen, whatever was chosen. Play pauses where one is first broken.',
  notice: (step, sentence) => `An invariant is broken at step ${step}: ${sentence}`,
  stop: 'an invariant is broken',
  goes: (step) => `Go to step ${step}`,
  here: 'You are there. Share gives a link to this step.',
  close: 'Close',
  allHold: (n) => `All ${n} hold up to here.`,
  some: (broken, suspended, n) => `Of ${n}: ${broken} broken, ${suspended} out of force by a fault.`,
  more: (n) => `All ${n} rules`,
  fewer: 'Fewer',
  holds: 'holds so far',
  waits: 'looked at when the run comes to rest',
  broken: (step) => `broken at step ${step}`,
  suspended: (fault, until) => `out of force: ${fault} (${until})`,
  stands: 'as long as that lasts',
  till: (time) => `until ${time}`,
  forGood: 'for the rest of the run',
  rules: {
    'bind-first': 'A kubelet reports a Pod only once it is bound.',
    'bind-once': 'A Pod is bound at most once.',
    'bind-node': 'A Pod is bound to a node that is there.',
    'bind-taint': 'No Pod is bound in spite of a taint.',
    'bind-gate': 'No Pod is bound while a gate holds it.',
    'bind-room': 'What a node holds fits its allocatable.',
    phase: 'A Pod that is over stays so.',
    undelete: 'What is marked for deletion stays marked.',
    'replicaset-count': 'A ReplicaSet makes no Pod too many, and lets none go too many.',
    'rolling-limits': 'A rollout keeps maxSurge and maxUnavailable.',
    'job-parallelism': 'A Job runs no more Pods than its parallelism.',
    'job-completions': 'A Job starts no more Pods than it needs.',
    'statefulset-order': 'A StatefulSet makes and deletes in order.',
    budget: 'An eviction keeps the disruption budget.',
    'revision-rises': 'Each write has a higher revision.',
    'through-api-server': 'Only the api-server writes the store.',
    finalizers: 'Nothing goes before its finalizers are off.',
    identity: 'Uid and time of creation never change.',
    generation: 'A generation never falls.',
    'deletion-time': 'A time of deletion is never put off.',
    'watch-order': 'A watch tells of an object in the order of its writes.',
    'watch-truth': 'A watch tells only what was written.',
    'informer-cache': 'At rest a cache has what the store has.',
    'replicas-converge': 'At rest there are as many replicas as wanted.',
    'job-goes-on': 'At rest a Job that is not over has a Pod.',
    'orphans-collected': 'At rest nothing is left whose owner is gone.',
    'deletes-complete': 'At rest nothing is still going.',
    'pending-tried': 'At rest the scheduler has tried each pending Pod.',
    'kubelet-reports': 'At rest the api-server knows what kubelets know.',
    'pod-address': 'At rest no two Pods have one address.',
  },
};

const JA: InvariantWords = {
  title: '不変条件',
  lead: '何が選ばれても起きてはならないこと。最初に破れたステップで再生が止まります。',
  notice: (step, sentence) => `ステップ ${step} で不変条件が破れました。${sentence}`,
  stop: '不変条件が破れました',
  goes: (step) => `ステップ ${step} へ`,
  here: 'いまそのステップにいます。「共有」でリンクにできます。',
  close: '閉じる',
  allHold: (n) => `ここまで ${n} 件すべてが成り立っています。`,
  some: (broken, suspended, n) => `${n} 件のうち、破れたもの ${broken}、障害で効力のないもの ${suspended}。`,
  more: (n) => `${n} 件すべて`,
  fewer: '少なく',
  holds: 'ここまで成立',
  waits: '静まったときに調べる',
  broken: (step) => `ステップ ${step} で破れた`,
  suspended: (fault, until) => `効力なし: ${fault} (${until})`,
  stands: '続くあいだ',
  till: (time) => `${time} まで`,
  forGood: 'この実行の終わりまで',
  rules: {
    'bind-first': 'kubelet が報告するのは bind された Pod だけ。',
    'bind-once': 'Pod の bind は一度だけ。',
    'bind-node': 'bind 先の node は存在する。',
    'bind-taint': 'taint に反する bind はない。',
    'bind-gate': 'scheduling gate が残る Pod は bind されない。',
    'bind-room': 'node の Pod は allocatable に収まる。',
    phase: '終わった Pod の phase は変わらない。',
    undelete: '削除の印は消えない。',
    'replicaset-count': 'ReplicaSet は Pod を作りすぎず、消しすぎない。',
    'rolling-limits': 'ロールアウトは maxSurge と maxUnavailable を守る。',
    'job-parallelism': 'Job が同時に動かす Pod は parallelism まで。',
    'job-completions': 'Job は必要より多くの Pod を始めない。',
    'statefulset-order': 'StatefulSet は順番どおりに作り、消す。',
    budget: '退去は PodDisruptionBudget を守る。',
    'revision-rises': '書き込みのリビジョンは増えていく。',
    'through-api-server': 'ストアに書くのは api-server だけ。',
    finalizers: 'finalizer が残るものは消えない。',
    identity: 'uid と作成時刻は変わらない。',
    generation: 'generation は下がらない。',
    'deletion-time': '削除の時刻は先に延びない。',
    'watch-order': 'watch は、書かれた順に伝える。',
    'watch-truth': 'watch は、書かれたことだけを伝える。',
    'informer-cache': '静まれば、キャッシュはストアと同じ。',
    'replicas-converge': '静まれば、レプリカは望んだ数。',
    'job-goes-on': '静まったとき、終わらない Job には Pod がある。',
    'orphans-collected': '静まれば、所有者のないものは残らない。',
    'deletes-complete': '静まれば、削除の途中のものはない。',
    'pending-tried': '静まれば、Pending の Pod はすべて試されている。',
    'kubelet-reports': '静まれば、api-server は kubelet の知ることを知っている。',
    'pod-address': '静まったとき、同じアドレスの Pod は 2 つない。',
  },
};

const TABLES: Readonly<Record<Lang, InvariantWords>> = { en: EN, ja: JA };

export const invariantWords = (lang: Lang): InvariantWords => TABLES[lang];
