// What every entry needs first: the dependencies, and a build that is newer than the sources. Node's built-ins only.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the project's folder and ends the program if it fails. */
export function must(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  });
  if (done.status === 0) return;
  console.error(`\n${[command, ...args].join(' ')} failed${done.error ? `: ${done.error.message}` : ''}`);
  process.exit(done.status ?? 1);
}

export function installDependencies() {
  const stamp = join(ROOT, 'node_modules/.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(lock).mtimeMs) return;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Steplane needs Node 20.19 or later; this is ${process.version}.`);
    process.exit(1);
  }
  must('npm', ['ci', '--no-fund', '--no-audit']);
}

export function build() {
  const built = join(ROOT, 'dist/index.html');
  if (
    existsSync(built) &&
    statSync(built).mtimeMs >= newest(['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'])
  )
    return;
  must('npx', ['vite', 'build', '--logLevel', 'warn']);
}

function newest(paths) {
  let time = 0;
  for (const path of paths.map((p) => join(ROOT, p))) {
    if (!existsSync(path)) continue;
    const stat = statSync(path);
    const below = stat.isDirectory() ? newest(readdirSync(path).map((n) => join(path, n).slice(ROOT.length))) : 0;
    time = Math.max(time, stat.mtimeMs, below);
  }
  return time;
}
