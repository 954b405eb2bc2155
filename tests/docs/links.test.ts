import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const pages = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return pages(`${folder}${entry.name}/`);
    return entry.name.endsWith('.md') ? [`${folder}${entry.name}`] : [];
  });

it.each(['README.md', 'ARCHITECTURE.md', ...pages('docs/')])('every relative link of %s leads somewhere', (page) => {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  const broken = targets.filter((t) => !/^https?:/.test(t) && !existsSync(new URL(t, new URL(page, ROOT))));
  expect(broken).toEqual([]);
});

it('docs/life-of-a-pod.md names files that exist: from the root, or below src/components', () => {
  const text = readFileSync(new URL('docs/life-of-a-pod.md', ROOT), 'utf8');
  const files = [...text.matchAll(/`([\w-]+(?:\/[\w.-]+)+\.ts)`/g)].map(([, file = '']) => file);
  const there = (file: string): boolean => ['', 'src/components/'].some((at) => existsSync(new URL(at + file, ROOT)));
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((f) => !there(f))).toEqual([]);
});
