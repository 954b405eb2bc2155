import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readScenario } from '../../src/scenario/scenario.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { isPod } from '../../src/engine/phase.ts';
import { formWith, GALLERY_GROUPS, galleryText, prepared } from '../../src/store/gallery.ts';
import { gallery } from '../fixtures/dumps.ts';

const FILES = readdirSync(new URL('../../src/scenario/gallery/', import.meta.url)).map((f) => f.replace('.yaml', ''));
const ITEMS = GALLERY_GROUPS.flatMap(({ items }) => items);

function read(name: string): Scenario {
  const scenario = readScenario([gallery(name)]);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problem));
  return scenario.value;
}

describe('the prepared scenarios', () => {
  it('each file belongs to one item of the first screen, and each form of an item has its file', () => {
    const forms = ITEMS.flatMap((i) => (i.variants.length > 0 ? i.variants.map((v) => v.name) : [i.name]));
    expect(forms.sort()).toEqual([...FILES].sort());
  });

  it.each(FILES)('%s: Pods that are there already have what admission gave them (DefaultTolerationSeconds)', (name) => {
    const pods = read(name).observed.filter(isPod);
    const tolerates = (pod: (typeof pods)[number], key: string): boolean =>
      (pod.spec.tolerations ?? []).some((one) => one.key === key && one.effect === 'NoExecute');
    const keys = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
    const bare = pods.filter((pod) => !keys.every((key) => tolerates(pod, key)));
    expect(bare.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  it.each(ITEMS.map((item) => [item.name, item] as const))('%s is called what its file calls itself', (name, item) => {
    expect(read(name).title).toEqual(item.title);
    expect(item.variants[0]?.name ?? name).toBe(name);
  });

  it.each(FILES)('%s: the file, its name and the text that a page loads are one', async (name) => {
    const scenario = read(name);
    expect(scenario.name).toBe(name);
    const loaded = readScenario([{ name: `${name}.json`, data: await galleryText(name) }]);
    expect(loaded.ok && loaded.value.canonical).toBe(scenario.canonical);
    expect(prepared(name)).toBeDefined();
  });

  it.each(ITEMS.filter(({ cluster }) => cluster !== undefined))(
    'the picture of $name has the counts of its file',
    (item) => {
      const { observed, applied } = read(item.name);
      const bound = [...observed, ...applied].filter(isPod).flatMap(({ spec }) => spec.nodeName ?? []);
      const replicas = applied
        .filter(({ kind }) => kind === 'Deployment')
        .reduce((sum, { spec }) => sum + ((spec as { replicas?: number }).replicas ?? 1), 0);
      expect(item.cluster).toEqual({
        nodes: observed.filter(({ kind }) => kind === 'Node').length,
        running: [...new Set(bound)].sort().map((node) => bound.filter((b) => b === node).length),
        pods: applied.filter((o) => isPod(o) && (o.spec.nodeName ?? '') === '').length + replicas,
      });
    },
  );
});

describe('forms that differ in their queue', () => {
  const forms = ITEMS.flatMap(({ variants }) => variants).filter(({ generation }) => generation !== undefined);

  it('are those whose file names it', () => {
    const named = ITEMS.flatMap(({ variants }) => variants).filter((v) => read(v.name).informerGeneration !== 'auto');
    expect(forms).toEqual(named);
    expect(forms.length).toBeGreaterThan(0);
  });

  it.each(forms)('$name has the queue of its file, and is found by it', ({ name, generation }) => {
    expect(read(name).informerGeneration).toBe(generation);
    for (const other of forms) expect(formWith(other.name, generation ?? 'atomic')).toBe(name);
  });

  it('others have none', () => {
    expect(formWith('slow-listener', 'deltafifo')).toBeUndefined();
    expect(formWith('web', 'realfifo')).toBeUndefined();
  });
});
