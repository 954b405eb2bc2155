import { describe, expect, it } from 'vitest';
import { choiceOf, clock, mainOf, valueOf } from '../../src/derive/preemption.ts';
import type { PreemptionAnswer, PreemptionCandidateRow } from '../../src/protocol/protocol.ts';

const candidate = (node: string, violations = 0): PreemptionCandidateRow => ({
  node,
  victims: [],
  violations,
  highestPriority: 7,
  prioritySum: 9,
  earliestStart: '2026-01-01T08:00:00Z',
});

const answer = (fields: Partial<PreemptionAnswer>): PreemptionAnswer => ({
  pod: 'Pod/default/x',
  role: 'preemptor',
  step: 1,
  foundAt: 2,
  attempt: 1,
  priority: 10,
  outcome: 'nominated',
  message: '',
  nodes: 4,
  nominated: 'n3',
  candidates: ['n1', 'n2', 'n3', 'n4'].map((node) => candidate(node, node === 'n2' ? 1 : 0)),
  rules: [
    { rule: 'fewest-violations', left: ['n1', 'n3', 'n4'] },
    { rule: 'lowest-highest-priority', left: ['n3', 'n4'] },
    { rule: 'any', left: ['n3'] },
  ],
  unhelpful: [],
  untried: [],
  boundTo: '',
  phase: 'unsched',
  ...fields,
});

describe('the picture of a preemption', () => {
  it('has the chosen candidate first, then those that came farther', () => {
    const { candidates } = choiceOf(answer({}));
    expect(candidates.map(({ row, fell, chosen }) => [row.node, fell, chosen])).toEqual([
      ['n3', 3, true],
      ['n4', 2, false],
      ['n1', 1, false],
      ['n2', 0, false],
    ]);
  });

  it('says of each rule how many came to it, how many it left and which decided', () => {
    expect(choiceOf(answer({})).rules.map(({ rule, before, left, decides }) => [rule, before, left, decides])).toEqual([
      ['fewest-violations', 4, 3, false],
      ['lowest-highest-priority', 3, 2, false],
      ['any', 2, 1, true],
    ]);
  });

  it('has no rule where there is one candidate', () => {
    const alone = choiceOf(answer({ candidates: [candidate('n3')], rules: [] }));
    expect(alone.rules).toEqual([]);
    expect(alone.candidates.map(({ chosen }) => chosen)).toEqual([true]);
  });

  it('shows what each rule compares', () => {
    const row = candidate('n1', 2);
    expect(valueOf('fewest-violations', row)).toBe(2);
    expect(valueOf('lowest-highest-priority', row)).toBe(7);
    expect(valueOf('smallest-sum', row)).toBe(9);
    expect(valueOf('fewest-victims', row)).toBe(0);
    expect(valueOf('latest-start', row)).toBe('2026-01-01T08:00:00Z');
  });

  it('gives the day only where start times differ by it', () => {
    const morning = '2026-01-01T08:00:00Z';
    expect(clock(morning, [morning, '2026-01-01T09:00:00Z', ''])).toBe('08:00:00');
    expect(clock(morning, [morning, '2026-01-02T09:00:00Z'])).toBe('2026-01-01 08:00:00');
  });

  it('prefers the last attempt that freed a node', () => {
    const first = answer({ step: 1 });
    const second = answer({ step: 2, outcome: 'victim-terminating', nominated: '' });
    expect(mainOf([first, second])).toBe(first);
    expect(mainOf([second])).toBe(second);
    expect(mainOf([])).toBeUndefined();
  });
});
