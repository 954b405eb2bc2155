/** The api-server's room as of a step: revisions, watch windows, watchers, refused requests. */
import { compareBytes } from '../kernel/kernel.ts';
import type { Step, World } from '../kernel/kernel.ts';
import { apiServerStateAt, commitsBefore, leastWatchRevision } from '../components/apiserver/looking.ts';
import type { ApiServerState, ResourceWindow } from '../components/apiserver/apiserver.ts';
import { resourceInfo } from '../model/resources.ts';
import type { ApiServerAnswer, RefusalsAsked, WindowView } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';
import { concerns } from './fault-targets.ts';
import { FAULTS, type Fault } from './faults.ts';
import { refusedCounts, refusedRows } from './refused.ts';
import { viewOf } from './views-at.ts';

const COMMITS_MAX = 200;
const WATCHES_MAX = 500;
const REFUSED_MAX = 50;
/** What a watch cache begins with (watch_cache.go defaultLowerBoundCapacity). */
const CAPACITY_LEAST = 100;

export function apiServerAt({ cluster }: Opened, step: Step, asked: RefusalsAsked = {}): ApiServerAnswer {
  const { world } = cluster;
  const refusedBy = [...refusedCounts(world, step)].map(([client, count]) => ({ client, count }));
  const faults = viewOf<Fault>(cluster, FAULTS, step);
  const targetOf = (id: string): string => faults.get(id)?.target ?? '';
  const state = apiServerStateAt(world, step, ({ id }, watch) => concerns(targetOf(id))(watch));
  return {
    step,
    now: state.tick,
    revision: state.revision,
    compacted: state.compacted,
    commits: commitsBefore(world, step, COMMITS_MAX),
    windows: windowsOf(world, state),
    watches: state.watches.slice(0, WATCHES_MAX),
    watchCount: state.watches.length,
    conflicts: refusedRows(cluster, step, {
      client: asked.client ?? '',
      most: REFUSED_MAX,
      ...(asked.at === undefined ? {} : { also: asked.at }),
    }),
    refused: refusedBy.reduce((sum, { count }) => sum + count, 0),
    refusedBy,
    faults: state.faults.map((fault) => ({ ...fault, target: targetOf(fault.id) })),
  };
}

/** Windows of all resources that have objects, events or watches, by name. */
function windowsOf(world: World, { step, windows, watches }: ApiServerState): WindowView[] {
  const known = new Set(windows.map(({ resource }) => resource));
  const empty = [...new Set(watches.map(({ resource }) => resource))].filter((resource) => !known.has(resource));
  const all: ResourceWindow[] = [
    ...windows,
    ...empty.map((resource) => ({ resource, objects: 0, events: 0, capacity: CAPACITY_LEAST })),
  ];
  return all
    .sort((a, b) => compareBytes(a.resource, b.resource))
    .map((window) => ({
      ...window,
      goneBelow: leastWatchRevision(world, step, resourceInfo(window.resource)?.kind ?? window.resource),
    }));
}
