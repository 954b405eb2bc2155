/**
 * What the options of a list (or a read) say about the revision: k8s.io/apimachinery pkg/apis/meta/internalversion/validation,
 * k8s.io/apiserver pkg/storage/interfaces.go ValidateListOptions, cacher.go shouldDelegateList (v0.37).
 */
import { continueRefusal, decodeContinue } from './continue-token.ts';
import type { Core } from './core.ts';
import { badRequest, refuse, type Refusal } from './refusal.ts';
import { Report } from './report.ts';
import type { ApiRequest } from './types.ts';
import { tooLargeStatus } from './watch-events.ts';

/** Which state answers. */
export interface ReadFrom {
  /** Step after which it stood so. */
  readonly step: number;
  readonly revision: number;
  /** Of a page: keys below the kind's and namespace's prefix, from this one on. */
  readonly startKey: string;
  /** Objects at most; 0 = all. */
  readonly limit: number;
}

export function readFrom(core: Core, request: ApiRequest): ReadFrom {
  checkOptions(request);
  const { resourceVersion = '', resourceVersionMatch = '', limit = 0, continue: token = '' } = request.options ?? {};
  if (token !== '') return pageFrom(core, token, resourceVersion, limit);
  const wanted = revisionOf(resourceVersion);
  if (resourceVersion === '') return { ...latest(core), limit };
  // The cache does not page.
  if (wanted === 0) return { ...cached(core), limit: 0 };
  const exact = resourceVersionMatch === 'Exact' || (resourceVersionMatch === '' && limit > 0);
  if (exact) return { ...snapshot(core, wanted), limit };
  if (wanted > cached(core).revision) throw tooLarge(resourceVersion, core, cached(core).revision);
  return limit > 0 ? { ...latest(core), limit } : { ...cached(core), limit: 0 };
}

/** Would the request be refused because the state that it asks for is not there yet? Then the server waits a little. */
export function mustWait(core: Core, request: ApiRequest): boolean {
  if (request.verb !== 'list' && request.verb !== 'get') return false;
  const { resourceVersion = '', resourceVersionMatch = '' } = request.options ?? {};
  if (resourceVersion === '' || resourceVersion === '0') return false;
  const there = resourceVersionMatch === 'Exact' ? core.store.revision : cached(core).revision;
  return Number(resourceVersion) > there;
}

type State = Omit<ReadFrom, 'limit'>;

const latest = (core: Core): State => ({
  step: core.world.step,
  revision: core.store.revision,
  startKey: '',
});

/** As the watch cache has it: now, or some time ago where a fault holds it back. */
export function cached(core: Core): State {
  const lag = core.cacheLag();
  if (lag === 0) return latest(core);
  const step = core.store.stepAtTick(core.world.now - lag);
  return { step, revision: core.store.revisionAt(step), startKey: '' };
}

function snapshot(core: Core, revision: number): State {
  const { store } = core;
  if (revision > store.revision) throw tooLarge(String(revision), core, store.revision);
  if (revision === store.revision) return latest(core);
  if (revision < store.firstRevision || revision < store.compacted) {
    throw refuse(410, 'Expired', 'The resourceVersion for the provided list is too old.');
  }
  return { step: store.stepOfRevision(revision), revision, startKey: '' };
}

function pageFrom(core: Core, token: string, resourceVersion: string, limit: number): ReadFrom {
  const { revision, startKey } = decodeContinue(token);
  if (resourceVersion !== '' && resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const { store } = core;
  if (revision < 0) return { ...latest(core), startKey, limit };
  if (revision < store.firstRevision || revision < store.compacted) throw continueRefusal(startKey);
  return { ...snapshot(core, revision), startKey, limit };
}

const tooLarge = (asked: string, { store }: Core, current: number): Refusal => {
  const { reason, message, causes } = tooLargeStatus(Number(asked), Math.min(current, store.revision));
  return refuse(504, reason, message, causes);
};

function revisionOf(text: string): number {
  if (/^\d*$/.test(text)) return Number(text);
  const quoted = JSON.stringify(text);
  const why = `strconv.ParseUint: parsing ${quoted}: invalid syntax`;
  throw refuse(500, '', `resourceVersion: Invalid value: ${quoted}: ${why}`);
}

const MATCHES = ['Exact', 'NotOlderThan', ''];

function checkOptions({ options = {} }: ApiRequest): void {
  const { resourceVersion = '', resourceVersionMatch = '', continue: token = '' } = options;
  if (resourceVersionMatch === '') return;
  const report = new Report();
  const field = 'resourceVersionMatch';
  if (resourceVersion === '') report.forbidden(field, `${field} is forbidden unless resourceVersion is provided`);
  if (token !== '') report.forbidden(field, `${field} is forbidden when continue is provided`);
  if (!MATCHES.includes(resourceVersionMatch)) report.unsupported(field, resourceVersionMatch, MATCHES);
  if (resourceVersionMatch === 'Exact' && resourceVersion === '0') {
    report.forbidden(field, `${field} "exact" is forbidden for resourceVersion "0"`);
  }
  if (report.errors.length === 0) return;
  const texts = report.errors.map((error) => `${error.field}: ${error.message}`);
  const list = texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
  throw refuse(422, 'Invalid', `ListOptions.meta.k8s.io "" is invalid: ${list}`, report.errors);
}
