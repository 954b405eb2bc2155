/** What the api-server did not let be is said by the engine itself, at every step, not by the command line alone. */
import { describe, expect, it } from 'vitest';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const NODE = `apiVersion: v1
kind: Node
metadata: { name: node-a }
status: { allocatable: { cpu: '4', memory: 8Gi, pods: '110' } }
`;

const container = 'containers: [{ name: c, image: web:1 }]';

const FINE = `apiVersion: v1
kind: Pod
metadata: { name: fine, namespace: default }
spec: { ${container} }
`;

const BARE = `apiVersion: v1
kind: Pod
metadata: { name: bare, namespace: default }
spec: { containers: [{ name: c, image: web:1, resources: { requests: { cpu: 2 }, limits: { cpu: 1 } } }] }
`;

const WORKLOAD = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  selector: { matchLabels: { app: a } }
  template: { metadata: { labels: { app: b } }, spec: { ${container} } }
`;

describe('objects that the api-server refuses', () => {
  it.each([
    ['a bare Pod', BARE, 'Pod/default/bare', 'must be less than or equal to cpu limit of 1'],
    ['a Deployment', WORKLOAD, 'Deployment/default/web', '`selector` does not match template `labels`'],
  ])('%s that is invalid (422) is among them, and its fixes say so too', (_what, text, key, words) => {
    const engine = runToRest(openEngine({ name: 'all.yaml', data: [NODE, FINE, text].join('---\n') }));
    const { steps } = engine.run.status;
    const rows = engine.refused(steps);
    expect(rows.map((row) => row.key)).toEqual([key]);
    expect(rows[0]?.message).toContain(words);
    expect(engine.fixes(steps, key)).toMatchObject({
      fixes: [],
      none: { code: 'refused', params: { message: rows[0]?.message } },
    });
    expect(engine.refused(0)).toEqual([]);
  });

  it('deleting what is not there makes no such row', () => {
    const timeline = `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  timeline:
    - at: 1s
      delete: { kind: Pod, name: nobody, namespace: default }
`;
    const files = [NODE, timeline].map((data, i) => ({ name: `${String(i)}.yaml`, data }));
    const engine = runToRest(openEngine(...files));
    expect(engine.cluster.refusals()).toMatchObject([{ key: 'Pod/default/nobody', verb: 'delete', code: 404 }]);
    expect(engine.refused(engine.run.status.steps)).toEqual([]);
  });
});
