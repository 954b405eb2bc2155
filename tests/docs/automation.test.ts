import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MOMENT_SHAPES, VERB_OPTIONS, VERB_SHAPES } from '../../src/scenario/verbs.ts';

const PAGE = readFileSync(new URL('../../docs/automation.md', import.meta.url), 'utf8');
const VERBS = /### Verbs\n([^]*?)\n## /.exec(PAGE)?.[1] ?? '';

/** First cells of the tables whose first column has this title, as they stand in backticks. */
function names(title: string): string[] {
  const rows = VERBS.split('\n').filter((line) => line.startsWith('|'));
  const found: string[] = [];
  let of = '';
  for (const row of rows) {
    const first = row.split('|')[1]?.trim() ?? '';
    const name = /^`(\w+)`$/.exec(first)?.[1];
    if (name === undefined && !first.startsWith('-')) of = first;
    if (name !== undefined && of === title) found.push(name);
  }
  return found;
}

it.each([
  ['verb', Object.keys(VERB_SHAPES)],
  ['option', Object.keys(VERB_OPTIONS)],
  // Beside the moments that have a shape of their own.
  ['moment', [...Object.keys(MOMENT_SHAPES), 'afterQuiet']],
])('docs/automation.md has a row for each %s of a timeline, and no other', (title, known) => {
  expect(names(title).sort()).toEqual([...known].sort());
});
