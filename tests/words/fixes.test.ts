import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openEngine, runToRest } from '../fixtures/dumps.ts';
import { FIX_CODES } from '../../src/derive/words/fix-codes.ts';
import { editsWords, fixWords } from '../../src/derive/words/fixes.ts';
import type { FixNote } from '../../src/protocol/protocol.ts';

const PENDING = new URL('../cases/pending/', import.meta.url);

/** Every note that the engine has about the pending scenarios. */
function notesOf(file: string): FixNote[] {
  const engine = runToRest(openEngine({ name: file, data: readFileSync(new URL(file, PENDING), 'utf8') }));
  const { step } = engine.cluster.world;
  const pods = engine.objects(step).filter(({ kind, node }) => kind === 'Pod' && node === '');
  const keys = [...pods.map(({ key }) => key), ...engine.refused(step).map(({ key }) => key)];
  return keys.flatMap((key) => {
    const { fixes, tried, none } = engine.fixes(step, key);
    const hints = engine.why(step, key).nodes.flatMap((node) => node.hints);
    return [...fixes.flatMap(({ edits }) => edits), ...tried, ...(none === undefined ? [] : [none]), ...hints];
  });
}

describe('fixes and hints in words', () => {
  it('whatever the engine says has words in both languages, with all its figures', () => {
    const notes = readdirSync(PENDING).flatMap(notesOf);
    expect(notes.length).toBeGreaterThan(100);
    for (const note of notes) {
      expect(FIX_CODES).toContain(note.code);
      for (const lang of ['en', 'ja'] as const) {
        const said = fixWords(note, lang);
        expect(said).not.toMatch(/undefined|NaN|, ,|\(\)/);
        expect(said.length).toBeGreaterThan(4);
      }
    }
  });

  it('says figures as people write them', () => {
    const lower = { resource: 'cpu,memory', from: '4,1Gi', to: '3900m,512Mi', less: '100m,512Mi', node: 'a' };
    const edits = [
      { code: 'lower-request', params: lower },
      { code: 'uncordon', params: { node: 'node-a' } },
    ];
    expect(editsWords(edits, 'en')).toBe(
      'Ask for 100m less cpu and 512Mi less memory (cpu 4 → 3900m, memory 1Gi → 512Mi); and Uncordon node-a',
    );
    const short = {
      code: 'short',
      params: { resource: 'memory', asked: 2 * 1024 ** 3, free: 1024 ** 3, short: 1024 ** 3 },
    };
    expect(fixWords(short, 'en')).toBe('memory: asked 2048Mi, free 1024Mi, short by 1024Mi');
    expect(fixWords(short, 'ja')).toBe('memory: 要求 2048Mi、空き 1024Mi、不足 1024Mi');
  });

  it('a code without words is still said with its figures', () => {
    expect(fixWords({ code: 'new-code', params: { node: 'a' } }, 'en')).toBe('new-code, node: a');
  });
});
