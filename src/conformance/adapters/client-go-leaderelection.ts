/**
 * Leader election: which configuration is accepted, what one try decides, and how long a cluster is without a leader. The last
 * is a simulation of two candidates on one Lease, with upstream's jitter drawn through `World.choose`.
 */
import { createApiServer, type ApiServer } from '../../components/apiserver/apiserver.ts';
import {
  createLeaderElector,
  isHeldByOther,
  JITTER_FACTOR,
  leaderElectionConfigError,
  observe,
  recordToWrite,
  type LeaderElectionConfig,
  type LeaderElectionRecord,
  type LeaderElector,
  type Observation,
} from '../../components/leaderelection/leaderelection.ts';
import { createWorld, type World } from '../../kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../model/events.ts';
import { DEFAULT_LATENCIES, type Latencies } from '../../model/latencies.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';

interface WrittenConfig {
  readonly leaseDurationS: number;
  readonly renewDeadlineS: number;
  readonly retryPeriodS: number;
  readonly releaseOnCancel?: boolean;
}

const configOf = (written: WrittenConfig): LeaderElectionConfig => ({
  leaseDurationSeconds: written.leaseDurationS,
  renewDeadlineSeconds: written.renewDeadlineS,
  retryPeriodSeconds: written.retryPeriodS,
  releaseOnCancel: written.releaseOnCancel === true,
});

function verdict(given: unknown): object {
  const error = leaderElectionConfigError(configOf(given as WrittenConfig));
  return error === undefined ? { valid: true } : { valid: false, error };
}

export const clientGoLeaderElectionConfig: Adapter = {
  source: 'client-go',
  kind: 'leaderelection-config',
  run: ({ given, steps = [] }) => steps.map(() => verdict(given)),
};

export const handLeaderElectionConfig: Adapter = {
  source: 'client-go-hand',
  kind: 'leaderelection-config',
  run: ({ given }) => verdict(given),
};

// --- one candidate's tries, worked by hand ---

interface WrittenTry {
  readonly at: number;
  /** What is stored; null = no Lease. `version` changes when the holder renews. */
  readonly record: { readonly holder: string; readonly version: number } | null;
}

class Candidate {
  private observed: Observation | undefined;

  constructor(
    private readonly me: string,
    private readonly config: LeaderElectionConfig,
  ) {}

  try({ at, record }: WrittenTry): object {
    const before = record === null ? undefined : this.recordOf(record);
    if (before !== undefined) {
      this.observed = observe(this.observed, before, at);
      if (isHeldByOther(this.observed, this.me, at)) return { leader: false };
    }
    const written = recordToWrite(this.me, before, `second ${at}`, this.config);
    this.observed = { record: written, since: at };
    const { leaderTransitions } = written;
    const transitionsDelta = leaderTransitions - (before?.leaderTransitions ?? 0);
    return { leader: true, transitions: leaderTransitions, transitionsDelta };
  }

  private recordOf({ holder, version }: { readonly holder: string; readonly version: number }): LeaderElectionRecord {
    return {
      holderIdentity: holder,
      leaseDurationSeconds: holder === '' ? 1 : this.config.leaseDurationSeconds,
      acquireTime: '',
      renewTime: `version ${version}`,
      leaderTransitions: 0,
    };
  }
}

export const handLeaderElection: Adapter = {
  source: 'client-go-hand',
  kind: 'leaderelection',
  run({ given, steps = [] }) {
    const written = given as WrittenConfig & { readonly me: string };
    const candidate = new Candidate(written.me, configOf(written));
    return { results: steps.map((step) => candidate.try(step as unknown as WrittenTry)) };
  },
};

// --- how long nobody leads ---

const RUNS = 200;
const TICKS = 1_000_000;
const IDENTITIES = ['candidate-a', 'candidate-b'] as const;
const LOCK = { namespace: 'kube-system', name: 'lock' } as const;
/** What befalls the leader comes this long after the start, and up to so much later. */
const SETTLED_SECONDS = 20;
const SPREAD_MILLIS = 10_000;
/** Long enough for every course of things. */
const END_SECONDS = 120;

/** As the recording's clock had it: messages take no time. */
const INSTANT = Object.fromEntries(Object.keys(DEFAULT_LATENCIES).map((name) => [name, 0])) as unknown as Latencies;

interface WrittenWindow extends WrittenConfig {
  readonly event: 'crash' | 'cut off' | 'stop';
}

/** Seconds. */
interface Course {
  readonly newLeaderAfterEvent: number;
  readonly newLeaderAfterLastRenew: number;
  readonly oldLeaderStopsAfterEvent: number;
  readonly leaderTransitions: number;
}

class Simulation {
  private readonly world: World;
  private readonly apiServer: ApiServer;
  private readonly electors: readonly LeaderElector[];
  private hit: { readonly leader: string; readonly tick: number } | undefined;

  constructor(
    private readonly written: WrittenWindow,
    version: KubernetesVersion,
    seed: number,
  ) {
    const world = createWorld({ seed, ticksPerSecond: TICKS, kinds: EVENT_KIND_NAMES, lanes: LANES });
    const apiServer = createApiServer({ world, version, latencies: INSTANT, epochMicros: 0 });
    this.world = world;
    this.apiServer = apiServer;
    apiServer.seed({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: LOCK.namespace } });
    this.electors = IDENTITIES.map((identity) =>
      world.group(identity, () =>
        createLeaderElector({
          world,
          client: apiServer.connect(identity, LANE.clients),
          microTimestamp: () => apiServer.microTimestamp(),
          lane: LANE.clients,
          identity,
          lock: LOCK,
          config: configOf(written),
        }),
      ),
    );
    const event = world.handler('event', () => {
      this.befall();
    });
    const pause = Math.ceil(written.retryPeriodS * (1 + JITTER_FACTOR) * 1000);
    for (const elector of this.electors) elector.start(world.choose('start', elector.identity, pause) * 1000);
    const late = world.choose('event', '', SPREAD_MILLIS);
    world.after(SETTLED_SECONDS * TICKS + late * 1000, LANE.clients, event, {});
    world.begin();
  }

  private befall(): void {
    const { world, apiServer, written } = this;
    const leader = this.electors.find(({ isLeader }) => isLeader);
    if (leader === undefined) throw new Error('nobody leads');
    const { identity } = leader;
    this.hit = { leader: identity, tick: world.now };
    world.emit(EVENT['fault.began'], { subject: identity, detail: written.event });
    if (written.event === 'stop') leader.cancel();
    else if (written.event === 'cut off') apiServer.faults.cut('cut off', (name) => name === identity);
    else {
      apiServer.faults.disconnect(identity);
      world.discard(identity);
    }
  }

  run(): Course {
    const { world, hit } = this.finished();
    const { trace } = world;
    let lastRenew = 0;
    let stopped = hit.tick;
    for (let step = 1; step <= trace.length; step++) {
      const kind = trace.kind(step);
      const time = trace.time(step);
      const isOld = trace.subject(step) === hit.leader;
      if (kind === EVENT['store.written'] && isOld && time <= hit.tick) lastRenew = time;
      if (kind === EVENT['leader.lost'] && isOld) stopped = time;
      if (kind !== EVENT['leader.elected'] || isOld || time < hit.tick) continue;
      return {
        newLeaderAfterEvent: (time - hit.tick) / TICKS,
        newLeaderAfterLastRenew: (time - lastRenew) / TICKS,
        oldLeaderStopsAfterEvent: (stopped - hit.tick) / TICKS,
        leaderTransitions: trace.number(step),
      };
    }
    throw new Error(`no other leader within ${END_SECONDS} s`);
  }

  private finished(): { readonly world: World; readonly hit: { readonly leader: string; readonly tick: number } } {
    const { world } = this;
    world.advance(Infinity, () => world.now > END_SECONDS * TICKS);
    if (this.hit === undefined) throw new Error('nothing befell the leader');
    return { world, hit: this.hit };
  }
}

/** Least and, exclusive or not, most. */
type Window = readonly [least: number, most: number];

/** C-44, for any configuration: from the way that candidates look (each pause is at most `pause`) and leaders renew. */
function bounds(written: WrittenWindow): Readonly<Record<Exclude<keyof Course, 'leaderTransitions'> | 'gap', Window>> {
  const { leaseDurationS: lease, renewDeadlineS: deadline, retryPeriodS: retry } = written;
  const pause = retry * (1 + JITTER_FACTOR);
  const released = written.event === 'stop' && written.releaseOnCancel === true;
  const afterEvent: Window = released ? [0, pause] : [lease - retry, lease + 2 * pause];
  const stops: Window = written.event === 'cut off' ? [deadline, deadline + retry] : [0, 0];
  return {
    newLeaderAfterEvent: afterEvent,
    newLeaderAfterLastRenew: released ? [0, retry + pause] : [lease, lease + 2 * pause],
    oldLeaderStopsAfterEvent: stops,
    gap: [afterEvent[0] - stops[1] + (written.event === 'cut off' ? retry : 0), afterEvent[1] - stops[0]],
  };
}

function summary(name: string, times: readonly number[], [least, most]: Window): { min: number; max: number } {
  const min = Math.min(...times);
  const max = Math.max(...times);
  if (min < least || max > most) throw new Error(`${name}: ${min} to ${max} s are not within ${least} to ${most} s`);
  return { min, max };
}

function windowOf(written: WrittenWindow, version: KubernetesVersion): object {
  const courses = Array.from({ length: RUNS }, (_, seed) => new Simulation(written, version, seed).run());
  const of = (read: (course: Course) => number): number[] => courses.map(read);
  const allowed = bounds(written);
  const gap = of((c) => c.newLeaderAfterEvent - c.oldLeaderStopsAfterEvent);
  const transitions = new Set(of((c) => c.leaderTransitions));
  return {
    runs: RUNS,
    leaderTransitions: transitions.size === 1 ? [...transitions][0] : [...transitions],
    newLeaderAfterEventS: summary(
      'newLeaderAfterEvent',
      of((c) => c.newLeaderAfterEvent),
      allowed.newLeaderAfterEvent,
    ),
    newLeaderAfterLastRenewS: summary(
      'newLeaderAfterLastRenew',
      of((c) => c.newLeaderAfterLastRenew),
      allowed.newLeaderAfterLastRenew,
    ),
    oldLeaderStopsAfterEventS: summary(
      'oldLeaderStopsAfterEvent',
      of((c) => c.oldLeaderStopsAfterEvent),
      allowed.oldLeaderStopsAfterEvent,
    ),
    gapBetweenLeadersS: summary('gapBetweenLeaders', gap, allowed.gap),
  };
}

export const clientGoLeaderElectionWindow: Adapter = {
  source: 'client-go',
  kind: 'leaderelection-window',
  // What was sampled: every time of our own runs lies within C-44's bounds, or the row fails.
  compare: { isNotCompared: (path) => /\.(min|max|runs)$/.test(path) },
  run: ({ given, steps = [] }, version) => steps.map(() => windowOf(given as WrittenWindow, version)),
};
