/** Which informer a page opens with, and who is told above the lanes. */
import { describe, expect, it } from 'vitest';
import { laneOrder, startingInformer, waitingListeners } from '../../src/derive/informer-choice.ts';
import { refusedClients, refusedCountOf, refusedTo } from '../../src/derive/refusals.ts';
import type { ApiServerAnswer, ConflictRow, InformerRow, ListenerView } from '../../src/protocol/protocol.ts';
import { traceOf } from './fixtures.ts';

const LOG = traceOf(`
  0    request.sent          | kubectl                      | Pod/default/a | create
  3000 watch.delivered       | kube-controller-manager pods | Pod/default/a | ADDED  | 7
  3070 handler.called        | kube-scheduler               | Node/a        | add
  3080 sync.started          | replicaset-controller        | ReplicaSet/default/web |  | 0
  4000 fault.began           | kube-scheduler               |               | crash
  4100 fault.began           |                              |               | compact
  4200 list.delivered        | kube-controller-manager      | Pod           |        | 3
`);

const row = (process: string, resource: string, listeners: readonly string[], waiting = 0): InformerRow => ({
  ...{ id: `${process} ${resource}`, process, resource, listeners, waiting },
  kind: { pods: 'Pod', nodes: 'Node', replicasets: 'ReplicaSet' }[resource] ?? resource,
  ...{ objects: 0, queued: 0, lastRevision: 1, behind: 0 },
});
const ROWS = [
  row('kube-scheduler', 'pods', ['kube-scheduler']),
  row('kube-scheduler', 'nodes', ['kube-scheduler']),
  row('kube-controller-manager', 'pods', ['replicaset-controller', 'audit']),
  row('kube-controller-manager', 'replicasets', ['replicaset-controller']),
];
const start = (step: number, rows: readonly InformerRow[] = ROWS, last = ''): string | undefined =>
  startingInformer(LOG, step, rows, last);

describe('a page opens with the informer', () => {
  it.each([
    [2, 'kube-controller-manager pods'],
    [3, 'kube-scheduler nodes'],
    [4, 'kube-controller-manager replicasets'],
    [5, 'kube-scheduler pods'],
    [7, 'kube-controller-manager pods'],
  ])('that step %i concerns', (step, id) => {
    expect(start(step, ROWS, 'kube-scheduler nodes')).toBe(id);
  });

  it.each([0, 1, 6])('with most waiting where step %i concerns none', (step) => {
    const rows = [...ROWS.slice(0, 2), row('kube-controller-manager', 'pods', ['audit'], 9), ...ROWS.slice(3)];
    expect(start(step, rows, 'kube-scheduler nodes')).toBe('kube-controller-manager pods');
  });

  it('that was looked at last where nothing waits, if it is there still; else with the scheduler’s Pods', () => {
    expect(start(1, ROWS, 'kube-scheduler nodes')).toBe('kube-scheduler nodes');
    expect(start(1, ROWS, 'kube-scheduler moons')).toBe('kube-scheduler pods');
    expect(start(1, ROWS.slice(1))).toBe('kube-scheduler nodes');
    expect(start(1, [])).toBeUndefined();
  });
});

const listener = (name: string, more: Partial<ListenerView> = {}): ListenerView => ({
  ...{ name, handlerTicks: 40_000, pending: 0, capacity: 1024, read: 0, write: 0, doubledAt: [] },
  ...{ told: false, blocksSender: false },
  ...more,
});
const HAND = { kind: 'add', key: 'default/a' } as const;

describe('who is told above the lanes', () => {
  const listeners = [
    listener('idle'),
    listener('busy', { inHand: HAND, pending: 900, oldestTicks: 200 }),
    listener('slow', { inHand: HAND, pending: 3, oldestTicks: 90_000 }),
    listener('blocking', { inHand: HAND, pending: 2, blocksSender: true, oldestTicks: 10 }),
  ];

  it('what blocks first, then what is slow, then what waits; what pop holds out waits, too', () => {
    const told = waitingListeners({ listeners }).map(({ listener: { name }, place, waiting, state }) => [
      ...[name, place, waiting, state],
    ]);
    expect(told).toEqual([
      ['blocking', 3, 3, 'blocks'],
      ['slow', 2, 4, 'slow'],
      ['busy', 1, 901, 'waits'],
    ]);
  });

  it('the lane that blocks comes first; where none does, they stand as they are told', () => {
    expect(laneOrder({ listeners })).toEqual([3, 0, 1, 2]);
    expect(laneOrder({ listeners: listeners.slice(0, 3) })).toEqual([0, 1, 2]);
  });
});

describe('whose requests were refused', () => {
  const refusal = (client: string, step: number): ConflictRow => ({
    ...{ step, client, key: 'Pod/default/a', verb: 'update', code: 409, reason: 'Conflict', message: '' },
  });
  const conflicts = [
    refusal('kube-controller-manager', 9),
    refusal('kubelet node-a', 8),
    refusal('kube-controller-manager', 7),
    refusal('kubectl', 5),
  ];

  it('people come first, then who was refused most; the one chosen is there without any', () => {
    const counts = [
      { client: 'kube-controller-manager', count: 2 },
      { client: 'kubelet node-a', count: 1 },
      { client: 'kubectl', count: 1 },
    ];
    expect(refusedClients(counts, 'helm').map(({ client, count }) => [client, count])).toEqual([
      ['kubectl', 1],
      ['helm', 0],
      ['kube-controller-manager', 2],
      ['kubelet node-a', 1],
    ]);
  });

  it('one client’s alone, or all', () => {
    const answer = { conflicts } as unknown as ApiServerAnswer;
    expect(refusedTo(answer, 'kubectl').conflicts.map(({ step }) => step)).toEqual([5]);
    expect(refusedTo(answer, '').conflicts).toHaveLength(4);
    const counted = { refused: 70, refusedBy: [{ client: 'kubectl', count: 2 }] } as unknown as ApiServerAnswer;
    expect(['', 'kubectl', 'helm'].map((client) => refusedCountOf(counted, client))).toEqual([70, 2, 0]);
  });
});
