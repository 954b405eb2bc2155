/**
 * Which two revisions a StatefulSet is between: getStatefulSetRevisions and truncateHistory of
 * pkg/controller/statefulset/stateful_set_control.go (v1.37).
 */
import type { Collection, World } from '../../../kernel/kernel.ts';
import type { KubeObject, PodTemplateSpec } from '../../../model/objects.ts';
import { selectorMatches } from '../../../model/selectors.ts';
import type { ApiRequest, ApiServer } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import { templateHash } from '../deployment/template.ts';
import { equalJson } from '../equal-json.ts';
import { deleteRevision, inOrder, isRevision, type ControllerRevision, type RevisionForm } from '../history.ts';
import { controllerOf } from '../owner.ts';
import { revisionOf } from './identity.ts';
import type { StatefulSet, Version } from './types.ts';

/** Revisions of a StatefulSet carry their hash under another label than those of a DaemonSet. */
export const FORM: RevisionForm = { label: 'controller.kubernetes.io/hash' };
const LIMIT = 10;

export interface Versions {
  readonly current: Version;
  readonly update: Version;
}

/** What an observed StatefulSet looked like where its revisions are unknown: the value in "controllers/statefulset/observed templates". */
interface Seen {
  readonly template: PodTemplateSpec;
  /** Of the revision that the template is. */
  readonly name: string;
  /** It was between two revisions, of which one is nowhere. */
  readonly mixed: boolean;
}

export class RevisionsOfSets {
  private readonly seen: Collection<Seen>;

  constructor(
    world: World,
    private readonly apiServer: ApiServer,
    private readonly informer: SharedInformer,
  ) {
    this.seen = world.group('', () => world.collection('controllers/statefulset/observed templates'));
  }

  /** Set-up: remembered only where the input says nothing of revisions. */
  prime(sets: readonly StatefulSet[]): void {
    if (this.apiServer.knows('ControllerRevision')) return;
    for (const { metadata, spec, status } of sets) {
      const name = status?.updateRevision ?? `${metadata.name}-${templateHash(spec.template, status?.collisionCount)}`;
      const mixed = (status?.currentRevision ?? name) !== name;
      this.seen.set(metadata.uid ?? '', { template: spec.template, name, mixed });
    }
  }

  /** Its own and those that it may adopt, oldest first; undefined where the input left them out. */
  of(set: StatefulSet): readonly ControllerRevision[] | undefined {
    const { uid = '', namespace } = set.metadata;
    if (this.seen.has(uid)) return undefined;
    const found = this.informer.indexer.list(namespace).filter((object): object is ControllerRevision => {
      const controller = controllerOf(object);
      const fits = controller === undefined ? selectorMatches(set.spec.selector, object.metadata.labels) : false;
      return isRevision(object) && (fits || controller?.uid === uid);
    });
    return inOrder(found);
  }

  /** Without revisions: the template as it was observed, and the one of now. undefined where that does not suffice. */
  guessed(set: StatefulSet): Versions | undefined {
    const seen = this.seen.get(set.metadata.uid ?? '');
    if (seen === undefined || seen.mixed) return undefined;
    const { template } = set.spec;
    const known: Version = { name: seen.name, template: seen.template };
    const fresh: Version = { name: `${set.metadata.name}-${templateHash(template, undefined)}`, template };
    const update = equalJson(seen.template, template) ? known : fresh;
    return { update, current: set.status?.currentRevision === seen.name ? known : update };
  }
}

/** ApplyRevision, as far as it matters: the template that the revision keeps. */
export function versionOf({ metadata, data }: ControllerRevision): Version {
  const { template } = (data as { readonly spec: { readonly template: PodTemplateSpec & { $patch?: unknown } } }).spec;
  const { $patch: _replace, ...rest } = template;
  return { name: metadata.name, template: rest };
}

/** @param update of the template as it is now */
export function versionsOf(
  set: StatefulSet,
  revisions: readonly ControllerRevision[],
  update: ControllerRevision,
): Versions {
  const current = revisions.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update;
  return { current: versionOf(current), update: versionOf(update) };
}

/** truncateHistory: the oldest beyond the limit that neither the set nor a Pod is at. */
export function surplus(
  set: StatefulSet,
  revisions: readonly ControllerRevision[],
  { current, update }: Versions,
  pods: readonly KubeObject[],
): readonly ApiRequest[] {
  const live = new Set([current.name, update.name, ...pods.map(revisionOf)]);
  const old = revisions.filter(({ metadata }) => !live.has(metadata.name));
  const tooMany = Math.max(0, old.length - (set.spec.revisionHistoryLimit ?? LIMIT));
  return old.slice(0, tooMany).map(deleteRevision);
}
