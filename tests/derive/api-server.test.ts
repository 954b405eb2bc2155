/** The room's arithmetic: one axis, words of an address, marks of owners, what a refusal comes down to. */
import { describe, expect, test } from 'vitest';
import {
  adviceOf,
  axisOf,
  beginsRun,
  commitsLike,
  lineCounts,
  ownerMark,
  placeOn,
  readFocus,
  watchGroups,
  writeFocus,
  type Advice,
} from '../../src/derive/api-server.ts';
import { apiServerWords } from '../../src/derive/words/api-server.ts';
import type {
  ApiServerAnswer,
  CommitView,
  ConflictAnswer,
  OwnershipAnswer,
  WatchView,
} from '../../src/protocol/protocol.ts';

const watch = (over: Partial<WatchView>): WatchView => ({
  ...{ id: 'a pods', client: 'a', resource: 'pods', selector: '', openedFrom: 7, lastSent: 7, seen: 7, underWay: 0 },
  ...{ cut: false, stalled: false },
  ...over,
});
const ROOM: ApiServerAnswer = {
  ...{ step: 1, now: 0, revision: 1000, compacted: 0, commits: [], windows: [], watches: [], watchCount: 0 },
  ...{ conflicts: [], refused: 0, refusedBy: [], faults: [] },
};

describe('the axis of revisions', () => {
  test('reaches from the oldest that counts to the present one, and no further back than 400', () => {
    expect(axisOf({ ...ROOM, watches: [watch({ openedFrom: 900 })] })).toMatchObject({ from: 900, to: 1000 });
    expect(axisOf({ ...ROOM, watches: [watch({ openedFrom: 7 })] })).toMatchObject({ from: 600, to: 1000 });
    expect(axisOf({ ...ROOM, compacted: 980 })).toMatchObject({ from: 980 });
    // A quiet cluster still has an axis.
    expect(axisOf({ ...ROOM, revision: 3 })).toMatchObject({ from: 0, to: 3 });
    expect(axisOf(ROOM)).toMatchObject({ from: 990, to: 1000 });
  });

  test('what is older than it stands at its left end', () => {
    const axis = axisOf({ ...ROOM, watches: [watch({ openedFrom: 7 })] });
    expect([7, 600, 800, 1000].map((revision) => placeOn(axis, revision))).toEqual([0, 0, 50, 100]);
    expect(axis.ticks.every((tick) => Number.isInteger(tick) && tick >= 600 && tick <= 1000)).toBe(true);
  });

  test('watches in trouble come first, resources that nobody watches last', () => {
    const windows = ['configmaps', 'pods'].map((resource) => ({
      resource,
      objects: 1,
      events: 1,
      capacity: 100,
      goneBelow: 0,
    }));
    const watches = [
      watch({ id: 'a' }),
      watch({ id: 'b', underWay: 2 }),
      watch({ id: 'c', slowedTicks: 5 }),
      watch({ id: 'd', cut: true }),
      watch({ id: 'e', stalled: true }),
    ];
    const [first, last] = watchGroups({ windows, watches });
    expect(first?.window.resource).toBe('pods');
    expect(first?.watches.map(({ id }) => id)).toEqual(['d', 'e', 'c', 'b', 'a']);
    expect(last?.watches).toEqual([]);
  });
});

test('the word of an address comes back as it was, and a strange one is the first part', () => {
  for (const word of ['', 'refused', 'fields', 'refused/606', 'revisions/49'])
    expect(writeFocus(readFocus(word))).toBe(word);
  expect(readFocus('kube-scheduler pods')).toEqual({ part: 'revisions', at: undefined });
  expect(readFocus('refused/x')).toEqual({ part: 'refused', at: undefined });
});

test('a filter looks at kind, object, client, verb and type', () => {
  const commit = (over: Partial<CommitView>): CommitView => ({
    ...{ revision: 1, key: 'Pod/default/web', type: 'ADDED', client: 'kubectl', verb: 'create', step: 1, tick: 0 },
    ...over,
  });
  const commits = [commit({}), commit({ client: 'kubelet node-a', verb: 'patch status', type: 'MODIFIED' })];
  expect(
    ['', 'POD', 'web', 'kubelet', 'status', 'added', 'nothing'].map((text) => commitsLike(commits, text).length),
  ).toEqual([2, 2, 2, 1, 1, 1, 0]);
});

describe('what a refusal comes down to', () => {
  const refusal = (over: Partial<ConflictAnswer>): ConflictAnswer => ({
    ...{
      step: 1,
      client: 'kubectl',
      key: 'Pod/default/web',
      verb: 'update',
      code: 409,
      reason: 'Conflict',
      message: '',
    },
    ...{ storedRevision: '2', between: [], fields: [] },
    ...over,
  });
  const by = (client: string): CommitView => ({
    ...{ revision: 2, key: 'Pod/default/web', type: 'MODIFIED', client, verb: 'update', step: 1, tick: 0 },
  });
  const CASES: readonly (readonly [Advice, Partial<ConflictAnswer>])[] = [
    ['apply', { verb: 'apply' }],
    ['apply', { verb: 'apply status' }],
    ['exists', { verb: 'create', reason: 'AlreadyExists' }],
    ['bound', { verb: 'bind' }],
    ['precondition', { message: 'Precondition failed: UID in precondition: a, UID in object meta: b' }],
    ['own-write', { between: [by('kubectl'), by('kubectl')] }],
    ['modified', { between: [by('kubectl'), by('kubelet node-a')] }],
    ['modified', {}],
    ['forbidden', { code: 403 }],
    ['missing', { code: 404 }],
    ['expired', { code: 410 }],
    ['invalid', { code: 422 }],
    ['budget', { code: 429 }],
    ['unavailable', { code: 503 }],
    ['other', { code: 400 }],
  ];
  test.each(CASES)('%s %j', (advice, over) => {
    expect(adviceOf(refusal(over))).toBe(advice);
    for (const lang of ['en', 'ja'] as const) expect(apiServerWords(lang).advice[advice]).not.toBe('');
  });
});

describe('owners', () => {
  const owner = (manager: string) => ({ manager, operation: 'Apply' as const, subresource: '', time: '' });
  const answer: OwnershipAnswer = {
    ...{ step: 1, key: 'Deployment/default/web', exists: true, owners: [owner('a'), owner('b')] },
    lines: [
      { text: 'kind: Deployment', path: '.kind', owners: [], branch: false },
      { text: 'spec:', path: '.spec', owners: [], branch: true },
      { text: '  replicas: 1', path: '.spec.replicas', owners: [0, 1], branch: false },
      { text: '  template:', path: '.spec.template', owners: [], branch: true },
      { text: '    x: 1', path: '.spec.template.x', owners: [0, 1], branch: false },
      { text: '    y: 1', path: '.spec.template.y', owners: [0], branch: false },
    ],
  };

  test('lines are counted by owner; a line that only opens others is not nobody’s', () => {
    expect(lineCounts(answer)).toEqual({ owned: [3, 2], nobodys: 1 });
  });

  test('names stand where a run begins; a line that opens others does not end it', () => {
    expect(answer.lines.map((_, i) => beginsRun(answer, i))).toEqual([false, false, true, false, false, true]);
  });

  test('letters are told apart for as many as an object can have, on the seven steps of the ramp', () => {
    const marks = Array.from({ length: 30 }, (_, i) => ownerMark(i));
    expect(new Set(marks.map(({ letter }) => letter)).size).toBe(30);
    expect(new Set(marks.slice(0, 6).map(({ heat }) => heat)).size).toBe(6);
    expect(marks.every(({ heat }) => heat >= 1 && heat <= 6)).toBe(true);
  });
});
