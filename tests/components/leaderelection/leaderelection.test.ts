import { describe, expect, test } from 'vitest';
import { createApiServer, type ApiServer } from '../../../src/components/apiserver/apiserver.ts';
import {
  createLeaderElector,
  DEFAULT_LEADER_ELECTION,
  leaderElectionConfigError,
  type LeaderElectionConfig,
  type LeaderElector,
} from '../../../src/components/leaderelection/leaderelection.ts';
import { createWorld, type World } from '../../../src/kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { DEFAULT_LATENCIES } from '../../../src/model/latencies.ts';
import { failuresOf, runCases } from '../../conformance/cases.ts';

const SECOND = 1_000_000;

interface Bench {
  readonly world: World;
  readonly api: ApiServer;
  readonly electors: Readonly<Record<string, LeaderElector>>;
  /** "second started a", "second stopped b": what the candidates' users were told. */
  readonly told: string[];
  readonly at: (seconds: number, act: () => void) => void;
  readonly until: (seconds: number) => void;
  /** Of the Lease's spec. */
  readonly lease: () => Readonly<Record<string, unknown>>;
}

function bench(names: readonly string[], config: Partial<LeaderElectionConfig> = {}, seed = 1): Bench {
  const world = createWorld({
    seed,
    ticksPerSecond: SECOND,
    kinds: EVENT_KIND_NAMES,
    lanes: LANES,
    checks: true,
    checkpointEvery: 16,
  });
  const api = createApiServer({ world, version: '1.37', latencies: DEFAULT_LATENCIES, epochMicros: 0 });
  api.seed({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' } });
  const told: string[] = [];
  const tell = (what: string, name: string) => () => {
    told.push(`${(world.now / SECOND).toFixed(1)} ${what} ${name}`);
  };
  const electors = Object.fromEntries(
    names.map((identity) => [
      identity,
      world.group(identity, () =>
        createLeaderElector({
          world,
          client: api.connect(identity, LANE.clients),
          microTimestamp: () => api.microTimestamp(),
          lane: LANE.clients,
          identity,
          lock: { namespace: 'kube-system', name: 'lock' },
          config: { ...DEFAULT_LEADER_ELECTION, ...config },
          onStartedLeading: tell('started', identity),
          onStoppedLeading: tell('stopped', identity),
        }),
      ),
    ]),
  );
  const acts: (() => void)[] = [];
  const act = world.handler<number>('act', (index) => {
    world.emit(EVENT['fault.began'], { subject: 'test' });
    acts[index]?.();
  });
  return {
    world,
    api,
    electors,
    told,
    at: (seconds, run) => {
      world.after(Math.round(seconds * SECOND), LANE.clients, act, acts.push(run) - 1);
    },
    until: (seconds) => {
      world.advance(Infinity, () => (world.nextTime ?? Infinity) > seconds * SECOND);
    },
    lease: () => api.get('Lease/kube-system/lock')?.spec as Readonly<Record<string, unknown>>,
  };
}

/** `a` leads from the start, `b` looks on from second 1. */
function pair(config: Partial<LeaderElectionConfig> = {}, seed = 1): Bench {
  const made = bench(['a', 'b'], config, seed);
  made.electors['a']?.start(0);
  made.electors['b']?.start(SECOND);
  return made;
}

const elector = ({ electors }: Bench, name: string): LeaderElector => {
  const found = electors[name];
  if (found === undefined) throw new Error(name);
  return found;
};

const seconds = (told: string): number => Number(told.split(' ')[0]);

test.each(['leaderelection'])('every recorded and hand-worked row of %s passes', (name) => {
  const report = runCases(`client-go/${name}.ndjson`);
  expect(failuresOf(report)).toEqual([]);
  expect(report).toMatchObject({ passed: 14, skipped: 0 });
});

describe('9 leader election', () => {
  test('who finds no Lease makes it and leads', () => {
    const b = pair();
    b.world.begin();
    b.until(5);
    expect(b.told).toEqual(['0.0 started a']);
    expect(b.lease()).toMatchObject({ holderIdentity: 'a', leaseDurationSeconds: 15, leaseTransitions: 0 });
  });

  test('of two that find none at once one gets a Conflict and looks on', () => {
    const b = bench(['a', 'b']);
    elector(b, 'a').start(0);
    elector(b, 'b').start(0);
    b.world.begin();
    b.until(60);
    expect(b.told).toEqual(['0.0 started a']);
    expect([elector(b, 'a').isLeader, elector(b, 'b').isLeader]).toEqual([true, false]);
  });

  test('a leader renews every 2 s, its acquireTime stays', () => {
    const b = pair();
    b.world.begin();
    b.until(1);
    const acquired = b.lease()['acquireTime'];
    b.until(60);
    expect(b.lease()).toMatchObject({ holderIdentity: 'a', acquireTime: acquired });
    const { trace } = b.world;
    const writes = Array.from({ length: trace.length }, (_, i) => i + 1)
      .filter((step) => trace.kind(step) === EVENT['store.written'])
      .map((step) => trace.time(step) / SECOND);
    const pauses = writes.slice(2).map((time, i) => time - (writes[i + 1] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...pauses)).toBeLessThan(2.01);
  });

  test('a candidate that does not lead looks every 2 to 4.4 s', () => {
    const b = pair();
    b.world.begin();
    b.until(600);
    const { trace } = b.world;
    const looks = Array.from({ length: trace.length }, (_, i) => i + 1)
      .filter((step) => trace.kind(step) === EVENT['request.sent'] && trace.subject(step) === 'b')
      .map((step) => trace.time(step) / SECOND);
    const pauses = looks.slice(1).map((time, i) => time - (looks[i] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...pauses)).toBeLessThan(4.41);
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(2);
  });

  test('a crashed leader is followed 15 to 23.8 s after its last renewal, and leaseTransitions grows (C-44)', () => {
    for (let seed = 0; seed < 20; seed++) {
      const b = pair({}, seed);
      b.at(30, () => {
        b.api.faults.disconnect('a');
        b.world.discard('a');
      });
      b.world.begin();
      b.until(60);
      expect(b.told[1]).toMatch(/started b$/);
      expect(seconds(b.told[1] ?? '') - 30).toBeGreaterThan(13);
      expect(seconds(b.told[1] ?? '') - 30).toBeLessThan(23.8);
      expect(b.lease()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
    }
  });

  test('a crashed candidate that starts again has forgotten what it saw: it waits the whole lease duration anew', () => {
    const b = pair();
    b.at(30, () => {
      b.api.faults.disconnect('a');
      b.world.discard('a');
    });
    b.at(40, () => {
      b.api.faults.disconnect('b');
      b.world.discard('b');
      elector(b, 'b').start(0);
    });
    b.world.begin();
    b.until(80);
    expect(b.told[1]).toMatch(/started b$/);
    expect(seconds(b.told[1] ?? '')).toBeGreaterThan(55);
  });

  test('times inside the record do not count: a Lease that its holder renewed in the past is kept for its duration', () => {
    const b = bench(['b']);
    b.api.seed({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'lock', namespace: 'kube-system' },
      spec: {
        holderIdentity: 'gone',
        leaseDurationSeconds: 15,
        renewTime: '1960-01-01T00:00:00.000000Z',
        leaseTransitions: 3,
      },
    });
    elector(b, 'b').start(0);
    b.world.begin();
    b.until(14.9);
    expect(b.told).toEqual([]);
    b.until(30);
    expect(b.lease()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 4 });
  });

  test('the duration is that of the record, not that of the candidate', () => {
    const b = bench(['b']);
    b.api.seed({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'lock', namespace: 'kube-system' },
      spec: { holderIdentity: 'gone', leaseDurationSeconds: 60 },
    });
    elector(b, 'b').start(0);
    b.world.begin();
    b.until(59);
    expect(b.told).toEqual([]);
  });

  test('a leader that is cut off stops after 10 to 12 s; there is nobody, then the other', () => {
    const b = pair();
    b.at(30, () => {
      b.api.faults.cut('cut', (name) => name === 'a');
    });
    b.world.begin();
    b.until(60);
    const [, stopped = '', started = ''] = b.told;
    expect(stopped).toMatch(/stopped a$/);
    expect(started).toMatch(/started b$/);
    expect(seconds(stopped) - 30).toBeGreaterThanOrEqual(10);
    expect(seconds(stopped) - 30).toBeLessThanOrEqual(12);
    expect(seconds(started)).toBeGreaterThan(seconds(stopped));
  });

  test('a cut that is over within the deadline is survived', () => {
    const b = pair();
    b.at(30, () => {
      b.api.faults.cut('cut', (name) => name === 'a');
    });
    b.at(38, () => {
      b.api.faults.lift('cut');
    });
    b.world.begin();
    b.until(120);
    expect(b.told).toEqual(['0.0 started a']);
  });

  test('somebody else wrote the Lease: the optimistic renewal is refused, and the leader reads before it goes on', () => {
    const b = pair();
    b.at(30.5, () => {
      const lease = b.api.get('Lease/kube-system/lock');
      if (lease === undefined) throw new Error('no Lease');
      b.api.handle(
        {
          verb: 'update',
          resource: 'leases',
          namespace: 'kube-system',
          name: 'lock',
          body: { ...lease, metadata: { ...lease.metadata, labels: { touched: 'yes' } } },
        },
        'test',
      );
    });
    b.world.begin();
    b.until(60);
    expect(b.told).toEqual(['0.0 started a']);
    const { trace } = b.world;
    const details = Array.from({ length: trace.length }, (_, i) => trace.detail(i + 1));
    expect(details.filter((detail) => detail === 'Conflict')).toHaveLength(1);
  });

  test('a cancelled leader that releases is followed at the next look', () => {
    const b = pair({ releaseOnCancel: true });
    b.at(30, () => {
      elector(b, 'a').cancel();
    });
    b.world.begin();
    b.until(30.1);
    expect(b.lease()).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 });
    b.until(60);
    expect(b.told.map((line) => line.replace(/^\S+ /, ''))).toEqual(['started a', 'stopped a', 'started b']);
    expect(seconds(b.told[2] ?? '') - 30).toBeLessThan(4.5);
    expect(b.lease()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  });

  test('a cancelled leader that does not release leaves the others waiting for the lease to end', () => {
    const b = pair();
    b.at(30, () => {
      elector(b, 'a').cancel();
    });
    b.world.begin();
    b.until(60);
    expect(seconds(b.told[2] ?? '') - 30).toBeGreaterThan(13);
  });

  test('a cancelled candidate sends nothing more', () => {
    const b = pair();
    b.at(10, () => {
      elector(b, 'b').cancel();
    });
    b.world.begin();
    b.until(200);
    const { trace } = b.world;
    const sent = Array.from({ length: trace.length }, (_, i) => i + 1).filter(
      (step) =>
        trace.subject(step) === 'b' && trace.kind(step) === EVENT['request.sent'] && trace.time(step) > 10 * SECOND,
    );
    expect(sent).toEqual([]);
  });

  test('a run that goes on after a fork in its middle is the run that was', () => {
    const b = pair();
    b.at(30, () => {
      b.api.faults.disconnect('a');
      b.world.discard('a');
    });
    b.world.begin();
    b.until(80);
    const end = b.world.step;
    const digest = b.world.digest();
    for (const step of [3, Math.floor(end / 3), Math.floor(end / 2), end - 2]) {
      b.world.fork(step);
      b.until(80);
      expect([b.world.step, b.world.digest()]).toEqual([end, digest]);
      expect(b.world.recomputeStateDigest(end)).toBe(b.world.stateDigest(end));
    }
  });
});

test('a refused configuration is refused when the candidate is made', () => {
  expect(() => bench(['a'], { renewDeadlineSeconds: 15 })).toThrow('leaseDuration must be greater than renewDeadline');
  expect(leaderElectionConfigError(DEFAULT_LEADER_ELECTION)).toBeUndefined();
});
