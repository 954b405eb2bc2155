import { expect, test } from 'vitest';
import { run } from '../golang/machine-run.ts';
import { codeFor, variant, withConstants } from '../labs/lab-run.ts';

const FULL = { keys: 1000, writes: 100_000, writers: 1 };

test.each(['mutex', 'channel'])('M1: 100,000 writes leave 1,000 keys, key k holds 99,000 + k: %s', (id) => {
  const values = id === 'mutex' ? FULL : { ...FULL, buffer: 256 };
  const { outcome } = run(codeFor(withConstants(variant('map-write', id).text, values)), 'natural', 2_000_000);
  expect(outcome?.stdout).toEqual(Array.from({ length: 1000 }, (_, k) => `key ${k} holds ${99_000 + k}`));
});
