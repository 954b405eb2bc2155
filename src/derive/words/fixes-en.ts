import { amount, list, num, rows, str, type FixTable } from './fix-codes.ts';

const and = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
const many = (n: number, one: string, more = `${one}s`): string => `${String(n)} ${n === 1 ? one : more}`;

export const FIXES_EN: FixTable = {
  'lower-request': (p) =>
    `Ask for ${and(rows(p, 'less', 'resource').map(([less = '', resource = '']) => `${less} less ${resource}`))} (${rows(
      p,
      'resource',
      'from',
      'to',
    )
      .map(([r = '', from = '', to = '']) => `${r} ${from} → ${to}`)
      .join(', ')})`,
  'mend-label': (p) => `Ask for ${str(p, 'key')}=${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-label-key': (p) => `Ask for the label ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-selector': (p) => `Look for ${str(p, 'key')}=${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-claim': (p) => `Mount the claim ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-class': (p) =>
    `Make the claim ${str(p, 'claim')} anew with the StorageClass ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-toleration': (p) => `Tolerate ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-topology-key': (p) => `Use the topology key ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-resource': (p) => `Ask for the resource ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-scheduler-name': (p) => `Ask for the scheduler ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-priority-class': (p) => `Use the PriorityClass ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'mend-service-account': (p) => `Use the ServiceAccount ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'remove-gates': (p) =>
    `Remove the scheduling ${list(p, 'gates').length === 1 ? 'gate' : 'gates'} ${and(list(p, 'gates'))}`,
  'create-claim': (p) => `Create the claim ${str(p, 'claim')} (${str(p, 'size')}, class ${str(p, 'class')})`,
  'create-class': (p) => `Create the StorageClass ${str(p, 'class')} that the claim ${str(p, 'claim')} names`,
  'create-volume': (p) => `Create a volume of ${str(p, 'size')} for the claim ${str(p, 'claim')}`,
  'create-priority-class': (p) => `Create the PriorityClass ${str(p, 'class')}`,
  'create-service-account': (p) => `Create the ServiceAccount ${str(p, 'account')}`,
  'raise-quota': (p) =>
    `Raise the quota ${str(p, 'quota')} (${rows(p, 'resource', 'from', 'to')
      .map(([r = '', from = '', to = '']) => `${r} ${from} → ${to}`)
      .join(', ')})`,
  'raise-max-skew': (p) => `Allow a skew of ${str(p, 'to')} instead of ${str(p, 'from')} over ${str(p, 'topologyKey')}`,
  'lower-min-domains': (p) =>
    `Ask for ${str(p, 'to')} instead of ${str(p, 'from')} domains of ${str(p, 'topologyKey')}`,
  uncordon: (p) => `Uncordon ${str(p, 'node')}`,
  'add-toleration': (p) => `Tolerate ${and(list(p, 'taint'))} (${many(num(p, 'nodes'), 'node')})`,
  'label-node': (p) => `Label ${str(p, 'node')} with ${and(list(p, 'labels'))}`,
  'change-host-port': (p) => `Use host port ${str(p, 'to')} instead of ${str(p, 'from')}`,
  'relax-spread': (p) => `Make spreading over ${str(p, 'topologyKey')} a wish (ScheduleAnyway)`,
  'relax-affinity': (p) => `Make the affinity to ${str(p, 'selector')} a wish (preferred)`,
  'relax-anti-affinity': (p) => `Make the anti-affinity to ${str(p, 'selector')} a wish (preferred)`,
  'drop-selector': (p) => `Do without ${str(p, 'key')}=${str(p, 'value')}`,
  'drop-affinity': (p) =>
    `Do without the rule ${str(p, 'key')} ${str(p, 'operator')} ${list(p, 'values').join(', ')}`.trimEnd(),
  'remove-taint': (p) => `Remove the taint ${and(list(p, 'taint'))} from ${str(p, 'node')}`,
  'add-node': (p) => `Add a node like ${str(p, 'like')}`,
  'move-pods': (p) => `Move ${and(list(p, 'pods'))} away from ${str(p, 'node')}`,
  'delete-pods': (p) => `Delete ${and(list(p, 'pods'))} on ${str(p, 'node')}`,
  'raise-priority': (p) => `Use the PriorityClass ${str(p, 'class')}; it pushes out ${and(list(p, 'victims'))}`,

  'no-such-pod': (p) => `There is no ${str(p, 'pod')}.`,
  finished: (p) => `The Pod has ended (${str(p, 'phase')}).`,
  bound: (p) => `The Pod is on ${str(p, 'node')} already.`,
  terminating: () => 'The Pod is being deleted.',
  'binds-by-itself': (p) =>
    `No change is needed: it binds to ${str(p, 'node')} by itself in ${(num(p, 'micros') / 1e6).toFixed(1)} s.`,
  'no-nodes': () => 'There is no node; nothing that the Pod could ask for would change that.',
  'nodes-not-ready': (p) => `Not one of ${many(num(p, 'nodes'), 'node')} is ready; bring one back first.`,
  'needs-kinds': (p) =>
    `The input says nothing about ${and(list(p, 'kinds'))}, and that decides: kubectl get ${str(p, 'kinds').toLowerCase()} -A -o yaml brings it.`,
  'unbound-claims': (p) => `The claim ${and(list(p, 'claims'))} has no volume, and nothing here provisions one.`,
  'resource-claims': () => 'It waits for devices (resource claims), which are not simulated.',
  'not-proved': (p) =>
    `${many(num(p, 'tried'), 'change')} looked promising, but carried out they did not bind the Pod within a minute.`,
  'nothing-helps': (p) =>
    `No single change and no pair of changes lets it bind to any of ${many(num(p, 'nodes'), 'node')}.`,
  refused: (p) => `The api-server refuses it: ${str(p, 'message')}`,

  short: (p) => {
    const say = (key: string): string => amount(str(p, 'resource'), num(p, key));
    return `${str(p, 'resource')}: asked ${say('asked')}, free ${say('free')}, short by ${say('short')}`;
  },
  taint: (p) => `taint ${str(p, 'key')}${str(p, 'value') === '' ? '' : `=${str(p, 'value')}`}:${str(p, 'effect')}`,
  cordoned: () => 'cordoned',
  label: (p) => {
    const found = str(p, 'found') === '' ? 'no such label' : `found ${str(p, 'found')}`;
    const key = str(p, 'nearestKey') === '' ? '' : `; nearest label ${str(p, 'nearestKey')}`;
    const value = num(p, 'exists') === 1 || str(p, 'nearest') === '' ? '' : `; nearest value ${str(p, 'nearest')}`;
    return `wanted ${str(p, 'key')}=${str(p, 'wanted')}, ${found}${key}${value}`;
  },
  'label-rule': (p) => `wanted ${str(p, 'key')} ${str(p, 'wanted')}, found ${str(p, 'found') || 'no such label'}`,
  port: (p) => `host port ${str(p, 'port')} is held by ${str(p, 'holder')}`,
  'no-domain': (p) => `no label ${str(p, 'topologyKey')}`,
  skew: (p) =>
    `${str(p, 'topologyKey')}=${str(p, 'domain')} has ${str(p, 'count')}, the emptiest ${str(p, 'least')}: skew would be ${str(p, 'skew')}, at most ${str(p, 'maxSkew')}`,
  affinity: (p) => `no Pod ${str(p, 'selector')} in ${str(p, 'topologyKey')}=${str(p, 'domain')}`,
  'anti-affinity': (p) => `${and(list(p, 'pods'))} in ${str(p, 'topologyKey')}=${str(p, 'domain')}`,
  'existing-anti-affinity': (p) =>
    `${and(list(p, 'pods'))} wants no ${str(p, 'selector')} in ${str(p, 'topologyKey')}=${str(p, 'domain')}`,
};
