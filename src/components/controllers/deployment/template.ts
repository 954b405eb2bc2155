/**
 * Pod templates: which ReplicaSet is a Deployment's new one, and what its name ends in (pkg/controller/controller_utils.go
 * ComputeHash, deployment_util.go EqualIgnoreHash; v1.37).
 * Left out: upstream hashes Go's print of the struct, with every field a version knows; ours hashes the JSON, so the ten
 * characters differ from a real cluster's. Observed ReplicaSets are found by comparing templates, as upstream finds them.
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import type { PodTemplateSpec } from '../../../model/objects.ts';
import { equalJson, isNothing, type Json } from '../equal-json.ts';

export const HASH_LABEL = 'pod-template-hash';

function withoutHash(labels: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  if (labels === undefined) return {};
  return Object.fromEntries(Object.entries(labels).filter(([key]) => key !== HASH_LABEL));
}

/** EqualIgnoreHash. */
export function sameTemplate(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  if (a === b) return true;
  return (
    equalJson(withoutHash(a.metadata?.labels), withoutHash(b.metadata?.labels)) &&
    equalJson(a.metadata?.annotations ?? {}, b.metadata?.annotations ?? {}) &&
    equalJson(a.spec, b.spec)
  );
}

/** Text that is the same for equal JSON: keys sorted by bytes, nothing left out but what `isNothing`. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const object = value as { readonly [key: string]: Json };
  const keys = Object.keys(object).filter((key) => !isNothing(object[key]));
  return `{${keys
    .sort(compareBytes)
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`)
    .join(',')}}`;
}

const FNV_PRIME = 16_777_619;
const FNV_OFFSET = 2_166_136_261;

/** FNV-1 32 bit of the UTF-16 code units' two bytes. */
function fnv32(text: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hash = Math.imul(hash, FNV_PRIME) ^ (unit & 0xff);
    hash = Math.imul(hash, FNV_PRIME) ^ (unit >>> 8);
  }
  return hash >>> 0;
}

/** No vowels and no digits that look like letters, so that no word comes out by chance. */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

/** k8s.io/apimachinery util/rand SafeEncodeString. */
export const safeEncode = (text: string): string =>
  Array.from(text, (character) => SAFE.charAt(character.charCodeAt(0) % SAFE.length)).join('');

/** @param collisions status.collisionCount, where it was ever raised */
export function templateHash(template: PodTemplateSpec, collisions: number | undefined): string {
  const text = canonical(template as unknown as Json) + (collisions === undefined ? '' : `#${collisions}`);
  return safeEncode(String(fnv32(text)));
}
