/** Every recorded scenario under many seeds: the freedom of the real system is chosen anew each time. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { failuresOf } from '../../src/conformance/adapters/trace.ts';
import type { Row } from '../../src/conformance/types.ts';

const SEEDS = 200;

const text = gunzipSync(readFileSync(new URL('../cases/control-plane/handed-trace.ndjson.gz', import.meta.url)));
const rows = text
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ expectBy: {}, steps: undefined, ...(JSON.parse(line) as object) }) as unknown as Row);

it.each(rows)(`$id under ${String(SEEDS)} seeds`, { timeout: 1_800_000 }, (row) => {
  for (let seed = 1; seed <= SEEDS; seed++) expect([seed, ...failuresOf(row, '1.35', seed)]).toEqual([seed]);
});
