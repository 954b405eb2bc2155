import { createEngine } from '../engine/engine.ts';
import type { BenchRow } from './rows.ts';

const SCENARIO = (pods: number, nodes: number): string => `
apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: bench}
spec:
  kubernetesVersion: "1.35"
  generate: {nodes: ${nodes}, pods: ${pods}}
`;

const PODS = 1000;
const NODES = 100;
/** The nearest peer (ngrok/webernetes) on the machine of the design's measurements: 24 s for 300 Pods, and 1,000 not at all. */
const TARGET_SECONDS = 1.5;

/** 1,000 Pods from kubectl's POST to Running on 100 nodes, everything recorded. */
export function clusterBench(repeat: number): BenchRow[] {
  const seconds: number[] = [];
  let events = 0;
  for (let i = 0; i < repeat; i++) {
    const started = performance.now();
    events = runToRunning();
    seconds.push((performance.now() - started) / 1000);
  }
  return [
    { name: `cluster: ${PODS} Pods to Running on ${NODES} nodes`, unit: 's', samples: seconds, target: TARGET_SECONDS },
    { name: 'cluster: time an event', unit: 'us', samples: seconds.map((s) => (s * 1e6) / events) },
    { name: 'cluster: events', unit: 'events', samples: [events] },
  ];
}

function runToRunning(): number {
  const engine = createEngine();
  const opened = engine.open({ files: [{ name: 'bench.yaml', data: SCENARIO(PODS, NODES) }] });
  if (!opened.ok) throw new Error(opened.problem.code);
  const { run, cluster } = engine;
  while (run.status.state === 'running' && runningPods(engine) < PODS) run.advance(4096);
  if (runningPods(engine) < PODS) throw new Error(`only ${runningPods(engine)} Pods run`);
  return cluster.world.step;
}

function runningPods({ cluster }: ReturnType<typeof createEngine>): number {
  const pods = cluster.apiServer.list('pods');
  return pods.filter((p) => (p.status as { phase?: string } | undefined)?.phase === 'Running').length;
}
