/** The fields that tell why a write was refused: read, sent and stored beside each other. */
import type { Heard } from '../components/apiserver/looking.ts';
import { compareBytes } from '../kernel/kernel.ts';
import type { ConflictAnswer } from '../protocol/protocol.ts';
import { fieldChanges } from './diff.ts';
import { valueAt } from './field-paths.ts';

type Field = ConflictAnswer['fields'][number];

interface Versions {
  readonly read: unknown;
  readonly sent: unknown;
  readonly stored: unknown;
}

const VERSION = 'metadata.resourceVersion';

/** The server's own bookkeeping: what a client sends of it is not looked at. */
const SERVERS_OWN = /^metadata\.(?:uid|creationTimestamp|generation|selfLink)$/;

export function conflictFields(heard: Heard, versions: Versions): Field[] {
  const named = namedFields(heard, versions);
  // Of an object that is not there, nothing stands beside what was sent.
  if (named.length > 0 || versions.stored === undefined) return named;
  const { verb, subresource } = heard.request;
  if (verb === 'create' && subresource === undefined) return differing(versions, (path) => path !== VERSION);
  const whole = differing(versions, () => true);
  const reaches = reachOf(heard);
  return whole
    .map((field): Field => (field.path === VERSION || reaches(field.path) ? field : ignoredField(field)))
    .filter((field) => field.read !== field.stored || (field.sent !== field.stored && field.ignored === undefined))
    .sort((a, b) => Number(a.ignored === true) - Number(b.ignored === true));
}

/** Fields that the answer itself names: owners of a server-side apply, places of an invalid object. */
function namedFields({ response }: Heard, { read, sent, stored }: Versions): Field[] {
  const causes = (response.status?.causes ?? []).filter(({ field = '' }) => field !== '');
  return causes.map(({ field = '', message = '', reason }): Field => {
    const owned = reason === 'FieldManagerConflict';
    return {
      path: field.replace(/^\./, ''),
      ...texts(valueAt(read, field), valueAt(sent, field), valueAt(stored, field)),
      ...(owned ? { owner: message.replace(/^conflict with /, '') } : { problem: message }),
    };
  });
}

function texts(read: unknown, sent: unknown, stored: unknown): Pick<Field, 'read' | 'sent' | 'stored'> {
  return {
    ...(read === undefined ? {} : { read: text(read) }),
    ...(sent === undefined ? {} : { sent: text(sent) }),
    ...(stored === undefined ? {} : { stored: text(stored) }),
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Leaves that are not the same in all of the versions that there are; what was named as read comes first. */
function differing({ read, sent, stored }: Versions, counts: (path: string) => boolean): Field[] {
  const [a, b, c] = [leaves(read), leaves(sent), leaves(stored)];
  const all = [...new Set([...a.keys(), ...b.keys(), ...c.keys()])];
  // An empty object beside a full one is no field of its own.
  const isLeaf = (path: string): boolean =>
    !all.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`));
  const paths = all.filter((path) => !SERVERS_OWN.test(path) && isLeaf(path));
  const creation = read === undefined && !b.has(VERSION);
  return paths
    .filter((path) => counts(path) && (!creation || sent === undefined || b.has(path)))
    .filter((path) => (read !== undefined && a.get(path) !== c.get(path)) || b.get(path) !== c.get(path))
    .sort((x, y) => Number(y === VERSION) - Number(x === VERSION) || compareBytes(x, y))
    .map((path) => ({ path, ...texts(a.get(path), b.get(path), c.get(path)) }));
}

const leaves = (object: unknown): Map<string, string> =>
  new Map(fieldChanges(undefined, object).flatMap(({ path, after }) => (after === undefined ? [] : [[path, after]])));

/** Ways that carry one field of the object. */
const ONE_FIELD: Readonly<Record<string, string>> = { scale: 'spec.replicas', binding: 'spec.nodeName' };

/** Which paths the way of the request reaches. */
function reachOf({ request }: Heard): (path: string) => boolean {
  const only = ONE_FIELD[request.subresource ?? ''];
  if (only !== undefined) return (path) => path === only;
  const status = (path: string): boolean => path.startsWith('status.') || path === 'status';
  return request.subresource === 'status' ? (path) => !path.startsWith('spec.') : (path) => !status(path);
}

function ignoredField({ sent: _, ...field }: Field): Field {
  return { ...field, ignored: true };
}
