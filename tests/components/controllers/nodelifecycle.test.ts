/** A Node that falls silent: pkg/controller/nodelifecycle and pkg/controller/tainteviction. */
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/engine.ts';
import { readScenario } from '../../../src/scenario/scenario.ts';
import { createCluster, type Cluster } from '../../../src/engine/create-cluster.ts';
import { DEFAULT_FLAGS, readFlags } from '../../../src/model/flags.ts';
it('x', () => {
  const data = `apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: silence}
spec:
  kubernetesVersion: "1.35"
  seed: 5
  generate: {nodes: 3}
  timeline:
  - {at: 30s, kubeletPauses: node-0000}
  - {at: 150s, kubeletResumes: node-0000}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: i}]}
`;
  const outcome = readScenario([{ name: 'a.yaml', data }], {});
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  const cluster = createCluster({ ...outcome.value, flags: { defaultUnreachableTolerationSeconds: 20 } });
  const { world } = cluster;
  while (world.pendingWork > 0 || world.now < 60e6) if (world.advance(1) === 0) break;
  for (let k = 1; k <= world.trace.length; k++) {
    const t = (world.trace.time(k) / 1e6).toFixed(4);
    if (Number(t) < 25) continue;
    const kind = EVENT_KIND_NAMES[world.trace.kind(k)];
    if (!['store.written','fault.began','fault.ended','request.refused','workqueue.added','pod.gone'].includes(kind ?? '')) continue;
    if (world.trace.object(k).startsWith('Lease/')) continue;
    console.log(t, kind, world.trace.subject(k), world.trace.object(k), world.trace.detail(k));
  }
  console.log(world.now / 1e6, cluster.apiServer.list('nodes').map((n) => n.metadata.name).join());
});
import { EVENT_KIND_NAMES } from '../../../src/model/events.ts';
