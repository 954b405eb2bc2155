/** How an entry of a timeline is written: an example of each form that a verb has. One a verb at least. */
import { text, type ProblemParams } from './problem-codes.ts';

export const VERB_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  apply: ['apply: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {…}}'],
  create: ['create: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {…}}'],
  delete: ['delete: {kind: Pod, name: web, namespace: default}'],
  patch: ['patch: {kind: Deployment, name: web, type: merge, patch: {spec: {paused: true}}}'],
  scale: ['scale: {kind: Deployment, name: web, replicas: 3}'],
  setImage: ['setImage: {kind: Deployment, name: web, containers: {app: "nginx:2"}}'],
  rollback: ['rollback: {kind: Deployment, name: web, toRevision: 1}'],
  pauseRollout: ['pauseRollout: {kind: Deployment, name: web}'],
  resumeRollout: ['resumeRollout: {kind: Deployment, name: web}'],
  suspend: ['suspend: {kind: CronJob, name: report}'],
  resume: ['resume: {kind: CronJob, name: report}'],
  label: ['label: {kind: Node, name: node-1, labels: {zone: a}}'],
  annotate: ['annotate: {kind: Node, name: node-1, annotations: {note: mine}}'],
  cordon: ['cordon: node-1'],
  uncordon: ['uncordon: node-1'],
  drain: ['drain: node-1'],
  taint: ['taint: {node: node-1, key: gpu, value: "true", effect: NoSchedule}'],
  untaint: ['untaint: {node: node-1, key: gpu}'],
  evict: ['evict: {name: web, namespace: default}'],
  nodeJoins: ['nodeJoins: {name: node-9, cores: 4, memoryMiB: 8192}'],
  kubeletStops: ['kubeletStops: node-1'],
  kubeletPauses: ['kubeletPauses: node-1'],
  kubeletResumes: ['kubeletResumes: node-1'],
  crash: ['crash: kube-scheduler'],
  pause: ['pause: kube-scheduler'],
  leaderChange: ['leaderChange: kube-scheduler'],
  partition: ['partition: {nodes: [node-1]}', 'partition: {clients: [kube-scheduler]}'],
  skewClock: ['skewClock: {process: kube-scheduler, by: 30s}'],
  drop: ['drop: {watch: kube-scheduler pods, next: 1}'],
  duplicate: ['duplicate: {watch: kube-scheduler pods, next: 1}'],
  cut: ['cut: {client: kube-scheduler}'],
  slow: ['slow: {watch: kube-scheduler pods, by: 2s}'],
  compact: ['compact: {}'],
  containerExits: ['containerExits: {pod: "web-*", exitCode: 1}'],
  probe: ['probe: {pod: "web-*", probe: readiness, result: failure}'],
  fillDisk: ['fillDisk: {node: node-1, available: 1Gi}'],
};

/** Inside an object that is applied, the example of the verb says nothing. */
const OF_VERB = /^spec\.timeline\.\d+\.(\w+)(?:\.|$)/;
/** Parts of a path that ends in a field of the verb's own: spec.timeline.3.patch.kind. */
const DEEP = 5;
const OF_OBJECTS: ReadonlySet<string> = new Set(['apply', 'create', 'patch']);

/** "partition: {nodes: [node-1]} or partition: {clients: …}"; undefined where the path is in no verb. */
export function exampleOf(p: ProblemParams, or: string): string | undefined {
  const path = text(p, 'path');
  const verb = OF_VERB.exec(path)?.[1] ?? '';
  const examples = Object.hasOwn(VERB_EXAMPLES, verb) ? VERB_EXAMPLES[verb] : undefined;
  const isDeep = OF_OBJECTS.has(verb) && path.split('.').length > DEEP;
  return examples === undefined || isDeep ? undefined : examples.join(or);
}
