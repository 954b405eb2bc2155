/**
 * What a scheduler could know when it decided. The api-server does not look at taints when it binds, so a taint that came, or a
 * Node that went, after a Pod's cycle began is a race that a real cluster has too.
 */
import { objectKey, type KubeObject, type Taint } from '../../model/objects.ts';
import { list } from '../../model/fields.ts';

/** Seconds that a watch may need to bring what was written, where no fault stands. */
const HEARD_WITHIN = 1;

const wordsOf = ({ key, value = '', effect }: Taint): string => `${key}=${value}:${effect}`;

export class Decisions {
  /** By key of a Pod: the tick at which its last cycle began. */
  private readonly began = new Map<string, number>();
  /** By name of a Node, by taint: the tick at which it came. */
  private readonly taints = new Map<string, Map<string, number>>();
  /** By name of a Node that is gone: the tick. */
  private readonly gone = new Map<string, number>();
  private readonly margin: number;

  constructor(ticksPerSecond: number) {
    this.margin = HEARD_WITHIN * ticksPerSecond;
  }

  noteCycle(pod: string, tick: number): void {
    this.began.set(pod, tick);
  }

  /** @param tick of the write; -Infinity for what the run began with */
  noteNode(node: KubeObject, isGone: boolean, tick: number): void {
    const { name } = node.metadata;
    if (isGone) {
      this.taints.delete(name);
      this.gone.set(name, tick);
      return;
    }
    this.gone.delete(name);
    const before = this.taints.get(name);
    const now = new Map<string, number>();
    for (const taint of list(node, 'spec', 'taints') as readonly Taint[]) {
      const words = wordsOf(taint);
      now.set(words, before?.get(words) ?? tick);
    }
    this.taints.set(name, now);
  }

  /** Could whoever bound the Pod have known of the taint? Without a cycle nobody had an excuse. */
  knewTaint(pod: KubeObject, node: string, taint: Taint): boolean {
    return this.isHeard(pod, this.taints.get(node)?.get(wordsOf(taint)));
  }

  knewGone(pod: KubeObject, node: string): boolean {
    return this.isHeard(pod, this.gone.get(node));
  }

  private isHeard(pod: KubeObject, came: number | undefined): boolean {
    const began = this.began.get(objectKey(pod));
    return began === undefined || came === undefined || came + this.margin <= began;
  }
}
