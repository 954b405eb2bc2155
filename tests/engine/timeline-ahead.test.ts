/** A run rests when nothing but periodic work was done for 60 s, and not before its timeline is through. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const MINUTE = 60_000_000;

function run(timeline: string): Engine {
  const data = `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  timeline:
${timeline}
---
apiVersion: v1
kind: Node
metadata: { name: node-a, labels: { kubernetes.io/hostname: node-a } }
status: { allocatable: { cpu: '4', memory: 8Gi, pods: '110' }, conditions: [{ type: Ready, status: 'True' }] }
`;
  return runToRest(openEngine({ name: 'ahead.yaml', data }));
}

const LABEL = 'label: {kind: Node, name: node-a, labels: {seen: "yes"}}';

function seen(engine: Engine): number | undefined {
  const { trace } = engine.cluster.world;
  for (let k = 1; k <= trace.length; k++) {
    if (trace.object(k) === 'Node/node-a' && trace.subject(k) === 'kubectl') return trace.time(k);
  }
  return undefined;
}

describe('a timeline with a long gap', () => {
  it.each([
    ['at', `  - {at: 1s, cordon: node-a}\n  - {at: 5m, ${LABEL}}`, 5 * MINUTE],
    ['afterMillis', `  - {at: 1s, cordon: node-a}\n  - {afterMillis: 120000, ${LABEL}}`, 2 * MINUTE],
    ['the end of a fault', '  - {at: 10s, slow: {watch: kube-scheduler pods, by: 1s}, for: 3m}', 3 * MINUTE],
  ])('is carried out to its end: %s', (_what, timeline, until) => {
    const { state, simMicros } = run(timeline).run.status;
    expect(state).toBe('quiescent');
    expect(simMicros).toBeGreaterThanOrEqual(until);
    expect(simMicros).toBeLessThan(until + 2 * MINUTE);
  });

  it('what is behind the ten minutes is not reached', () => {
    const engine = run(`  - {at: 11m, ${LABEL}}`);
    expect(engine.run.status.state).toBe('time-limit');
    expect(seen(engine)).toBeUndefined();
  });
});
