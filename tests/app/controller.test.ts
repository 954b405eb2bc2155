import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Controller, type Stores } from '../../src/app/controller.ts';
import { Opener } from '../../src/client/opener.ts';
import type { Engine } from '../../src/client/port.ts';
import { inProcessPort } from '../../src/protocol/protocol.ts';
import { START } from '../../src/store/address.ts';
import { Layout } from '../../src/store/layout.ts';
import { Marks } from '../../src/store/marks.ts';
import { Playback } from '../../src/store/playback.ts';
import { Selection } from '../../src/store/selection.ts';
import { Session } from '../../src/store/session.ts';
import { TimelineLook } from '../../src/store/timeline.ts';
import { anchorOf, findAnchor } from '../../src/views/kit/anchors.ts';
import { createFakeEngine, PODS, STEPS } from '../fixtures/fake-engine.ts';

interface Made extends Engine {
  terminated: boolean;
}

function setUp(): { stores: Stores; controller: Controller; engines: Made[] } {
  const engines: Made[] = [];
  const stores: Stores = {
    session: new Session(),
    playback: new Playback(),
    selection: new Selection(),
    layout: new Layout({ theme: 'light', language: 'en', reducedMotion: true }),
    marks: new Marks(),
    timeline: new TimelineLook(),
  };
  const opener = new Opener(() => {
    const made: Made = {
      port: inProcessPort(createFakeEngine({ slice: 9 })),
      died: new Promise(() => undefined),
      terminated: false,
      terminate: () => {
        made.terminated = true;
      },
    };
    engines.push(made);
    return made;
  });
  return { stores, controller: new Controller(stores, opener), engines };
}

const source = (text: string) => [{ name: 'a.yaml', data: text }];
/** Until the engine has come to rest. */
const atRest = ({ stores }: { readonly stores: Stores }): Promise<void> =>
  vi.waitFor(() => {
    expect(stores.playback.state.runState).toBe('quiescent');
  });

describe('opening scenarios', () => {
  let page: ReturnType<typeof setUp>;
  beforeEach(() => {
    page = setUp();
  });

  it('the first address opens the prepared scenario, paused at step 0, on the landing page', async () => {
    await page.controller.go({ kind: 'home' });
    expect(page.stores.session.state).toMatchObject({ view: 'landing', source: { kind: 'gallery', name: 'web' } });
    expect(page.stores.playback.state).toMatchObject({ step: 0, playing: false });
  });

  it('a dropped file shows what was read, and the run before it is closed', async () => {
    await page.controller.go({ kind: 'home' });
    await page.controller.openSources(source('kind: Pod'), 'a.yaml');
    expect(page.stores.session.state).toMatchObject({ view: 'summary', source: { kind: 'files' } });
    expect(page.engines.map((engine) => engine.terminated)).toEqual([true, false]);
  });

  it('a file that is refused leaves run, step and selection as they were, with one problem', async () => {
    await page.controller.openSources(source('kind: Pod'), 'a.yaml');
    await atRest(page);
    page.stores.playback.seek(12);
    page.stores.selection.select(PODS[0]);
    const before = page.controller.live;
    await page.controller.openSources(source('bad'), 'b.yaml');
    expect(page.controller.live).toBe(before);
    expect(page.stores.playback.state.step).toBe(12);
    expect(page.stores.selection.store.getState().object).toBe(PODS[0]);
    expect(page.stores.session.state).toMatchObject({ opening: undefined, problem: { code: 'bad-yaml-tab' } });
    expect(page.engines.map((engine) => engine.terminated)).toEqual([false, true]);
    expect((await before?.objects(3))?.length).toBeGreaterThan(0);
  });

  it('a link opens paused at its step, with its selection, once the engine has come that far', async () => {
    const target = { ...START, at: '20', select: PODS[1] };
    await page.controller.openScenario('kind: Pod', target);
    expect(page.stores.playback.state).toMatchObject({ step: 20, playing: false });
    expect(page.stores.selection.store.getState()).toEqual({ object: PODS[1], pinned: true });
    expect(page.stores.session.state.problem).toBeUndefined();
  });

  it('a link whose digest differs is opened and says so', async () => {
    await page.controller.openScenario('kind: Pod', { ...START, at: '20', digest: 'other' });
    expect(page.stores.playback.state.step).toBe(20);
    expect(page.stores.session.state.problem?.code).toBe('link-differs');
  });

  it('where an engine counts differently, the anchor finds the moment', async () => {
    const anchor = `cycle.score:${PODS[0]}:0`;
    await page.controller.openScenario('kind: Pod', { ...START, at: '5', anchor });
    const { step } = page.stores.playback.state;
    expect(page.controller.live?.trace.kindName(step)).toBe('cycle.score');
  });

  it('a moment that never comes is said, and the scenario opens at its start', async () => {
    await page.controller.openGallery('web', { ...START, at: '99999' });
    expect(page.stores.playback.state.step).toBe(0);
    expect(page.stores.session.state.problem?.code).toBe('link-moment-missing');
  });

  it.each([['nope', 'link-unknown-scenario']])(
    'an unknown prepared scenario %s opens the shell with one alert',
    async (name, code) => {
      await page.controller.go({ kind: 'gallery', name, target: START });
      expect(page.stores.session.state).toMatchObject({ view: 'landing', problem: { code } });
    },
  );

  it('a link to a file waits for it, and another file is said to be another', async () => {
    await page.controller.go({ kind: 'file', digest: 'd00000000', target: { ...START, at: '7' } });
    expect(page.stores.session.state).toMatchObject({
      problem: { code: 'link-needs-file' },
      awaited: { digest: 'd00000000' },
    });
    await page.controller.openSources(source('kind: Pod'), 'a.yaml');
    expect(page.stores.playback.state.step).toBe(7);
    expect(page.stores.session.state.problem).toBeUndefined();
    await page.controller.go({ kind: 'file', digest: 'dffffffff', target: { ...START, at: '7' } });
    await page.controller.openSources(source('kind: Pod'), 'a.yaml');
    expect(page.stores.session.state.problem?.code).toBe('link-wrong-file');
    // The alert says so: another file is opened at its start.
    expect(page.stores.playback.state.step).toBe(0);
    expect(page.stores.session.state.awaited).toBeUndefined();
  });

  it('a link that cannot be read leaves the scenario on screen, with the alert', async () => {
    await page.controller.openSources(source('kind: Pod'), 'a.yaml');
    page.stores.playback.seek(12);
    const before = page.controller.live;
    const problem = { kind: 'bad-scenario', code: 'link-corrupt', params: {} } as const;
    await page.controller.go({ kind: 'unreadable', problem });
    expect(page.controller.live).toBe(before);
    expect(page.stores.playback.state.step).toBe(12);
    expect(page.stores.session.state).toMatchObject({ source: { kind: 'files' }, problem: { code: 'link-corrupt' } });
  });

  it('a file that no address holds comes back by its digest while the page remembers it', async () => {
    await page.controller.openSources(source('kind: Pod'), 'a.yaml');
    const digest = page.controller.live?.origin ?? '';
    await page.controller.openGallery('web');
    await page.controller.go({ kind: 'file', digest, target: { ...START, at: '7' } });
    expect(page.stores.playback.state.step).toBe(7);
    expect(page.stores.session.state).toMatchObject({ source: { kind: 'files' }, problem: undefined });
  });

  it('cancel leaves what is on screen', async () => {
    await page.controller.go({ kind: 'home' });
    const before = page.controller.live;
    const opening = page.controller.openSources(source('kind: Pod'), 'a.yaml');
    page.controller.cancelOpening();
    await opening;
    expect(page.controller.live).toBe(before);
    expect(page.stores.session.state.opening).toBeUndefined();
  });

  it('the selection follows the steps until the person chooses', async () => {
    await page.controller.openSources(source('kind: Pod'), 'a.yaml');
    await atRest(page);
    page.stores.playback.seek(17);
    expect(page.stores.selection.store.getState().object).toBe(page.controller.live?.trace.object(17));
    page.stores.selection.select('Node/node-a');
    page.stores.playback.seek(3);
    expect(page.stores.selection.store.getState().object).toBe('Node/node-a');
    page.stores.selection.select(undefined);
    expect(page.stores.selection.store.getState().object).toBe('Deployment/default/web');
  });

  it('another version opens the same scenario again', async () => {
    await page.controller.openSources(source('{"items":[{"spec":{"seed":7}}]}'), 'a.json');
    await page.controller.reopen('1.34');
    const { answer } = page.stores.session.state;
    expect(answer?.kubernetesVersion).toBe('1.34');
    const { items } = JSON.parse(answer?.scenario ?? '') as {
      items: { spec: { seed: number; story: { id: string; ofOriginalRun?: boolean }[] } }[];
    };
    expect(items[0]?.spec.seed).toBe(7);
    expect(items[0]?.spec.story.map(({ id, ofOriginalRun }) => [id, ofOriginalRun])).toEqual([
      ['apply', true],
      ['bind', true],
    ]);
  });
});

describe('another queue in the informers', () => {
  it('opens the same scenario at the same event, with the view and what it is about', async () => {
    const page = setUp();
    await page.controller.openSources(source('{"items":[{}]}'), 'a.json');
    await atRest(page);
    page.stores.playback.seek(7);
    page.stores.session.setView('informer', 'kube-scheduler pods');
    const before = page.controller.live?.id;
    await page.controller.regenerate('deltafifo');
    expect(page.controller.live?.id).not.toBe(before);
    expect(page.stores.playback.state.step).toBe(7);
    expect(page.stores.session.state).toMatchObject({ view: 'informer', focus: 'kube-scheduler pods' });
  });
});

describe('anchors', () => {
  it('every step of a run is found again by its anchor', async () => {
    const page = setUp();
    const { controller } = page;
    await controller.openSources(source('kind: Pod'), 'a.yaml');
    await atRest(page);
    const trace = controller.live?.trace;
    if (trace === undefined) throw new Error('nothing is open');
    expect(trace.length).toBe(STEPS);
    for (let step = 1; step <= trace.length; step++) expect(findAnchor(trace, anchorOf(trace, step))).toBe(step);
    expect(findAnchor(trace, 'bind:default/web-*')).toBe(findAnchor(trace, `store.written:${PODS[0]}:1`));
    expect(findAnchor(trace, 'step:4')).toBe(4);
    expect(findAnchor(trace, 'moon.landed:x:0')).toBeUndefined();
    expect(findAnchor(trace, '99999')).toBeUndefined();
  });
});
