/** What kubectl says of a drain that hangs or may not begin: the words of a recording (kubectl 1.35, e-drain). */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { drainOf } from '../../src/engine/what-if.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

function run(timeline: string, pod = '', ...more: readonly string[]): Engine {
  const objects = [
    `apiVersion: steplane.dev/v1
kind: Scenario
spec: {generate: {nodes: 2}, timeline: [${timeline}]}`,
    `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {${pod} containers: [{name: c, image: nginx}]}}`,
    ...more,
  ];
  return runToRest(openEngine({ name: 'drain.yaml', data: objects.join('\n---\n') }));
}

const BUDGET = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 4, selector: {matchLabels: {app: web}}}`;

const on = (engine: Engine, node: string): readonly string[] =>
  engine.cluster.apiServer
    .list('pods')
    .filter(({ spec }) => (spec as { nodeName?: string }).nodeName === node)
    .map(({ metadata }) => metadata.name);

describe('a drain that a budget holds up', () => {
  const engine = run('{at: 10s, drain: node-0000, ignoreDaemonSets: true, timeout: 12s}', '', BUDGET);

  it('says of each Pod that it will try again, and which budget it is', () => {
    expect(engine.cluster.notes()).toMatchObject(
      on(engine, 'node-0000').map((name) => ({
        object: 'nodes/node-0000',
        message: `error when evicting pods/"${name}" -n "default" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.`,
        cause: 'The disruption budget web needs 4 healthy pods and has 4 currently',
      })),
    );
  });

  it('names each Pod when its time is over', () => {
    const [refusal, ...others] = engine.cluster.refusals();
    expect(others).toEqual([]);
    expect(refusal?.message.split('\n').sort()).toEqual(
      on(engine, 'node-0000').map(
        (name) => `error when evicting pods/"${name}" -n "default": global timeout reached: 12s`,
      ),
    );
  });

  it('is no answer to another drain: only what that one asked for is blocked', () => {
    const { cluster } = engine;
    const change = drainOf(cluster, cluster.world.step, 'node-0001', false);
    const came = change?.watch();
    const forked = engine.fork(cluster.world.step, change?.entries ?? []);
    expect(forked.ok).toBe(true);
    cluster.kubectl.alone(() => runToRest(engine));
    const blocked = came?.().blocked ?? [];
    expect(blocked.map(({ pod, reason }) => [pod, reason])).toEqual(
      on(engine, 'node-0001').map((name) => [`default/${name}`, 'refused']),
    );
  });
});

describe('a bare Pod that is slow to stop', () => {
  const slow = `apiVersion: v1
kind: Pod
metadata: {name: slow}
spec: {nodeName: node-0000, terminationGracePeriodSeconds: 120, containers: [{name: c, image: nginx, lifecycle: {preStop: {sleep: {seconds: 115}}}}]}`;
  const said = (options: string): readonly string[] =>
    run(`{at: 10s, drain: node-0000, ignoreDaemonSets: true, timeout: 90s${options}}`, '', slow)
      .cluster.refusals()
      .map(({ message }) => message);

  it('forbids the drain without force: kubectl says twice that it cannot', () => {
    expect(said('')).toEqual([
      'cannot delete cannot delete Pods that declare no controller (use --force to override): default/slow',
    ]);
  });

  it('a Pod of a DaemonSet forbids it in words that are said once', () => {
    const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec: {selector: {matchLabels: {app: agent}}, template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: c, image: nginx}]}}}`;
    const refused = run('{at: 10s, drain: node-0000, timeout: 90s}', '', agent).cluster.refusals();
    expect(refused.map(({ message }) => message.replace(/agent-\w+/, 'agent-x'))).toEqual([
      'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): default/agent-x',
    ]);
  });

  it('is what kubectl waited for when its time is over', () => {
    expect(said(', force: true')).toEqual([
      'error when waiting for pod "slow" in namespace "default" to terminate: global timeout reached: 1m30s',
    ]);
  });
});
