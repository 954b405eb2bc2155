/** Drains that nobody made yet, on a cluster small enough to work them out by hand, and as recorded. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dump, openEngine, runToRest } from '../fixtures/dumps.ts';
import type { ChangeAnswer } from '../../src/protocol/protocol.ts';
import { node, deployment, pod, budget, CLUSTER, FILE, digests, there } from './what-if-cluster.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('a drain', () => {
  const engine = runToRest(openEngine(FILE));
  const { step } = engine.cluster.world;
  const before = [digests(engine), engine.run.status, engine.scenario(), engine.cluster.refusals()];

  it('says who moves, who is stuck and why, as worked out by hand', () => {
    const answer = there(engine.drain(step, 'node-a', true));
    const [alone, ...moved] = answer.moved;
    expect(alone).toEqual({ pod: 'default/alone', from: 'node-a', as: '', to: '' });
    expect(moved.map(({ pod: name, from }) => [name, from])).toEqual([
      ['default/web-1-x', 'node-a'],
      ['default/web-1-y', 'node-a'],
    ]);
    for (const { as } of moved) expect(as).toMatch(/^default\/web-1-(?![xy]$)/);
    expect(moved.map(({ to }) => to).sort()).toEqual(['', 'node-b']);
    const waits = moved.find(({ to }) => to === '')?.as ?? '';
    expect(answer.blocked).toMatchObject([
      {
        pod: 'default/guarded-1-x',
        reason: 'refused',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        budget: { name: 'guard', desiredHealthy: 1, currentHealthy: 1, disruptionsAllowed: 0, uncounted: false },
      },
      { pod: waits, reason: 'pending' },
    ]);
    expect(answer.blocked[1]?.message).toMatch(
      /^0\/2 nodes are available: 1 Insufficient cpu, 1 node\(s\) were unschedulable\./,
    );
    expect([answer.rested, answer.command]).toEqual([
      true,
      'kubectl drain node-a --ignore-daemonsets --delete-emptydir-data --force',
    ]);
  });

  it('without --force a bare Pod stops it before the first eviction, as recorded (e-drain): only the cordon stays', () => {
    const answer = there(engine.drain(step, 'node-a', false));
    expect(answer.moved).toEqual([]);
    expect(answer.blocked).toMatchObject([{ pod: 'default/alone', reason: 'no-controller' }]);
    expect(answer.entries).toEqual([{ verb: 'cordon', body: 'node-a' }]);
    expect(answer.command).toBe('kubectl drain node-a --ignore-daemonsets --delete-emptydir-data');
  });

  it('leaves the run byte for byte as it is', () => {
    engine.addNodes(step, 'node-a', 2);
    engine.fit(step, 'Deployment/default/web', 50);
    engine.drain(Math.floor(step / 2), 'node-b', true);
    expect([digests(engine), engine.run.status, engine.scenario(), engine.cluster.refusals()]).toEqual(before);
  });

  it('done for good it comes to what was said, at the step that was said', () => {
    const answer = there(engine.drain(step, 'node-a', true));
    const began = engine.cluster.world.trace.time(step);
    expect(engine.fork(step, answer.entries).ok).toBe(true);
    runToRest(engine);
    const { trace } = engine.cluster.world;
    const at = step + answer.steps;
    expect(trace.time(at) - began).toBe(answer.micros);
    expect(trace.periodic(at)).toBe(false);
    for (let k = at + 1; k <= trace.length; k++) expect(trace.periodic(k)).toBe(true);
    const nodes = new Map(engine.objects(at).map(({ key, node: host }) => [key, host]));
    for (const { as, to } of answer.moved) if (as !== '') expect(nodes.get(`Pod/${as}`)).toBe(to);
    expect(nodes.has('Pod/default/alone')).toBe(false);
    for (const name of ['guarded-1-x', 'agent-x']) expect(nodes.get(`Pod/default/${name}`)).toBe('node-a');
    expect(engine.undo()).toBe(true);
    expect(digests(engine)).toEqual(before[0]);
  });

  it('a node that is not there has no answer', () => {
    expect([engine.drain(step, 'node-x', false), engine.addNodes(step, 'node-x', 1)]).toEqual([undefined, undefined]);
  });

  it('page and terminal say the same of the same file', () => {
    const { moved, blocked } = there(engine.drain(step, 'node-a', true));
    expect(terminalSays(CLUSTER)).toMatchObject({ moved, blocked: withoutBudgets(blocked) });
  });
});

interface Said extends Pick<ChangeAnswer, 'moved' | 'blocked'> {
  readonly digest: string;
}

/** What `steplane drain --node node-a --force` says of a file. */
function terminalSays(data: string): Said {
  const file = join(mkdtempSync(join(tmpdir(), 'steplane-')), FILE.name);
  writeFileSync(file, data);
  const args = ['--import', 'tsx', 'src/cli/main.ts', 'drain', file, '--node', 'node-a', '--force', '--json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return JSON.parse(stdout) as Said;
}

const withoutBudgets = (blocked: ChangeAnswer['blocked']): ChangeAnswer['blocked'] =>
  blocked.map(({ pod: name, reason, message }) => ({ pod: name, reason, message }));

describe('a drain of a dump that leaves the controllers out', () => {
  // As CLUSTER, of nodes, Pods and the budget alone: node-b takes one of the two copies of 600m.
  const data = [
    node('node-a', '4'),
    node('node-b', '1'),
    ...deployment('web', ['web-1-x', 'web-1-y'], '600m').slice(2),
    ...deployment('guarded', ['guarded-1-x'], '100m').slice(2),
    pod('alone', 'alone', '100m'),
    pod('agent-x', 'agent', '10m', { kind: 'DaemonSet', name: 'agent' }),
    budget(
      'status: { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, disruptionsAllowed: 0 }',
    ),
  ].join('---');
  const engine = runToRest(openEngine({ name: 'dump.yaml', data }));
  const { step } = engine.cluster.world;

  it('places a copy for each Pod that goes, none for one that a budget keeps', () => {
    const before = [digests(engine), engine.cluster.refusals()];
    const { moved: all, blocked, makers } = there(engine.drain(step, 'node-a', true));
    const moved = all.filter(({ as }) => as !== '');
    expect(makers).toEqual(['ReplicaSet']);
    expect(moved.map(({ pod: name, as }) => [name, as])).toEqual([
      ['default/web-1-x', 'default/web-1-x-2'],
      ['default/web-1-y', 'default/web-1-y-2'],
    ]);
    expect(moved.map(({ to }) => to).sort()).toEqual(['', 'node-b']);
    expect(blocked).toMatchObject([
      { pod: 'default/guarded-1-x', reason: 'refused', budget: { name: 'guard' } },
      { pod: moved.find(({ to }) => to === '')?.as, reason: 'pending' },
    ]);
    expect([digests(engine), engine.cluster.refusals()]).toEqual(before);
  });

  it('a budget that nobody can count here, and has no status, lets nobody go, and is told apart', () => {
    const uncounted = data.replace('minAvailable: 1', 'maxUnavailable: 0').replace(/^status: \{ observed.*$/m, '');
    const run = runToRest(openEngine({ name: 'u.yaml', data: uncounted }));
    const answer = there(run.drain(run.cluster.world.step, 'node-a', true));
    expect(answer.blocked.find(({ reason }) => reason === 'refused')).toMatchObject({
      pod: 'default/guarded-1-x',
      budget: { name: 'guard', uncounted: true },
    });
  });

  it('page and terminal say the same, and done for good it is what the terminal came to', () => {
    const said = terminalSays(data);
    const { moved, blocked, entries, steps } = there(engine.drain(step, 'node-a', true));
    expect(said).toMatchObject({ moved, blocked: withoutBudgets(blocked) });
    expect(engine.fork(step, entries).ok).toBe(true);
    runToRest(engine);
    expect(engine.cluster.world.digest()).toBe(said.digest);
    const nodes = new Map(engine.objects(step + steps).map(({ key, node: host }) => [key, host]));
    for (const { as, to } of moved) if (as !== '') expect(nodes.get(`Pod/${as}`)).toBe(to);
    expect(engine.undo()).toBe(true);
  });
});

describe('recorded drains (e-drain)', () => {
  it('where the budget has room for one, the next goes when the first is back: nobody is left', () => {
    const engine = runToRest(openEngine(dump('e-drain--1-before.list.yaml')));
    const answer = there(engine.drain(engine.cluster.world.step, 'node-0', true));
    expect(answer.blocked).toEqual([]);
    expect(answer.moved.length).toBeGreaterThan(0);
    for (const { as, to } of answer.moved) expect([as, to]).not.toContain('');
  });

  it('where it has none the Pods stay, and the budget says why', () => {
    const engine = runToRest(openEngine(dump('e-drain--3-blocked.list.yaml')));
    const answer = there(engine.drain(engine.cluster.world.step, 'node-0', false));
    expect(answer.blocked.length).toBeGreaterThan(0);
    for (const blocked of answer.blocked) {
      expect(blocked).toMatchObject({
        reason: 'refused',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        budget: { desiredHealthy: 3, currentHealthy: 3, disruptionsAllowed: 0 },
      });
    }
  });
});
