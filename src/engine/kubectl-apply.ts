/**
 * `kubectl apply`: staging/src/k8s.io/kubectl/pkg/cmd/apply (apply.go, patcher.go) and pkg/util/apply.go (v1.37). What was
 * applied last stands in an annotation; the next apply takes out what it had and the new manifest has not. Left out:
 * --prune, --overwrite=false, another try after a conflict.
 */
import { compareBytes } from '../kernel/kernel.ts';
import type { KubeObject } from '../model/objects.ts';
import { objectKey } from '../model/objects.ts';
import { resourceOfKind } from '../model/resources.ts';
import { createThreeWayMergePatch, createThreeWayPatch, type ApiServer } from '../components/apiserver/apiserver.ts';
import type { Asked, Place } from './kubectl-words.ts';

export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

type Fields = Readonly<Record<string, unknown>>;

/** @param object in its namespace. @param place where it is or will be */
export function clientSideApply(object: KubeObject, place: Place, apiServer: ApiServer): Asked {
  const { name, ...collection } = place;
  const modified = withLastApplied(object);
  const current = apiServer.get(objectKey(object));
  if (current === undefined) return { request: { verb: 'create', ...collection, body: modified } };
  const original = lastAppliedOf(current);
  // Custom resources have no strategic merge.
  const isStrategic = resourceOfKind(object.kind) !== undefined;
  const [from, to, live] = [original ?? {}, fieldsIn(modified), fieldsIn(current)];
  const body = isStrategic
    ? createThreeWayPatch(from, to, live, object.kind)
    : createThreeWayMergePatch(from, to, live);
  const said = original === undefined ? { note: missingWords(`${place.resource}/${name}`) } : {};
  // "unchanged"
  if (Object.keys(body).length === 0) return { request: { verb: 'get', ...place }, ...said };
  return { request: { verb: 'patch', ...place, patchType: isStrategic ? 'strategic' : 'merge', body }, ...said };
}

const fieldsIn = (object: KubeObject): Fields => ({ ...object });

const missingWords = (object: string): string =>
  `resource ${object} is missing the ${LAST_APPLIED} annotation which is required by kubectl apply. kubectl apply should ` +
  'only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing ' +
  'annotation will be patched automatically.';

function lastAppliedOf({ metadata }: KubeObject): Fields | undefined {
  const text = metadata.annotations?.[LAST_APPLIED];
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return undefined;
  }
}

/** The manifest with itself as an annotation: without that annotation, and with a map of annotations in any case. */
function withLastApplied(object: KubeObject): KubeObject {
  const given: unknown = object.metadata.annotations ?? {};
  // What is no map is the server's to refuse.
  if (typeof given !== 'object' || Array.isArray(given)) return object;
  const { [LAST_APPLIED]: _last, ...annotations } = given as Readonly<Record<string, string>>;
  const bare = { ...object, metadata: { ...object.metadata, annotations } };
  const text = `${goJson(bare)}\n`;
  return { ...object, metadata: { ...object.metadata, annotations: { ...annotations, [LAST_APPLIED]: text } } };
}

const ESCAPED: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** As Go's encoder writes a map: keys sorted by bytes, with what HTML would mind escaped. */
function goJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = value as Fields;
    const names = Object.keys(fields)
      .filter((name) => fields[name] !== undefined)
      .sort(compareBytes);
    return `{${names.map((name) => `${goJson(name)}:${goJson(fields[name])}`).join(',')}}`;
  }
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => ESCAPED[sign] ?? sign);
}
