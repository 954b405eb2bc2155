import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Box } from '../../src/derive/geometry.ts';
import type { LayoutKind } from '../../src/derive/layout-types.ts';
import { layoutStage } from '../../src/derive/stage-layout.ts';
import { textWidth } from '../../src/derive/text-width.ts';
import { NodeCards } from '../../src/views/stage/node-cards.tsx';
import type { NodeLook } from '../../src/views/stage/node-state.tsx';
import { stageWords } from '../../src/derive/stage-words.ts';
import { journeyView } from '../derive/journey.ts';

const GIB = 1024 ** 3;
const host = (i: number, more: Partial<NodeLook> = {}): NodeLook => ({
  name: `ip-10-1-${String(i)}-111.us-east-4.compute.internal`,
  zone: 'eu-west-1a',
  ready: true,
  cordoned: false,
  cpu: [1800, 16000],
  memory: [12.8 * GIB, 30.5 * GIB],
  pods: [],
  podLimit: 110,
  ghosts: [],
  ...more,
});

function cardsOf(
  kind: LayoutKind,
  w: number,
  h: number,
  nodes: readonly NodeLook[],
  lang: 'en' | 'ja' = 'en',
): string[] {
  const svg = renderToStaticMarkup(
    <svg>
      <NodeCards
        layout={layoutStage(kind, w, h, nodes.length)}
        view={{ ...journeyView(17), nodes }}
        words={stageWords(lang)}
        now={new Set()}
        deed=""
        selection={undefined}
      />
    </svg>,
  );
  return svg.split('data-part="node/').slice(1);
}

const number = (text: string, name: string): number => Number(new RegExp(` ${name}="(-?[\\d.]+)"`).exec(text)?.[1]);

/** Words and gauges of a card as boxes. */
function inkOf(card: string): Box[] {
  const words = [...card.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, at = '', text = '']) => {
    const strong = /strong| t"/.test(at);
    const size = at.includes(' t"') ? 13 : 11;
    // The measure is never too little; what it is too much must not fail here.
    const w = textWidth(text, size, strong) * 0.95;
    const x = number(` ${at}`, 'x');
    return { x: at.includes('"end"') ? x - w : x, y: number(` ${at}`, 'y') - 8, w, h: 8 };
  });
  const gauges = [...card.matchAll(/<rect ([^>]*class="st-track")/g)].map(([, at = '']) => ({
    x: number(` ${at}`, 'x'),
    y: number(` ${at}`, 'y'),
    w: number(` ${at}`, 'width'),
    h: number(` ${at}`, 'height'),
  }));
  return [...words, ...gauges];
}

const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const ROOMS: readonly (readonly [LayoutKind, number, number])[] = [
  ['wide', 920, 636],
  ['wide', 700, 600],
  ['compact', 944, 511],
  ['simple', 724, 404],
  ['phone', 360, 312],
];

describe.each(ROOMS)('cards at %s %i x %i', (kind, w, h) => {
  test.each([1, 4, 5, 8, 9, 12])('of %i nodes: no word and no gauge lies over another', (count) => {
    const nodes = Array.from({ length: count }, (_, i) => host(i, i % 2 === 0 ? { cordoned: true } : {}));
    for (const card of cardsOf(kind, w, h, nodes)) {
      const ink = inkOf(card);
      expect(ink.length).toBeGreaterThan(1);
      ink.forEach((a, i) => ink.slice(i + 1).forEach((b) => expect([a, b, overlap(a, b)]).toEqual([a, b, false])));
    }
  });

  test.each(['en', 'ja'] as const)('what keeps Pods away is on the card and in its name (%s)', (lang) => {
    const words = stageWords(lang);
    const taints = ['dedicated=gpu:NoSchedule', 'node.kubernetes.io/unschedulable:NoSchedule'];
    const [card = ''] = cardsOf(kind, w, h, [host(1, { cordoned: true, taints })], lang);
    expect(/aria-label="([^"]*)"/.exec(card)?.[1]).toContain(`${words.cordoned}, ${words.tainted(1)}`);
    const said = card.slice(card.indexOf('>') + 1);
    expect(said).toContain(words.cordoned);
    expect(said).toContain(words.tainted(1));
  });

  test.each(['en', 'ja'] as const)('a node that is not heard is NotReady, and its taints are told (%s)', (lang) => {
    const words = stageWords(lang);
    const taints = ['NoSchedule', 'NoExecute'].map((effect) => `node.kubernetes.io/unreachable:${effect}`);
    const [card = ''] = cardsOf(kind, w, h, [host(1, { ready: false, taints })], lang);
    const said = card.slice(card.indexOf('>') + 1);
    expect(said).toContain('NotReady');
    expect(said).toContain(words.tainted(2));
    expect(said).toContain('st-box down');
  });
});

test('cards of hosts show the label that tells them apart', () => {
  const shown = cardsOf(
    'wide',
    920,
    636,
    [1, 2, 3, 4, 5, 6].map((i) => host(i)),
  ).map((card) => />(ip-[^<.]*)<\/text>/.exec(card)?.[1]);
  expect(shown).toEqual([1, 2, 3, 4, 5, 6].map((i) => `ip-10-1-${String(i)}-111`));
});
