import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../model/names.ts';
import type { Adapter } from '../types.ts';

export const clientGoNameValidation: Adapter = {
  source: 'client-go',
  kind: 'name-validation',
  run(row, version) {
    const { name } = row.given as { readonly name: string };
    return (row.steps ?? []).map(() => ({
      dns1035Label: dns1035Label(name),
      dns1123Label: dns1123Label(name),
      dns1123Subdomain: dns1123Subdomain(name),
      labelValue: labelValueProblems(name),
      qualifiedName: qualifiedNameProblems(name, version),
    }));
  },
};
