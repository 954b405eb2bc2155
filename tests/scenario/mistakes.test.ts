/** What is wrong in a scenario is told all at once, and how it is written. */
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { problemLine } from '../../src/cli/exit.ts';
import { problemWords } from '../../src/derive/words/problems.ts';
import { VERB_EXAMPLES } from '../../src/derive/words/verb-examples.ts';
import { readEntries } from '../../src/scenario/fork.ts';
import type { RawEntry } from '../../src/scenario/raw-timeline.ts';
import { readScenario } from '../../src/scenario/scenario.ts';
import { VERB_SHAPES } from '../../src/scenario/verbs.ts';
import type { Problem } from '../../src/protocol/protocol.ts';

function problemsOf(data: string): readonly Problem[] {
  const read = readScenario([{ name: 'wrong.yaml', data }]);
  if (read.ok) return [];
  const { others = [], ...first } = read.problem;
  return [first, ...others];
}

const placesOf = (data: string): readonly string[] =>
  problemsOf(data).map(({ line, code, params }) => `${String(line)} ${code} ${String(params['path'])}`);

const HEAD = 'apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n';

describe('several mistakes', () => {
  it('of entries, of fields and of other documents are told at once, with their lines', () => {
    const data = `${HEAD}  seed: x
  timeline:
  - {at: 5s, partition: {}}
  - {at: 6, cordon: 5}
---
apiVersion: v1
kind: Pod
metadata: {name: a}
spec: {containers: []}
`;
    expect(placesOf(data)).toEqual([
      '4 wrong-type spec.seed',
      '6 missing-field spec.timeline.0.partition.clients',
      '7 wrong-type spec.timeline.1.cordon',
      '7 bad-duration spec.timeline.1.at',
      '12 wrong-type spec.containers',
    ]);
  });

  it('are ten at most', () => {
    const entries = Array.from({ length: 30 }, () => '  - {at: 1s, cordon: 5}\n');
    expect(problemsOf(`${HEAD}  timeline:\n${entries.join('')}`)).toHaveLength(10);
  });

  it('a field that nobody knows stands alone: what is missing may be what it was meant to be', () => {
    expect(placesOf(`${HEAD}  timeline:\n  - {at: 1s, taint: {nod: n, key: k, effect: NoExecute}}\n`)).toEqual([
      '5 unknown-field spec.timeline.0.taint',
    ]);
  });

  it('one is told as before', () => {
    const read = readScenario([{ name: 'wrong.yaml', data: `${HEAD}  seed: x\n` }]);
    expect(read.ok ? undefined : read.problem.others).toBeUndefined();
  });
});

describe('the example of a verb', () => {
  it('is there for each, and is what the reader takes', () => {
    expect(Object.keys(VERB_EXAMPLES).sort()).toEqual(Object.keys(VERB_SHAPES).sort());
    for (const [verb, examples] of Object.entries(VERB_EXAMPLES)) {
      for (const example of examples) {
        const entry = load(example.replace('{…}', '{}')) as RawEntry;
        expect([verb, Object.keys(entry), readEntries([{ at: '1s', ...entry }]).ok]).toEqual([verb, [verb], true]);
      }
    }
  });

  it('stands behind what is wrong with the verb, in both languages', () => {
    const [problem] = problemsOf(`${HEAD}  timeline:\n  - {at: 5s, partition: {}}\n`);
    if (problem === undefined) throw new Error('it is refused');
    expect(problemLine(problem)).toBe(
      'wrong.yaml:5:25: spec.timeline.0.partition.clients is missing; Write it as in partition: {nodes: [node-1]} or partition: {clients: [kube-scheduler]}.',
    );
    expect(problemWords(problem, 'ja').todo).toContain('partition: {nodes: [node-1]} または partition: {clients: ');
  });

  it('is not that of the verb where something inside an object is wrong', () => {
    const [problem] = problemsOf(`${HEAD}  generate: {nodes: many}\n`);
    expect(problem === undefined ? '' : problemWords(problem, 'en').todo).toBe('Write a number.');
  });
});
