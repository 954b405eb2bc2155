/**
 * The raw recordings of a real control plane, line by line, as the form in which runs are judged: so the judge itself is held
 * to what it judges by. A line has the whole object when it is new, later only changed paths with both values.
 */
import type { KubeObject } from '../../src/model/objects.ts';
import type { Life, Recording, RecordedEvent, Write } from '../../src/conformance/trace/recording.ts';

type Data = Record<string, unknown>;

export interface Line {
  readonly t: number;
  readonly type: string;
  readonly kind: string;
  readonly name: string;
  readonly writers?: readonly string[];
  readonly changed?: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly object?: Data;
  readonly text?: string;
}

const SKIPPED = new Set(['Lease', 'Endpoints', 'Namespace', 'ServiceAccount']);
/** What the recorder noted beside its commands. */
const NO_COMMAND = /^(?:snapshot |kubectl (?:rollout (?:status|history)|get|describe) )/;

type Token = { readonly field: string } | { readonly item: string };

/** `status.conditions[Ready].status`, `metadata.labels."a.b/c"`. */
function tokensOf(path: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const [, quoted, item, field] of path.matchAll(/"([^"]*)"|\[([^\]]*)\]|([^.["]+)/g)) {
    tokens.push(item !== undefined ? { item } : { field: quoted ?? field ?? '' });
  }
  return tokens;
}

function identityOf(element: unknown): string {
  const fields = element as Data;
  const addresses = fields['addresses'];
  if (Array.isArray(addresses)) return String(addresses[0]);
  const found = ['type', 'name', 'uid', 'key'].map((name) => fields[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : '';
}

function change(object: Data, path: string, value: unknown): void {
  const tokens = tokensOf(path);
  const last = tokens.at(-1);
  if (last !== undefined && 'item' in last && last.item === 'order') return;
  let at: unknown = object;
  tokens.forEach((token, n) => {
    const isLast = n === tokens.length - 1;
    if ('field' in token) {
      const fields = at as Data;
      if (isLast && value === null) Reflect.deleteProperty(fields, token.field);
      else if (isLast) fields[token.field] = structuredClone(value);
      else {
        const next = tokens[n + 1];
        const known = fields[token.field];
        if (typeof known !== 'object' || known === null)
          fields[token.field] = next !== undefined && 'item' in next ? [] : {};
      }
      at = fields[token.field];
      return;
    }
    const list = at as unknown[];
    let index = list.findIndex((element) => identityOf(element) === token.item);
    if (isLast && value === null) {
      if (index >= 0) list.splice(index, 1);
    } else if (isLast) {
      list[index < 0 ? list.length : index] = structuredClone(value);
    } else if (index < 0) {
      const before = tokens[n - 1];
      const isCondition = before !== undefined && 'field' in before && before.field === 'conditions';
      index = list.push({ [isCondition ? 'type' : 'name']: token.item }) - 1;
    }
    at = list[index];
  });
}

const COMPONENTS = new Set(['kube-controller-manager', 'kubelet', 'kube-scheduler', 'kube-apiserver']);
const COUNTED = /^(?:ReplicaSet|Deployment|StatefulSet|DaemonSet|Job|CronJob|EndpointSlice|PodDisruptionBudget)$/;

/** Whom managedFields name, or who alone writes such fields; undefined where neither tells. */
function writerOf({ type, kind, writers = [], changed = {} }: Line): string | undefined {
  if (type === 'DELETED') return undefined;
  const names = new Set(
    writers.map((words) => words.split(' ')[0] ?? '').map((name) => (COMPONENTS.has(name) ? name : 'user')),
  );
  if (names.size === 1) return [...names][0];
  const paths = Object.keys(changed);
  if (kind === 'Pod' && paths.includes('spec.nodeName')) return 'kube-scheduler';
  const own = /^(?:status|endpoints|ports|metadata\.(?:annotations|generation|labels))/;
  const isStatus =
    paths.length > 0 &&
    paths.every((path) => own.test(path)) &&
    paths.some((path) => /^(?:status|endpoints)/.test(path));
  if (names.size === 0 && COUNTED.test(kind) && isStatus) return 'kube-controller-manager';
  if (kind === 'Pod' && paths.some((path) => path.startsWith('status.containerStatuses'))) return 'kubelet';
  return undefined;
}

export function readRecorded(lines: readonly Line[], given: readonly KubeObject[]): Recording {
  const lives = new Map<string, Life>();
  const present = new Map<string, { key: string; object: Data }>();
  const counts = new Map<string, number>();
  const begin = (kind: string, namespace: string, name: string, object: Data): { key: string; object: Data } => {
    const place = `${kind}/${namespace}/${name}`;
    const life = (counts.get(place) ?? 0) + 1;
    counts.set(place, life);
    const entry = { key: `${place}~${String(life)}`, object };
    lives.set(entry.key, { key: entry.key, kind, namespace, name, life });
    present.set(place, entry);
    return entry;
  };
  const base = new Map<string, KubeObject>();
  for (const object of given) {
    if (SKIPPED.has(object.kind)) continue;
    const { key } = begin(
      object.kind,
      object.metadata.namespace ?? '',
      object.metadata.name,
      structuredClone(object) as unknown as Data,
    );
    base.set(key, object);
  }
  const writes: Write[] = [];
  const events = new Map<string, { entry: number; object: Data; count: number }>();
  let entries = 0;
  for (const line of lines) {
    if (line.type === 'MARK') entries += NO_COMMAND.test(line.text ?? '') ? 0 : 1;
    if (line.type === 'MARK' || line.type === 'START' || SKIPPED.has(line.kind)) continue;
    const slash = line.name.lastIndexOf('/');
    const [namespace, name] = [line.name.slice(0, Math.max(0, slash)), line.name.slice(slash + 1)];
    const changed = Object.entries(line.changed ?? {});
    if (line.kind === 'Event') {
      const known = events.get(line.name);
      if (line.type === 'ADDED')
        events.set(line.name, { entry: entries, object: structuredClone(line.object ?? {}), count: 1 });
      else if (line.type === 'MODIFIED' && known !== undefined) {
        for (const [path, [, after]] of changed) change(known.object, path, after);
      }
      continue;
    }
    const place = `${line.kind}/${namespace}/${name}`;
    const fresh = (): Data => ({ kind: line.kind, metadata: { name, ...(namespace === '' ? {} : { namespace }) } });
    const before = present.get(place)?.object;
    let entry = present.get(place);
    if (line.type === 'ADDED') {
      const object = { ...structuredClone(line.object ?? {}), kind: line.kind } as Data;
      object['metadata'] = {
        ...(object['metadata'] as Data | undefined),
        name,
        ...(namespace === '' ? {} : { namespace }),
      };
      entry = begin(line.kind, namespace, name, object);
    } else {
      entry ??= begin(line.kind, namespace, name, fresh());
      if (line.type === 'MODIFIED') {
        entry.object = structuredClone(entry.object);
        for (const [path, [, after]] of changed) change(entry.object, path, after);
      }
    }
    writes.push({
      index: writes.length,
      seconds: line.t,
      entry: entries,
      type: line.type as Write['type'],
      kind: line.kind,
      key: entry.key,
      object: entry.object as unknown as KubeObject,
      before: before as unknown as KubeObject | undefined,
      by: writerOf(line),
    });
    if (line.type === 'DELETED') present.delete(place);
  }
  const counted = [...events.values()].map((event): RecordedEvent => {
    const { count, series } = event.object as { count?: number; series?: { count?: number } };
    return {
      entry: event.entry,
      object: event.object as unknown as KubeObject,
      count: Math.max(1, count ?? 0, series?.count ?? 0),
    };
  });
  return { base, writes, events: counted, lives, entries };
}
