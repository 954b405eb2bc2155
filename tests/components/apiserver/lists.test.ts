import { describe, expect, test } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../../src/components/apiserver/apiserver.ts';
import { bindPod, createMap, createPod, patchMap, rig, type Rig } from './rig.ts';

const list = (r: Rig, options: NonNullable<ApiRequest['options']> = {}): ApiResponse =>
  r.ask({ verb: 'list', resource: 'configmaps', namespace: 'default', options });
const names = ({ items = [] }: ApiResponse): string[] => items.map(({ metadata }) => metadata.name);

describe('1.10 pages', () => {
  test('1.10 all pages show the state of the first, whatever is written meanwhile', () => {
    const r = rig();
    for (const name of ['a', 'b', 'c', 'd', 'e']) r.ask(createMap(name));
    const first = list(r, { limit: 2 });
    expect([names(first), first.revision, first.remainingItemCount]).toEqual([['a', 'b'], 5, 3]);
    r.ask({ verb: 'delete', resource: 'configmaps', namespace: 'default', name: 'c' });
    r.ask(createMap('bb'));
    const second = list(r, { limit: 2, continue: first.continue ?? '' });
    expect([names(second), second.revision]).toEqual([['c', 'd'], 5]);
    const third = list(r, { limit: 2, continue: second.continue ?? '' });
    expect([names(third), third.continue, third.remainingItemCount]).toEqual([['e'], undefined, undefined]);
  });

  test('1.10 a token that is too old comes with a fresh one, which goes on with what is there now', () => {
    const r = rig();
    for (const name of ['a', 'b', 'c']) r.ask(createMap(name));
    const first = list(r, { limit: 1 });
    r.ask(createMap('bb'));
    r.fault(({ faults }) => {
      faults.compact();
    });
    const refused = list(r, { limit: 5, continue: first.continue ?? '' });
    expect([refused.code, refused.status?.reason]).toEqual([410, 'Expired']);
    const rest = list(r, { limit: 5, continue: refused.status?.continue ?? '' });
    expect([names(rest), rest.revision]).toEqual([['b', 'bb', 'c'], 4]);
  });

  test('1.10 with a selector what is left is not counted; "0" does not page', () => {
    const r = rig();
    for (const name of ['a', 'b', 'c']) r.ask(createMap(name, {}, { labels: { is: 'x' } }));
    const page = list(r, { limit: 1, labelSelector: 'is=x' });
    expect([names(page), page.remainingItemCount, page.continue === undefined]).toEqual([['a'], undefined, false]);
    expect(names(list(r, { limit: 1, resourceVersion: '0' }))).toEqual(['a', 'b', 'c']);
  });

  test('1.10 a token that is none, and one together with a revision', () => {
    const r = rig();
    for (const name of ['a', 'b']) r.ask(createMap(name));
    const { continue: token = '' } = list(r, { limit: 1 });
    expect(list(r, { continue: '%%' })).toMatchObject({ code: 400, status: { reason: 'BadRequest' } });
    expect(list(r, { continue: token, resourceVersion: '1' }).status?.message).toBe(
      'specifying resource version is not allowed when using continue',
    );
  });
});

describe('1.10 revisions', () => {
  const changed = (): Rig => {
    const r = rig();
    r.ask(createMap('a', { x: '1' }));
    r.ask(patchMap('a', { data: { x: '2' } }));
    r.ask(createMap('b'));
    return r;
  };

  test('1.10 exactly N shows the state at N; at least N what is there now', () => {
    const r = changed();
    const exact = list(r, { resourceVersion: '1', resourceVersionMatch: 'Exact' });
    expect(exact).toMatchObject({ revision: 1, items: [{ data: { x: '1' } }] });
    expect(names(list(r, { resourceVersion: '1', resourceVersionMatch: 'NotOlderThan' }))).toEqual(['a', 'b']);
    expect(list(r, { resourceVersion: '2', limit: 5 })).toMatchObject({ revision: 2, items: [{ data: { x: '2' } }] });
  });

  test('1.10 a revision that comes within three seconds is waited for', () => {
    const r = changed();
    const options = { resourceVersion: '4', resourceVersionMatch: 'NotOlderThan' };
    r.client.send({ verb: 'list', resource: 'configmaps', options }, r.reply, 0);
    r.world.advance(1);
    r.client.send(createMap('c'));
    r.settle();
    expect(r.answers.at(-1)).toMatchObject({ code: 200, revision: 4 });
  });

  test('1.12 the compactor forgets what is older than one to two intervals', () => {
    const r = rig({ compactionSeconds: 300 });
    r.ask(createMap('a'));
    r.sleep(250);
    r.ask(createMap('b'));
    r.sleep(100);
    r.ask(createMap('c'));
    const exact = (revision: number): number =>
      list(r, { resourceVersion: String(revision), resourceVersionMatch: 'Exact' }).code;
    expect([exact(1), exact(2)]).toEqual([200, 200]);
    r.sleep(300);
    expect([exact(1), exact(2), exact(3)]).toEqual([410, 200, 200]);
  });

  test('1.10 fields that no selector may name are refused, by kind', () => {
    const r = rig();
    r.ask(createPod('p'));
    const ask = (resource: string, fieldSelector: string): ApiResponse =>
      r.ask({ verb: 'list', resource, options: { fieldSelector } });
    expect(ask('pods', 'spec.image=x').status?.message).toBe('field label not supported: spec.image');
    expect(ask('configmaps', 'data.x=1').status?.message).toBe(
      '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
    expect(ask('pods', 'status.phase=Pending,spec.restartPolicy!=Never').items).toHaveLength(1);
  });
});

describe('1.11 watches of every selector', () => {
  test('1.11 labels: entering is ADDED, leaving DELETED with the old content', () => {
    const r = rig();
    r.watch('w', { resource: 'configmaps', labelSelector: 'tier in (web, api)', fromRevision: 0 });
    r.ask(createMap('a'));
    r.ask(patchMap('a', { metadata: { labels: { tier: 'web' } } }));
    r.ask(patchMap('a', { metadata: { labels: { tier: 'api' } } }));
    r.ask(patchMap('a', { metadata: { labels: { tier: 'db' } } }));
    expect(r.seen).toEqual([
      'w ADDED ConfigMap/default/a 2',
      'w MODIFIED ConfigMap/default/a 3',
      'w DELETED ConfigMap/default/a 4',
    ]);
  });

  test('1.11 fields of the past and of the present; one that is not supported closes the watch with 400', () => {
    const r = rig();
    r.ask(createPod('p'));
    r.watch('late', { resource: 'pods', fieldSelector: 'spec.nodeName=n', fromRevision: 1 });
    r.watch('bad', { resource: 'pods', fieldSelector: 'spec.image=x', fromRevision: 1 });
    r.ask(bindPod('p', 'n'));
    expect(r.seen).toEqual(['bad CLOSED 400', 'late ADDED Pod/default/p 2']);
  });

  test('1.11 from "0": an ADDED for each that is there, then what comes', () => {
    const r = rig();
    for (const name of ['b', 'a']) r.ask(createMap(name));
    r.ask(patchMap('b', { data: { x: '1' } }));
    r.watch('w', { resource: 'configmaps', fromAny: true, fromRevision: 0 });
    r.ask(createMap('c'));
    expect(r.seen).toEqual([
      'w ADDED ConfigMap/default/a 2',
      'w ADDED ConfigMap/default/b 3',
      'w ADDED ConfigMap/default/c 4',
    ]);
  });

  test('1.11 initial events end in a marked bookmark', () => {
    const r = rig();
    r.ask(createMap('a'));
    r.watch('w', { resource: 'configmaps', sendInitialEvents: true, fromRevision: 0 });
    r.ask(createMap('b'));
    expect(r.seen).toEqual([
      'w ADDED ConfigMap/default/a 1',
      'w BOOKMARK ConfigMap/ 1',
      'w ADDED ConfigMap/default/b 2',
    ]);
    r.watch('ahead', { resource: 'configmaps', sendInitialEvents: true, fromRevision: 99 });
    r.settle();
    expect(r.seen.at(-1)).toBe('ahead CLOSED 504');
  });

  test('1.11 a deadline: a bookmark two seconds before it, then the end', () => {
    const r = rig();
    r.ask(createMap('a'));
    const opened = r.world.now;
    r.watch('w', { resource: 'configmaps', fromRevision: 1, bookmarks: true, timeoutSeconds: 90 });
    expect(r.world.pendingWork).toBe(0);
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      r.world.advance(1);
      times.push((r.world.now - opened) / 1_000_000);
    }
    expect(r.seen).toEqual(['w BOOKMARK ConfigMap/ 1', 'w BOOKMARK ConfigMap/ 1', 'w CLOSED 200']);
    expect(times.map(Math.round)).toEqual([60, 88, 90]);
  });

  test('2.5 a reflector’s deadline lies between five and ten minutes', () => {
    const r = rig();
    r.watch('w', { resource: 'configmaps', fromRevision: 0, timeoutSeconds: 'client' });
    r.world.advance(1);
    expect(r.seen).toEqual(['w CLOSED 200']);
    expect(r.world.now / 1_000_000).toBeGreaterThanOrEqual(300);
    expect(r.world.now / 1_000_000).toBeLessThanOrEqual(601);
  });
});
