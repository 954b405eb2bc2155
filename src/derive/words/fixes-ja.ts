import { amount, list, num, rows, str, type FixTable } from './fix-codes.ts';

const and = (words: readonly string[]): string => words.join('、');

export const FIXES_JA: FixTable = {
  'lower-request': (p) =>
    `${and(rows(p, 'resource', 'less').map(([resource = '', less = '']) => `${resource} の要求を ${less} 減らす`))}（${rows(
      p,
      'resource',
      'from',
      'to',
    )
      .map(([r = '', from = '', to = '']) => `${r} ${from} → ${to}`)
      .join('、')}）`,
  'mend-label': (p) => `${str(p, 'key')}=${str(p, 'from')} ではなく ${str(p, 'to')} を求める`,
  'mend-label-key': (p) => `label ${str(p, 'from')} ではなく ${str(p, 'to')} を求める`,
  'mend-selector': (p) => `${str(p, 'key')}=${str(p, 'from')} ではなく ${str(p, 'to')} を探す`,
  'mend-claim': (p) => `claim ${str(p, 'from')} ではなく ${str(p, 'to')} をマウントする`,
  'mend-class': (p) => `claim ${str(p, 'claim')} を StorageClass ${str(p, 'from')} ではなく ${str(p, 'to')} で作り直す`,
  'mend-toleration': (p) => `${str(p, 'from')} ではなく ${str(p, 'to')} を許容する`,
  'mend-topology-key': (p) => `topology key ${str(p, 'from')} ではなく ${str(p, 'to')} を使う`,
  'mend-resource': (p) => `リソース ${str(p, 'from')} ではなく ${str(p, 'to')} を要求する`,
  'mend-scheduler-name': (p) => `scheduler ${str(p, 'from')} ではなく ${str(p, 'to')} を指定する`,
  'mend-priority-class': (p) => `PriorityClass ${str(p, 'from')} ではなく ${str(p, 'to')} を使う`,
  'mend-service-account': (p) => `ServiceAccount ${str(p, 'from')} ではなく ${str(p, 'to')} を使う`,
  'remove-gates': (p) => `scheduling gate ${and(list(p, 'gates'))} を外す`,
  'create-claim': (p) => `claim ${str(p, 'claim')} を作る（${str(p, 'size')}、class ${str(p, 'class')}）`,
  'create-class': (p) => `claim ${str(p, 'claim')} が指す StorageClass ${str(p, 'class')} を作る`,
  'create-volume': (p) => `claim ${str(p, 'claim')} のために ${str(p, 'size')} の volume を作る`,
  'create-priority-class': (p) => `PriorityClass ${str(p, 'class')} を作る`,
  'create-service-account': (p) => `ServiceAccount ${str(p, 'account')} を作る`,
  'raise-quota': (p) =>
    `quota ${str(p, 'quota')} を上げる（${rows(p, 'resource', 'from', 'to')
      .map(([r = '', from = '', to = '']) => `${r} ${from} → ${to}`)
      .join('、')}）`,
  'raise-max-skew': (p) => `${str(p, 'topologyKey')} の maxSkew を ${str(p, 'from')} から ${str(p, 'to')} に上げる`,
  'lower-min-domains': (p) =>
    `${str(p, 'topologyKey')} の minDomains を ${str(p, 'from')} から ${str(p, 'to')} に下げる`,
  uncordon: (p) => `${str(p, 'node')} を uncordon する`,
  'add-toleration': (p) => `${and(list(p, 'taint'))} を許容する（${str(p, 'nodes')} node）`,
  'label-node': (p) => `${str(p, 'node')} に label ${and(list(p, 'labels'))} を付ける`,
  'change-host-port': (p) => `host port を ${str(p, 'from')} から ${str(p, 'to')} に変える`,
  'relax-spread': (p) => `${str(p, 'topologyKey')} での分散を希望に緩める（ScheduleAnyway）`,
  'relax-affinity': (p) => `${str(p, 'selector')} への affinity を希望に緩める（preferred）`,
  'relax-anti-affinity': (p) => `${str(p, 'selector')} への anti-affinity を希望に緩める（preferred）`,
  'drop-selector': (p) => `${str(p, 'key')}=${str(p, 'value')} を求めない`,
  'drop-affinity': (p) => `条件 ${str(p, 'key')} ${str(p, 'operator')} ${list(p, 'values').join(', ')} を外す`,
  'remove-taint': (p) => `${str(p, 'node')} から taint ${and(list(p, 'taint'))} を外す`,
  'add-node': (p) => `${str(p, 'like')} と同じ node を足す`,
  'move-pods': (p) => `${and(list(p, 'pods'))} を ${str(p, 'node')} から移す`,
  'delete-pods': (p) => `${str(p, 'node')} の ${and(list(p, 'pods'))} を消す`,
  'raise-priority': (p) => `PriorityClass ${str(p, 'class')} を使う（${and(list(p, 'victims'))} が追い出される）`,

  'no-such-pod': (p) => `${str(p, 'pod')} はありません。`,
  finished: (p) => `この Pod は終わっています（${str(p, 'phase')}）。`,
  bound: (p) => `この Pod はもう ${str(p, 'node')} にあります。`,
  terminating: () => 'この Pod は削除の途中です。',
  'binds-by-itself': (p) =>
    `何も変えなくても ${(num(p, 'micros') / 1e6).toFixed(1)} 秒後に ${str(p, 'node')} に bind されます。`,
  'no-nodes': () => 'node がひとつもありません。Pod をどう変えても同じです。',
  'nodes-not-ready': (p) => `${str(p, 'nodes')} node のどれも Ready ではありません。まず node を戻してください。`,
  'needs-kinds': (p) =>
    `入力に ${and(list(p, 'kinds'))} がなく、それ次第です。kubectl get ${str(p, 'kinds').toLowerCase()} -A -o yaml で取れます。`,
  'unbound-claims': (p) => `claim ${and(list(p, 'claims'))} に volume がなく、ここには用意するものがありません。`,
  'resource-claims': () => 'デバイス（resource claim）を待っています。これはシミュレートしていません。',
  'not-proved': (p) => `${str(p, 'tried')} 通りが有望でしたが、実行しても 1 分以内に bind されませんでした。`,
  'nothing-helps': (p) => `ひとつの変更でも二つの組み合わせでも、${str(p, 'nodes')} node のどれにも bind されません。`,
  refused: (p) => `api-server が拒否しています: ${str(p, 'message')}`,

  short: (p) => {
    const say = (key: string): string => amount(str(p, 'resource'), num(p, key));
    return `${str(p, 'resource')}: 要求 ${say('asked')}、空き ${say('free')}、不足 ${say('short')}`;
  },
  taint: (p) => `taint ${str(p, 'key')}${str(p, 'value') === '' ? '' : `=${str(p, 'value')}`}:${str(p, 'effect')}`,
  cordoned: () => 'cordon されています',
  label: (p) => {
    const found = str(p, 'found') === '' ? 'その label はありません' : `実際は ${str(p, 'found')}`;
    const key = str(p, 'nearestKey') === '' ? '' : `、近い label は ${str(p, 'nearestKey')}`;
    const value = num(p, 'exists') === 1 || str(p, 'nearest') === '' ? '' : `、近い値は ${str(p, 'nearest')}`;
    return `求めるのは ${str(p, 'key')}=${str(p, 'wanted')}、${found}${key}${value}`;
  },
  'label-rule': (p) =>
    `求めるのは ${str(p, 'key')} ${str(p, 'wanted')}、実際は ${str(p, 'found') || 'その label はありません'}`,
  port: (p) => `host port ${str(p, 'port')} は ${str(p, 'holder')} が使っています`,
  'no-domain': (p) => `label ${str(p, 'topologyKey')} がありません`,
  skew: (p) =>
    `${str(p, 'topologyKey')}=${str(p, 'domain')} に ${str(p, 'count')}、最少は ${str(p, 'least')}: skew は ${str(p, 'skew')} になり、上限は ${str(p, 'maxSkew')}`,
  affinity: (p) => `${str(p, 'topologyKey')}=${str(p, 'domain')} に ${str(p, 'selector')} の Pod がありません`,
  'anti-affinity': (p) => `${str(p, 'topologyKey')}=${str(p, 'domain')} に ${and(list(p, 'pods'))} があります`,
  'existing-anti-affinity': (p) =>
    `${str(p, 'topologyKey')}=${str(p, 'domain')} の ${and(list(p, 'pods'))} が ${str(p, 'selector')} を避けています`,
};
