import type { LabelSelector } from '../../model/objects.ts';
import {
  compileSelector,
  type LabelMatcher,
  type Labels,
  parseSelector,
  SelectorError,
} from '../../model/selectors.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';

interface Given {
  readonly text?: string;
  /** null = a nil selector. */
  readonly selector?: LabelSelector | null;
  readonly labels: readonly Labels[];
}

const compile = (given: Given, version: KubernetesVersion): LabelMatcher =>
  given.text === undefined ? compileSelector(given.selector ?? undefined, version) : parseSelector(given.text, version);

export const schedulerSelector: Adapter = {
  source: 'scheduler',
  kind: 'selector',
  run(row, version) {
    const given = row.given as Given;
    try {
      const matcher = compile(given, version);
      return {
        matches: given.labels.map((labels) => matcher.matches(labels)),
        empty: matcher.empty,
        canonical: matcher.toString(),
      };
    } catch (error) {
      if (error instanceof SelectorError) return { error: error.message };
      throw error;
    }
  },
};
