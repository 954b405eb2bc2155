/** A preemption as a picture: candidates in the order in which they fell, and what each rule compared. */
import type { PreemptionAnswer, PreemptionCandidateRow, PreemptionRule } from '../protocol/protocol.ts';

/** A rule that compares; "any" does not. */
export type ComparingRule = Exclude<PreemptionRule, 'any'>;

export interface RankedCandidate {
  readonly row: PreemptionCandidateRow;
  /** Index of the rule that took it out; the number of rules where none did. */
  readonly fell: number;
  readonly chosen: boolean;
}

export interface RuleRow {
  readonly rule: PreemptionRule;
  /** How many were left before it, and after. */
  readonly before: number;
  readonly left: number;
  /** The candidate that shows the value that stays. */
  readonly best: PreemptionCandidateRow | undefined;
  /** After it one is left. */
  readonly decides: boolean;
}

export interface Choice {
  /** The chosen one first, then those that came farther; else in the order of the nodes. */
  readonly candidates: readonly RankedCandidate[];
  readonly rules: readonly RuleRow[];
}

export function choiceOf({ candidates, rules, nominated }: PreemptionAnswer): Choice {
  const left = rules.map((rule) => new Set(rule.left));
  const fellAt = (node: string): number => {
    const at = left.findIndex((nodes) => !nodes.has(node));
    return at < 0 ? rules.length : at;
  };
  const ranked = candidates.map((row) => ({ row, fell: fellAt(row.node), chosen: row.node === nominated }));
  return {
    candidates: ranked.sort((a, b) => Number(b.chosen) - Number(a.chosen) || b.fell - a.fell),
    rules: rules.map(({ rule, left: kept }, i) => ({
      rule,
      before: rules[i - 1]?.left.length ?? candidates.length,
      left: kept.length,
      best: candidates.find(({ node }) => node === kept[0]),
      decides: kept.length === 1,
    })),
  };
}

/** What a rule compares: a number, or when a Pod started (RFC 3339; "" = not yet). */
export function valueOf(rule: ComparingRule, row: PreemptionCandidateRow): number | string {
  switch (rule) {
    case 'fewest-violations':
      return row.violations;
    case 'lowest-highest-priority':
      return row.highestPriority;
    case 'smallest-sum':
      return row.prioritySum;
    case 'fewest-victims':
      return row.victims.length;
    case 'latest-start':
      return row.earliestStart;
  }
}

/** "2026-01-01T10:00:00Z" -> "10:00:00", with its day where the candidates started on different ones. */
export function clock(time: string, all: readonly string[]): string {
  const [day = '', rest = ''] = time.replace(/Z$/, '').split('T');
  const days = new Set(all.filter((other) => other !== '').map((other) => other.split('T')[0]));
  return days.size > 1 ? `${day} ${rest}` : rest;
}

/** The preemption to show of many: the last one that freed a node, else the last. */
export function mainOf(answers: readonly PreemptionAnswer[]): PreemptionAnswer | undefined {
  return answers.filter(({ outcome }) => outcome === 'nominated').at(-1) ?? answers.at(-1);
}
