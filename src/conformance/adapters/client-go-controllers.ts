/** What controllers remember of their own writes, and whom they let go first (recorded from k8s.io/kubernetes 1.35). */
import {
  compareForDeletion,
  ControllerExpectations,
  UIDTrackingControllerExpectations,
  type RankedPod,
} from '../../components/controllers/controllers.ts';
import type { Pod } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import type { Adapter } from '../types.ts';

interface ExpectationsGiven {
  readonly timeoutMs: number;
  readonly tracksUIDs: boolean;
}

interface ExpectationsStep {
  readonly op: string;
  readonly key?: string;
  readonly n?: number;
  readonly add?: number;
  readonly del?: number;
  readonly ms?: number;
  readonly pod?: string;
  readonly pods?: readonly string[];
}

const KEYS = ['ns/a', 'ns/b'];

class ExpectationsScript {
  private now = 0;
  private readonly tracking: UIDTrackingControllerExpectations | undefined;
  private readonly expectations: ControllerExpectations;

  constructor({ timeoutMs, tracksUIDs }: ExpectationsGiven) {
    const clock = { now: () => this.now, timeout: timeoutMs };
    this.tracking = tracksUIDs ? new UIDTrackingControllerExpectations(new Map(), clock) : undefined;
    this.expectations = this.tracking ?? new ControllerExpectations(new Map(), clock);
  }

  step(step: ExpectationsStep): object {
    const sets = step.op.startsWith('expect');
    this.perform(step);
    return { ...Object.fromEntries(KEYS.map((key) => [key, this.stateOf(key)])), ...(sets ? { error: false } : {}) };
  }

  private perform(step: ExpectationsStep): void {
    const { op, key = '', n = 0, add = 0, del = 0, ms = 0 } = step;
    const { expectations } = this;
    switch (op) {
      case 'expectCreations':
        expectations.expectCreations(key, n);
        return;
      case 'expectDeletions':
        expectations.expectDeletionCount(key, n);
        return;
      case 'creationObserved':
        expectations.creationObserved(key);
        return;
      case 'deletionObserved':
        expectations.deletionCounted(key);
        return;
      case 'raise':
        expectations.raise(key, add, del);
        return;
      case 'lower':
        expectations.lower(key, add, del);
        return;
      case 'deleteExpectations':
        expectations.delete(key);
        return;
      case 'advance':
        this.now += ms;
        return;
      default:
        this.performTracked(step);
    }
  }

  private performTracked({ op, key = '', pod = '', pods = [] }: ExpectationsStep): void {
    if (op === 'expectDeletionsOf' && this.tracking !== undefined) this.tracking.expectDeletions(key, pods);
    else if (op === 'deletionObservedOf' && this.tracking !== undefined) this.tracking.deletionObserved(key, pod);
    else throw new Error(`unknown operation ${op}`);
  }

  private stateOf(key: string): object {
    const expected = this.expectations.get(key);
    const satisfied = this.expectations.satisfied(key);
    const pods = this.tracking === undefined ? {} : { pods: Object.keys(expected?.pods ?? {}).sort() };
    return expected === undefined
      ? { satisfied, ...pods }
      : { satisfied, add: expected.add, del: expected.del, ...pods };
  }
}

export const clientGoExpectations: Adapter = {
  source: 'client-go',
  kind: 'controller-expectations',
  compare: { isSet: (path) => path.endsWith('.pods'), isComplete: (path) => /\.ns\/[ab]$/.test(path) },
  run({ given, steps = [] }) {
    const script = new ExpectationsScript(given as ExpectationsGiven);
    return steps.map((step) => script.step(step as ExpectationsStep));
  },
};

// --- who goes first ---

interface WrittenPod {
  readonly name: string;
  readonly node?: string;
  readonly phase: string;
  readonly readySince?: string;
  readonly created?: string;
  readonly restarts?: number;
  readonly deletionCost?: string;
  /** Pods of related sets on the same node. */
  readonly rank: number;
}

function podOf(written: WrittenPod): Pod {
  const { name, node, phase, readySince, created, restarts, deletionCost } = written;
  const annotations = { 'controller.kubernetes.io/pod-deletion-cost': deletionCost ?? '' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ...(created === undefined ? {} : { creationTimestamp: created }),
      ...(deletionCost === undefined ? {} : { annotations }),
    },
    spec: { containers: [], ...(node === undefined ? {} : { nodeName: node }) },
    status: {
      phase,
      ...(readySince === undefined
        ? {}
        : { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: readySince }] }),
      ...(restarts === undefined
        ? {}
        : { containerStatuses: [{ name: 'c', restartCount: restarts, image: '', imageID: '', ready: true }] }),
    },
  };
}

/** Pods that upstream does not tell apart form one group. */
function groups(pods: readonly RankedPod[], nowMicros: number): string[][] {
  const found: RankedPod[][] = [];
  for (const pod of [...pods].sort((a, b) => compareForDeletion(a, b, nowMicros))) {
    const last = found.at(-1);
    const [first] = last ?? [];
    if (last !== undefined && first !== undefined && compareForDeletion(first, pod, nowMicros) === 0) last.push(pod);
    else found.push([pod]);
  }
  return found.map((group) => group.map(({ pod }) => pod.metadata.name));
}

export const clientGoPodDeletionOrder: Adapter = {
  source: 'client-go',
  kind: 'pod-deletion-order',
  compare: { isSet: (path) => /\.order\.\d+$/.test(path) },
  run({ given, steps = [] }) {
    const { now, pods } = given as { readonly now: string; readonly pods: readonly WrittenPod[] };
    const ranked = pods.map((written): RankedPod => ({ pod: podOf(written), onNode: written.rank }));
    return steps.map(() => ({ order: groups(ranked, parseTime(now) ?? NaN) }));
  },
};
