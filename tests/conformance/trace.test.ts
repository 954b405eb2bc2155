/** Whole scenarios run as recordings of a real control plane show them; what is free there is a choice here, so seeds pass too. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { failuresOf } from '../../src/conformance/adapters/trace.ts';
import type { Row } from '../../src/conformance/types.ts';

const text = gunzipSync(readFileSync(new URL('../cases/control-plane/handed-trace.ndjson.gz', import.meta.url)));
const rows = text
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ expectBy: {}, steps: undefined, ...(JSON.parse(line) as object) }) as unknown as Row);

it.each(rows)('$id', { timeout: 120_000 }, (row) => {
  for (const seed of [1, 2]) expect(failuresOf(row, '1.35', seed)).toEqual([]);
});
