import { expect, it } from 'vitest';
import { forkedText } from '../../src/scenario/fork.ts';
import { deedsOf, forkIn, forLink, textBefore, type KeptFork } from '../../src/scenario/link-fork.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { canonicalJson } from '../../src/scenario/plain.ts';

it('reads what an entry keeps of its fork, and of the forks before it', () => {
  const fork = { from: 12, home: '#g.web@12', before: { from: 3, home: '#g.web@3' } };
  expect(forkIn({ run: 2, load: 1, fork })).toEqual(fork);
});

it.each([
  undefined,
  null,
  'x',
  {},
  { fork: null },
  { fork: { from: -1, home: '' } },
  { fork: { from: 1.5, home: '#' } },
  { fork: { from: 1 } },
])('finds none in %j', (state) => {
  expect(forkIn(state)).toBeUndefined();
});

it('keeps so many that an entry can hold them', () => {
  let fork: KeptFork = { from: 0, home: '#g.web@0' };
  for (let from = 1; from < 20; from++) fork = { from, home: `#g.web@${String(from)}`, before: fork };
  const homes: string[] = [];
  for (let at = forkIn({ fork }); at !== undefined; at = at.before) homes.push(at.home);
  expect(homes).toEqual(['#g.web@19', '#g.web@18', '#g.web@17', '#g.web@16', '#g.web@15', '#g.web@14']);
});

const NOTE = { id: 'a', text: { en: 'a' }, anchor: 'bind:default/web-1' };
const textOf = (timeline: readonly object[], story: readonly object[] = []): string =>
  canonicalJson({ items: [{ kind: 'Scenario', spec: { timeline, story } }, { kind: 'Node' }], kind: 'List' });
const SCALE = { at: '2s', scale: { kind: 'Deployment', name: 'web', replicas: 5 } };
const LATER = { afterStep: 200, cordon: 'node-b' };
const CRASH = { afterStep: 120, crash: 'kube-scheduler', for: '30s' };
const CORDON = { afterStep: 150, cordon: 'node-a' };

it('a link takes no address along that holds the scenario once more', () => {
  const before = { from: 3, home: '#g.web@3', timeline: [SCALE] };
  expect(forLink({ from: 12, home: '#1.abc', timeline: [SCALE], before })).toEqual({
    from: 12,
    home: '',
    timeline: [SCALE],
    before,
  });
});

it('what was before a fork comes back exactly, also what the fork forgot', () => {
  const original = textOf([SCALE, LATER]);
  const fork = forkedText(original, 120, [CRASH]);
  expect(fork).not.toContain('node-b');
  expect(textBefore(fork, { from: 120, home: '', timeline: [SCALE, LATER] })).toBe(original);
  expect(textBefore(fork, { from: 120, home: '#g.web@1' })).toBeUndefined();
});

it('notes that the fork marked are as they were; those that were marked before stay so', () => {
  const marked = textOf([SCALE, CRASH], [{ ...NOTE, ofOriginalRun: true }]);
  const kept = { from: 120, home: '', timeline: [SCALE] };
  expect(textBefore(marked, kept)).toBe(textOf([SCALE], [NOTE]));
  expect(textBefore(marked, { ...kept, marked: true })).toBe(textOf([SCALE], [{ ...NOTE, ofOriginalRun: true }]));
});

it('all deeds are told, also those of the fork before', () => {
  const first = forkedText(textOf([SCALE]), 120, [CRASH]);
  const second = forkedText(first, 150, [CORDON]);
  const before = { from: 120, home: '', timeline: [SCALE] };
  expect(deedsOf(first, before)).toEqual([CRASH]);
  expect(deedsOf(second, { from: 150, home: '', timeline: [SCALE, CRASH], before })).toEqual([CRASH, CORDON]);
  expect(deedsOf(second, { from: 150, home: '#g.web@1' })).toEqual([]);
});

it('goes with a link, whose moment is as it was where there is none', () => {
  const moment = { step: 128, anchor: 'a', select: '', view: '', digest: '0' };
  const fork = { from: 12, home: '#g.web@12', timeline: [SCALE], before: { from: 3, home: '' } };
  const openedOf = (link: string): unknown => {
    const read = decodeLink(link);
    return read?.ok === true && read.value.kind === 'scenario' ? read.value.moment : undefined;
  };
  expect(openedOf(encodeLink('x', { ...moment, fork }) ?? '')).toEqual({ ...moment, fork });
  // As it was written before there were forks in links.
  const old =
    '#1.FctBCoAgFIThu8zaRbUKbyM2mJDPUKlAvHvP3fwfTAclRCHsapByojTYDif-zAUWDgZHDKzKWDQqL_oZczfeetx2gyfynThUPcWVmDU_jB899deb1bd';
  expect(openedOf(old)).toEqual(moment);
  expect(encodeLink('x', moment)).toBe(old);
  expect(encodeLink('x', { ...moment, fork: undefined })).toBe(encodeLink('x', moment));
});
