/**
 * Which events a watch sees, and as what: k8s.io/apiserver pkg/storage/cacher/cache_watcher.go convertToWatchEvent (v0.37).
 */
import type { KubeObject } from '../../model/objects.ts';
import { resourceInfo } from '../../model/resources.ts';
import { parseFieldSelector, parseSelector } from '../../model/selectors.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { checkFieldTerms, selectableFields } from './selectable.ts';
import type { Commit } from './store.ts';
import type { WatchEvent, WatchSpec } from './types.ts';

export type Matches = (object: KubeObject) => boolean;

export function nodeNameOf(object: KubeObject): string {
  const spec = object.spec as { readonly nodeName?: string } | undefined;
  return spec?.nodeName ?? '';
}

/** Errors: SelectorError, or a Refusal where the field is not one of the resource's. */
export function matcherOf(spec: WatchSpec, version: KubernetesVersion): Matches {
  const { labelSelector = '', fieldSelector = '' } = spec;
  if (labelSelector === '' && fieldSelector === '') return (object) => matchesPlace(spec, object);
  const labels = parseSelector(labelSelector, version);
  const fields = parseFieldSelector(fieldSelector);
  const info = resourceInfo(spec.resource);
  if (info !== undefined) checkFieldTerms(info, fields.terms);
  return (object) =>
    matchesPlace(spec, object) &&
    labels.matches(object.metadata.labels) &&
    (fields.terms.length === 0 || fields.matches(selectableFields(object)));
}

function matchesPlace(spec: WatchSpec, object: KubeObject): boolean {
  if (spec.namespace !== undefined && object.metadata.namespace !== spec.namespace) return false;
  if (spec.name !== undefined && object.metadata.name !== spec.name) return false;
  return spec.nodeName === undefined || nodeNameOf(object) === spec.nodeName;
}

/**
 * What a selector makes of a commit: an object that comes into view is ADDED, one that leaves it DELETED with its old
 * content and the new revision (1.11). undefined = the watcher never sees it.
 */
export function eventFor(matches: Matches, commit: Commit): WatchEvent | undefined {
  const { object, previous, revision, type } = commit;
  const was = previous !== undefined && matches(previous);
  if (type === 'DELETED') return was ? { type, object, revision } : undefined;
  if (matches(object)) return { type: was ? 'MODIFIED' : 'ADDED', object, revision };
  return was ? { type: 'DELETED', object: withRevisionOf(previous, object), revision } : undefined;
}

/** As `eventFor`, for one commit. Errors: as `matcherOf`. */
export const watchedAs = (spec: WatchSpec, commit: Commit, version: KubernetesVersion): WatchEvent | undefined =>
  eventFor(matcherOf(spec, version), commit);

function withRevisionOf(content: KubeObject, object: KubeObject): KubeObject {
  const { resourceVersion = '' } = object.metadata;
  return { ...content, metadata: { ...content.metadata, resourceVersion } };
}

/** Terms of a watch's selector in text, "" = everything. */
export function selectorText(spec: WatchSpec): string {
  const terms = [
    ...(spec.namespace === undefined ? [] : [`metadata.namespace=${spec.namespace}`]),
    ...(spec.name === undefined ? [] : [`metadata.name=${spec.name}`]),
    ...(spec.nodeName === undefined ? [] : [`spec.nodeName=${spec.nodeName}`]),
    ...(spec.fieldSelector === undefined || spec.fieldSelector === '' ? [] : [spec.fieldSelector]),
    ...(spec.labelSelector === undefined || spec.labelSelector === '' ? [] : [spec.labelSelector]),
  ];
  return terms.join(',');
}
