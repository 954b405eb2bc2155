/** Runs that the workload views are asked about, and how to ask. */
import { readFileSync } from 'node:fs';
import type { Engine } from '../../src/engine/engine.ts';
import type { PodLife, WorkloadAnswer } from '../../src/protocol/protocol.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

export const file = (name: string): Engine => {
  const data = readFileSync(new URL(`../cases/workloads/${name}.yaml`, import.meta.url), 'utf8');
  return runToRest(openEngine({ name: `${name}.yaml`, data }));
};
export const text = (data: string): Engine => openEngine({ name: 'a.yaml', data });

/** The last step at or before a second of simulated time. */
export function at(engine: Engine, seconds: number): number {
  const { trace } = engine.cluster.world;
  let step = trace.length;
  while (step > 0 && trace.time(step) > seconds * 1e6) step--;
  return step;
}
export const look = (engine: Engine, seconds: number, key: string): WorkloadAnswer =>
  engine.workload(at(engine, seconds), key);

export const stageAt = ({ stretches }: PodLife, step: number): string =>
  stretches.filter((stretch) => stretch.step <= step).at(-1)?.stage ?? '';

export const node = (name: string, rest = ''): string => `
---
apiVersion: v1
kind: Node
metadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}
${rest}
status: {allocatable: {cpu: '8', memory: 16Gi, pods: '110'}, conditions: [{type: Ready, status: 'True'}]}
`;
export const head = (more = ''): string => `
apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: a}
spec: {kubernetesVersion: '1.37', mode: observed, now: '2026-12-01T10:21:30Z'${more}}
`;

export const deployment = (name: string, replicas: number, rollingUpdate: string): string => `
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: default, uid: u-${name}}
spec:
  replicas: ${String(replicas)}
  strategy: {type: RollingUpdate, rollingUpdate: ${rollingUpdate}}
  selector: {matchLabels: {app: ${name}}}
  template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: app, image: 'i:1'}]}}
`;
