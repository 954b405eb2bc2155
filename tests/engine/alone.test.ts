/** A branch that is made of an answer is what the answer showed: what the timeline was to do later is left out of both. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import type { ForkEntry } from '../../src/protocol/protocol.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';
import { at, node } from './workload-runs.ts';

const DATA = `
apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: a}
spec:
  kubernetesVersion: '1.37'
  timeline:
  - {at: 20s, cordon: node-b}
  - {at: 40s, scale: {kind: Deployment, name: web, replicas: 6}}
  - {afterMillis: 1000, delete: {kind: Deployment, name: web}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: 'i:1'}]}}
${node('node-a')}${node('node-b')}${node('node-c')}`;

const opened = (): Engine => runToRest(openEngine({ name: 'a.yaml', data: DATA }));
const alone = (entries: readonly ForkEntry[]): readonly ForkEntry[] =>
  entries.map((entry) => ({ ...entry, options: { ...entry.options, alone: true } }));

const places = (engine: Engine): readonly string[] =>
  engine
    .objects(engine.run.status.steps)
    .filter(({ key }) => key.startsWith('Pod/'))
    .map((row) => row.node)
    .sort();
const isCordoned = (engine: Engine): boolean => {
  const found = engine.cluster.apiServer.get('Node/node-b') as { readonly spec?: { readonly unschedulable?: boolean } };
  return found.spec?.unschedulable === true;
};
const digests = (engine: Engine): readonly string[] =>
  Array.from({ length: engine.cluster.world.step + 1 }, (_, k) => engine.cluster.world.digest(k));

describe('a drain that is done where the scenario goes on', () => {
  // After the cordon of node-b, before the scaling.
  const STEP = at(opened(), 30);

  it('moves whom its answer moved, and nothing of the timeline comes after it', () => {
    const engine = opened();
    const answer = engine.drain(STEP, 'node-a', false);
    expect(answer?.moved.length).toBeGreaterThan(0);
    engine.fork(STEP, alone(answer?.entries ?? []));
    runToRest(engine);
    // Four Pods, none on the drained node; node-b is cordoned, as it was by then, so all that moved are on node-c.
    expect(places(engine)).toHaveLength(4);
    expect(places(engine)).not.toContain('node-a');
    expect(isCordoned(engine)).toBe(true);
    for (const { to } of answer?.moved ?? []) expect(to).toBe('node-c');
    const { trace } = engine.cluster.world;
    const last = STEP + (answer?.steps ?? 0);
    expect(trace.time(last) - trace.time(STEP)).toBe(answer?.micros);
  });

  it('without the option the deployment is scaled and deleted as the timeline says', () => {
    const engine = opened();
    engine.fork(STEP, engine.drain(STEP, 'node-a', false)?.entries ?? []);
    runToRest(engine);
    expect(places(engine)).toEqual([]);
  });

  it('its text, as a link has it, replays to the same digests, and Undo brings the timeline back', () => {
    const engine = opened();
    const before = digests(engine);
    engine.fork(STEP, alone(engine.drain(STEP, 'node-a', false)?.entries ?? []));
    runToRest(engine);
    const fresh = runToRest(openEngine({ name: 'link', data: engine.scenario() }));
    expect(digests(fresh)).toEqual(digests(engine));
    engine.undo();
    expect(digests(runToRest(engine))).toEqual(before);
    expect(places(engine)).toEqual([]);
  });

  it('a deed of a later fork is done', () => {
    const engine = opened();
    engine.fork(STEP, alone([{ verb: 'cordon', body: 'node-a' }]));
    runToRest(engine);
    engine.fork(STEP + 10, [{ verb: 'scale', body: { kind: 'Deployment', name: 'web', replicas: 5 } }]);
    runToRest(engine);
    expect(places(engine)).toHaveLength(5);
  });
});

it('what is left out keeps no run going, and is not told as missed', () => {
  const entry = '{at: 400s, uncordon: node-b}';
  const engine = runToRest(
    openEngine({ name: 'a.yaml', data: DATA.replace('- {at: 40s', `- ${entry}\n  - {at: 40s`) }),
  );
  expect(engine.run.status.simMicros).toBeGreaterThan(400e6);
  engine.fork(at(engine, 30), alone([{ verb: 'cordon', body: 'node-a' }]));
  runToRest(engine);
  expect(engine.run.status.simMicros).toBeLessThan(120e6);
  expect(engine.left().unreached).toEqual([]);
});

it('stands only beside a step', () => {
  const data = DATA.replace('{at: 20s, cordon: node-b}', '{at: 20s, cordon: node-b, alone: true}');
  expect(() => openEngine({ name: 'a.yaml', data })).toThrow(/one-moment/);
});
