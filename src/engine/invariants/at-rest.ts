/**
 * What holds when a cluster has come to rest: nothing is under way, so every cache is up to date and every controller has done
 * what it could. What stands in the way of one (a dead process, a fault that has not ended, a refusal) is no breach.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import { objectKey, type KubeObject } from '../../model/objects.ts';
import type { RuntimePod } from '../../components/kubelet/kubelet.ts';
import type { Breach } from '../../protocol/protocol.ts';
import type { Cluster } from '../create-cluster.ts';
import { FAULTS, type Fault } from '../faults.ts';
import type { Facts } from './laws.ts';
import { condition, controllerOf, isLive, isMarked, isOver, nodeOf, replicasOf } from './reading.ts';
import { list, number, text } from '../../model/fields.ts';
import type { RestRule } from './table.ts';

type Say = (id: RestRule, object: string, facts?: Facts) => void;

const MANAGER = 'kube-controller-manager';
const SCHEDULER = 'kube-scheduler';
/** Controllers whose number of Pods is their spec's. */
const KEEPERS: readonly string[] = ['replicasets', 'statefulsets'];

/** @returns what does not hold, at the last step */
export function breachesAtRest(cluster: Cluster): readonly Breach[] {
  const found: Breach[] = [];
  const step = cluster.world.step;
  const say: Say = (id, object, facts = {}) => {
    found.push({ id, step, object, ...facts });
  };
  const standing = [...(collection<Fault>(cluster, FAULTS)?.entries() ?? [])].map(([, fault]) => fault);
  const world: Rest = { cluster, standing, say, pods: cluster.apiServer.list('pods') };
  checkCaches(world);
  if (isWell(world, MANAGER)) {
    checkReplicas(world);
    checkJobs(world);
    checkOrphans(world);
  }
  if (isWell(world, SCHEDULER)) checkPending(world);
  checkKubelets(world);
  checkAddresses(world);
  return found;
}

interface Rest {
  readonly cluster: Cluster;
  readonly standing: readonly Fault[];
  readonly say: Say;
  readonly pods: readonly KubeObject[];
}

function collection<T>({ world }: Cluster, name: string): { entries(): Iterable<readonly [string, T]> } | undefined {
  const found = world.collections().find((one) => one.name === name);
  return found as unknown as { entries(): Iterable<readonly [string, T]> } | undefined;
}

/** It runs, and no fault stands that concerns it. */
function isWell({ cluster, standing }: Rest, process: string): boolean {
  const concerned = standing.some(({ target }) =>
    target.split(', ').some((one) => one === process || one === 'kube-apiserver' || one.startsWith(`${process} `)),
  );
  return cluster.processes.has(process) && !cluster.processes.isDead(process) && !concerned;
}

function checkCaches(rest: Rest): void {
  const { cluster, say } = rest;
  for (const informer of cluster.processes.liveInformers) {
    const process = informer.id.slice(0, -informer.resource.length - 1);
    if (!isWell(rest, process) || !informer.hasSynced) continue;
    const stored = new Map(cluster.apiServer.list(informer.resource).map((object) => [objectKey(object), object]));
    const cached = new Map(informer.indexer.list().map((object) => [objectKey(object), object]));
    for (const key of new Set([...stored.keys(), ...cached.keys()])) {
      const [is, wanted] = [revisionOf(cached.get(key)), revisionOf(stored.get(key))];
      if (is !== wanted) say('informer-cache', key, { is, wanted, other: informer.id });
    }
  }
}

const revisionOf = (object: KubeObject | undefined): string => object?.metadata.resourceVersion ?? '';

function checkReplicas({ cluster, pods, say }: Rest): void {
  const byOwner = new Map<string, number>();
  for (const pod of pods) {
    const owner = controllerOf(pod)?.uid;
    if (owner !== undefined && isLive(pod)) byOwner.set(owner, (byOwner.get(owner) ?? 0) + 1);
  }
  for (const resource of KEEPERS) {
    for (const set of cluster.apiServer.list(resource)) {
      const is = byOwner.get(set.metadata.uid ?? '') ?? 0;
      const wanted = replicasOf(set);
      if (is === wanted || isMarked(set) || isHeldUp(set, resource)) continue;
      say('replicas-converge', objectKey(set), { is, wanted });
    }
  }
}

/** A creation is refused (quota, admission), or a StatefulSet waits for a Pod before the next. */
const isHeldUp = (set: KubeObject, resource: string): boolean =>
  text(condition(set, 'ReplicaFailure'), 'status') === 'True' ||
  (resource === 'statefulsets' && number(set, 'status', 'readyReplicas') < number(set, 'status', 'replicas'));

function checkJobs({ cluster, pods, say }: Rest): void {
  for (const job of cluster.apiServer.list('jobs')) {
    const over = ['Complete', 'Failed', 'Suspended'].some((type) => text(condition(job, type), 'status') === 'True');
    if (over || isMarked(job) || number(job, 'spec', 'parallelism') === 0 || isForeign(job)) continue;
    const active = pods.some((pod) => controllerOf(pod)?.uid === job.metadata.uid && !isOver(pod));
    if (!active) say('job-goes-on', objectKey(job));
  }
}

const isForeign = (job: KubeObject): boolean =>
  text(job, 'spec', 'managedBy') !== '' || (job.spec as { readonly suspend?: boolean } | undefined)?.suspend === true;

/** The garbage collector takes what has lost all its owners. */
function checkOrphans({ cluster, say }: Rest): void {
  if (cluster.unknownKinds.size > 0) return;
  const resources = ['pods', 'replicasets', 'jobs', 'endpointslices'];
  const owners = new Set(
    [...resources, 'deployments', 'statefulsets', 'daemonsets', 'cronjobs', 'services', 'nodes']
      .flatMap((resource) => cluster.apiServer.list(resource))
      .map(({ metadata }) => metadata.uid),
  );
  for (const object of resources.flatMap((resource) => cluster.apiServer.list(resource))) {
    const references = object.metadata.ownerReferences ?? [];
    const known = references.filter(({ kind }) => OWNER_KINDS.has(kind));
    if (isMarked(object) || known.length === 0 || known.length < references.length) continue;
    if (!known.some(({ uid }) => owners.has(uid)))
      say('orphans-collected', objectKey(object), {
        other: known.map(({ kind, name }) => `${kind} ${name}`).join(', '),
      });
  }
}

const OWNER_KINDS: ReadonlySet<string> = new Set([
  'ReplicaSet',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
]);

/** CONTRACT 1: quiescent is "every pending pod was tried". */
function checkPending({ cluster, pods, say }: Rest): void {
  const names = new Set(cluster.schedulerNames);
  for (const pod of pods) {
    const own = names.has(text(pod, 'spec', 'schedulerName') || 'default-scheduler');
    if (!own || nodeOf(pod) !== '' || !isLive(pod)) continue;
    if (text(condition(pod, 'PodScheduled'), 'status') !== 'False') say('pending-tried', objectKey(pod));
  }
}

/** What a kubelet's runtime has is what the api-server has of it, and what was marked is gone. */
function checkKubelets(rest: Rest): void {
  const { cluster, pods, say } = rest;
  const paused = new Map(collection<number>(cluster, 'kubelet/paused')?.entries() ?? []);
  const agents = new Map(collection<object>(cluster, 'kubelet/nodes')?.entries() ?? []);
  const runtime = new Map(collection<RuntimePod>(cluster, 'kubelet/pods')?.entries() ?? []);
  const isWatched = (node: string): boolean =>
    agents.has(node) && !paused.has(node) && noFaultOn(rest, `kubelet ${node}`);
  for (const pod of pods) {
    const node = nodeOf(pod);
    if (!isWatched(node)) continue;
    const held = (pod.metadata.finalizers ?? []).length > 0;
    if (isMarked(pod) && !held) say('deletes-complete', objectKey(pod), { other: node });
    const run = runtime.get(pod.metadata.uid ?? '');
    if (run === undefined) {
      if (isLive(pod)) say('kubelet-reports', objectKey(pod), { is: '', other: node });
      continue;
    }
    checkReported(say, pod, run);
  }
  const stored = new Set(pods.map(({ metadata }) => metadata.uid));
  for (const [uid, { pod, node }] of [...runtime].sort(([a], [b]) => compareBytes(a, b)))
    if (isWatched(node) && !stored.has(uid)) say('deletes-complete', pod, { other: node });
}

const noFaultOn = ({ standing }: Rest, kubelet: string): boolean =>
  !standing.some(({ target }) =>
    target.split(', ').some((one) => ['kube-apiserver', 'kubelet', kubelet, `${kubelet} pods`].includes(one)),
  );

function checkReported(say: Say, pod: KubeObject, { stage, status, node }: RuntimePod): void {
  if (stage !== 'up' || status === undefined) return;
  const [is, wanted] = [text(pod, 'status', 'phase'), status.phase ?? ''];
  if (is !== wanted) say('kubelet-reports', objectKey(pod), { is, wanted, other: node });
}

/** No two Pods that run have one address, unless it is their node's. */
function checkAddresses({ pods, say }: Rest): void {
  const byAddress = new Map<string, string>();
  for (const pod of pods) {
    const address = text(pod, 'status', 'podIP');
    const own = (pod.spec as { readonly hostNetwork?: boolean } | undefined)?.hostNetwork !== true;
    if (address === '' || !own || !isLive(pod) || list(pod, 'status', 'containerStatuses').length === 0) continue;
    const other = byAddress.get(address);
    if (other !== undefined) say('pod-address', objectKey(pod), { is: address, other });
    byAddress.set(address, objectKey(pod));
  }
}
