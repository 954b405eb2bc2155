import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/add-a-plugin.md'), 'utf8');
const copy = mkdtempSync(join(tmpdir(), 'steplane-plugin-'));

afterAll(() => {
  rmSync(copy, { recursive: true });
});

/** The path in backticks before a fenced block, and the block. */
function block(language: string): { path: string; text: string } {
  const found = new RegExp('`([^`]+)`\\n+```' + language + '\\n([^]*?)```').exec(PAGE);
  if (found === null) throw new Error(`no ${language} block`);
  return { path: found[1] ?? '', text: found[2] ?? '' };
}

/** Replaces each run of "-" lines by the "+" lines after it. */
function patch(text: string, diff: string): string {
  const hunks = [...diff.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)];
  expect(hunks.length).toBe(2);
  const plain = (lines: string): string => lines.replace(/^[-+]/gm, '').trimEnd();
  return hunks.reduce((done, [, before = '', after = '']) => {
    expect(done).toContain(plain(before));
    return done.replace(plain(before), plain(after));
  }, text);
}

const SCRIPT = `
import { runCycle } from './src/components/scheduler/scheduler.ts';
const node = (name, quiet) => ({ node: { apiVersion: 'v1', kind: 'Node', metadata: { name, labels: quiet ? { 'example.com/quiet': 'true' } : {} },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } } }, pods: [] });
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'default', uid: 'u' }, spec: { containers: [{ name: 'c' }] } };
const run = (nodes) => runCycle({ pod, nodes, startIndex: 0, version: '1.37', namespaceLabels: {} }, () => 0);
const rejected = run([node('library', true)]);
const scored = run([node('library', true), node('street', false), node('square', false)]);
console.log(JSON.stringify({ message: rejected.message, verdict: rejected.verdicts[0], feasible: scored.feasible,
  scores: scored.scores.find((s) => s.plugin === 'NodeQuiet') }));
`;

it('following the page gives a plugin that filters, scores and speaks', () => {
  cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true });
  const plugin = block('ts');
  mkdirSync(dirname(join(copy, plugin.path)), { recursive: true });
  writeFileSync(join(copy, plugin.path), plugin.text);
  const row = block('diff');
  const registry = join(copy, row.path);
  writeFileSync(registry, patch(readFileSync(registry, 'utf8'), row.text));
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
  writeFileSync(join(copy, 'try.ts'), SCRIPT);
  const ran = spawnSync(join(ROOT, 'node_modules/.bin/tsx'), ['try.ts'], { cwd: copy, encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  const said = JSON.parse(ran.stdout) as { message: string; verdict: object; feasible: string[]; scores: object };
  expect(said.message).toMatch(/^0\/1 nodes are available: 1 node\(s\) asked for quiet\./);
  expect(said.verdict).toMatchObject({ node: 'library', plugin: 'NodeQuiet', reasons: ['node(s) asked for quiet'] });
  expect(said.feasible).toEqual(['street', 'square']);
  expect(said.scores).toMatchObject({ weight: 1, normalized: [100, 100] });
});
