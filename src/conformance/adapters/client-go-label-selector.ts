import { type Labels, parseSelector, SelectorError } from '../../model/selectors.ts';
import type { Adapter } from '../types.ts';

interface Expected {
  readonly against?: readonly { readonly labels: Labels }[];
}

export const clientGoLabelSelector: Adapter = {
  source: 'client-go',
  kind: 'label-selector',
  run(row, version) {
    const { selector } = row.given as { readonly selector: string };
    return (row.steps ?? []).map((step) => {
      try {
        const matcher = parseSelector(selector, version);
        const against = (step.expect as Expected).against ?? [];
        return {
          canonical: matcher.toString(),
          empty: matcher.empty,
          against: against.map(({ labels }) => ({ labels, matches: matcher.matches(labels) })),
        };
      } catch (error) {
        if (error instanceof SelectorError) return { error: true };
        throw error;
      }
    });
  },
};
