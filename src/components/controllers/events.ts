/** Kubernetes Events as a controller's recorder makes them: client-go tools/record with its correlator (events_cache.go, v1.37). */
import type { Collection, World } from '../../kernel/kernel.ts';
import { eventName, eventNamespace, newEvent } from '../../model/event-objects.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { ApiClient, ApiServer } from '../apiserver/apiserver.ts';

/** What is to be told about an object. Plain data. */
export interface EventDraft {
  readonly about: KubeObject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export interface EventRecorder {
  post(draft: EventDraft): void;
}

interface RecorderDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly client: ApiClient;
  /** "deployment-controller". */
  readonly component: string;
}

/** An Event that was made, and how often it was told. */
interface Told {
  readonly name: string;
  readonly count: number;
}

/** Similar Events of one object and reason: the value in collection "events/COMPONENT". */
interface Similar {
  /** By message. One that is told again counts up. */
  readonly told: Readonly<Record<string, Told>>;
  /** Tick of the newest. */
  readonly last: number;
  /** Stands for the messages beyond the first nine, once there are more. */
  readonly aggregate?: Told;
}

/** From the tenth message within ten minutes on, one aggregate counts for those that are new. */
const MAX_SIMILAR = 10;
const SIMILAR_SECONDS = 600;
/** EventSourceObjectSpamFilter: so many Events about one object at once, then one in five minutes. */
const SPAM_BURST = 25;
const SPAM_REFILL_SECONDS = 300;
const SPAM_PREFIX = 'spam ';

interface Allowance {
  readonly tokens: number;
  readonly last: number;
  /** Reasons told in one tick: their names must differ. */
  readonly at?: number;
  readonly reasons?: readonly string[];
}

/** Set-up only. */
export function createEventRecorder(deps: RecorderDeps): EventRecorder {
  const similar = deps.world.collection<Similar>(`events/${deps.component}`);
  const allowances = deps.world.collection<Allowance>(`events/${deps.component} allowance`);
  return {
    post: (draft) => {
      postDraft(deps, similar, allowances, draft);
    },
  };
}

function postDraft(
  deps: RecorderDeps,
  similar: Collection<Similar>,
  allowances: Collection<Allowance>,
  draft: EventDraft,
): void {
  const { world } = deps;
  const second = world.options.ticksPerSecond;
  const uid = draft.about.metadata.uid ?? draft.about.metadata.name;
  const place = takeToken(allowances, uid, draft.reason, world.now, second);
  if (place === undefined) return;
  const key = `${uid} ${draft.reason} ${draft.type}`;
  const known = similar.get(key);
  const recent = known !== undefined && world.now - known.last <= SIMILAR_SECONDS * second ? known : undefined;
  const told = recent?.told ?? {};
  const count = Object.keys(told).length + 1;
  if (told[draft.message] !== undefined || count < MAX_SIMILAR) {
    // What was told long ago still counts on, if it is told in the same words.
    const before = told[draft.message] ?? known?.told[draft.message];
    const number = count + place * MAX_SIMILAR;
    const one = tellOnce(deps, draft, { message: draft.message, number, before });
    const rest = recent?.aggregate === undefined ? {} : { aggregate: recent.aggregate };
    similar.set(key, { told: { ...told, [draft.message]: one }, last: world.now, ...rest });
    return;
  }
  const message = `(combined from similar events): ${draft.message}`;
  const aggregate = tellOnce(deps, draft, { message, number: MAX_SIMILAR, before: recent?.aggregate });
  similar.set(key, { told, last: world.now, aggregate });
}

interface Telling {
  readonly message: string;
  /** Tells Events of one moment apart. */
  readonly number: number;
  readonly before: Told | undefined;
}

/** eventObserve: made the first time, then counted up. */
function tellOnce(deps: RecorderDeps, draft: EventDraft, { message, number, before }: Telling): Told {
  if (before === undefined) return { name: create(deps, draft, message, number), count: 1 };
  const count = before.count + 1;
  countUp(deps, draft, before.name, { message, count });
  return { name: before.name, count };
}

/** @returns which of the reasons told about the object in this tick it is; undefined where nothing may be told */
function takeToken(
  allowances: Collection<Allowance>,
  uid: string,
  reason: string,
  now: number,
  second: number,
): number | undefined {
  const key = SPAM_PREFIX + uid;
  const known = allowances.get(key);
  const refill = known === undefined ? 0 : Math.floor((now - known.last) / (SPAM_REFILL_SECONDS * second));
  const tokens = known === undefined ? SPAM_BURST : Math.min(SPAM_BURST, known.tokens + refill);
  if (tokens === 0) return undefined;
  const last = known === undefined ? now : known.last + refill * SPAM_REFILL_SECONDS * second;
  const before = known?.at === now ? (known.reasons ?? []) : [];
  const reasons = before.includes(reason) ? before : [...before, reason];
  allowances.set(key, { tokens: tokens - 1, last, at: now, reasons });
  return reasons.indexOf(reason);
}

function create(
  { apiServer, client, component, world }: RecorderDeps,
  draft: EventDraft,
  message: string,
  count: number,
): string {
  const name = eventName(draft.about.metadata.name, apiServer.epochMicros + world.now, count);
  const body = newEvent({ ...draft, message, component, name, at: apiServer.timestamp() });
  client.send({ verb: 'create', resource: 'events', namespace: eventNamespace(draft.about), body });
  return name;
}

function countUp(
  { apiServer, client }: RecorderDeps,
  draft: EventDraft,
  name: string,
  changed: { readonly message: string; readonly count: number },
): void {
  client.send({
    verb: 'patch',
    resource: 'events',
    namespace: eventNamespace(draft.about),
    name,
    patchType: 'strategic',
    body: { ...changed, lastTimestamp: apiServer.timestamp() },
  });
}
