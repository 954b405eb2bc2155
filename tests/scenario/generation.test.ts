/** The queue inside the informers: chosen beside the scenario, it becomes part of it. */
import { describe, expect, it } from 'vitest';
import { readScenario, type ReadOptions, type Scenario } from '../../src/scenario/scenario.ts';

const NODE = '{"apiVersion":"v1","kind":"Node","metadata":{"name":"n"}}';
const written = (generation: string): string =>
  `apiVersion: steplane.dev/v1\nkind: Scenario\nmetadata: {name: s}\nspec: {kubernetesVersion: '1.35'${generation}}\n---\n${NODE}`;

function read(text: string, options: ReadOptions = {}): Scenario {
  const answer = readScenario([{ name: 's.yaml', data: text }], options);
  if (!answer.ok) throw new Error(answer.problem.code);
  return answer.value;
}

describe('informerGeneration', () => {
  it.each(['deltafifo', 'atomic'] as const)('%s, chosen, is in the canonical text and read from it again', (chosen) => {
    const scenario = read(written(''), { informerGeneration: chosen });
    expect(scenario.informerGeneration).toBe(chosen);
    expect(read(scenario.canonical).informerGeneration).toBe(chosen);
    expect(read(scenario.canonical).canonical).toBe(scenario.canonical);
  });

  it('overrides what is written', () => {
    expect(read(written(', informerGeneration: atomic'), { informerGeneration: 'deltafifo' }).informerGeneration).toBe(
      'deltafifo',
    );
  });

  it("the version's own is no choice: the text is that of the scenario without one", () => {
    const scenario = read(written(', informerGeneration: atomic'), { informerGeneration: 'realfifo' });
    expect(scenario.informerGeneration).toBe('auto');
    expect(scenario.canonical).toBe(read(written('')).canonical);
  });
});
