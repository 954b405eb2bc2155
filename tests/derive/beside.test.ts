import { describe, expect, it } from 'vitest';
import { countsAt, differencesAt, nodeRows, partingOf, recoveryOf, statesAt } from '../../src/derive/beside.ts';
import type { BesideAnswer, ObjectState, Tale, TaleRow } from '../../src/protocol/protocol.ts';

const pod = (text: string, more: Partial<ObjectState> = {}): ObjectState => ({
  text,
  phase: text === 'Running' ? 'run' : 'bound',
  node: 'node-a',
  ready: text === 'Running',
  restarts: 0,
  disrupted: '',
  ...more,
});
const node: ObjectState = { text: 'Ready', phase: '', node: '', ready: true, restarts: 0, disrupted: '' };
const row = (micros: number, key: string, state?: ObjectState): TaleRow => ({
  step: micros,
  micros,
  key,
  ...(state === undefined ? {} : { state }),
});
const tale = (...rows: readonly TaleRow[]): Tale => ({
  steps: 900,
  micros: 900,
  state: 'quiescent',
  rows,
  broken: false,
  density: [],
});

const beside = (original: Tale, branch: Tale): BesideAnswer => ({
  from: 100,
  fromMicros: 100,
  entries: [],
  base: [
    ['Node/node-a', node],
    ['Node/node-b', node],
    ['Pod/default/web', pod('Running')],
  ],
  original,
  branch,
  window: { from: 0, to: 900 },
});

describe('two runs on one clock', () => {
  const answer = beside(
    tale(row(300, 'Pod/default/new', pod('Running', { node: 'node-b' }))),
    tale(
      row(200, 'Pod/default/web', pod('Error')),
      row(300, 'Pod/default/new', pod('Running', { node: 'node-b' })),
      row(400, 'Pod/default/web', pod('Running', { restarts: 1 })),
      row(
        500,
        'Pod/default/new',
        pod('Terminating', { node: 'node-b', phase: 'term', disrupted: 'EvictionByEvictionAPI' }),
      ),
      row(600, 'Pod/default/new'),
    ),
  );

  it('an object has the state of its last write', () => {
    expect(statesAt(answer, answer.branch, 199).get('Pod/default/web')?.text).toBe('Running');
    expect(statesAt(answer, answer.branch, 200).get('Pod/default/web')?.text).toBe('Error');
    expect(statesAt(answer, answer.branch, 900).has('Pod/default/new')).toBe(false);
  });

  it('they part at the first object that differs, and differ in what is not the same then', () => {
    expect(partingOf(answer)).toMatchObject({ key: 'Pod/default/web', micros: 200, step: 200 });
    expect(partingOf(beside(answer.original, answer.original))).toBeUndefined();
    expect(differencesAt(answer, 100)).toEqual([]);
    expect(differencesAt(answer, 350).map(({ key }) => key)).toEqual(['Pod/default/web']);
    expect(differencesAt(answer, 900)).toMatchObject([
      { key: 'Pod/default/new', branch: undefined },
      { key: 'Pod/default/web', original: { restarts: 0 }, branch: { restarts: 1 } },
    ]);
  });

  it('counts what is there and what has happened', () => {
    expect(countsAt(answer, answer.original, 900)).toEqual({
      ...{ ready: 2, waiting: 0, readyNodes: 2, restarts: 0, evictions: 0 },
    });
    expect(countsAt(answer, answer.branch, 900)).toEqual({
      ...{ ready: 1, waiting: 0, readyNodes: 2, restarts: 1, evictions: 1 },
    });
  });

  it('it has recovered once as many Pods are ready as without the fault, and stay so', () => {
    expect(recoveryOf(answer)).toEqual({ kind: 'not-yet', missing: 1 });
    const healed = beside(answer.original, { ...answer.branch, rows: answer.branch.rows.slice(0, 3) });
    expect(recoveryOf(healed)).toEqual({ kind: 'recovered', micros: 300 });
    expect(recoveryOf(beside(answer.original, answer.original))).toEqual({ kind: 'unharmed' });
  });

  it('a node stands at the same place in both pictures, the one with a difference first', () => {
    const { original, branch, same } = nodeRows(answer, 900);
    expect(original.map((one) => one.node)).toEqual(branch.map((one) => one.node));
    expect(branch.map(({ node: name, pods }) => [name, pods.length])).toEqual([
      ['node-a', 1],
      ['node-b', 0],
    ]);
    expect(same).toBe(0);
  });
});
