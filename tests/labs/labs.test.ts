import { describe, expect, test } from 'vitest';
import { explorerOf } from '../../src/golang/explore.ts';
import { LABS } from '../../src/labs/index.ts';
import { textOf, type Lab, type Text, type Trouble } from '../../src/labs/lab.ts';
import { run } from '../golang/machine-run.ts';
import { codeFor, scheduled, troubles, variant } from './lab-run.ts';

const VARIANTS = LABS.flatMap((lab) => lab.variants.map((one) => ({ name: `${lab.id}/${one.id}`, one })));

/** Seeds of which at least one shows the trouble; most need a handful. */
const SEEDS = 300;

describe('programs', () => {
  test.each(VARIANTS)('$name: it ends in every way that the lab tells of and in no other', ({ one }) => {
    const code = codeFor(one.text);
    const seen = new Set<Trouble>();
    for (let seed = 0; seed < SEEDS; seed++) {
      const { outcome, ops } = run(code, seed);
      if (outcome === undefined) throw new Error(`seed ${seed} does not end`);
      troubles(one, outcome, ops).forEach((what) => seen.add(what));
    }
    const told = one.faulty ? [one.expect, ...(one.also ?? [])] : [];
    expect([...seen].sort()).toEqual([...told].sort());
  });

  test.each(VARIANTS)('$name: the explorer walks all of it and agrees', ({ one }) => {
    const explorer = explorerOf(codeFor(one.text));
    let known = explorer.advance(5_000);
    for (let i = 0; i < 60 && !known.done; i++) known = explorer.advance(5_000);
    expect(known.complete).toBe(true);
    const signs = known.outcomes.filter(({ outcome }) =>
      outcome.stdout.some((line) => line.startsWith(one.sign ?? '\n')),
    );
    const kinds = new Set(known.troubles.map(({ kind }) => kind));
    if (!one.faulty) expect([signs.length, ...kinds]).toEqual([0]);
    else if (one.sign !== undefined) expect(signs.length).toBeGreaterThan(0);
    else expect(kinds).toContain(one.expect === 'race' ? 'data-race' : one.expect);
  });

  test.each(VARIANTS)('$name: its numbers stand in its text once, at both bounds too', ({ one }) => {
    for (const { name, value, min, max } of one.params ?? []) {
      expect([min <= value, value <= max]).toEqual([true, true]);
      expect(textOf(one, { [name]: value })).toBe(one.text);
      for (const wanted of [min, max]) {
        const text = textOf(one, { [name]: wanted });
        expect(text.match(new RegExp(`\\b${name} += ${wanted}$`, 'gm'))).toHaveLength(1);
        expect(() => codeFor(text)).not.toThrow();
      }
    }
    expect(textOf(one, {})).toBe(one.text);
  });

  test.each(VARIANTS)('$name: short, with tabs, one line feed at the end', ({ one }) => {
    const lines = one.text.split('\n');
    expect(lines.length).toBeLessThan(70);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(one.text).not.toMatch(/^ | $|\n\n\n/m);
    expect(one.text).toMatch(/^package main\n[^]*}\n$/);
  });
});

test('a number outside the bounds of its parameter is brought to the nearest', () => {
  const inside = variant('wait-group-add', 'inside');
  expect(textOf(inside, { writes: 999, buffer: -1 })).toMatch(/writes = 8\n\tbuffer = 0\n/);
});

describe.each(LABS)('$id', (lab) => {
  test('each faulty variant names a trouble and a cure that has none', () => {
    for (const one of lab.variants) {
      expect([one.expect === 'none', one.also === undefined || one.faulty]).toEqual([!one.faulty, true]);
      const cure = lab.variants.find(({ id }) => id === one.cure);
      expect(cure?.faulty).toBe(one.faulty ? false : undefined);
    }
    expect(new Set(lab.variants.map(({ id }) => id)).size).toBe(lab.variants.length);
  });

  test('the question has one right answer', () => {
    expect(lab.question.options.filter(({ right }) => right)).toHaveLength(1);
    expect(lab.question.options.length).toBeGreaterThanOrEqual(3);
  });

  test('every text is there in both languages', () => {
    for (const { en, ja } of textsOf(lab)) {
      expect(en).not.toBe('');
      expect(ja).toMatch(/[ぁ-んァ-ヶ一-龠]|^[\d.]+$|^sync\.Once$|^mutex$/);
    }
    const words = lab.note.en.split(/\s+/).length;
    expect([words >= 80, words <= 200]).toEqual([true, true]);
  });

  test('its point is a step of its schedule', () => {
    const { variant: id, turns, kind, goroutine, object, nth = 1 } = lab.point;
    const one = variant(lab.id, id);
    const { ops, machine } = scheduled(codeFor(one.text), turns);
    const fitting = ops.filter(
      (op) =>
        op.kind === kind &&
        (goroutine === undefined || op.goroutine === goroutine) &&
        (object === undefined || op.object === object),
    );
    expect(fitting.length).toBeGreaterThanOrEqual(nth);
    const outcome = machine.outcome();
    if (outcome === undefined) throw new Error('the schedule does not end');
    if (one.faulty) expect([...troubles(one, outcome, ops)]).toContain(one.expect);
  });
});

function textsOf(lab: Lab): readonly Text[] {
  const { title, note, question, variants } = lab;
  const params = variants.flatMap((one) => (one.params ?? []).map(({ label }) => label));
  return [
    title,
    note,
    question.text,
    ...question.options.flatMap(({ text, why }) => [text, why]),
    ...variants.map((one) => one.title),
    ...params,
  ];
}
