import { describe, expect, it } from 'vitest';
import { marksOf, NO_MARKS } from '../../src/scenario/link-marks.ts';
import { readAddress, writeAddress, writeMomentFile, type Standing } from '../../src/store/address.ts';
import { momentFile, readFiles } from '../../src/store/files.ts';
import { readPlace, writePlace } from '../../src/store/view-name.ts';

const standing = (over: Partial<Standing> = {}): Standing => ({
  source: { kind: 'gallery', name: 'web' },
  scenario: '{"kind":"Scenario"}',
  origin: 'abc123',
  moment: { step: 128, anchor: 'cycle.score:Pod/default/web-1:0', select: '', view: 'stage', digest: 'ff00' },
  ...over,
});

describe('addresses', () => {
  it('a prepared scenario is named, not carried, in at most 120 characters', () => {
    const { hash } = writeAddress(standing());
    expect(hash).toBe('#g.web@128');
    expect(readAddress(hash)).toMatchObject({ kind: 'gallery', name: 'web', target: { at: '128', select: '' } });
  });

  it('a selection travels with a prepared scenario, and the last character is alphanumeric', () => {
    const moment = { ...standing().moment, select: 'Pod/default/web-6d4cf56db6-m4tzd', view: 'why' };
    const { hash } = writeAddress(standing({ moment }));
    expect(hash.length).toBeLessThanOrEqual(120);
    expect(hash).toMatch(/[A-Za-z0-9]$/);
    expect(readAddress(hash)).toMatchObject({ target: { at: '128', select: moment.select, view: 'why' } });
  });

  it.each(['gallery', 'link'] as const)(
    'an informer that is looked at travels with a %s, beside the selection',
    (kind) => {
      const view = writePlace({ view: 'informer', focus: 'kube-controller-manager replicasets' });
      const source = kind === 'gallery' ? { kind, name: 'web' } : { kind };
      const moment = { ...standing().moment, view, select: 'Pod/default/web-1' };
      const { hash } = writeAddress(standing({ source, moment }));
      expect(hash).toMatch(/^#[A-Za-z0-9.@&=/+_-]+[A-Za-z0-9]$/);
      const read = readAddress(hash);
      expect(read).toMatchObject({ target: { at: '128', select: 'Pod/default/web-1' } });
      expect('target' in read && readPlace(read.target.view)).toEqual({
        view: 'informer',
        focus: 'kube-controller-manager replicasets',
      });
    },
  );

  it('a view without a focus is its name; what no link names is none', () => {
    expect(writePlace({ view: 'queues', focus: '' })).toBe('queues');
    expect(readPlace('queues')).toEqual({ view: 'queues', focus: '' });
    expect(writePlace({ view: 'summary', focus: '' })).toBe('stage');
    for (const word of ['', 'stage', 'summary', 'landing', 'nonsense/x']) expect(readPlace(word)).toBeUndefined();
  });

  it('other scenarios are carried whole, with digest and anchor', () => {
    const { kind, hash } = writeAddress(standing({ source: { kind: 'link' } }));
    expect(kind).toBe('scenario');
    expect(readAddress(hash)).toEqual({
      kind: 'scenario',
      scenario: '{"kind":"Scenario"}',
      target: {
        at: '128',
        select: '',
        view: 'stage',
        digest: 'ff00',
        anchor: 'cycle.score:Pod/default/web-1:0',
        marks: NO_MARKS,
      },
    });
  });

  it.each(['gallery', 'link', 'files'] as const)('what a person put on a run travels with an address (%s)', (kind) => {
    const source =
      kind === 'gallery' ? { kind, name: 'web' } : kind === 'files' ? { kind, names: ['a'] } : ({ kind } as const);
    const marks = {
      bookmarks: [{ step: 7, name: 'ここ & <there> 100%', anchor: 'pod.ready:Pod/default/web-1:0' }],
      breakpoints: ['kind = store.written and detail = bind'],
      watches: ['count(pods where phase = Pending)'],
    };
    const scenario = kind === 'files' ? 'x'.repeat(5 * 1024 * 1024) : standing().scenario;
    const { hash } = writeAddress(standing({ source, scenario, moment: { ...standing().moment, marks } }));
    expect(hash).toMatch(/^#[A-Za-z0-9.@&=/+_-]+[A-Za-z0-9]$/);
    const read = readAddress(hash);
    expect('target' in read && read.target.marks).toEqual(marks);
    // Without any, an address is what it was before there were marks.
    expect(writeAddress(standing({ source, scenario, moment: { ...standing().moment, marks: NO_MARKS } }))).toEqual(
      writeAddress(standing({ source, scenario })),
    );
  });

  it('marks that were damaged on the way are told of', () => {
    const marks = { ...NO_MARKS, watches: ['count(pods)'] };
    const { hash } = writeAddress(standing({ moment: { ...standing().moment, marks } }));
    expect(readAddress(hash.slice(0, -3))).toMatchObject({ kind: 'unreadable' });
  });

  it('of marks of any origin only what is one is taken', () => {
    expect(marksOf({ bookmarks: [1, { step: -1, name: 'a' }, { step: 2, name: 'b' }], watches: ['', 3, 'x'] })).toEqual(
      {
        bookmarks: [{ step: 2, name: 'b', anchor: '' }],
        breakpoints: [],
        watches: ['x'],
      },
    );
    expect(marksOf('nonsense')).toEqual(NO_MARKS);
    expect(marksOf({ breakpoints: Array.from({ length: 1000 }, () => 'x') }).breakpoints).toHaveLength(64);
  });

  it('too large for an address: the link asks for a file that holds scenario and moment', () => {
    const large = standing({ source: { kind: 'files', names: ['a'] }, scenario: 'x'.repeat(5 * 1024 * 1024) });
    const { kind, hash } = writeAddress(large);
    expect(kind).toBe('file');
    expect(hash).toBe('#f.abc123@128');
    expect(readAddress(hash)).toMatchObject({ kind: 'file', digest: 'abc123', target: { at: '128' } });
    const file = momentFile([{ name: 'a.steplane.json', data: writeMomentFile(large) }]);
    expect(file?.scenario).toBe(large.scenario);
    expect(file?.moment.step).toBe(128);
  });

  it.each([
    ['', 'home'],
    ['#', 'home'],
    ['#1.', 'unreadable'],
    ['#9.abcdefghijkl', 'unreadable'],
    ['#nonsense', 'unreadable'],
  ])('%j is %s', (hash, kind) => {
    expect(readAddress(hash).kind).toBe(kind);
  });

  it('each kind of damage has its own code', () => {
    const { hash } = writeAddress(standing({ source: { kind: 'link' } }));
    const codeOf = (text: string): string => {
      const read = readAddress(text);
      return read.kind === 'unreadable' ? read.problem.code : read.kind;
    };
    expect(codeOf('#1.')).toBe('link-empty');
    expect(codeOf(hash.replace('#1.', '#2.'))).toBe('link-too-new');
    expect(codeOf(hash.slice(0, 12))).toBe('link-truncated');
    expect(codeOf(`${hash.slice(0, 20)}${hash[20] === 'A' ? 'B' : 'A'}${hash.slice(21)}`)).toMatch(
      /^link-(corrupt|truncated)$/,
    );
  });
});

describe('files', () => {
  it('refuses what is over 64 MiB before reading a byte', async () => {
    const huge = { name: 'huge.yaml', size: 70 * 1024 * 1024 } as File;
    const read = await readFiles([huge]);
    expect(read).toMatchObject({
      ok: false,
      problem: { code: 'too-large', file: 'huge.yaml', params: { mebibytes: 70 } },
    });
  });

  it('a plain dump is not a moment file', () => {
    expect(momentFile([{ name: 'a.json', data: '{"apiVersion":"v1","kind":"List"}' }])).toBeUndefined();
  });
});
