/** Amounts by resource name, for admission that counts. */
import type { QuantityText } from '../../model/objects.ts';
import { parseQuantity, type Quantity } from '../../model/quantity.ts';
import { fieldsOf, listOf, type Fields } from './fields.ts';

export class Quantities {
  private readonly amounts = new Map<string, Quantity>();

  /** @param list a map of quantities as an object has it */
  constructor(list?: unknown) {
    const fields = fieldsOf(list);
    for (const name in fields) this.amounts.set(name, parseQuantity(fields[name] as QuantityText));
  }

  get(name: string): Quantity | undefined {
    return this.amounts.get(name);
  }

  names(): readonly string[] {
    return [...this.amounts.keys()];
  }

  add(name: string, amount: Quantity): void {
    const known = this.amounts.get(name);
    this.amounts.set(name, known === undefined ? amount : known.add(amount));
  }

  addAll(other: Quantities): void {
    for (const [name, amount] of other.amounts) this.add(name, amount);
  }

  atLeast(other: Quantities): void {
    for (const [name, amount] of other.amounts) {
      const known = this.amounts.get(name);
      if (known === undefined || known.cmp(amount) < 0) this.amounts.set(name, amount);
    }
  }
}

/** What a pod asks for, or may use: the sum of its containers, and no less than any one init container. */
export function totals(spec: Fields, field: 'requests' | 'limits'): Quantities {
  const sum = new Quantities();
  const of = (container: unknown): Quantities => new Quantities(fieldsOf(fieldsOf(container)['resources'])[field]);
  for (const container of listOf(spec['containers'])) sum.addAll(of(container));
  for (const container of listOf(spec['initContainers'])) sum.atLeast(of(container));
  return sum;
}
