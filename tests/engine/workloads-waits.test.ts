/** How long a rollout's Pods have been where they are: from the first time on, whatever was tried again since. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { EVENT } from '../../src/model/events.ts';
import type { WaitRow } from '../../src/protocol/protocol.ts';
import { gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import { at, deployment, head, node, text } from './workload-runs.ts';

const waitsAt = (engine: Engine, seconds: number, key: string): readonly WaitRow[] =>
  (engine.workload(at(engine, seconds), key).rollout?.waits ?? []).filter(({ code }) => code === 'not-ready');

function stepsOf(engine: Engine, pod: string, kind: keyof typeof EVENT): readonly number[] {
  const { trace } = engine.cluster.world;
  const all = Array.from({ length: trace.length }, (_, i) => i + 1);
  return all.filter((step) => trace.kind(step) === EVENT[kind] && trace.object(step) === pod);
}

/** Of the last step at or before a second. */
const secondsAt = (engine: Engine, second: number): number => engine.cluster.world.trace.time(at(engine, second)) / 1e6;

/** A cluster that is made, not found: its kinds are all known. */
const applied = (more = ''): string => head(more).replace('mode: observed', 'mode: applied');
const fresh = (name: string, replicas: number, rollingUpdate: string): string =>
  deployment(name, replicas, rollingUpdate).replace(/, uid: [^}]+/, '');

/** Seconds of the first event of a kind that is about the Pod. */
function firstSecond(engine: Engine, pod: string, kind: keyof typeof EVENT): number {
  const [first] = stepsOf(engine, pod, kind);
  if (first === undefined) throw new Error(`no ${kind} of ${pod}`);
  return engine.cluster.world.trace.time(first) / 1e6;
}

describe('for how long', () => {
  it('a Pod is without its image: since its first failed pull', () => {
    const engine = runToRest(openEngine(gallery('rolling-update-bad-image')));
    const rows = waitsAt(engine, 65, 'Deployment/default/web');
    expect(rows).toHaveLength(3);
    for (const { pod = '', params } of rows) {
      expect(params).toMatchObject({ stage: 'imagePull' });
      const failed = firstSecond(engine, pod, 'image.failed');
      // 20 s: the new image. It failed at once, and was tried again 10 s and 20 s after that.
      expect(failed).toBeLessThan(25);
      const told = Number(params['micros']) / 1e6;
      expect(Math.abs(secondsAt(engine, 65) - failed - told)).toBeLessThan(1);
    }
  });

  it('it crashes: since its first crash, though it ran in between', () => {
    const engine = runToRest(
      text(`${applied()}${fresh('crash', 1, '{}').replace("image: 'i:1'", "image: 'i:1', command: [sh, -c, 'sleep 2; exit 3']")}
${node('node-a')}`),
    );
    const crashed = firstSecond(
      engine,
      waitsAt(engine, 60, 'Deployment/default/crash')[0]?.pod ?? '',
      'container.stopped',
    );
    const [row] = waitsAt(engine, 60, 'Deployment/default/crash');
    expect(row?.params).toMatchObject({ stage: 'crashLoop' });
    expect(secondsAt(engine, 60) - crashed - Number(row?.params['micros']) / 1e6).toBeLessThan(4);
  });

  it('it is unschedulable: since it was refused first, though it was tried again', () => {
    const joins = [10, 20, 30].map(
      (second) => `{at: ${String(second)}s, nodeJoins: {name: late-${String(second)}, cores: 200, memoryMiB: 8192}}`,
    );
    const engine = runToRest(
      text(`${applied(`, timeline: [${joins.join(', ')}]`)}${fresh('big', 1, '{}').replace(
        "image: 'i:1'}]",
        "image: 'i:1', resources: {requests: {cpu: '100'}}}], nodeSelector: {kubernetes.io/hostname: node-a}",
      )}
${node('node-a')}`),
    );
    const [row] = waitsAt(engine, 40, 'Deployment/default/big');
    expect(stepsOf(engine, row?.pod ?? '', 'cycle.failed').length).toBeGreaterThan(1);
    expect(row?.params).toMatchObject({ stage: 'unschedulable' });
    expect(Number(row?.params['micros']) / 1e6).toBeGreaterThan(secondsAt(engine, 40) - 1);
  });

  it('what was so before the run began tells since when it is', () => {
    const engine = runToRest(
      text(`${head()}${deployment('old', 1, '{}')}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: old-1
  namespace: default
  uid: u-old-1
  labels: {app: old, pod-template-hash: '1'}
  annotations: {deployment.kubernetes.io/revision: '1'}
  ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: old, uid: u-old, controller: true}]
spec:
  replicas: 1
  selector: {matchLabels: {app: old, pod-template-hash: '1'}}
  template: {metadata: {labels: {app: old, pod-template-hash: '1'}}, spec: {containers: [{name: app, image: 'i:1'}]}}
status: {replicas: 1, fullyLabeledReplicas: 1}
---
apiVersion: v1
kind: Pod
metadata:
  name: old-1-a
  namespace: default
  uid: u-old-1-a
  labels: {app: old, pod-template-hash: '1'}
  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: old-1, uid: u-old-1, controller: true}]
spec: {nodeName: '', schedulingGates: [], containers: [{name: app, image: 'i:1', resources: {requests: {cpu: '100'}}}]}
status:
  phase: Pending
  conditions:
  - {type: PodScheduled, status: 'False', reason: Unschedulable, message: 'x', lastTransitionTime: '2026-12-01T09:21:30Z'}
${node('node-a')}`),
    );
    const [row] = waitsAt(engine, 30, 'Deployment/default/old');
    expect(row?.params).toMatchObject({ stage: 'unschedulable' });
    // An hour before the run, and its half minute.
    expect(Math.round(Number(row?.params['micros']) / 1e6 / 60)).toBe(60);
  });
});
