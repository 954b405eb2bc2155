/**
 * What lesson controllers share. They are ours, not upstream's: each is written as a controller author would write it with
 * client-go (informer, work queue, one worker) and has one fault that is met in the field, beside its cure.
 * Left out: leader election, Kubernetes Events, finalizers.
 */
import { lessonProcess, type LessonName } from '../../../model/lessons.ts';
import { namespacedName, type KubeObject } from '../../../model/objects.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { runReconciler, succeeded, type Outcome } from '../sync.ts';

/** `client` and `informer` are those of a process of its own, `lesson-NAME`. */
export interface LessonDeps extends ControllerDeps {
  readonly cured: boolean;
}

export interface LessonRow {
  readonly create: (deps: LessonDeps) => Controller;
  /** Of its informers; 0 = never. */
  readonly resyncSeconds: number;
}

/** A sync that sends one request at a time. Keys are "namespace/name" of a ConfigMap, with words of its own behind it. */
export interface LessonSync<C extends object> {
  readonly name: LessonName;
  begin(key: string): Outcome<C>;
  /** The request was carried out, or `accepts` its refusal. */
  resume(key: string, context: C, answer: ApiResponse): Outcome<C>;
  accepts?(answer: ApiResponse): boolean;
}

/** Set-up only. A request that is refused fails the sync: its key comes back, rate limited. */
export function runLesson<C extends object>(deps: LessonDeps, sync: LessonSync<C>): WorkQueue {
  const name = lessonProcess(sync.name);
  return runReconciler<C>(deps, {
    subject: name,
    name,
    workers: 1,
    objectOf: (key) => `ConfigMap/${key.replace(/ .*/, '')}`,
    begin: (key) => sync.begin(key),
    resume: (key, context, [answer]) => {
      if (answer !== undefined && (succeeded(answer) || sync.accepts?.(answer) === true))
        return sync.resume(key, context, answer);
      return { kind: 'failed', reason: answer?.status?.message ?? 'no answer' };
    },
  });
}

export const DONE = { kind: 'done' } as const;

export const send = <C extends object>(request: ApiRequest, context: C): Outcome<C> => ({
  kind: 'wait',
  requests: [request],
  context,
});

/** Lessons keep what they know in ConfigMaps: every cluster has them, and nothing else acts on them. */
export interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

export const NAMESPACE = 'default';
/** The label that says which part an object plays: "claim", "ticket". */
export const ROLE = 'lesson';

export const isOf =
  (role: string) =>
  ({ metadata }: KubeObject): boolean =>
    metadata.labels?.[ROLE] === role;

export const dataOf = (object: KubeObject | undefined, key: string): string | undefined =>
  (object as ConfigMap | undefined)?.data?.[key];

export const listOf = (informer: SharedInformer, role: string): readonly KubeObject[] =>
  informer.indexer.list(NAMESPACE).filter(isOf(role));

/** As a controller that has just synced. */
export function queueAll(queue: WorkQueue, objects: readonly KubeObject[]): void {
  for (const object of objects) queue.add(namespacedName(object));
}

/** Sets (null: takes away) keys of a ConfigMap's data, whatever else it holds and whichever version is stored. */
export const patchData = (name: string, data: Readonly<Record<string, string | null>>): ApiRequest => ({
  verb: 'patch',
  resource: 'configmaps',
  namespace: NAMESPACE,
  name,
  patchType: 'merge',
  body: { data },
});

export const create = (resource: string, body: object): ApiRequest => ({
  verb: 'create',
  resource,
  namespace: NAMESPACE,
  body,
});

export const nameIn = (key: string): string => key.slice(key.indexOf('/') + 1);
