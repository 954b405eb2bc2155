/** A story in another run than its own: a form with the queue has a story of its own; elsewhere nothing is told as if it were so. */
import { describe, expect, it, vi } from 'vitest';
import { Controller, type Stores } from '../../src/app/controller.ts';
import { Opener } from '../../src/client/opener.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { inProcessPort } from '../../src/protocol/protocol.ts';
import { START } from '../../src/store/address.ts';
import { Layout } from '../../src/store/layout.ts';
import { Marks } from '../../src/store/marks.ts';
import { Playback } from '../../src/store/playback.ts';
import { Selection } from '../../src/store/selection.ts';
import { Session } from '../../src/store/session.ts';
import { TimelineLook } from '../../src/store/timeline.ts';
import { anchorOf } from '../../src/views/kit/anchors.ts';
import { chaptersOf, type Chapter } from '../../src/views/panels/chapters.ts';

function setUp() {
  const stores: Stores = {
    session: new Session(),
    playback: new Playback(),
    selection: new Selection(),
    layout: new Layout({ theme: 'light', language: 'en', reducedMotion: true }),
    marks: new Marks(),
    timeline: new TimelineLook(),
  };
  const opener = new Opener(() => ({
    port: inProcessPort(createEngine()),
    died: new Promise(() => undefined),
    terminate: () => undefined,
  }));
  const controller = new Controller(stores, opener);
  const atRest = (): Promise<void> =>
    vi.waitFor(() => {
      expect(stores.playback.state.runState).toBe('quiescent');
    });
  const open = async (name: string): Promise<void> => {
    await controller.openGallery(name);
    await atRest();
  };
  const live = () => controller.live ?? raise();
  const chapters = (): readonly Chapter[] => chaptersOf(live().answer.story, live().trace);
  const marks = () => chapters().map(({ note }) => [note.id, note.ofOriginalRun === true]);
  const stand = (id: string): number => {
    const step = chapters().find(({ note }) => note.id === id)?.step ?? raise();
    stores.playback.seek(step);
    return step;
  };
  return { stores, controller, atRest, open, live, chapters, marks, stand };
}

const LABEL = [{ verb: 'annotate', body: { kind: 'ConfigMap', name: 'b', annotations: { seen: 'yes' } } }];

describe('a switch to another queue', () => {
  it('opens the form of a prepared scenario that has it, at the same event, in the same view', async () => {
    const page = setUp();
    await page.open('delete-dedup');
    page.stand('list');
    const at = anchorOf(page.live().trace, page.stores.playback.state.step);
    page.stores.session.setView('informer', 'lesson-dedup configmaps');
    for (const [generation, name] of [
      ['realfifo', 'delete-dedup-realfifo'],
      ['atomic', 'delete-dedup-atomic'],
      ['deltafifo', 'delete-dedup'],
    ] as const) {
      await page.controller.regenerate(generation);
      const { source, view, focus } = page.stores.session.state;
      expect({ source, view, focus }).toEqual({
        source: { kind: 'gallery', name },
        view: 'informer',
        focus: 'lesson-dedup configmaps',
      });
      expect(anchorOf(page.live().trace, page.stores.playback.state.step)).toBe(at);
      expect(page.marks().some(([, marked]) => marked)).toBe(false);
    }
  });

  it('where there is no such form every note is marked, nothing is asked, and a link keeps it so', async () => {
    const page = setUp();
    await page.open('edge-triggered');
    page.stand('two');
    await page.controller.regenerate('deltafifo');
    await page.atRest();
    const check = (): void => {
      expect(page.marks()).toEqual(['busy', 'three', 'two', 'sync', 'gone'].map((id) => [id, true]));
      expect(page.chapters().every(({ question }) => question === undefined)).toBe(true);
    };
    check();
    await page.controller.openScenario(page.stores.session.state.answer?.scenario ?? '', START);
    check();
  });
});

describe('a fork', () => {
  it('marks the notes that it may keep from coming, and takes back the question that they answer', async () => {
    const page = setUp();
    await page.open('delete-dedup');
    page.stand('list');
    expect(await page.controller.fork({ entries: LABEL })).toBe(true);
    await page.atRest();
    const expected = [
      ['updated', false],
      ['deleted', false],
      ['cut', false],
      ['list', false],
      ['pop', true],
      ['told', true],
    ];
    expect(page.marks()).toEqual(expected);
    expect(page.chapters().some(({ question }) => question !== undefined)).toBe(false);
    const { scenario = '' } = page.stores.session.state.answer ?? {};
    // A fork of the fork forgets no mark.
    expect(await page.controller.fork({ entries: LABEL })).toBe(true);
    expect(page.marks()).toEqual(expected);
    await page.controller.openScenario(scenario, START);
    await page.atRest();
    expect(page.marks()).toEqual(expected);
  });

  it('undo brings the story back as it was', async () => {
    const page = setUp();
    await page.open('delete-dedup');
    const before = page.chapters();
    page.stand('cut');
    await page.controller.fork({ entries: LABEL });
    expect(page.marks().filter(([, marked]) => marked)).toHaveLength(3);
    await page.controller.undoFork();
    await page.atRest();
    expect(page.chapters()).toEqual(before);
  });

  it('notes never stand later before earlier; what has not come is last', async () => {
    const page = setUp();
    await page.open('delete-dedup');
    const { story } = page.live().answer;
    const turned = chaptersOf(
      [...story].reverse().map((note) => (note.id === 'cut' ? { ...note, anchor: 'moon.landed:x:0' } : note)),
      page.live().trace,
    );
    expect(turned.map(({ note }) => note.id)).toEqual(['updated', 'deleted', 'list', 'pop', 'told', 'cut']);
  });
});

function raise(): never {
  throw new Error('nothing is open');
}
