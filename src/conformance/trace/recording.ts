/** What a run wrote, one object a write, in order: the form in which recordings and runs are compared. */
import type { World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import { fields, get, number, text } from '../../model/fields.ts';

/** Not looked at. */
const SKIPPED_KINDS = new Set(['Lease', 'Endpoints', 'Namespace', 'ServiceAccount']);

export interface Write {
  /** Place in the order of all writes. */
  readonly index: number;
  readonly seconds: number;
  /** The command before it, from 1; 0 = none yet. */
  readonly entry: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly kind: string;
  /** Of one life of an object: a name that is made again after its end is another one. */
  readonly key: string;
  readonly object: KubeObject;
  readonly before: KubeObject | undefined;
  /** Component; undefined for deletions, whose writer no recording tells. */
  readonly by: string | undefined;
}

export interface RecordedEvent {
  readonly entry: number;
  readonly object: KubeObject;
  readonly count: number;
}

export interface Life {
  readonly key: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** 1 for the first of its name. */
  readonly life: number;
}

export interface Recording {
  readonly base: ReadonlyMap<string, KubeObject>;
  readonly writes: readonly Write[];
  readonly events: readonly RecordedEvent[];
  readonly lives: ReadonlyMap<string, Life>;
  /** How many commands. */
  readonly entries: number;
}

/** A command of the timeline began before the step after this one. */
export interface Mark {
  readonly step: number;
}

class Lives {
  readonly all = new Map<string, Life>();
  private readonly counts = new Map<string, number>();
  private readonly present = new Map<string, string>();

  begin({ kind, metadata: { namespace = '', name } }: KubeObject): string {
    const place = `${kind}/${namespace}/${name}`;
    const life = (this.counts.get(place) ?? 0) + 1;
    this.counts.set(place, life);
    const key = `${place}~${String(life)}`;
    this.all.set(key, { key, kind, namespace, name, life });
    this.present.set(place, key);
    return key;
  }

  of({ kind, metadata: { namespace = '', name } }: KubeObject): string | undefined {
    return this.present.get(`${kind}/${namespace}/${name}`);
  }
}

const COMPONENTS = ['kube-scheduler', 'kube-controller-manager', 'kubelet', 'kube-apiserver'];

/** "kubelet node-1" -> "kubelet"; whoever is no component is the user. */
const componentOf = (client: string): string => COMPONENTS.find((name) => client.startsWith(name)) ?? 'user';

const countOf = (event: KubeObject): number => Math.max(1, number(event, 'count'), number(event, 'series', 'count'));

/** Reads a world's history from its first step to its last. */
export function recordingOf(world: World, marks: readonly Mark[]): Recording {
  const lives = new Lives();
  const base = new Map<string, KubeObject>();
  const etcd = world.collections().find((collection) => collection.name === 'etcd');
  for (const [, value] of etcd?.at(0).entries() ?? []) {
    const object = value as KubeObject;
    if (!SKIPPED_KINDS.has(object.kind) && object.kind !== 'Event') base.set(lives.begin(object), object);
  }
  const writes: Write[] = [];
  const events = new Map<string, RecordedEvent>();
  for (let step = 1; step <= world.step; step++) {
    if (world.trace.kind(step) !== world.options.kinds.indexOf('store.written')) continue;
    const entry = marks.filter((mark) => mark.step < step).length;
    for (const change of world.changesAt(step)) {
      if (change.collection !== 'etcd') continue;
      const before = change.before as KubeObject | undefined;
      const after = change.after as KubeObject | undefined;
      const object = after ?? before;
      if (object === undefined || SKIPPED_KINDS.has(object.kind)) continue;
      if (object.kind === 'Event') {
        if (after !== undefined) noteEvent(events, change.key, after, entry);
        continue;
      }
      const type = before === undefined ? 'ADDED' : after === undefined ? 'DELETED' : 'MODIFIED';
      const key = (type === 'ADDED' ? undefined : lives.of(object)) ?? lives.begin(object);
      const by = type === 'DELETED' || isUntold(before, object) ? undefined : componentOf(world.trace.subject(step));
      const seconds = world.trace.time(step) / world.options.ticksPerSecond;
      writes.push({ index: writes.length, seconds, entry, type, kind: object.kind, key, object, before, by });
    }
  }
  return { base, writes, events: [...events.values()], lives: lives.all, entries: marks.length };
}

/**
 * A recording names the manager whose entry in managedFields is new or changed: who takes a name out of a budget's
 * disruptedPods changes the api-server's entry, and is not told.
 */
function isUntold(before: KubeObject | undefined, after: KubeObject): boolean {
  const names = (object: KubeObject | undefined): readonly string[] =>
    Object.keys(fields(object, 'status', 'disruptedPods'));
  return after.kind === 'PodDisruptionBudget' && names(before).some((name) => !names(after).includes(name));
}

function noteEvent(events: Map<string, RecordedEvent>, key: string, object: KubeObject, entry: number): void {
  const known = events.get(key);
  events.set(key, { entry: known?.entry ?? entry, object, count: countOf(object) });
}

export const isMarked = (object: KubeObject): boolean => get(object, 'metadata', 'deletionTimestamp') !== undefined;

/** status.conditions by type. */
export function conditionsOf(object: unknown): ReadonlyMap<string, unknown> {
  const conditions = get(object, 'status', 'conditions');
  const all = Array.isArray(conditions) ? (conditions as readonly unknown[]) : [];
  return new Map(all.map((condition) => [text(condition, 'type'), condition]));
}

export const isReady = (object: unknown): boolean => text(conditionsOf(object).get('Ready'), 'status') === 'True';
