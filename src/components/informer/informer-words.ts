/** What an informer's events say of what was popped, and which objects belong to its part of a resource. */
import { objectKey, type KubeObject } from '../../model/objects.ts';
import { isObjectDelta, unwrap, type Delta } from './delta.ts';
import type { SharedInformerOptions } from './types.ts';

/** Does a list with this specification hold the object? */
export function matches(object: KubeObject, spec: SharedInformerOptions['spec']): boolean {
  if (spec?.name !== undefined && object.metadata.name !== spec.name) return false;
  if (spec?.nodeName === undefined) return true;
  const inner = object.spec;
  const nodeName = typeof inner === 'object' && inner !== null && 'nodeName' in inner ? inner.nodeName : undefined;
  return (nodeName ?? '') === spec.nodeName;
}

/** Key of the object that popped deltas are about; "" for a whole list. */
export function objectOf(deltas: readonly Delta<KubeObject>[]): string {
  const delta = deltas.at(-1);
  const object = delta !== undefined && isObjectDelta(delta) ? unwrap(delta.object) : undefined;
  return object === undefined ? '' : objectKey(object);
}

export function typesOf(deltas: readonly Delta<KubeObject>[]): string {
  const [first] = deltas;
  return deltas.length === 1 && first !== undefined ? first.type : deltas.map(({ type }) => type).join(',');
}
