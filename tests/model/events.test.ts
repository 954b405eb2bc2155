import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_KINDS, LANES } from '../../src/model/events.ts';

const TEXT = readFileSync(new URL('../../docs/spec/events.md', import.meta.url), 'utf8');

it('docs/spec/events.md and the table in code have the same kinds, in the same order, with the same granularity', () => {
  const rows = TEXT.split('\n')
    .map((line) => /^\|\s*(`[^|]+`)\s*\|\s*(event|stage|cycle|life)\s*\|/.exec(line))
    .filter((match) => match !== null)
    .flatMap(([, names = '', granularity]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => ({ name, granularity })),
    );
  expect(rows).toEqual(EVENT_KINDS.map(({ name, granularity }) => ({ name, granularity })));
});

it('the lanes are those of the document', () => {
  const line = /^Lanes, in the order that breaks ties inside one instant: (.*)\.$/m.exec(TEXT)?.[1];
  expect(line?.split(', ')).toEqual([...LANES]);
});
