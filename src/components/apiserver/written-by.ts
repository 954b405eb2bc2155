/**
 * managedFields of an object that nobody keeps them up on, worked out from its commits when somebody asks: an apply, or a
 * person who looks. Upstream keeps them from the create on (v1.37, DefaultTrackOnCreateProbability = 1); what comes of the
 * commits is the same, and a write costs nothing.
 */
import type { Collection, Step, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubeObject } from '../../model/objects.ts';
import { capUpdates } from './field-cap.ts';
import { afterUpdate, changesBy, isTracked, ownedOf, type Owned, type Writer } from './managed-fields.ts';
import { ETCD } from './store.ts';

const MANAGERS = 'etcd/managers';

/** A field manager that is not its client's name, and the revision that it wrote. */
interface Managed {
  readonly revision: number;
  readonly manager: string;
}

/** Who wrote an object last under a name of its own, by key. */
export class Managers {
  private readonly named: Collection<Managed>;

  constructor(world: World) {
    this.named = world.collection<Managed>(MANAGERS);
  }

  note(key: string, revision: number, manager: string): void {
    this.named.set(key, { revision, manager });
  }
}

type Timestamp = (tick: number) => string;

/** @param step the last that counts. @param timestamp RFC 3339 text of a tick. @returns of the object as it then stands */
export function entriesByHistory(world: World, step: Step, key: string, timestamp: Timestamp): readonly Owned[] {
  const all = world.collections();
  const objects = all.find(({ name }) => name === ETCD);
  if (objects === undefined) return [];
  const named = all.find(({ name }) => name === MANAGERS);
  const changes = [...objects.history(key, step)].reverse() as { step: Step; value: KubeObject | undefined }[];
  let entries: readonly Owned[] = [];
  let before: KubeObject | undefined;
  for (const { step: at, value } of changes) {
    const writer = value === undefined ? undefined : writerOf(world, at, value, named?.at(at).get(key));
    entries = value === undefined ? [] : entriesAfter(entries, before, value, writer, timestamp(timeOf(world, at)));
    before = value;
  }
  return entries;
}

const timeOf = ({ trace }: World, step: Step): number => (step === 0 ? 0 : trace.time(step));

/** @param writer undefined for writes of which the server itself takes no account */
function entriesAfter(
  entries: readonly Owned[],
  before: KubeObject | undefined,
  after: KubeObject,
  writer: Writer | undefined,
  time: string,
): readonly Owned[] {
  const kept = after.metadata.managedFields;
  if (kept !== undefined && kept !== before?.metadata.managedFields) return ownedOf(after);
  if (writer === undefined || !isTracked(after.kind)) return entries;
  // What nobody owns when it is updated, as what the input observed, is nobody's until somebody applies.
  if (before !== undefined && entries.length === 0) return entries;
  const change = changesBy(before, after, after.kind, writer);
  // The handler of scale writes no time.
  return capUpdates(afterUpdate(entries, change, writer, writer.subresource === 'scale' ? '' : time));
}

/** Writes of the server's own: they pass by whatever keeps managed fields. */
const UNMANAGED: ReadonlySet<string> = new Set(['delete', 'bind', 'evict']);

/** "update status" by "kubelet node-a": manager kubelet, subresource status. */
function writerOf(
  { trace }: World,
  step: Step,
  { apiVersion, metadata }: KubeObject,
  named: unknown,
): Writer | undefined {
  // What stood there at the start was written before.
  if (step === 0 || trace.kind(step) !== EVENT['store.written']) return undefined;
  const [verb = '', subresource = ''] = trace.detail(step).split(' ');
  if (UNMANAGED.has(verb)) return undefined;
  const own = named as Managed | undefined;
  const [agent = ''] = trace.subject(step).split(' ');
  const manager = own?.revision === Number(metadata.resourceVersion) ? own.manager : agent;
  return { manager, operation: 'Update', apiVersion, subresource };
}
