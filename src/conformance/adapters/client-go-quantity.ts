import { parseQuantity, quantityProblem } from '../../model/quantity.ts';
import type { Adapter } from '../types.ts';

/** What the row adds and compares with stands in its expectation. */
interface Expected {
  readonly compareWith?: string;
}

export const clientGoQuantity: Adapter = {
  source: 'client-go',
  kind: 'quantity',
  run(row) {
    const { text } = row.given as { readonly text: string };
    return (row.steps ?? []).map((step) => {
      const error = quantityProblem(text);
      if (error !== undefined) return { error };
      const quantity = parseQuantity(text);
      const { compareWith = '0' } = step.expect as Expected;
      const other = parseQuantity(compareWith);
      return {
        canonical: quantity.toString(),
        value: quantity.value().toString(),
        milliValue: quantity.milliValue().toString(),
        sign: quantity.sign(),
        format: quantity.format,
        compareWith,
        compare: quantity.cmp(other),
        sum: quantity.add(other).toString(),
      };
    });
  },
};
