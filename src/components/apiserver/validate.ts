/** The gate before a write: which checks an object of a kind goes through. */
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { invalid, type FieldError } from './refusal.ts';
import { validateName } from './validate-meta.ts';

export function validateCreate(core: Core, info: ResourceInfo, object: KubeObject): void {
  throwIfAny(info, object, [...validateName(core, info, object)]);
}

export function validateUpdate(_core: Core, _info: ResourceInfo, _before: KubeObject, _after: KubeObject): void {
  // Nothing yet.
}

function throwIfAny(info: ResourceInfo, object: KubeObject, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(info, object.metadata.name, errors);
}
