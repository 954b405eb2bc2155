/** What holds of every cluster, whatever was chosen (ROWS, Laws). */
import type { KubeObject, Taint, Toleration } from '../../model/objects.ts';
import { isHardTaint, tolerationsTolerateTaint } from '../../model/tolerations.ts';
import type { Candidate } from './candidate.ts';
import { fields, get, list, number, text } from './json.ts';
import { conditionsOf, isMarked, isReady, type Write } from './recording.ts';

const END_PHASES = new Set(['Succeeded', 'Failed']);

/** @returns a sentence a violation, that begins with the law's name */
export function brokenLaws(candidate: Candidate): readonly string[] {
  const laws = new Laws(candidate);
  for (const write of candidate.recording.writes) laws.note(write);
  return laws.broken;
}

const isLive = (pod: KubeObject): boolean => !isMarked(pod) && !END_PHASES.has(text(pod, 'status', 'phase'));
const nodeOf = (object: KubeObject | undefined): string => text(object, 'spec', 'nodeName');
const replicasOf = (object: KubeObject | undefined): number => {
  const replicas = get(object, 'spec', 'replicas');
  return typeof replicas === 'number' ? replicas : 1;
};
const ordinalOf = (name: string): number => Number(name.slice(name.lastIndexOf('-') + 1));

class Laws {
  readonly broken: string[] = [];
  private readonly present: Map<string, KubeObject>;

  constructor(private readonly candidate: Candidate) {
    this.present = new Map(candidate.recording.base);
  }

  note(write: Write): void {
    const { key, type, object } = write;
    const before = this.present.get(key);
    if (type === 'DELETED') {
      this.present.delete(key);
      return;
    }
    this.present.set(key, object);
    if (object.kind === 'Pod') this.notePod(write, before);
    if (object.kind === 'ReplicaSet' && (type === 'ADDED' || replicasOf(object) > replicasOf(before)))
      this.noteScaled(write);
  }

  private say(law: string, { key, index }: Write, what: string): void {
    this.broken.push(`${law}: write ${String(index)} ${this.candidate.names.full(key)} ${what}`);
  }

  private podsOf(owner: string): readonly KubeObject[] {
    return [...this.present]
      .filter(([key, { kind }]) => kind === 'Pod' && this.candidate.names.ownerOf(key) === owner)
      .map(([, object]) => object);
  }

  private notePod(write: Write, before: KubeObject | undefined): void {
    this.noteBinding(write, before);
    if (before !== undefined) this.noteLife(write, before);
    const isFresh = isMarked(write.object) && (before === undefined || !isMarked(before));
    if (isFresh) this.noteEviction(write, before);
    const owner = this.candidate.names.ownerOf(write.key);
    const ownerObject = owner === undefined ? undefined : this.present.get(owner);
    if (owner !== undefined && ownerObject !== undefined) {
      if (ownerObject.kind === 'ReplicaSet') this.noteReplica(write, before, owner, ownerObject, isFresh);
      if (ownerObject.kind === 'Job' && write.type === 'ADDED') this.noteJobPod(write, owner, ownerObject);
      if (ownerObject.kind === 'StatefulSet') this.noteOrdinal(write, owner, ownerObject, isFresh);
    }
  }

  private noteBinding(write: Write, before: KubeObject | undefined): void {
    const { object, by, type } = write;
    const node = nodeOf(object);
    const hasStatus =
      by === 'kubelet' ||
      list(object, 'status', 'containerStatuses').length > 0 ||
      text(object, 'status', 'podIP') !== '' ||
      conditionsOf(object).has('Ready');
    if (node === '' && hasStatus) this.say('bind-first', write, 'has a kubelet status before it is bound');
    if (nodeOf(before) !== '' && nodeOf(before) !== node) this.say('bind-once', write, `moved to ${node}`);
    if (node === '' || nodeOf(before) !== '' || type !== 'MODIFIED') return;
    const found = [...this.present.values()].find(({ kind, metadata }) => kind === 'Node' && metadata.name === node);
    if (found === undefined) this.say('bind-node', write, `bound to ${node}, which is not there`);
    const tolerations = list(object, 'spec', 'tolerations') as readonly Toleration[];
    for (const taint of list(found, 'spec', 'taints') as readonly Taint[]) {
      if (isHardTaint(taint) && !tolerationsTolerateTaint(tolerations, taint)) {
        this.say('bind-taint', write, `bound to ${node} in spite of ${taint.key}`);
      }
    }
    if (list(object, 'spec', 'schedulingGates').length > 0) this.say('bind-gate', write, 'bound while gated');
  }

  private noteLife(write: Write, before: KubeObject): void {
    const [was, is] = [text(before, 'status', 'phase'), text(write.object, 'status', 'phase')];
    if (END_PHASES.has(was) && was !== is) this.say('phase', write, `goes from ${was} to ${is}`);
    if (isMarked(before) && !isMarked(write.object)) this.say('undelete', write, 'is no longer marked');
  }

  private noteReplica(
    write: Write,
    before: KubeObject | undefined,
    owner: string,
    set: KubeObject,
    isFresh: boolean,
  ): void {
    if (isMarked(set)) return;
    const living = this.podsOf(owner).filter(isLive).length;
    const wanted = replicasOf(set);
    if (write.type === 'ADDED' && living > wanted) {
      this.say('replicaset-count', write, `makes ${String(living)} Pods of ${String(wanted)}`);
    }
    const deploymentKey = this.candidate.names.ownerOf(owner);
    const deployment = deploymentKey === undefined ? undefined : this.present.get(deploymentKey);
    const disrupted = conditionsOf(write.object).has('DisruptionTarget');
    const isOwned = list(set, 'metadata', 'ownerReferences').length > 0;
    if (!isFresh || disrupted || !isOwned || deployment === undefined || isMarked(deployment)) return;
    if (living < wanted)
      this.say('replicaset-count', write, `deleted leaves ${String(living)} Pods of ${String(wanted)}`);
    if (before !== undefined && isReady(before)) this.noteRolledDown(write, deploymentKey ?? '', deployment);
  }

  private setsOf(deployment: string): readonly string[] {
    return [...this.present.keys()].filter((key) => this.candidate.names.ownerOf(key) === deployment);
  }

  private noteRolledDown(write: Write, key: string, deployment: KubeObject): void {
    const { isRolling, surge, unavailable } = strategyOf(deployment);
    if (!isRolling) return;
    const replicas = replicasOf(deployment);
    const most = surge === 0 && unavailable === 0 ? 1 : unavailable;
    const ready = this.setsOf(key)
      .flatMap((set) => this.podsOf(set))
      .filter((pod) => isReady(pod) && !isMarked(pod)).length;
    if (ready < replicas - most) {
      this.say('rolling-limits', write, `marked for deletion leaves ${String(ready)} ready of ${String(replicas)}`);
    }
  }

  private noteScaled(write: Write): void {
    const key = this.candidate.names.ownerOf(write.key);
    const deployment = key === undefined ? undefined : this.present.get(key);
    if (key === undefined || deployment === undefined) return;
    const { isRolling, surge } = strategyOf(deployment);
    const total = this.setsOf(key).reduce((sum, set) => sum + replicasOf(this.present.get(set)), 0);
    const most = replicasOf(deployment) + (isRolling ? surge : 0);
    if (total > most) this.say('rolling-limits', write, `makes ${String(total)} replicas, ${String(most)} allowed`);
  }

  private noteJobPod(write: Write, owner: string, job: KubeObject): void {
    const pods = this.podsOf(owner);
    const unfinished = pods.filter(isLive).length;
    const done = pods.filter((pod) => text(pod, 'status', 'phase') === 'Succeeded').length;
    if (unfinished > number(job, 'spec', 'parallelism'))
      this.say('job-parallelism', write, `makes ${String(unfinished)}`);
    const completions = number(job, 'spec', 'completions') || 1;
    if (unfinished + done > completions)
      this.say('job-completions', write, `makes ${String(unfinished)} with ${String(done)} done`);
  }

  private noteOrdinal(write: Write, owner: string, set: KubeObject, isFresh: boolean): void {
    if (text(set, 'spec', 'podManagementPolicy') === 'Parallel') return;
    const ordinal = ordinalOf(write.object.metadata.name);
    const others = this.podsOf(owner).filter(({ metadata }) => metadata.name !== write.object.metadata.name);
    if (write.type === 'ADDED') {
      for (let low = 0; low < ordinal; low++) {
        const found = others.find(({ metadata }) => ordinalOf(metadata.name) === low);
        if (found === undefined || !isReady(found))
          this.say('statefulset-order', write, `made before ordinal ${String(low)} is ready`);
      }
    }
    if (!isFresh) return;
    for (const other of others) {
      if (isMarked(other)) this.say('statefulset-order', write, `deleted while ${other.metadata.name} is going`);
      else if (ordinalOf(other.metadata.name) > ordinal && !isReady(other)) {
        this.say('statefulset-order', write, `deleted while ${other.metadata.name} above is not ready`);
      }
    }
  }

  private noteEviction(write: Write, before: KubeObject | undefined): void {
    const reason = text(conditionsOf(write.object).get('DisruptionTarget'), 'reason');
    if (reason !== 'EvictionByEvictionAPI' || before === undefined || !isReady(before)) return;
    for (const budget of this.present.values()) {
      const least = get(budget, 'spec', 'minAvailable');
      const labels = fields(budget, 'spec', 'selector', 'matchLabels');
      const isOf = (pod: KubeObject): boolean =>
        Object.entries(labels).every(([label, value]) => pod.metadata.labels?.[label] === value);
      if (budget.kind !== 'PodDisruptionBudget' || typeof least !== 'number' || !isOf(write.object)) continue;
      const left = [...this.present.values()].filter(
        (pod) => pod.kind === 'Pod' && isOf(pod) && isReady(pod) && !isMarked(pod),
      ).length;
      if (left < least) this.say('budget', write, `evicted leaves ${String(left)} healthy, ${String(least)} wanted`);
    }
  }
}

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
