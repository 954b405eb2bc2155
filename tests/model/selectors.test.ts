import { describe, expect, it } from 'vitest';
import type { Node, NodeSelectorTerm, SelectorRequirement } from '../../src/model/objects.ts';
import {
  nodeSelectorTermMatches,
  nodeTermsMatch,
  parseNodeTerm,
  parseSelector,
  requiredNodeAffinityMatches,
  selectorMatches,
} from '../../src/model/selectors.ts';
import { failuresOf, runCases } from '../conformance/cases.ts';

describe('selectors, recorded', () => {
  it('answers all 117 rows of the scheduler in its four versions', () => {
    const report = runCases('scheduler/selector.ndjson');
    expect(failuresOf(report)).toEqual([]);
    expect(report).toMatchObject({ passed: 117, failed: 0, skipped: 0 });
  });

  it('answers every row of apimachinery: labels, fields, quantities, names, resource versions', () => {
    const report = runCases('client-go/apimachinery.ndjson');
    expect(failuresOf(report)).toEqual([]);
    expect(report.kinds.map(({ kind, passed }) => [kind, passed])).toEqual([
      ['field-selector', 27],
      ['label-selector', 70],
      ['name-validation', 13],
      ['quantity', 84],
      ['resourceversion-compare', 37],
    ]);
    expect(report).toMatchObject({ failed: 0, skipped: 0 });
  });
});

describe('label selectors', () => {
  it('an absent selector matches nothing, an empty one everything', () => {
    expect(selectorMatches(undefined, { app: 'a' })).toBe(false);
    expect(selectorMatches({}, { app: 'a' })).toBe(true);
    expect(selectorMatches({}, undefined)).toBe(true);
  });

  it('labels and expressions are ANDed; NotIn holds where the key is absent', () => {
    const selector = {
      matchLabels: { app: 'a' },
      matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['db'] }],
    };
    expect(selectorMatches(selector, { app: 'a' })).toBe(true);
    expect(selectorMatches(selector, { app: 'a', tier: 'db' })).toBe(false);
    expect(selectorMatches(selector, { tier: 'web' })).toBe(false);
  });

  it('a malformed selector matches nothing', () => {
    expect(selectorMatches({ matchExpressions: [{ key: 'a', operator: 'Near' }] }, {})).toBe(false);
  });

  it('a label named like a property of every object is not there by itself', () => {
    expect(selectorMatches({ matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }, {})).toBe(false);
  });

  it('C-22: the words for a key with two slashes are those of the version', () => {
    expect(() => parseSelector('a/b/c', '1.34')).toThrow('a qualified name must consist');
    expect(() => parseSelector('a/b/c', '1.35')).toThrow('a valid label key must consist');
  });
});

const node = (name: string, labels: Record<string, string>): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels },
});
const n4 = node('n4', { zone: 'a', cores: '007', text: 'x' });
const expression = (key: string, operator: string, ...values: string[]): SelectorRequirement => ({
  key,
  operator,
  values,
});
const label = (key: string, operator: string, ...values: string[]): NodeSelectorTerm => ({
  matchExpressions: [expression(key, operator, ...values)],
});
const field = (key: string, operator: string, ...values: string[]): NodeSelectorTerm => ({
  matchFields: [expression(key, operator, ...values)],
});

describe('node selectors', () => {
  it('Gt and Lt are strict on base-10 integers; leading zeros are fine', () => {
    expect(nodeSelectorTermMatches(label('cores', 'Gt', '6'), n4)).toBe(true);
    expect(nodeSelectorTermMatches(label('cores', 'Gt', '7'), n4)).toBe(false);
    expect(nodeSelectorTermMatches(label('cores', 'Lt', '8'), n4)).toBe(true);
    expect(nodeSelectorTermMatches(label('text', 'Gt', '0'), n4)).toBe(false);
    expect(nodeSelectorTermMatches(label('absent', 'Lt', '8'), n4)).toBe(false);
  });

  it('C-9: a negative bound is no label value, so the term is an error and matches nothing', () => {
    expect(parseNodeTerm(label('cores', 'Gt', '-5'), '1.35', '[2]')?.error).toMatch(
      /^\[2\]\.matchExpressions\[0\]\.values\[0\]\[cores\]: Invalid value: "-5": a valid label must be/,
    );
    expect(nodeSelectorTermMatches(label('cores', 'Gt', '-5'), n4)).toBe(false);
  });

  it('names every error of a term by its place', () => {
    const { error } = parseNodeTerm({ ...label('a', 'Near'), ...field('metadata.name', 'In', 'x', 'y') }) ?? {};
    expect(error).toBe(
      '[matchExpressions[0].operator: Unsupported value: "Near", matchFields[0].values: Invalid value: ["x","y"]: must have one element]',
    );
  });

  it('C-1: a field other than metadata.name reads as ""', () => {
    expect(nodeSelectorTermMatches(field('spec.x', 'NotIn', 'n4'), n4)).toBe(true);
    expect(nodeSelectorTermMatches(field('spec.x', 'In', 'n4'), n4)).toBe(false);
    expect(nodeSelectorTermMatches(field('metadata.name', 'In', 'n4'), n4)).toBe(true);
    expect(nodeSelectorTermMatches(field('metadata.name', 'NotIn', 'n4'), n4)).toBe(false);
  });

  it('a field takes one value and In or NotIn; anything else matches nothing', () => {
    expect(nodeSelectorTermMatches(field('metadata.name', 'In', 'n4', 'n5'), n4)).toBe(false);
    expect(nodeSelectorTermMatches(field('metadata.name', 'Exists'), n4)).toBe(false);
  });

  it('terms are ORed, an empty term is dropped, no term matches nothing', () => {
    expect(nodeTermsMatch([label('zone', 'In', 'b'), label('zone', 'In', 'a')], n4)).toBe(true);
    expect(nodeTermsMatch([{}], n4)).toBe(false);
    expect(nodeTermsMatch([], n4)).toBe(false);
  });

  it('nodeSelector and required affinity must both hold', () => {
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [label('zone', 'In', 'a')] },
      },
    };
    expect(requiredNodeAffinityMatches({ containers: [], nodeSelector: { zone: 'a' }, affinity }, n4)).toBe(true);
    expect(requiredNodeAffinityMatches({ containers: [], nodeSelector: { zone: 'b' }, affinity }, n4)).toBe(false);
    expect(requiredNodeAffinityMatches({ containers: [] }, n4)).toBe(true);
  });
});
