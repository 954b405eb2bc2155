/** What the workload views begin with, and in which picture. */
import { describe, expect, it } from 'vitest';
import { firstPart, firstView, type ChoiceInput } from '../../src/derive/workload-choice.ts';
import type { ObjectRow } from '../../src/protocol/protocol.ts';

const row = (key: string, status = '', phase: ObjectRow['phase'] = ''): ObjectRow => ({
  ...{ key, kind: key.split('/')[0] ?? '', phase, node: '', revision: '', status },
});
const HEALTHY = [
  row('Pod/default/a', 'Running', 'run'),
  row('Node/node-a', 'Ready'),
  row('Node/node-b', 'Ready'),
  row('Deployment/default/web', '3/3'),
  row('ReplicaSet/default/web-1', '3/3'),
];
const now = (changed: readonly ObjectRow[], rest: Partial<ChoiceInput> = {}): ReturnType<typeof firstView> => {
  const rows = HEALTHY.map((one) => changed.find(({ key }) => key === one.key) ?? one);
  const added = changed.filter(({ key }) => HEALTHY.every((one) => one.key !== key));
  return firstView({ rows: [...rows, ...added], told: [], step: 50, lastWrite: () => 0, ...rest });
};

const TOLD = [
  { key: 'Deployment/default/web', part: 'rollout', step: 10 },
  { key: 'Node/node-b', part: 'drain', step: 40 },
  { key: 'Node/node-b', part: 'clock', step: 60 },
] as const;

describe('a room begins', () => {
  it('with what the story tells of at the step, or will tell of first', () => {
    expect(now([], { told: TOLD })).toEqual({ key: 'Node/node-b', part: 'drain' });
    expect(now([], { told: TOLD, step: 20 })).toEqual({ key: 'Deployment/default/web', part: 'rollout' });
    expect(now([], { told: TOLD, step: 5 })).toEqual({ key: 'Deployment/default/web', part: 'rollout' });
    const elsewhere = [{ key: 'Job/default/none', part: 'lives', step: 1 }] as const;
    expect(now([], { told: elsewhere })?.key).toBe('Deployment/default/web');
  });

  it('with a dead node, a drained one, a workload that lacks Pods: what happened last', () => {
    expect(now([row('Node/node-b', 'NotReady')])).toEqual({ key: 'Node/node-b', part: 'clock' });
    expect(now([row('Node/node-a', 'Ready,SchedulingDisabled')])).toEqual({ key: 'Node/node-a', part: 'drain' });
    const both = [row('Node/node-a', 'Ready,SchedulingDisabled'), row('Deployment/default/web', '2/3')];
    const last = (newest: string) => (key: string) => (key === newest ? 40 : 20);
    expect(now(both, { lastWrite: last('Node/node-a') })?.key).toBe('Node/node-a');
    expect(now(both, { lastWrite: last('Deployment/default/web') })?.key).toBe('Deployment/default/web');
    // A ReplicaSet that is scaled down on purpose is its Deployment's affair.
    expect(now([row('ReplicaSet/default/web-1', '1/3')])?.key).toBe('Deployment/default/web');
  });

  it('with a Pod in trouble only where no workload could tell of it', () => {
    const failing = row('Pod/default/a', 'CrashLoopBackOff', 'fail');
    expect(now([failing])?.key).toBe('Deployment/default/web');
    const bare = firstView({ rows: [failing, row('Node/node-a', 'Ready')], told: [], step: 1, lastWrite: () => 0 });
    expect(bare).toEqual({ key: 'Pod/default/a', part: 'lives' });
  });

  it('with what tells most where nothing happened, and nowhere where nothing has a picture', () => {
    expect(now([])).toEqual({ key: 'Deployment/default/web', part: 'rollout' });
    expect(firstView({ rows: [row('Service/default/a')], told: [], step: 1, lastWrite: () => 0 })).toBeUndefined();
  });

  it('a node that is dead has its clock, though it is cordoned', () => {
    expect(firstPart(row('Node/a', 'NotReady,SchedulingDisabled'))).toBe('clock');
    expect(firstPart(row('CronJob/default/a'))).toBe('calendar');
  });
});
