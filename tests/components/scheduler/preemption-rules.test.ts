/**
 * Spec scheduler.md 7.7. Which rule decided a recorded preemption was worked out by hand from the candidates of the
 * recording and the priorities and start times given to it.
 */
import { describe, expect, it } from 'vitest';
import { cycleInput, firstOption, type ClusterGiven } from '../../../src/conformance/adapters/scheduler-input.ts';
import { runCycle, type CycleResult } from '../../../src/components/scheduler/scheduler.ts';
import type { Pod } from '../../../src/model/objects.ts';
import { caseFile } from '../../conformance/cases.ts';
import { node, pod } from './cluster.ts';

interface Recorded {
  readonly id: string;
  readonly given: ClusterGiven;
  readonly expect: {
    readonly nominatedNodeName?: string | readonly string[] | null;
    readonly candidates?: Readonly<Record<string, { readonly pdbViolations: number }>>;
  };
}

const rows = ['preempt', 'preempt-rules'].flatMap((name) =>
  String(caseFile(`scheduler/${name}.ndjson`).text)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded),
);

function recorded(id: string): { readonly row: Recorded; readonly result: CycleResult } {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return { row, result: runCycle(cycleInput(row.given, '1.35'), firstOption) };
}

describe('7.7 the rule that chose', () => {
  it.each([
    ['pre-0352', [['fewest-violations', ['n2']]]],
    ['pre-0178', [['fewest-violations', ['n1']]]],
    [
      'pre-0139',
      [
        ['fewest-violations', ['n0', 'n1']],
        ['lowest-highest-priority', ['n1']],
      ],
    ],
    [
      'pre-0029',
      [
        ['fewest-violations', ['n0', 'n1', 'n2']],
        ['lowest-highest-priority', ['n0', 'n1', 'n2']],
        ['smallest-sum', ['n0']],
      ],
    ],
    [
      'pre-0092',
      [
        ['fewest-violations', ['n0', 'n1']],
        ['lowest-highest-priority', ['n0', 'n1']],
        ['smallest-sum', ['n0', 'n1']],
        ['fewest-victims', ['n0', 'n1']],
        ['latest-start', ['n1']],
      ],
    ],
    [
      'pre-0305',
      [
        ['fewest-violations', ['n0', 'n1']],
        ['lowest-highest-priority', ['n0', 'n1']],
        ['smallest-sum', ['n0', 'n1']],
        ['fewest-victims', ['n0', 'n1']],
        ['latest-start', ['n0']],
      ],
    ],
    [
      'pre-0214',
      [
        ['fewest-violations', ['n0', 'n1']],
        ['lowest-highest-priority', ['n0', 'n1']],
        ['smallest-sum', ['n0', 'n1']],
        ['fewest-victims', ['n0', 'n1']],
        ['latest-start', ['n0', 'n1']],
        ['any', ['n0']],
      ],
    ],
    ['pre-0049', []],
  ])('of the recording %s', (id, rules) => {
    const { row, result } = recorded(id);
    expect(result.preemption?.outcome).toBe('nominated');
    expect(result.preemption?.rules.map(({ rule, left }) => [rule, [...left].sort()])).toEqual(rules);
    expect(row.expect.nominatedNodeName).toContain(result.nominatedNodeName);
  });

  it('fewest Pods decides where two have the lowest of all priorities: their sum is 0 like that of one', () => {
    const low = (name: string, on: string, cpu: string): Pod => ({
      ...pod(name, cpu, { nodeName: on, priority: -2147483648 }),
      status: { phase: 'Running' },
    });
    const nodes = [
      { node: node('n1', '2'), pods: [low('a', 'n1', '1'), low('b', 'n1', '1')] },
      { node: node('n2', '2'), pods: [low('c', 'n2', '2')] },
    ];
    const incoming = pod('x', '2', { priority: 5 });
    const result = runCycle({ pod: incoming, nodes, startIndex: 0, version: '1.35', namespaceLabels: {} }, firstOption);
    expect(result.candidates?.map(({ prioritySum }) => prioritySum)).toEqual([0, 0]);
    expect(result.preemption?.rules.at(-1)).toEqual({ rule: 'fewest-victims', left: ['n2'] });
  });

  it('a budget is named where it covers a victim, and as many overdraw it as were recorded', () => {
    const { row, result } = recorded('pre-0352');
    for (const { node: name, facts, violations } of result.candidates ?? []) {
      expect(violations).toBe(row.expect.candidates?.[name]?.pdbViolations);
      expect(facts.filter(({ violates }) => violates)).toHaveLength(violations);
      for (const { budgets, violates } of facts) if (violates) expect(budgets).toEqual(['b1']);
    }
  });
});

describe('7.1, 7.2, 7.9 no preemption', () => {
  it('is told by its reason', () => {
    expect(recorded('pre-0079').result.preemption?.outcome).toBe('never');
    expect(recorded('pre-0146').result.preemption?.outcome).toBe('victim-terminating');
  });

  it('where no node can be freed, each is counted as the recorded message counts it', () => {
    // 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod; n2 is cordoned.
    const { preemption } = recorded('pre-0253').result;
    expect(preemption).toEqual({
      outcome: 'helpless',
      rules: [],
      unhelpful: [
        { reason: 'No preemption victims found for incoming pod', nodes: ['n0', 'n1'] },
        { reason: 'Preemption is not helpful for scheduling', nodes: ['n2'] },
      ],
      untried: [],
    });
  });
});
