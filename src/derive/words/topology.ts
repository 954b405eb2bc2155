/** Words for spread and affinity, in both languages. */
import type { AffinityRow } from '../../protocol/protocol.ts';
import type { DomainVerdict, IgnoredGroup } from '../topology.ts';
import type { Lang } from './lang.ts';

const s = (n: string): string => (n === '1' ? '' : 's');

const EN = {
  title: 'Spread and affinity',
  counted: 'Counted by the attempt at',
  legend: { pod: 'a Pod that counts', self: 'this Pod, if it came', limit: 'most that a domain may hold' },
  hard: 'a rule: over the line, no',
  soft: 'a wish: over the line costs score',
  fromDefaults: (n: string) => `Default constraint${s(n)} of the scheduler: ${n}`,
  noSelector: 'no selector: no Pod counts',
  limit: (limit: string, minimum: string, maxSkew: string) =>
    `At most ${limit} a domain: the emptiest has ${minimum}, and maxSkew is ${maxSkew}.`,
  wish: (limit: string, minimum: string, maxSkew: string) =>
    `Wanted: at most ${limit} a domain, for the emptiest has ${minimum}, and maxSkew is ${maxSkew}.`,
  fewDomains: (limit: string, domains: string, minDomains: string) =>
    `At most ${limit} a domain: ${domains} domain${s(domains)} of the ${minDomains} that minDomains asks for, so the emptiest counts as 0.`,
  noDomains: 'No node is in a domain.',
  noSelf: 'The Pod does not match its own selector: it adds nothing where it goes.',
  ignored: {
    'no-label': (n: string) => `${n} node${s(n)} left out: no such label`,
    'node-affinity': (n: string) =>
      `${n} node${s(n)} left out: the Pod’s node selector or affinity (nodeAffinityPolicy)`,
    'node-taints': (n: string) => `${n} node${s(n)} left out: taints that the Pod does not tolerate (nodeTaintsPolicy)`,
    'not-scored': (n: string) =>
      `${n} node${s(n)} left out: did not pass the filters, and scores compare domains of those that did`,
  } satisfies Record<IgnoredGroup['why'], (n: string) => string>,
  barred: (node: string, pods: string) => `${node}: ${pods}, nominated to it, would take the room`,
  verdicts: { yes: 'yes', no: 'no', over: 'over' } satisfies Record<DomainVerdict, string>,
  domain: (value: string, pods: string, verdict: string) => `${value}: ${pods} Pod${s(pods)}, ${verdict}`,
  fold: (domains: string, pods: string, verdict: string) =>
    `${domains} domain${s(domains)} with ${pods} Pod${s(pods)}, ${verdict}`,
  folded: (domains: string) => `${domains} domain${s(domains)}`,
  all: (domains: string) => `All ${domains} domains`,
  sum: (count: string, self: string, minimum: string, skew: string) => `${count} + ${self} − ${minimum} = skew ${skew}`,
  within: (maxSkew: string) => `within maxSkew ${maxSkew}`,
  beyond: (maxSkew: string) => `over maxSkew ${maxSkew}`,
  here: 'it went here',
  counts: (n: string) => (n === '0' ? 'No Pod counts here.' : `${n} Pod${s(n)} count${n === '1' ? 's' : ''}:`),
  matches: (n: string) => (n === '0' ? 'No Pod matches here.' : `${n} Pod${s(n)} match${n === '1' ? 'es' : ''}:`),
  owners: (n: string) => (n === '0' ? 'No such Pod here.' : `${n} Pod${s(n)} with this rule:`),
  onNodes: (n: string) => `${n} node${s(n)}:`,
  kinds: {
    affinity: 'Near Pods',
    'anti-affinity': 'Away from Pods',
    'existing-affinity': 'Pods that want this one near them',
    'existing-anti-affinity': 'Pods that keep this one away',
  } satisfies Record<AffinityRow['kind'], string>,
  required: 'required',
  weight: (weight: string) => `${weight} a Pod`,
  anyPod: 'any Pod',
  noPod: 'no selector: no Pod',
  in: (namespaces: string) => `in ${namespaces}`,
  everyNamespace: 'every namespace',
  namespacesBy: (selector: string) => `namespaces with ${selector}`,
  each: (key: string) => `in one ${key}`,
  first:
    'Nobody matches yet and the Pod matches itself: as the first of its group it may go anywhere that has the label.',
  together: (n: string) => `One Pod has to match all ${n} required terms.`,
  unlabelled: (n: string) => `${n} node${s(n)} without the label`,
  unlabelledNo: (n: string) => `${n} node${s(n)} without the label: no`,
  others: (n: string) => `${n} more domain${s(n)} where nobody does`,
  more: (n: string) => `${n} more`,
  showAll: (n: string) => `Show all ${n}`,
  listComma: ', ',
};

export type TopologyWords = typeof EN;

const JA: TopologyWords = {
  title: '分散とアフィニティ',
  counted: '数えた試行:',
  legend: { pod: '数に入る Pod', self: 'この Pod が来た場合', limit: '1 ドメインの上限' },
  hard: '規則: 線を越えると不可',
  soft: '希望: 線を越えるとスコアが下がる',
  fromDefaults: (n) => `スケジューラーの既定の制約: ${n} 件`,
  noSelector: 'セレクターなし: どの Pod も数に入らない',
  limit: (limit, minimum, maxSkew) =>
    `1 ドメインに最大 ${limit} 個: 最も少ないドメインは ${minimum} 個、maxSkew は ${maxSkew}。`,
  wish: (limit, minimum, maxSkew) =>
    `望ましいのは 1 ドメインに最大 ${limit} 個: 最も少ないドメインは ${minimum} 個、maxSkew は ${maxSkew}。`,
  fewDomains: (limit, domains, minDomains) =>
    `1 ドメインに最大 ${limit} 個: minDomains ${minDomains} に対しドメインは ${domains} 個しかないので、最小は 0 とみなされます。`,
  noDomains: 'どの node もドメインに入っていません。',
  noSelf: 'この Pod 自身はセレクターに一致しないので、どこに行っても数は増えません。',
  ignored: {
    'no-label': (n) => `${n} node は対象外: ラベルがない`,
    'node-affinity': (n) => `${n} node は対象外: Pod の nodeSelector か nodeAffinity に合わない (nodeAffinityPolicy)`,
    'node-taints': (n) => `${n} node は対象外: Pod が許容しない taint がある (nodeTaintsPolicy)`,
    'not-scored': (n) => `${n} node は対象外: フィルターを通っていない (スコアは通った node のドメインだけを比べる)`,
  },
  barred: (node, pods) => `${node}: ここに指名されている ${pods} が空きを使う`,
  verdicts: { yes: '可', no: '不可', over: '超過' },
  domain: (value, pods, verdict) => `${value}: Pod ${pods} 個、${verdict}`,
  fold: (domains, pods, verdict) => `Pod が ${pods} 個のドメイン: ${domains} 個、${verdict}`,
  folded: (domains) => `${domains} ドメイン`,
  all: (domains) => `全 ${domains} ドメイン`,
  sum: (count, self, minimum, skew) => `${count} + ${self} − ${minimum} = skew ${skew}`,
  within: (maxSkew) => `maxSkew ${maxSkew} 以内`,
  beyond: (maxSkew) => `maxSkew ${maxSkew} を超える`,
  here: 'ここに決まった',
  counts: (n) => (n === '0' ? 'ここで数に入る Pod はありません。' : `数に入る Pod ${n} 個:`),
  matches: (n) => (n === '0' ? 'ここで一致する Pod はありません。' : `一致する Pod ${n} 個:`),
  owners: (n) => (n === '0' ? 'ここにそのような Pod はありません。' : `この規則を持つ Pod ${n} 個:`),
  onNodes: (n) => `${n} 台の node:`,
  kinds: {
    affinity: '近くに置きたい Pod',
    'anti-affinity': '離したい Pod',
    'existing-affinity': 'この Pod を近くに望む Pod',
    'existing-anti-affinity': 'この Pod を遠ざける Pod',
  },
  required: '必須',
  weight: (weight) => `1 Pod につき ${weight}`,
  anyPod: 'すべての Pod',
  noPod: 'セレクターなし: どの Pod も該当しない',
  in: (namespaces) => `${namespaces} 内`,
  everyNamespace: '全 namespace',
  namespacesBy: (selector) => `${selector} の namespace`,
  each: (key) => `同じ ${key}`,
  first:
    'まだどの Pod も一致せず、この Pod 自身は一致します。グループの最初の Pod なので、ラベルがある node ならどこにでも行けます。',
  together: (n) => `必須の ${n} 項すべてに一致する Pod が 1 つ必要です。`,
  unlabelled: (n) => `ラベルのない node ${n} 個`,
  unlabelledNo: (n) => `ラベルのない node ${n} 個: 不可`,
  others: (n) => `該当する Pod のないドメインがほかに ${n} 個`,
  more: (n) => `ほか ${n} 個`,
  showAll: (n) => `${n} 個すべてを表示`,
  listComma: '、',
};

const TABLES: Readonly<Record<Lang, TopologyWords>> = { en: EN, ja: JA };

export const topologyWords = (lang: Lang): TopologyWords => TABLES[lang];

/** "app=web" or "any Pod", "in shop, tools". */
export function whoOf({ selector }: AffinityRow, words: TopologyWords): string {
  if (selector === '') return words.anyPod;
  return selector === '<none>' ? words.noPod : selector;
}

/** Namespaces that a term looks at; "" where it is only the default one. */
export function whereOf({ namespaces, namespaceSelector }: AffinityRow, words: TopologyWords): string {
  if (namespaces.includes('*')) return words.in(words.everyNamespace);
  const listed = namespaces.length === 1 && namespaces[0] === 'default' ? [] : namespaces;
  const parts = [...listed, ...(namespaceSelector === '' ? [] : [words.namespacesBy(namespaceSelector)])];
  return parts.length === 0 ? '' : words.in(parts.join(words.listComma));
}
