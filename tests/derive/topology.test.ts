import { describe, expect, it } from 'vitest';
import {
  axisOf,
  byName,
  firstToTell,
  foldsOf,
  ignoredGroups,
  limitOf,
  spreadVerdict,
  termDomains,
} from '../../src/derive/topology.ts';
import { topologyWords, whereOf, whoOf } from '../../src/derive/words/topology.ts';
import type { AffinityRow, SpreadRow, TopologyDomain } from '../../src/protocol/protocol.ts';

const domain = (value: string, pods: number, more: Partial<TopologyDomain> = {}): TopologyDomain => ({
  value,
  nodes: [`node-${value}`],
  pods: Array.from({ length: pods }, (_, i) => `default/${value}-${String(i)}`),
  allowed: true,
  ...more,
});

const spread = (domains: readonly TopologyDomain[], more: Partial<SpreadRow> = {}): SpreadRow => ({
  topologyKey: 'zone',
  maxSkew: 1,
  whenUnsatisfiable: 'DoNotSchedule',
  selector: 'app=web',
  selfMatch: true,
  from: 'pod',
  minimum: 1,
  domains,
  ignored: [],
  barred: [],
  ...more,
});

const affinity = (more: Partial<AffinityRow>): AffinityRow => ({
  kind: 'affinity',
  weight: 0,
  topologyKey: 'zone',
  selector: 'app=db',
  namespaces: ['default'],
  namespaceSelector: '',
  domains: [],
  unlabelled: [],
  first: false,
  barred: [],
  ...more,
});

const A = domain('a', 3, { skew: 3, allowed: false });
const B = domain('b', 1, { skew: 1 });
const C = domain('c', 1, { skew: 1 });

describe('a spread constraint is drawn', () => {
  it('with its limit at the minimum and maxSkew, and an axis that holds the fullest domain with the Pod', () => {
    expect(limitOf(spread([A, B]))).toBe(2);
    expect(axisOf(spread([A, B]))).toBe(4);
    expect(axisOf(spread([A, B], { selfMatch: false }))).toBe(3);
    expect(axisOf(spread([], { minimum: 0 }))).toBe(1);
  });

  it('with "no" over a rule’s limit and "over" where it is a wish', () => {
    const wish = spread([A], { whenUnsatisfiable: 'ScheduleAnyway' });
    expect(spreadVerdict(spread([A]), A)).toBe('no');
    expect(spreadVerdict(wish, { ...A, allowed: true })).toBe('over');
    expect(spreadVerdict(wish, B)).toBe('yes');
  });

  it('with domains of one count as one where there are many, the fullest first', () => {
    expect(
      foldsOf(spread([C, A, B])).map(({ count, skew, verdict, domains }) => [
        count,
        skew,
        verdict,
        domains.map(({ value }) => value),
      ]),
    ).toEqual([
      [3, 3, 'no', ['a']],
      [1, 1, 'yes', ['b', 'c']],
    ]);
  });

  it('with the nodes that do not count by reason', () => {
    const ignored = [
      { node: 'n1', why: 'node-taints' },
      { node: 'n2', why: 'no-label' },
      { node: 'n3', why: 'node-taints' },
    ] as const;
    expect(ignoredGroups(spread([], { ignored }))).toEqual([
      { why: 'no-label', nodes: ['n2'] },
      { why: 'node-taints', nodes: ['n1', 'n3'] },
    ]);
  });
});

describe('domains', () => {
  it('are told of first where the Pod went, then where it may not go, then where somebody counts', () => {
    expect(firstToTell([B, A, C], 'node-c')).toBe('c');
    expect(firstToTell([B, A, C], '')).toBe('a');
    expect(firstToTell([domain('x', 0), B], '')).toBe('b');
    expect(firstToTell([], '')).toBe('');
  });

  it('are in the order of their numbers', () => {
    expect(byName([domain('n10', 0), domain('n2', 0)]).map(({ value }) => value)).toEqual(['n2', 'n10']);
  });

  it('of a term are all shown where they are few, else those with a match', () => {
    const many = Array.from({ length: 100 }, (_, i) => domain(`n${String(i)}`, i % 50 === 7 ? 1 : 0));
    expect(termDomains(affinity({ domains: many })).map(({ value }) => value)).toEqual(['n7', 'n57']);
    expect(termDomains(affinity({ domains: many.slice(0, 20) }))).toHaveLength(20);
  });
});

describe('words of a term', () => {
  const en = topologyWords('en');
  it('say whom it means and in which namespaces', () => {
    expect(whoOf(affinity({}), en)).toBe('app=db');
    expect(whoOf(affinity({ selector: '' }), en)).toBe('any Pod');
    expect(whoOf(affinity({ selector: '<none>' }), en)).toBe('no selector: no Pod');
    expect(whereOf(affinity({}), en)).toBe('');
    expect(whereOf(affinity({ namespaces: ['*'] }), en)).toBe('in every namespace');
    expect(whereOf(affinity({ namespaces: ['a', 'b'] }), en)).toBe('in a, b');
    expect(whereOf(affinity({ namespaceSelector: 'team=red' }), en)).toBe('in namespaces with team=red');
  });

  it('are Japanese in Japanese, and English has none of it', () => {
    const textsOf = (value: unknown): string[] => {
      if (typeof value === 'string') return [value];
      if (typeof value === 'function') return [String((value as (...n: string[]) => unknown)('1', '2', '3', '4'))];
      return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
    };
    const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;
    // A sum and a separator are the same in every language.
    const { sum: _sum, listComma: _comma, ...ja } = topologyWords('ja');
    expect(textsOf(ja).filter((text) => !japanese.test(text))).toEqual([]);
    expect(textsOf(en).filter((text) => japanese.test(text))).toEqual([]);
    expect(textsOf(topologyWords('ja')).length).toBe(textsOf(en).length);
  });
});
