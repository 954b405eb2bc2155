/**
 * Goes through a run step by step and says where an invariant did not hold. It reads the trace and what each step changed, so a
 * run that nobody asks about pays nothing, and an answer costs only the steps since the last one.
 */
import type { Step } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { objectKey, type KubeObject } from '../../model/objects.ts';
import type { Breach, InvariantRow } from '../../protocol/protocol.ts';
import type { Cluster } from '../create-cluster.ts';
import { breachesAtRest } from './at-rest.ts';
import { Decisions } from './decisions.ts';
import { DeliveryRules } from './deliveries.ts';
import { Laws, type Facts, type LawWrite } from './laws.ts';
import { Present } from './present.ts';
import { controllerOf } from './reading.ts';
import { Suspensions } from './suspensions.ts';
import { INVARIANTS, type InvariantId } from './table.ts';
import { WriteRules, type StoredWrite } from './writes.ts';

/** So many are told; a run that breaks one rule often breaks it again. */
const BREACH_LIMIT = 100;

const ETCD = 'etcd';
const idOf = ({ metadata }: KubeObject): string => metadata.uid ?? '';

export class InvariantCheck {
  private readonly found: Breach[] = [];
  private readonly present: Present;
  private readonly laws: Laws;
  private readonly writes: WriteRules;
  private readonly deliveries: DeliveryRules;
  private readonly suspensions: Suspensions;
  private readonly decisions: Decisions;
  private at: Step = 0;
  private readonly branch: number;
  private key = '';

  constructor(private readonly cluster: Cluster) {
    const { world } = cluster;
    this.branch = world.branch;
    const say = (id: InvariantId, facts: Facts): void => {
      this.say(id, this.key, facts);
    };
    this.present = new Present((_id, object) => controllerOf(object)?.uid);
    this.decisions = new Decisions(world.options.ticksPerSecond);
    for (const object of stored(cluster, 0)) {
      this.present.set(idOf(object), object);
      if (object.kind === 'Node') this.decisions.noteNode(object, false, -Infinity);
    }
    this.laws = new Laws(
      this.present,
      (id) => {
        const object = this.present.get(id);
        return object === undefined ? undefined : controllerOf(object)?.uid;
      },
      (law, _id, facts) => {
        say(law, facts);
      },
      this.decisions,
    );
    this.writes = new WriteRules(this.present, cluster.scenario.kubernetesVersion, say);
    this.deliveries = new DeliveryRules(world.trace, say);
    this.suspensions = new Suspensions(world.trace, world.options.ticksPerSecond);
  }

  /** Is it of a branch that was left? Then another one begins anew. */
  isStale(): boolean {
    const { world } = this.cluster;
    return world.branch !== this.branch || world.step < this.at;
  }

  /** @param atRest the run is over: what holds only at rest is looked at too */
  upTo(step: Step, atRest: boolean): readonly Breach[] {
    const { world } = this.cluster;
    while (this.at < Math.min(step, world.step)) {
      this.at++;
      if (this.found.length < BREACH_LIMIT) this.look(this.at);
    }
    const now = world.step;
    if (!atRest || step < now) return this.found.filter((breach) => breach.step <= step);
    const rest = breachesAtRest(this.cluster).filter(({ id }) => !this.suspensions.suspends(id as InvariantId, now));
    return [...this.found, ...rest];
  }

  /** Each rule of the table as of a step. @param atRest as in `upTo` */
  rows(step: Step, atRest: boolean): readonly InvariantRow[] {
    const breaches = this.upTo(step, atRest);
    const heldAt = this.suspensions.at(step);
    const isOver = atRest && step >= this.cluster.world.step;
    return INVARIANTS.map(({ id, moment }) => {
      const breach = breaches.find((one) => one.id === id);
      const held = heldAt(id);
      return {
        id,
        ...(moment === 'rest' && !isOver ? { waits: true as const } : {}),
        ...(breach === undefined ? {} : { breach }),
        ...(held === undefined ? {} : { suspended: held }),
      };
    });
  }

  private say(id: InvariantId, object: string, facts: Facts): void {
    if (this.found.length >= BREACH_LIMIT || this.suspensions.suspends(id, this.at)) return;
    this.found.push({ id, step: this.at, object, ...facts });
  }

  private look(step: Step): void {
    const { trace } = this.cluster.world;
    const kind = trace.kind(step);
    this.key = trace.object(step);
    if (kind === EVENT['fault.began'] || kind === EVENT['fault.ended'] || kind === EVENT['leader.elected'])
      this.suspensions.note(step, kind);
    if (kind === EVENT['cycle.started']) this.decisions.noteCycle(this.key, trace.time(step));
    if (kind === EVENT['store.written']) this.lookAtWrite(step);
    else this.lookAround(step, kind);
  }

  /** Whatever is no write changes nothing in the store. */
  private lookAround(step: Step, kind: number): void {
    for (const { collection } of this.cluster.world.changesAt(step))
      if (collection === ETCD) this.say('through-api-server', this.key, {});
    this.deliveries.note(step, kind);
  }

  private lookAtWrite(step: Step): void {
    const { world } = this.cluster;
    const { trace } = world;
    let count = 0;
    for (const { collection, key, before, after } of world.changesAt(step)) {
      if (collection !== ETCD) continue;
      if (++count > 1) this.say('through-api-server', key, {});
      const write = writeOf(trace.subject(step), before as KubeObject | undefined, after as KubeObject | undefined);
      const time = this.cluster.apiServer.epochMicros + trace.time(step);
      this.noteWrite({ ...write, revision: trace.number(step), verb: trace.detail(step), time });
    }
  }

  private noteWrite(write: StoredWrite): void {
    const { id, type, object, before } = write;
    this.key = objectKey(object);
    this.deliveries.noteCommit(write.revision, this.key);
    this.writes.note(write);
    if (type === 'DELETED') this.present.delete(id);
    else this.present.set(id, object);
    if (object.kind === 'Node')
      this.decisions.noteNode(object, type === 'DELETED', this.cluster.world.trace.time(this.at));
    this.laws.note(write, before);
  }
}

function writeOf(
  by: string,
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): LawWrite & { readonly before: KubeObject | undefined } {
  const object = (after ?? before) as KubeObject;
  const type = after === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED';
  return { id: idOf(object), type, object, by, before };
}

function stored({ world }: Cluster, step: Step): readonly KubeObject[] {
  const etcd = world.collections().find(({ name }) => name === ETCD);
  return [...(etcd?.at(step).entries() ?? [])].map(([, object]) => object as KubeObject);
}
