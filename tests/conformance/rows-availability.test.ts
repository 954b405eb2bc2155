/** When what is ready counts as available: upstream #132121 (v1.34, ReplicaSet) and #135428 (v1.36, in v1.35.1; StatefulSet). */
import { describe, expect, it } from 'vitest';
import { deployment, runRow, statefulSet } from './rows.ts';

const spec = { minReadySeconds: 5 };
/** Whole seconds of the Pod's Ready condition, five later. */
const due = (at: number): number => Math.floor(at) + 5;

describe('minReadySeconds', () => {
  it('a ReplicaSet looks again when the next of its Pods becomes available, and for each of them', () => {
    const told = runRow([{ apply: [deployment('web', 4, { spec })] }]);
    const ready = [0, 1, 2, 3].flatMap((n) => told.times(`Pod/web@1#${String(n)}`, 'condition[Ready]').slice(-1));
    const writes = told.candidate.recording.writes.filter(
      ({ kind, object, before }) =>
        kind === 'ReplicaSet' && availableOf(object) !== availableOf(before) && availableOf(object) > 0,
    );
    const moments = [...new Set(ready.map(due))].sort();
    expect(writes.map(({ seconds }) => Math.floor(seconds))).toEqual(moments);
    expect(writes.map(({ object }) => availableOf(object))).toEqual(
      moments.map((moment) => ready.filter((at) => due(at) <= moment).length),
    );
    expect(told.track('Deployment/web', 'condition[Available]').at(-1)).toBe('0 True MinimumReplicasAvailable');
  });

  it('a StatefulSet makes the next Pod in the second in which the one below becomes available', () => {
    const told = runRow([{ apply: [statefulSet('db', 2, { spec })] }]);
    const [ready = 0] = told.times('Pod/db-0', 'condition[Ready]').slice(-1);
    const [made = 0] = told.times('Pod/db-1', '@');
    expect(Math.floor(made)).toBe(due(ready));
  });
});

const availableOf = (set: unknown): number =>
  (set as { readonly status?: { readonly availableReplicas?: number } } | undefined)?.status?.availableReplicas ?? 0;
