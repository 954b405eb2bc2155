import { readFileSync, readdirSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { LayoutKind } from '../../src/derive/layout-types.ts';
import { layoutStage } from '../../src/derive/stage-layout.ts';
import type { Lang } from '../../src/derive/words/lang.ts';
import { Picture } from '../../src/views/stage/picture.tsx';
import { journeyTrace, journeyView } from '../derive/journey.ts';

const trace = journeyTrace();

/** The words of the structure at a step, as one text. */
function wordsAt(step: number, kind: LayoutKind = 'wide', lang: Lang = 'en'): string {
  const size = kind === 'phone' ? ([360, 312] as const) : ([920, 636] as const);
  const view = journeyView(step);
  const layout = layoutStage(kind, size[0], size[1], view.nodes.length);
  const svg = renderToStaticMarkup(
    <Picture layout={layout} view={view} trace={trace} lang={lang} selection={undefined} />,
  );
  return svg
    .replace(/<title>[^<]*<\/title>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe('the structure of the stage', () => {
  test('says who wins, by how much and because of what', () => {
    const words = wordsAt(17);
    expect(words).toContain('node-c wins by 96.');
    expect(words).toContain('Against node-a: InterPod Affinity +80, Resources Fit +12, Balanced Allocation +4');
    expect(words).toContain('NodeResourcesFit: Insufficient cpu, asked 500m, free 300m');
    expect(words).toContain('1,021');
  });

  test('a number stands beside every gauge, units last', () => {
    expect(wordsAt(17)).toContain('cpu 1.7 / 4 mem 1.7 / 8 Gi');
  });

  test('queues name their Pods, head left, and say when they are empty', () => {
    const words = wordsAt(12);
    expect(words).toMatch(/activeQ ready, by priority then age/);
    expect(words).toContain('1.6 s');
    expect(words).toContain('NodeResourcesFit');
    expect(wordsAt(12)).not.toContain('empty');
  });

  test('the standing label of a line makes room for the message of the step', () => {
    expect(wordsAt(16)).toContain('watch kube-scheduler');
    expect(wordsAt(14)).toContain('watch Pods, Nodes bind kube-scheduler');
  });

  test('in Japanese, Kubernetes terms keep their spelling', () => {
    const words = wordsAt(17, 'wide', 'ja');
    for (const term of [
      'activeQ',
      'backoffQ',
      'unschedulablePods',
      'PreFilter',
      'RealFIFO',
      'kube-scheduler',
      'kubelets',
    ]) {
      expect(words).toContain(term);
    }
    expect(words).toContain('node-c が 96 点差で勝ち。');
    expect(words).not.toMatch(/wins|waits|ready/);
  });

  test('on a phone kubectl and the controllers are folded away', () => {
    const words = wordsAt(17, 'phone');
    expect(words).not.toMatch(/kubectl|controller-manager/);
    expect(words).toContain('node-c');
  });

  test('a lesson controller is a process of its own, not one of kube-controller-manager’s', () => {
    const name = 'lesson-read-after-write';
    const base = journeyView(17);
    const view = { ...base, controllers: [...base.controllers, { name, queued: 2, processing: '' }] };
    for (const [kind, w, h] of [
      ['wide', 920, 636],
      ['simple', 700, 420],
    ] as const) {
      const layout = layoutStage(kind, w, h, view.nodes.length, true);
      const svg = renderToStaticMarkup(
        <Picture layout={layout} view={view} trace={trace} lang="en" selection={undefined} />,
      );
      const [, manager = '', lessons = ''] =
        /data-part="controllers"(.*?)data-part="lessons"(.*?)data-part="scheduler"/.exec(svg) ?? [];
      expect(manager).toContain('aria-label="kube-controller-manager, 1 queued"');
      expect(manager).not.toContain('lesson');
      expect(lessons).toContain(`aria-label="${name}, 2 queued"`);
      expect(lessons).toContain(`>${name}</text>`);
      expect(lessons.match(/st-slot full/g)).toHaveLength(2);
    }
  });

  test('every part that the keyboard reaches has a name', () => {
    const view = journeyView(17);
    const layout = layoutStage('wide', 920, 636, view.nodes.length);
    const svg = renderToStaticMarkup(
      <Picture layout={layout} view={view} trace={trace} lang="en" selection={undefined} />,
    );
    const parts = [...svg.matchAll(/data-part="([^"]+)" role="group" tabindex="-1" aria-label="([^"]*)"/gi)];
    expect(parts.map(([, part]) => part)).toEqual([
      'kubectl',
      'api-server',
      'controllers',
      'scheduler',
      'fifo',
      'queue/active',
      'queue/backoff',
      'queue/unschedulable',
      'cycle',
      'node/node-a',
      'node/node-b',
      'node/node-c',
      'node/node-d',
    ]);
    expect(parts.every(([, , label]) => label !== '')).toBe(true);
  });
});

describe('tokens of the design', () => {
  const rooms = ['stage', 'timeline'].map((room) => new URL(`../../src/views/${room}/`, import.meta.url));
  const sources = rooms.flatMap((room) =>
    readdirSync(room).map((name) => [name, readFileSync(new URL(name, room), 'utf8')] as const),
  );

  test('no colour is named outside tokens.css', () => {
    expect(sources.length).toBeGreaterThan(10);
    for (const [name, text] of sources) {
      expect([name, text.match(/#[0-9a-f]{3,8}\b(?!-)|\brgba?\(|\bhsla?\(/gi)]).toEqual([name, null]);
    }
  });

  test('no text is smaller than 11 px', () => {
    for (const [name, text] of sources) {
      const sizes = [...text.matchAll(/(?:font-size: ?|\b)(\d+(?:\.\d+)?)px (?:\$|var)|font-size: ?(\d+)px/g)];
      expect([name, sizes.map((m) => Number(m[1] ?? m[2])).filter((n) => n < 11)]).toEqual([name, []]);
    }
  });

  test('the volume binder has a name that leaves the slots of its row alone', () => {
    const controllers = [{ name: 'persistentvolume-binder', queued: 1, processing: '' }];
    const svg = renderToStaticMarkup(
      <Picture
        layout={layoutStage('wide', 920, 636, 3)}
        view={{ ...journeyView(17), controllers }}
        trace={trace}
        lang="en"
        selection={undefined}
      />,
    );
    expect(svg).toContain('>PV binder<');
    expect(svg).toContain('<title>PersistentVolume binder');
    expect(svg).not.toContain('persistentvolume-binder');
  });
});
