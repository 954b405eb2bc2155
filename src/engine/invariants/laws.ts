/**
 * Laws of writes: what no write may do in a cluster of upstream's components, whatever was chosen. They hold of a simulated run
 * and of a recorded one.
 */
import type { KubeObject, Taint, Toleration } from '../../model/objects.ts';
import { isHardTaint, tolerationsTolerateTaint } from '../../model/tolerations.ts';
import type { Present } from './present.ts';
import { condition, isLive, isMarked, isOver, isReady, nodeOf, replicasOf } from './reading.ts';
import { fields, get, list, number, text } from '../../model/fields.ts';

export type LawId =
  | 'bind-first'
  | 'bind-once'
  | 'bind-node'
  | 'bind-taint'
  | 'bind-gate'
  | 'phase'
  | 'undelete'
  | 'replicaset-count'
  | 'rolling-limits'
  | 'job-parallelism'
  | 'job-completions'
  | 'statefulset-order'
  | 'budget';

export interface LawWrite {
  /** Of one life of the object. */
  readonly id: string;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
  /** "kubelet node-1", or "kubelet". */
  readonly by: string;
}

/** What a sentence about a breach needs: what is so, what was wanted, who else has to do with it. */
export interface Facts {
  readonly is?: number | string;
  readonly wanted?: number | string;
  readonly other?: string;
}

type Say = (law: LawId, id: string, facts: Facts) => void;

/** What whoever bound a Pod could have known; see Decisions. */
export interface Known {
  knewTaint(pod: KubeObject, node: string, taint: Taint): boolean;
  knewGone(pod: KubeObject, node: string): boolean;
}
/** Of a recording only the writes are known, and none of them was a race. */
const ALL_KNOWN: Known = { knewTaint: () => true, knewGone: () => true };

const PERSON = 'kubectl';
const ordinalOf = (name: string): number => Number(name.slice(name.lastIndexOf('-') + 1));

/** A spec.replicas that a ReplicaSet had. */
interface Size {
  readonly generation: number;
  readonly replicas: number;
}

export class Laws {
  /** By id of the ReplicaSet, oldest first: those that a sync of its controller may have begun with and not ended yet. */
  private readonly sizes = new Map<string, readonly Size[]>();

  /** @param present as after the write that is noted @param ownerOf id of the controller */
  constructor(
    private readonly present: Present,
    private readonly ownerOf: (id: string) => string | undefined,
    private readonly say: Say,
    private readonly known: Known = ALL_KNOWN,
  ) {}

  /** @param before what was stored under its id */
  note(write: LawWrite, before: KubeObject | undefined): void {
    const { type, object } = write;
    if (object.kind === 'ReplicaSet') this.noteSize(write, before);
    if (type === 'DELETED') return;
    if (object.kind === 'Pod') this.notePod(write, before);
    if (object.kind === 'ReplicaSet' && (type === 'ADDED' || replicasOf(object) > replicasOf(before)))
      this.noteScaled(write);
  }

  /** A sync goes by the ReplicaSet that it began with, whose generation its last write tells as observedGeneration. */
  private noteSize({ id, type, object }: LawWrite, before: KubeObject | undefined): void {
    if (type === 'DELETED') {
      this.sizes.delete(id);
      return;
    }
    const { generation } = object.metadata;
    const last = this.sizes.get(id) ?? (before === undefined ? [] : [sizeOf(before)]);
    const changed = generation === undefined || last.at(-1)?.generation !== generation;
    const all = changed ? [...last, sizeOf(object)] : last;
    const observed = generation === undefined ? Infinity : number(object, 'status', 'observedGeneration');
    this.sizes.set(
      id,
      all.filter((size, at) => size.generation >= observed || at === all.length - 1),
    );
  }

  private notePod(write: LawWrite, before: KubeObject | undefined): void {
    this.noteBinding(write, before);
    if (before !== undefined) this.noteLife(write, before);
    const owner = this.ownerOf(write.id);
    const ownerObject = owner === undefined ? undefined : this.present.get(owner);
    const isFresh = isMarked(write.object) && (before === undefined || !isMarked(before));
    if (isFresh) this.noteEviction(write, before);
    const isChosen = isFresh && isChosenByController(write) && !this.isEmptied(write.object);
    if (owner === undefined || ownerObject === undefined) return;
    if (ownerObject.kind === 'ReplicaSet') this.noteReplica(write, before, owner, ownerObject, isChosen);
    if (ownerObject.kind === 'Job' && write.type === 'ADDED') this.noteJobPod(write, owner, ownerObject);
    if (ownerObject.kind === 'StatefulSet') this.noteOrdinal(write, owner, ownerObject, isChosen);
  }

  /** A Namespace that is deleted takes all that is in it, in no order that a workload could keep. */
  private isEmptied({ metadata }: KubeObject): boolean {
    return this.present
      .ofKind('Namespace')
      .some((namespace) => namespace.metadata.name === metadata.namespace && isMarked(namespace));
  }

  private noteBinding({ id, object, by, type }: LawWrite, before: KubeObject | undefined): void {
    const node = nodeOf(object);
    const hasStatus =
      by.startsWith('kubelet') ||
      list(object, 'status', 'containerStatuses').length > 0 ||
      text(object, 'status', 'podIP') !== '' ||
      condition(object, 'Ready') !== undefined;
    if (node === '' && hasStatus) this.say('bind-first', id, {});
    if (nodeOf(before) !== '' && nodeOf(before) !== node)
      this.say('bind-once', id, { is: node, wanted: nodeOf(before) });
    if (node === '' || nodeOf(before) !== '' || type !== 'MODIFIED') return;
    const found = this.present.node(node);
    if (found === undefined && this.known.knewGone(object, node)) this.say('bind-node', id, { is: node });
    const tolerations = list(object, 'spec', 'tolerations') as readonly Toleration[];
    for (const taint of list(found, 'spec', 'taints') as readonly Taint[]) {
      if (!isHardTaint(taint) || tolerationsTolerateTaint(tolerations, taint)) continue;
      if (this.known.knewTaint(object, node, taint)) this.say('bind-taint', id, { is: node, other: taint.key });
    }
    if (list(object, 'spec', 'schedulingGates').length > 0) this.say('bind-gate', id, {});
  }

  private noteLife({ id, object }: LawWrite, before: KubeObject): void {
    const [was, is] = [text(before, 'status', 'phase'), text(object, 'status', 'phase')];
    if (isOver(before) && was !== is) this.say('phase', id, { is, wanted: was });
    if (isMarked(before) && !isMarked(object)) this.say('undelete', id, {});
  }

  private noteReplica(
    { id, type }: LawWrite,
    before: KubeObject | undefined,
    owner: string,
    set: KubeObject,
    isChosen: boolean,
  ): void {
    if (isMarked(set)) return;
    const living = this.present.podsOf(owner).filter(isLive).length;
    const sizes = this.sizes.get(owner) ?? [];
    const known = [replicasOf(set), ...sizes.map(({ replicas }) => replicas)];
    const [least, most] = [Math.min(...known), Math.max(...known)];
    if (type === 'ADDED' && living > most) this.say('replicaset-count', id, { is: living, wanted: most });
    const deploymentKey = this.ownerOf(owner);
    const deployment = deploymentKey === undefined ? undefined : this.present.get(deploymentKey);
    const isOwned = list(set, 'metadata', 'ownerReferences').length > 0;
    if (!isChosen || !isOwned || deployment === undefined || isMarked(deployment)) return;
    if (living < least) this.say('replicaset-count', id, { is: living, wanted: least });
    if (before !== undefined && isReady(before)) this.noteRolledDown(id, deploymentKey ?? '', deployment);
  }

  private noteRolledDown(id: string, deploymentKey: string, deployment: KubeObject): void {
    const { isRolling, surge, unavailable } = strategyOf(deployment);
    if (!isRolling) return;
    const replicas = replicasOf(deployment);
    const most = surge === 0 && unavailable === 0 ? 1 : unavailable;
    const ready = this.present
      .owned(deploymentKey)
      .flatMap((set) => this.present.podsOf(set))
      .filter((pod) => isReady(pod) && !isMarked(pod)).length;
    if (ready < replicas - most) this.say('rolling-limits', id, { is: ready, wanted: replicas - most });
  }

  private noteScaled({ id }: LawWrite): void {
    const owner = this.ownerOf(id);
    const deployment = owner === undefined ? undefined : this.present.get(owner);
    if (owner === undefined || deployment === undefined) return;
    const { isRolling, surge } = strategyOf(deployment);
    const total = this.present.owned(owner).reduce((sum, set) => sum + replicasOf(this.present.get(set)), 0);
    const most = replicasOf(deployment) + (isRolling ? surge : 0);
    if (total > most) this.say('rolling-limits', id, { is: total, wanted: most });
  }

  private noteJobPod({ id }: LawWrite, owner: string, job: KubeObject): void {
    const pods = this.present.podsOf(owner);
    const unfinished = pods.filter(isLive).length;
    const done = pods.filter((pod) => text(pod, 'status', 'phase') === 'Succeeded').length;
    const parallelism = number(job, 'spec', 'parallelism');
    if (unfinished > parallelism) this.say('job-parallelism', id, { is: unfinished, wanted: parallelism });
    const completions = number(job, 'spec', 'completions') || 1;
    if (unfinished + done > completions)
      this.say('job-completions', id, { is: unfinished + done, wanted: completions });
  }

  private noteOrdinal(write: LawWrite, owner: string, set: KubeObject, isChosen: boolean): void {
    if (text(set, 'spec', 'podManagementPolicy') === 'Parallel') return;
    const { name } = write.object.metadata;
    const ordinal = ordinalOf(name);
    const others = this.present.podsOf(owner).filter(({ metadata }) => metadata.name !== name);
    if (write.type === 'ADDED') this.noteMade(write.id, ordinal, others, number(set, 'spec', 'ordinals', 'start'));
    if (!isChosen || isMarked(set)) return;
    const wrong = others.find(
      (other) => isMarked(other) || (ordinalOf(other.metadata.name) > ordinal && !isReady(other)),
    );
    if (wrong !== undefined) this.say('statefulset-order', write.id, { other: wrong.metadata.name });
  }

  private noteMade(id: string, ordinal: number, others: readonly KubeObject[], start: number): void {
    for (let low = start; low < ordinal; low++) {
      const found = others.find(({ metadata }) => ordinalOf(metadata.name) === low);
      if (found === undefined || !isReady(found)) this.say('statefulset-order', id, { other: String(low) });
    }
  }

  private noteEviction({ id, object }: LawWrite, before: KubeObject | undefined): void {
    const reason = text(condition(object, 'DisruptionTarget'), 'reason');
    if (reason !== 'EvictionByEvictionAPI' || before === undefined || !isReady(before)) return;
    for (const budget of this.present.ofKind('PodDisruptionBudget')) {
      const least = get(budget, 'spec', 'minAvailable');
      const labels = fields(budget, 'spec', 'selector', 'matchLabels');
      const isOf = (pod: KubeObject): boolean =>
        pod.metadata.namespace === budget.metadata.namespace &&
        Object.entries(labels).every(([label, value]) => pod.metadata.labels?.[label] === value);
      if (typeof least !== 'number' || !isOf(object)) continue;
      const left = this.present.ofKind('Pod').filter((pod) => isOf(pod) && isReady(pod) && !isMarked(pod)).length;
      if (left < least) this.say('budget', id, { is: left, wanted: least, other: budget.metadata.name });
    }
  }
}

const sizeOf = (set: KubeObject): Size => ({ generation: set.metadata.generation ?? 0, replicas: replicasOf(set) });

/** A person deletes what they like, and a disruption (eviction, preemption, a taint) takes whom it must: no order is kept. */
const isChosenByController = ({ by, object }: LawWrite): boolean =>
  by !== PERSON && condition(object, 'DisruptionTarget') === undefined;

interface Strategy {
  readonly isRolling: boolean;
  readonly surge: number;
  readonly unavailable: number;
}

function strategyOf(deployment: KubeObject): Strategy {
  const strategy = fields(deployment, 'spec', 'strategy');
  const rolling = fields(strategy, 'rollingUpdate');
  const replicas = replicasOf(deployment);
  return {
    isRolling: (strategy['type'] ?? 'RollingUpdate') === 'RollingUpdate',
    surge: share(rolling['maxSurge'] ?? '25%', replicas, Math.ceil),
    unavailable: share(rolling['maxUnavailable'] ?? '25%', replicas, Math.floor),
  };
}

/** An amount, or a percentage of `whole`. */
function share(value: unknown, whole: number, round: (n: number) => number): number {
  return typeof value === 'number' ? value : round((Number.parseInt(String(value), 10) * whole) / 100);
}
