/** What a trial run answers is of the cluster as it is: what the scenario is to do later has no part in it. */
import { describe, expect, it } from 'vitest';
import { drainAnswer } from '../../src/engine/what-if.ts';
import { fitLike } from '../../src/engine/what-if-fit.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

/** Microseconds. */
const NOW = 9_937_000;
/** A millisecond later, before any Pod that is made now is bound. */
const AT_ONCE = '9938ms';

const node = (name: string, spec = ''): string => `apiVersion: v1
kind: Node
metadata: { name: ${name}, labels: { kubernetes.io/hostname: ${name} } }
${spec}
status: { allocatable: { cpu: '2', memory: 8Gi, pods: '110' }, conditions: [{ type: Ready, status: 'True' }] }
---
`;
const pod = (name: string, cpu: string): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec: { containers: [{ name: app, image: 'example.com/app:1', resources: { requests: { cpu: '${cpu}' } } }] }
---
`;

/** Up to now; the timeline goes on later. */
function open(objects: string, timeline: string): Engine {
  const data = `${objects}apiVersion: steplane.dev/v1
kind: Scenario
spec:
  timeline:
${timeline}
`;
  const engine = openEngine({ name: 'later.yaml', data });
  engine.run.reach(NOW);
  return engine;
}

describe('what the timeline does later', () => {
  const cordoned = node('node-a', 'spec: { unschedulable: true }');

  it('is not the Pod binding by itself', () => {
    const engine = open(cordoned + pod('web', '1'), '    - { at: 20s, uncordon: node-a }');
    const { step } = engine.cluster.world;
    const { fixes, none } = engine.fixes(step, 'Pod/default/web');
    expect(none).toBeUndefined();
    expect(fixes.map(({ code }) => code)).toContain('uncordon');
    // The question changed nothing: the deed is done in its time.
    runToRest(engine);
    expect(engine.cluster.apiServer.get('Pod/default/web')?.spec).toMatchObject({ nodeName: 'node-a' });
  });

  it('does not spoil the proof of a fix', () => {
    const engine = open(cordoned + pod('web', '1'), `    - { at: ${AT_ONCE}, delete: { kind: Pod, name: web } }`);
    const { fixes } = engine.fixes(engine.cluster.world.step, 'Pod/default/web');
    expect(fixes.map(({ code }) => code)).toContain('uncordon');
  });

  it('moves nobody in the answer about a drain', () => {
    const engine = open(
      node('node-a') + node('node-b') + pod('one', '1') + pod('two', '1'),
      '    - { at: 12s, delete: { kind: Pod, name: one } }\n    - { afterMillis: 1000, delete: { kind: Pod, name: two } }',
    );
    const { step } = engine.cluster.world;
    const place = (name: string): string =>
      (engine.cluster.apiServer.get(`Pod/default/${name}`)?.spec as { nodeName: string }).nodeName;
    const [one, two] = [place('one'), place('two')];
    expect(one).not.toBe(two);
    const answer = drainAnswer(engine.cluster, step, one, true);
    expect(answer?.moved).toEqual([{ pod: 'default/one', as: '', from: one, to: '' }]);
    runToRest(engine);
    expect(engine.cluster.apiServer.list('pods')).toEqual([]);
  });

  it('takes no room from the Pods that are tried', () => {
    const engine = open(
      node('node-a') + pod('one', '500m'),
      `    - at: ${AT_ONCE}
      create:
        apiVersion: v1
        kind: Pod
        metadata: { name: big }
        spec: { containers: [{ name: app, image: a, resources: { requests: { cpu: '1' } } }] }`,
    );
    const answer = fitLike(engine.cluster, engine.cluster.world.step, 'Pod/default/one', 10);
    expect(answer?.count).toBe(3);
  });
});
