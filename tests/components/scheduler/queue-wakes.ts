/** A Pod that a plugin rejected, a change, and whether the one moves the other. */
import type { KubeObject, Node, Pod, PodSpec } from '../../../src/model/objects.ts';
import type { KubernetesVersion } from '../../../src/model/versions.ts';
import { QueueTrial } from '../../../src/components/scheduler/scheduler.ts';
import { node, pod as bare } from './cluster.ts';

export const SECOND = 1_000_000;

export const pod = (name: string, spec: Partial<PodSpec> = {}, labels?: Record<string, string>, cpu = '1'): Pod => {
  const made = bare(name, cpu, spec, labels);
  return { ...made, metadata: { ...made.metadata, uid: name } };
};
export const on = (name: string, spec: Partial<PodSpec> = {}, labels?: Record<string, string>, cpu = '1'): Pod =>
  pod(name, { ...spec, nodeName: 'n' }, labels, cpu);
export const labelled = (labels: Record<string, string>): Node => node('n', '4', { labels });
export const tainted = (...keys: string[]): Node =>
  node('n', '4', { spec: { taints: keys.map((key) => ({ key, effect: 'NoSchedule' })) } });
export const cordoned = (unschedulable = true): Node => node('n', '4', { spec: { unschedulable } });
export const other = (kind: string, name: string, fields: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default' },
  ...fields,
});

export interface Setup {
  readonly version?: KubernetesVersion;
  readonly waiting?: Pod;
  readonly configuration?: unknown;
}

/** Does this change move a Pod that the plugin rejected? */
export function wakes(plugin: string, act: (trial: QueueTrial) => void, setup: Setup = {}): boolean {
  const { version = '1.35', waiting = pod('w'), configuration } = setup;
  const trial = new QueueTrial({ version, ...(configuration === undefined ? {} : { configuration }) });
  trial.act(1, () => {
    trial.addPod(waiting);
    trial.pop();
    trial.queue.fail(waiting, [plugin]);
  });
  trial.act(60 * SECOND, () => act(trial));
  return trial.queue.get('default/w')?.queue === 'active';
}

export const adds = (added: Node) => (trial: QueueTrial) => trial.addNode(added);
export const turns = (before: Node, after: Node) => (trial: QueueTrial) => trial.updateNode(before, after);
export const removes = (gone: Node) => (trial: QueueTrial) => trial.deleteNode(gone);
export const binds = (bound: Pod) => (trial: QueueTrial) => trial.addPod(bound);
export const changes = (before: Pod, after: Pod) => (trial: QueueTrial) => trial.updatePod(before, after);
export const ends = (gone: Pod) => (trial: QueueTrial) => trial.deletePod(gone);
export const makes = (object: KubeObject) => (trial: QueueTrial) => trial.handlers.others.onAdd?.(object, false);
export const alters = (before: KubeObject, after: KubeObject) => (trial: QueueTrial) =>
  trial.handlers.others.onUpdate?.(before, after);
export const drops = (object: KubeObject) => (trial: QueueTrial) => trial.handlers.others.onDelete?.(object);
