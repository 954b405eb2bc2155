/** Checks of metadata: k8s.io/apimachinery pkg/api/validation/objectmeta.go (v0.37). */
import { dns1035Label, dns1123Label, dns1123Subdomain } from '../../model/names.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import type { FieldError } from './refusal.ts';

export function validateName(_core: Core, info: ResourceInfo, object: KubeObject): FieldError[] {
  const { name } = object.metadata;
  if (name === '') {
    const message = 'Required value: name or generateName is required';
    return [{ reason: 'FieldValueRequired', message, field: 'metadata.name' }];
  }
  return nameProblems(info.kind, name).map((problem) => ({
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${JSON.stringify(name)}: ${problem}`,
    field: 'metadata.name',
  }));
}

function nameProblems(kind: string, name: string): readonly string[] {
  if (kind === 'Namespace') return dns1123Label(name);
  if (kind === 'Service') return dns1035Label(name);
  if (kind.endsWith('Role') || kind.endsWith('RoleBinding')) return [];
  return dns1123Subdomain(name);
}
