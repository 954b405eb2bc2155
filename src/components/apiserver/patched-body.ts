/**
 * What a patch comes to, read back as an object: k8s.io/apiserver pkg/endpoints/handlers/patch.go, applyPatchToCurrentObject
 * of the JSON patcher and applyPatchToObject of the strategic one (v0.37). Left out: the order of fields in the JSON that a
 * message shows, which is by name here.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import { RESOURCES, type ResourceInfo } from '../../model/resources.ts';
import { asTyped } from './as-typed.ts';
import { otherKind, placed, unknownField } from './body.ts';
import { decode } from './decode.ts';
import { conversionProblem } from './field-convert.ts';
import { isFields, isList, textOf } from './fields.ts';
import { goValue } from './go-values.ts';
import { refuse } from './refusal.ts';
import type { ApiRequest } from './types.ts';

/** @param after what the patch makes of the object; a component's is right by construction */
export function patchedBody(request: ApiRequest, info: ResourceInfo, after: unknown): KubeObject {
  const validation = request.options?.fieldValidation;
  if (validation === undefined) return after as KubeObject;
  const strategic = request.patchType === 'strategic';
  const shown = strategic ? goValue(request.body) : jsonText(after);
  const problem = strategic ? conversionProblem(after, info.kind) : decodingProblem(after, info);
  if (problem !== undefined || !isFields(after)) throw notAnObject(shown, problem ?? '');
  const { unknown } = decode(after, info.kind);
  if (validation === 'Strict' && unknown.length > 0) {
    throw notAnObject(shown, `strict decoding error: ${unknown.map(unknownField).join(', ')}`);
  }
  return placed(asTyped(after, info.kind), info);
}

/** The group and the name of what is invalid are left empty. */
function notAnObject(shown: string, detail: string): Error {
  const message = `Invalid value: ${JSON.stringify(shown)}: ${detail}`;
  const cause = { reason: 'FieldValueInvalid', message, field: 'patch' };
  return refuse(422, 'Invalid', ` "" is invalid: patch: ${message}`, [cause]);
}

/** json.SimpleMetaFactory reads these two before all else. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function decodingProblem(after: unknown, info: ResourceInfo): string | undefined {
  if (!isFields(after)) {
    return `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type ${TYPE_META}`;
  }
  const { error } = decode(after, info.kind);
  if (error !== undefined) return error;
  const kind = textOf(after['kind']) || info.kind;
  const apiVersion = textOf(after['apiVersion']) || info.apiVersion;
  if (kind === info.kind && apiVersion === info.apiVersion) return undefined;
  const known = RESOURCES.find((other) => other.kind === kind && other.apiVersion === apiVersion);
  return otherKind(known, kind, apiVersion, info);
}

const jsonText = (value: unknown): string => JSON.stringify(inOrder(value));

function inOrder(value: unknown): unknown {
  if (isList(value)) return value.map(inOrder);
  if (!isFields(value)) return value;
  const names = Object.keys(value).sort(compareBytes);
  return Object.fromEntries(names.map((name): [string, unknown] => [name, inOrder(value[name])]));
}
