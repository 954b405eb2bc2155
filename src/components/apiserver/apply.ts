/** PATCH with application/apply-patch+yaml: k8s.io/apiserver pkg/endpoints/handlers/patch.go, applyPatcher (v0.37). */
import { compareBytes } from '../../kernel/kernel.ts';
import { keyOf, objectKey, type KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { appliedBody, gvkText } from './body.ts';
import type { Core } from './core.ts';
import { create } from './create.ts';
import { applyFields, type Conflict } from './field-apply.ts';
import { conversionProblem } from './field-convert.ts';
import { typedProblem } from './field-typed.ts';
import { afterUpdate, changesBy, ownedOf, withOwned, type Owned, type Writer } from './managed-fields.ts';
import { textOf } from './fields.ts';
import { checkNamespace, namespaceOfBody } from './namespaces.ts';
import type { Outcome } from './outcome.ts';
import { badRequest, internal, notAllowed, refuse, type Refusal } from './refusal.ts';
import type { WriteContext } from './tracking.ts';
import type { ApiRequest } from './types.ts';
import { checkVersion, write, writeStatus } from './update.ts';
import { entriesByHistory } from './written-by.ts';

/** Owner of what was there before anybody applied, where nobody had been written down, as of what the input observed. */
const BEFORE = 'before-first-apply';

export function apply(core: Core, request: ApiRequest, info: ResourceInfo, context: WriteContext): Outcome {
  const config = appliedBody(request, info);
  const name = request.name ?? (config.metadata as Partial<KubeObject['metadata']>).name ?? '';
  // A PATCH has its name in the path; nothing is generated.
  if (name === '') throw notAllowed();
  if (config.metadata.managedFields !== undefined) throw badRequest('metadata.managedFields must be nil');
  checkTyped(config, info);
  const namespace = namespaceOfBody(request, info, config);
  if (namespace !== undefined) checkNamespace(core, info, namespace, name, false);
  const key = keyOf(info.kind, namespace, name);
  const before = core.store.get(key);
  if (before !== undefined) checkVersion(info, before, config.metadata);
  const applied = merged(core, request, info, before, config, context.writer);
  if (before === undefined) return create(core, { ...request, verb: 'create', body: applied }, info, context);
  const place = { core, info, key, before, context };
  return request.subresource === 'status' ? writeStatus(place, applied) : write(place, applied);
}

/** structuredMergeManager.Apply: an error without a reason of its own. */
function checkTyped(config: KubeObject, info: ResourceInfo): void {
  const problem = typedProblem(config, info.kind);
  if (problem !== undefined)
    throw internal(`failed to create typed patch object (${called(config, info)}): ${problem}`);
}

function checkConverts(object: KubeObject, config: KubeObject, info: ResourceInfo): void {
  const problem = conversionProblem(object, info.kind);
  if (problem === undefined) return;
  throw internal(
    `failed to convert new object (${called(config, info)}) to proper version: ` +
      `unable to convert unstructured object to ${gvkText(info.apiVersion, info.kind)}: ${problem}`,
  );
}

/** "default/web; apps/v1, Kind=Deployment", with the names as the client wrote them; what is no text is no name. */
const called = ({ metadata }: KubeObject, info: ResourceInfo): string =>
  `${textOf(metadata.namespace)}/${textOf(metadata.name)}; ${gvkText(info.apiVersion, info.kind)}`;

function merged(
  core: Core,
  request: ApiRequest,
  info: ResourceInfo,
  before: KubeObject | undefined,
  config: KubeObject,
  writer: Writer,
): KubeObject {
  const outcome = applyFields({
    live: before ?? {},
    config,
    kind: info.kind,
    entries: before === undefined ? [] : entriesBefore(core, before),
    writer,
    force: request.options?.force === true,
    time: core.timestamp(),
    zeros: true,
  });
  if (outcome.kind === 'conflicts') throw conflictRefusal(outcome.conflicts);
  checkConverts(outcome.object, config, info);
  return withOwned(outcome.object, sameTimes(before, outcome.entries));
}

function entriesBefore(core: Core, before: KubeObject): readonly Owned[] {
  const entries = ownedOf(before);
  if (entries.length > 0) return entries;
  if (!core.tracksFields) {
    const { world } = core;
    const written = entriesByHistory(world, world.step, objectKey(before), (tick) => core.timestamp(tick));
    if (written.length > 0) return written;
  }
  const writer: Writer = { manager: BEFORE, operation: 'Update', apiVersion: before.apiVersion, subresource: '' };
  return afterUpdate([], changesBy(undefined, before, before.kind, writer), writer, core.timestamp());
}

/** An entry whose fields did not change keeps its time, so that applying the same again changes nothing. */
function sameTimes(before: KubeObject | undefined, entries: readonly Owned[]): readonly Owned[] {
  const old = before?.metadata.managedFields;
  if (before === undefined || old === undefined) return entries;
  const known = ownedOf(before);
  return entries.map((entry) => known.find((other) => sameEntry(other, entry)) ?? entry);
}

const sameEntry = (a: Owned, b: Owned): boolean => {
  const text = (entry: Owned): string =>
    JSON.stringify(withOwned(NOBODY, [{ ...entry, time: '' }]).metadata.managedFields);
  return text(a) === text(b);
};
const NOBODY: KubeObject = { apiVersion: '', kind: '', metadata: { name: '' } };

/** `"m"`, or `"m" using v1` of an Update. */
function managerText({ manager, operation, subresource, apiVersion }: Owned): string {
  const name = JSON.stringify(manager) + (subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`);
  return operation === 'Apply' ? name : `${name} using ${apiVersion}`;
}

export function conflictRefusal(conflicts: readonly Conflict[]): Refusal {
  const causes = conflicts.map(({ entry, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${managerText(entry)}`,
    field: path,
  }));
  return refuse(409, 'Conflict', conflictText(conflicts), causes);
}

function conflictText(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (conflicts.length === 1 && first !== undefined) {
    return `Apply failed with 1 conflict: conflict with ${managerText(first.entry)}: ${first.path}`;
  }
  const managers = [...new Set(conflicts.map(({ entry }) => managerText(entry)))].sort(compareBytes);
  const lines = managers.flatMap((manager) => [
    `conflicts with ${manager}:`,
    ...conflicts.filter(({ entry }) => managerText(entry) === manager).map(({ path }) => `- ${path}`),
  ]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}
