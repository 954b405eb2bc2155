import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_PLUGINS } from '../../src/components/scheduler/scheduler.ts';

const PAGE = readFileSync(new URL('../../docs/fidelity.md', import.meta.url), 'utf8');

it.each(DEFAULT_PLUGINS.map(({ name }) => name))(
  'docs/fidelity.md has a row for %s that links what holds it',
  (name) => {
    const row = PAGE.split('\n').find((line) => new RegExp(`^\\| ${name}(?: \\([^|]*\\))?\\s*\\|`).test(line)) ?? '';
    expect(row).toMatch(/\]\(\.\.\/tests\/[^)]+\)/);
  },
);

it.each(['C-20', 'C-21', 'C-22', 'C-23', 'C-24', 'C-25', 'C-26', 'C-27', 'C-28', 'C-29', 'C-30', 'C-31'])(
  'docs/fidelity.md has a row for the difference %s',
  (rule) => {
    expect(
      PAGE.split('\n').some((line) => line.startsWith('|') && line.includes(rule) && line.includes('](../tests/')),
    ).toBe(true);
  },
);
