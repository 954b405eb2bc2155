import { parseQuantity, quantityProblem, ZERO_QUANTITY } from '../../model/quantity.ts';
import type { Adapter } from '../types.ts';

export const schedulerQuantity: Adapter = {
  source: 'scheduler',
  kind: 'quantity',
  run(row) {
    const { text } = row.given as { readonly text: string };
    const error = quantityProblem(text);
    if (error !== undefined) return { error };
    const quantity = parseQuantity(text);
    return {
      value: quantity.value().toString(),
      milliValue: quantity.milliValue().toString(),
      canonical: quantity.toString(),
      recomputed: quantity.add(ZERO_QUANTITY).toString(),
      doubled: quantity.add(quantity).toString(),
      format: quantity.format,
    };
  },
};
