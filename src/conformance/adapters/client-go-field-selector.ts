import { parseFieldSelector, SelectorError } from '../../model/selectors.ts';
import type { Adapter } from '../types.ts';

interface Expected {
  readonly against?: readonly { readonly fields: Readonly<Record<string, string>> }[];
}

export const clientGoFieldSelector: Adapter = {
  source: 'client-go',
  kind: 'field-selector',
  run(row) {
    const { selector } = row.given as { readonly selector: string };
    return (row.steps ?? []).map((step) => {
      try {
        const matcher = parseFieldSelector(selector);
        const against = (step.expect as Expected).against ?? [];
        return {
          canonical: matcher.toString(),
          against: against.map(({ fields }) => ({ fields, matches: matcher.matches(fields) })),
        };
      } catch (error) {
        if (error instanceof SelectorError) return { error: true };
        throw error;
      }
    });
  },
};
