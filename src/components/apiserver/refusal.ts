/**
 * What the api-server answers when it says no: k8s.io/apimachinery pkg/api/errors (v0.37). Texts are facts that the
 * recordings hold. Left out: details other than causes, retryAfterSeconds.
 */
import type { ObjectMeta } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { ApiResponse, ApiStatus } from './types.ts';

export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly status: ApiStatus,
  ) {
    super(status.message);
  }
}

export interface FieldError {
  /** "FieldValueInvalid" and so on. */
  readonly reason: string;
  /** "Invalid value: 1: must be …" */
  readonly message: string;
  /** "spec.replicas" */
  readonly field: string;
}

/** "" for core. */
export const groupOf = (info: ResourceInfo): string => {
  const slash = info.apiVersion.indexOf('/');
  return slash < 0 ? '' : info.apiVersion.slice(0, slash);
};

/** "pods", "deployments.apps". */
export const qualifiedResource = (info: ResourceInfo): string => {
  const group = groupOf(info);
  return group === '' ? info.resource : `${info.resource}.${group}`;
};

/** "Pod", "Deployment.apps". */
const qualifiedKind = (info: ResourceInfo): string => {
  const group = groupOf(info);
  return group === '' ? info.kind : `${info.kind}.${group}`;
};

export const refuse = (code: number, reason: string, message: string, causes: ApiStatus['causes'] = []): Refusal =>
  new Refusal(code, { reason, message, causes });

export const notFound = (info: ResourceInfo, name: string): Refusal =>
  refuse(404, 'NotFound', `${qualifiedResource(info)} "${name}" not found`);

export const alreadyExists = (info: ResourceInfo, name: string): Refusal =>
  refuse(409, 'AlreadyExists', `${qualifiedResource(info)} "${name}" already exists`);

export const conflict = (resource: string, name: string, why: string): Refusal =>
  refuse(409, 'Conflict', `Operation cannot be fulfilled on ${resource} "${name}": ${why}`);

const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

export const modified = (info: ResourceInfo, name: string): Refusal =>
  conflict(qualifiedResource(info), name, MODIFIED);

export const badRequest = (message: string): Refusal => refuse(400, 'BadRequest', message);

/** An error without a reason of its own. */
export const internal = (message: string): Refusal => refuse(500, '', message);

export const forbidden = (info: ResourceInfo, name: string, why: string, causes: ApiStatus['causes'] = []): Refusal =>
  refuse(403, 'Forbidden', `${qualifiedResource(info)} "${name}" is forbidden: ${why}`, causes);

const SUFFIX = 5;

/** What admission calls an object while it is being changed: its name is generated after that, before it is validated. */
export function nameSoFar({ name = '', generateName = '' }: Partial<ObjectMeta>): string {
  const isGenerated = generateName !== '' && name.length === Math.min(generateName.length, 58) + SUFFIX;
  return name === '' || isGenerated ? generateName || 'Unknown' : name;
}

/** 422 with one cause a field error. */
export function invalid(info: ResourceInfo, name: string, errors: readonly FieldError[]): Refusal {
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const list = texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
  return refuse(422, 'Invalid', `${qualifiedKind(info)} "${name}" is invalid: ${list}`, errors);
}

export const refused = (refusal: Refusal): ApiResponse => ({
  code: refusal.code,
  status: refusal.status,
  written: false,
});

/** A method that the path does not have, as client-go words it. */
export const notAllowed = (): Refusal =>
  refuse(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource');
