/** What every write keeps, whoever makes it. */
import { nodeAllocatable, podAmounts } from '../../model/pod-requests.ts';
import type { KubeObject, Node, Pod } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Facts, LawWrite } from './laws.ts';
import type { Present } from './present.ts';
import { isOver, nodeOf } from './reading.ts';
import type { WriteRule } from './table.ts';

export interface StoredWrite extends LawWrite {
  readonly before: KubeObject | undefined;
  readonly revision: number;
  /** "create", "bind". */
  readonly verb: string;
  /** Microseconds since the Unix epoch. */
  readonly time: number;
}

type Say = (rule: WriteRule, facts: Facts) => void;

export class WriteRules {
  private revision = 0;

  /** @param present as before the write */
  constructor(
    private readonly present: Present,
    private readonly version: KubernetesVersion,
    private readonly say: Say,
  ) {}

  note(write: StoredWrite): void {
    const { revision, type, object, before } = write;
    if (revision <= this.revision) this.say('revision-rises', { is: revision, wanted: this.revision + 1 });
    this.revision = Math.max(this.revision, revision);
    if (type === 'DELETED') {
      const finalizers = before?.metadata.finalizers ?? [];
      // An update that takes the last one off a marked object removes it; a delete has to wait.
      if (finalizers.length > 0 && write.verb === 'delete') this.say('finalizers', { other: finalizers.join(', ') });
      return;
    }
    const own = Number(object.metadata.resourceVersion);
    if (own !== revision) this.say('revision-rises', { is: own, wanted: revision });
    if (before !== undefined) this.noteChange(object, before, write.time);
    if (write.verb === 'bind') this.noteRoom(object as Pod);
  }

  private noteChange({ metadata: is }: KubeObject, { metadata: was }: KubeObject, micros: number): void {
    if (is.uid !== was.uid || is.creationTimestamp !== was.creationTimestamp) this.say('identity', {});
    if ((is.generation ?? 0) < (was.generation ?? 0))
      this.say('generation', { is: is.generation ?? 0, wanted: was.generation ?? 0 });
    const [due, before] = [parseTime(is.deletionTimestamp ?? ''), parseTime(was.deletionTimestamp ?? '')];
    // Grace is only ever shortened; what would then lie in the past is now (rest/delete.go BeforeDelete).
    if (due !== undefined && before !== undefined && due > before && due > micros)
      this.say('deletion-time', { is: is.deletionTimestamp ?? '', wanted: was.deletionTimestamp ?? '' });
  }

  /** NodeResourcesFit, counted anew: all Pods on the node that are not over, with this one. */
  private noteRoom(pod: Pod): void {
    const name = nodeOf(pod);
    const node = this.present.node(name) as Node | undefined;
    if (node === undefined) return;
    const room = nodeAllocatable(node);
    const others = this.present.podsOn(name).filter((other) => !isOver(other)) as readonly Pod[];
    const all = [...others, pod].map((one) => podAmounts(one, this.version).requests);
    const cpu = all.reduce((sum, { milliCPU }) => sum + milliCPU, 0);
    const memory = all.reduce((sum, { memory: bytes }) => sum + bytes, 0);
    if (cpu > room.milliCPU) this.say('bind-room', { is: cpu, wanted: room.milliCPU, other: name });
    else if (memory > room.memory) this.say('bind-room', { is: memory, wanted: room.memory, other: name });
    else if (all.length > room.pods) this.say('bind-room', { is: all.length, wanted: room.pods, other: name });
  }
}
