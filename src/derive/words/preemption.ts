/** Words of preemption in both languages. */
import type { PreemptionAnswer, PreemptionRule } from '../../protocol/protocol.ts';
import type { Lang } from './lang.ts';
import { PREEMPTION_JA } from './preemption-ja.ts';

type ByRule = Readonly<Record<PreemptionRule, string>>;

/** Counts come formatted; names as the cluster has them. */
export interface PreemptionWords {
  readonly title: string;
  readonly lead: Readonly<
    Record<PreemptionAnswer['outcome'], (pod: string, priority: string, node: string, victims: string) => string>
  >;
  readonly suffered: (victim: string, pod: string, priority: string, node: string) => string;
  readonly attempt: (n: string) => string;
  readonly candidates: (n: string) => string;
  readonly oneCandidate: string;
  readonly rulesHead: string;
  readonly columnsHead: (n: string) => string;
  readonly areasHead: (n: string) => string;
  readonly left: string;
  readonly rules: ByRule;
  /** Over a column of values. */
  readonly columns: ByRule;
  readonly ruleRow: (rule: string, before: string, left: string) => string;
  readonly keeps: (value: string) => string;
  readonly decided: string;
  readonly notStarted: string;
  readonly node: string;
  readonly fellHere: string;
  readonly chosen: string;
  readonly priority: (n: string) => string;
  readonly budget: (names: string) => string;
  readonly violates: (names: string) => string;
  readonly moreVictims: (n: string) => string;
  readonly moreCandidates: (n: string) => string;
  readonly after: string;
  readonly now: Readonly<Record<'here' | 'terminating' | 'gone', string>>;
  readonly noHeir: string;
  readonly noOwner: string;
  readonly heir: string;
  readonly heirRuns: (node: string) => string;
  readonly heirGoes: (node: string) => string;
  readonly heirWaits: string;
  readonly heirGone: string;
  readonly preemptorBound: (node: string) => string;
  readonly preemptorWaits: string;
  readonly preemptorGone: string;
  readonly unhelpful: (n: string) => string;
  readonly reasonNodes: (n: string) => string;
  /** What upstream's reasons mean; others are a plugin's. */
  readonly nobodyLower: string;
  readonly notHelpful: string;
  readonly stillNot: string;
  readonly untried: (n: string) => string;
  readonly others: (n: string) => string;
  readonly outcomes: Readonly<Record<PreemptionAnswer['outcome'], (node: string) => string>>;
}

const pods = (n: string): string => (n === '1' ? 'one Pod' : `${n} Pods`);

const PREEMPTION_EN: PreemptionWords = {
  title: 'Preemption',
  lead: {
    nominated: (pod, priority, node, victims) =>
      `${node} is nominated for ${pod} (priority ${priority}): ${pods(victims)} must go first.`,
    never: (pod) => `${pod} pushes nobody out: its preemptionPolicy is Never.`,
    'victim-terminating': (pod) => `${pod} waits: a Pod that must go for it is still on its way out.`,
    helpless: (pod, priority) => `No node can be freed for ${pod} (priority ${priority}).`,
  },
  suffered: (victim, pod, priority, node) => `${victim} had to go for ${pod} (priority ${priority}) on ${node}.`,
  attempt: (n) => `attempt ${n}`,
  candidates: (n) => (n === '1' ? 'One node could be freed' : `${n} nodes could be freed`),
  oneCandidate: 'There was nothing to choose between.',
  rulesHead: 'rules, in the order they are asked',
  columnsHead: (n) => `${n} candidates, one column each, the chosen one first`,
  areasHead: (n) => `${n} candidates side by side, the chosen one first`,
  left: 'left',
  rules: {
    'fewest-violations': 'Fewest budgets overdrawn',
    'lowest-highest-priority': 'Lowest top priority',
    'smallest-sum': 'Smallest sum of priorities',
    'fewest-victims': 'Fewest Pods',
    'latest-start': 'Latest start',
    any: 'Any of them',
  },
  columns: {
    'fewest-violations': 'budgets overdrawn',
    'lowest-highest-priority': 'top priority',
    'smallest-sum': 'sum, each + 2³¹',
    'fewest-victims': 'Pods',
    'latest-start': 'top one started',
    any: '',
  },
  ruleRow: (rule, before, left) => `${rule}: of ${before}, ${left} left`,
  keeps: (value) => `keeps ${value}`,
  decided: 'decided',
  notStarted: 'not yet',
  node: 'node',
  fellHere: 'out',
  chosen: 'chosen',
  priority: (n) => `priority ${n}`,
  budget: (names) => `budget ${names}`,
  violates: (names) => `overdraws ${names}`,
  moreVictims: (n) => `and ${n} more`,
  moreCandidates: (n) => `and ${n} more`,
  after: 'What came of it',
  now: { here: ' is still here', terminating: ' is terminating', gone: ' is gone' },
  noHeir: 'nothing was made in its place yet',
  noOwner: 'no controller makes another',
  heir: ' was made in its place and ',
  heirRuns: (node) => `runs on ${node}`,
  heirGoes: (node) => `is bound to ${node}`,
  heirWaits: 'waits',
  heirGone: 'is gone again',
  preemptorBound: (node) => ` is on ${node}`,
  preemptorWaits: ' still waits',
  preemptorGone: ' is gone',
  unhelpful: (n) => (n === '1' ? 'One node that no removal would help' : `${n} nodes that no removal would help`),
  reasonNodes: (n) => (n === '1' ? '1 node' : `${n} nodes`),
  nobodyLower: 'nobody there is less important',
  notHelpful: 'what it lacks there, no Pod holds',
  stillNot: 'even without all less important Pods',
  untried: (n) => `${n} more were not tried: enough candidates were found.`,
  others: (n) => (n === '1' ? 'One other attempt' : `${n} other attempts`),
  outcomes: {
    nominated: (node) => `nominated ${node}`,
    never: () => 'preemptionPolicy Never',
    'victim-terminating': () => 'a victim is on its way out',
    helpless: () => 'no node can be freed',
  },
};

const TABLES: Readonly<Record<Lang, PreemptionWords>> = { en: PREEMPTION_EN, ja: PREEMPTION_JA };

export const preemptionWords = (lang: Lang): PreemptionWords => TABLES[lang];
