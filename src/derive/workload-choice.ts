/** What the workload views begin with: what the story tells of, else what happened last, else what tells most. */
import type { ObjectRow } from '../protocol/protocol.ts';
import { kindOf, partsOf, subjectsAmong, type WorkloadPart } from './workload-parts.ts';

export interface FirstView {
  readonly key: string;
  readonly part: WorkloadPart;
}

/** A note of the story that names an object and its picture. */
export interface ToldView extends FirstView {
  readonly step: number;
}

export interface ChoiceInput {
  /** As of the step. */
  readonly rows: readonly ObjectRow[];
  /** In the order of the steps. */
  readonly told: readonly ToldView[];
  readonly step: number;
  /** The last step up to now at which anybody but a kubelet wrote the object; 0 = none. */
  readonly lastWrite: (key: string) => number;
}

/** @returns undefined where no object has a picture */
export function firstView({ rows, told, step, lastWrite }: ChoiceInput): FirstView | undefined {
  const there = subjectsAmong(rows);
  const known = told.filter(({ key }) => there.some((row) => row.key === key));
  const note = known.filter((one) => one.step <= step).at(-1) ?? known[0];
  if (note !== undefined) return { key: note.key, part: note.part };
  const newest = there
    .filter((row) => isEventful(row, there))
    .map((row) => ({ row, at: lastWrite(row.key) }))
    .reduce<{ row: ObjectRow; at: number } | undefined>((a, b) => (a === undefined || b.at > a.at ? b : a), undefined);
  const row = newest?.row ?? there[0];
  return row === undefined ? undefined : { key: row.key, part: firstPart(row) };
}

const CORDONED = 'SchedulingDisabled';
/** Ready of wanted. */
const SHORT = /^(\d+)\/(\d+)$/;
const FAILS: ReadonlySet<ObjectRow['phase']> = new Set(['unsched', 'fail']);

/** A node that is dead or cordoned, a workload without all of its Pods; where there is no workload, a Pod in trouble. */
function isEventful({ key, status, phase }: ObjectRow, all: readonly ObjectRow[]): boolean {
  if (kindOf(key) === 'Node') return isDead(status) || isCordoned(status);
  if (kindOf(key) === 'Pod') return FAILS.has(phase) && all.every((other) => !isMaker(other.key));
  const [, ready, wanted] = SHORT.exec(status) ?? [];
  return kindOf(key) !== 'ReplicaSet' && Number(ready) < Number(wanted);
}

const isDead = (status: string): boolean => status.startsWith('NotReady');
export const isCordoned = (status: string): boolean => status.split(',').includes(CORDONED);
const isMaker = (key: string): boolean => !['Node', 'Pod', 'PodDisruptionBudget'].includes(kindOf(key));

/** A node that lives and takes no Pods is being drained. */
export function firstPart({ key, status }: Pick<ObjectRow, 'key' | 'status'>): WorkloadPart {
  if (kindOf(key) === 'Node' && isCordoned(status) && !isDead(status)) return 'drain';
  return partsOf(key)[0] ?? 'lives';
}
