/** What a watcher hears: the writes of an object in order, and nothing that was never written. */
import type { Step, Trace } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { Facts } from './laws.ts';
import type { WatchRule } from './table.ts';

/** After these a stream begins anew, or another one does. */
const ENDS = new Set(['ERROR', 'CLOSED']);
const ANEW: ReadonlySet<number> = new Set([EVENT['list.delivered'], EVENT['fault.began'], EVENT['fault.ended']]);
/** Of a candidate for leadership: "control-plane-1_kube-scheduler". */
const componentOf = (candidate: string): string => candidate.slice(candidate.indexOf('_') + 1);
const OBJECTS = new Set(['ADDED', 'MODIFIED', 'DELETED']);

export class DeliveryRules {
  /** By watcher, then object: revision of the last event that it heard. */
  private readonly heard = new Map<string, Map<number, number>>();
  /** By revision: the key that it wrote. */
  private readonly commits = new Map<number, string>();

  constructor(
    private readonly trace: Trace,
    private readonly say: (rule: WatchRule, facts: Facts) => void,
  ) {}

  noteCommit(revision: number, key: string): void {
    this.commits.set(revision, key);
  }

  note(step: Step, kind: number): void {
    const { trace } = this;
    if (kind === EVENT['watch.delivered']) this.noteDelivery(step);
    else if (kind === EVENT['watch.opened']) this.heard.delete(trace.subject(step));
    // A list is told by its client, and a process that dies or starts watches everything anew.
    else if (ANEW.has(kind)) this.forget(trace.subject(step));
    else if (kind === EVENT['leader.lost']) this.forget(componentOf(trace.subject(step)));
  }

  private forget(client: string): void {
    for (const watcher of [...this.heard.keys()])
      if (watcher === client || watcher.startsWith(`${client} `)) this.heard.delete(watcher);
  }

  private noteDelivery(step: Step): void {
    const { trace } = this;
    const watcher = trace.subject(step);
    const type = trace.detail(step);
    if (ENDS.has(type)) this.heard.delete(watcher);
    if (!OBJECTS.has(type)) return;
    const revision = trace.number(step);
    const object = trace.objectId(step);
    const own = this.of(watcher);
    const last = own.get(object);
    if (last !== undefined && revision <= last)
      this.say('watch-order', { is: revision, wanted: last + 1, other: watcher });
    own.set(object, revision);
    const written = this.commits.get(revision);
    if (written !== undefined && written !== trace.object(step))
      this.say('watch-truth', { is: revision, wanted: written, other: watcher });
  }

  private of(watcher: string): Map<number, number> {
    let own = this.heard.get(watcher);
    if (own === undefined) this.heard.set(watcher, (own = new Map<number, number>()));
    return own;
  }
}
