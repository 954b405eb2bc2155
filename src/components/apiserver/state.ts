/** The api-server and etcd as of a step, read off the world's histories; nothing is kept up for it with the writes. */
import { compareBytes, type Step, type Value, type View, type World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubeObject } from '../../model/objects.ts';
import { resourceInfo, resourceOfKind } from '../../model/resources.ts';
import { DEFAULT_VERSION } from '../../model/versions.ts';
import { CommitIndex } from './commit-index.ts';
import { commitOfStep } from './commits.ts';
import { FAULTS, type FaultRow } from './faults.ts';
import { compactedIn, ETCD, forcedIn, REVISION, revisionIn, type Commit } from './store.ts';
import type { ActiveFault, ApiServerState, OpenWatch, ResourceWindow } from './state-types.ts';
import { eventFor, matcherOf, selectorText } from './watch-select.ts';
import { leastRevision } from './watch-history.ts';
import { WATCHES, type WatchRow } from './watch-table.ts';

/** How far back it is looked for what a watch saw last, in events and in commits of its kind. */
const LOOK_EVENTS = 20_000;
const LOOK_COMMITS = 1000;

/** @param affects tells whether a standing fault concerns a watch; without it faults are listed but on no watch */
export function apiServerStateAt(
  world: World,
  step: Step,
  affects: (fault: ActiveFault, watch: string) => boolean = () => false,
): ApiServerState {
  const tick = step === 0 ? 0 : world.trace.time(step);
  const revisions = viewAt(world, REVISION, step);
  const faults = faultsAt(world, step);
  return {
    step,
    tick,
    revision: revisionIn(revisions),
    compacted: compactedIn(world, step, revisions),
    windows: windowsAt(world, step),
    watches: watchesAt(world, step, faults, affects),
    faults,
  };
}

/** The index of each world's commits, as long as its history is the same. */
const indexes = new WeakMap<World, { readonly branch: number; readonly index: CommitIndex }>();

function indexOf(world: World): CommitIndex {
  const known = indexes.get(world);
  if (known?.branch === world.branch) return known.index;
  const index = new CommitIndex(world);
  indexes.set(world, { branch: world.branch, index });
  return index;
}

function viewAt<V extends Value>(world: World, name: string, step: Step): View<V> | undefined {
  const found = world.collections().find((collection) => collection.name === name);
  return found?.at(step) as View<V> | undefined;
}

function faultsAt(world: World, step: Step): readonly ActiveFault[] {
  const rows = [...(viewAt<FaultRow>(world, FAULTS, step)?.entries() ?? [])].filter(([, { active }]) => active);
  return rows
    .map(([id, { kind, ticks, since }]) => ({ id, kind, ticks, sinceTick: since }))
    .sort((a, b) => compareBytes(a.id, b.id));
}

function windowsAt(world: World, step: Step): readonly ResourceWindow[] {
  const index = indexOf(world);
  const objects = countsAt(world, step);
  const forced = forcedIn(viewAt(world, REVISION, step));
  const from = forced === undefined ? 0 : forced.step;
  const kinds = new Set([...index.kindsAt(step), ...objects.keys()]);
  const windows = [...kinds].map((kind): ResourceWindow => {
    const { capacity, events, oldestStep, newestStep } = index.at(kind, step, from);
    const base = {
      resource: resourceOfKind(kind)?.resource ?? kind,
      objects: objects.get(kind) ?? 0,
      events,
      capacity,
      ...(forced !== undefined && index.at(kind, forced.step).events > 0 ? { forgotten: true as const } : {}),
    };
    if (oldestStep === undefined || newestStep === undefined) return base;
    return { ...base, oldest: revisionAfter(world, oldestStep), newest: revisionAfter(world, newestStep) };
  });
  return windows.sort((a, b) => compareBytes(a.resource, b.resource));
}

const revisionAfter = (world: World, step: Step): number => revisionIn(viewAt(world, REVISION, step));

function countsAt(world: World, step: Step): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, { kind }] of viewAt<KubeObject>(world, ETCD, step)?.entries() ?? []) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function watchesAt(
  world: World,
  step: Step,
  faults: readonly ActiveFault[],
  affects: (fault: ActiveFault, watch: string) => boolean,
): readonly OpenWatch[] {
  const rows = [...(viewAt<WatchRow>(world, WATCHES, step)?.entries() ?? [])].map(([, row]) => row);
  rows.sort((a, b) => a.sequence - b.sequence);
  const seen = lastSeen(world, step, new Set(rows.map(({ id }) => id)));
  const recent = new RecentCommits(world, step);
  return rows.map((row) => {
    const { id, spec, ended } = row;
    const own = faults.filter((fault) => affects(fault, id));
    const heard = Math.max(spec.fromRevision, seen.get(id) ?? 0);
    return {
      id,
      client: clientOf(row),
      resource: spec.resource,
      selector: selectorText(spec),
      openedFrom: spec.fromRevision,
      seen: heard,
      ...recent.sentTo(row, heard),
      slowedTicks: Math.max(0, ...own.map(({ ticks }) => ticks)),
      cut: ended === true,
      stalled: own.some(({ kind }) => kind === 'stall'),
    };
  });
}

/** An id is "CLIENT RESOURCE" by custom. */
function clientOf({ id, spec }: WatchRow): string {
  const end = ` ${spec.resource}`;
  return id.endsWith(end) ? id.slice(0, -end.length) : id;
}

/** Revision of the newest event that reached each watch. */
function lastSeen({ trace }: World, step: Step, ids: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let at = step; at > Math.max(0, step - LOOK_EVENTS) && found.size < ids.size; at--) {
    if (trace.kind(at) !== EVENT['watch.delivered']) continue;
    const id = trace.subject(at);
    if (ids.has(id) && !found.has(id)) found.set(id, trace.number(at));
  }
  return found;
}

/** Commits of a kind, newest first, read once for all its watches. */
class RecentCommits {
  private readonly byKind = new Map<string, readonly Commit[]>();

  constructor(
    private readonly world: World,
    private readonly step: Step,
  ) {}

  private of(kind: string): readonly Commit[] {
    let commits = this.byKind.get(kind);
    if (commits === undefined) {
      const steps = indexOf(this.world).lastSteps(kind, this.step, LOOK_COMMITS);
      commits = steps.flatMap((step) => commitOfStep(this.world, step) ?? []);
      this.byKind.set(kind, commits);
    }
    return commits;
  }

  /** The newest revision that was sent to a watch, and how many events have not reached it. */
  sentTo({ spec, ended }: WatchRow, heard: number): { readonly lastSent: number; readonly underWay: number } {
    if (ended === true) return { lastSent: heard, underWay: 0 };
    const matches = matcherOf(spec, DEFAULT_VERSION);
    let lastSent = heard;
    let underWay = 0;
    for (const commit of this.of(resourceInfo(spec.resource)?.kind ?? spec.resource)) {
      if (commit.revision <= heard) break;
      if (eventFor(matches, commit) === undefined) continue;
      lastSent = Math.max(lastSent, commit.revision);
      underWay++;
    }
    return { lastSent, underWay };
  }
}

/** The least revision from which a watch of the resource could begin at the step. */
export function leastWatchRevision(world: World, step: Step, kind: string): number {
  const revisions = viewAt(world, REVISION, step);
  const forced = forcedIn(revisions);
  const { evicted, oldestStep } = indexOf(world).at(kind, step, forced?.step ?? 0);
  const oldestEvent = oldestStep === undefined ? undefined : revisionAfter(world, oldestStep);
  const listRevision = Math.max(revisionIn(viewAt(world, REVISION, 0)), forced?.revision ?? 0);
  return leastRevision({ listRevision, evicted, oldestEvent });
}
