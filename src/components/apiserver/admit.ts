/** Admission that judges what was made of an object, after validation: it refuses, and changes nothing. */
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { checkLimitRanges } from './admission-limits.ts';
import { checkQuotas } from './admission-quota.ts';
import { checkPodSecurity } from './admission-security.ts';
import type { Core } from './core.ts';
import { fieldsOf } from './fields.ts';
import { forbidden } from './refusal.ts';

export function admitCreate(core: Core, info: ResourceInfo, object: KubeObject): void {
  if (info.kind === 'Pod') {
    checkLimitRanges(core, object);
  }
  checkPodSecurity(core, info, object);
  if (info.kind === 'PriorityClass') checkOnlyDefault(core, info, object);
  checkQuotas(core, info, object);
}

/** Admission Priority: one class at most is the default of all pods. */
function checkOnlyDefault(core: Core, info: ResourceInfo, object: KubeObject): void {
  if (fieldsOf(object)['globalDefault'] !== true) return;
  const other = core.store
    .list('PriorityClass')
    .filter((known) => fieldsOf(known)['globalDefault'] === true)
    .at(-1);
  if (other === undefined) return;
  const why = `PriorityClass ${other.metadata.name} is already marked as default. Only one default can exist`;
  throw forbidden(info, object.metadata.name, why);
}
