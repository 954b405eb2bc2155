// `npm run check`: types of each side, rooms, lint, format, dead code, size budgets. Everything runs; all faults are told.
import { spawn } from 'node:child_process';
import { build, ROOT } from './install.mjs';

const CHECKS = [
  ['types of the engine', 'tsc', '-p', 'tsconfig.engine.json'],
  ['types of the page', 'tsc', '-p', 'tsconfig.page.json'],
  ['types of the worker', 'tsc', '-p', 'tsconfig.host.json'],
  ['types of Node', 'tsc', '-p', 'tsconfig.node.json'],
  ['rooms', 'depcruise', '--config', '.dependency-cruiser.mjs', 'src'],
  ['lint', 'eslint', '--max-warnings', '0', '.'],
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['dead code', 'knip'],
  ['sizes', 'size-limit'],
];

build();
let failed = 0;
const waiting = [...CHECKS];
// Two at a time: one a core.
await Promise.all([worker(), worker()]);
console.log(
  failed === 0 ? `check: ${CHECKS.length} of ${CHECKS.length} passed` : `check: ${failed} of ${CHECKS.length} failed`,
);
process.exit(failed === 0 ? 0 : 1);

async function worker() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
}

function run([name, ...command]) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn('npx', ['--no-install', ...command], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (d) => (said += d));
    child.stderr.on('data', (d) => (said += d));
    child.on('exit', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (code !== 0) failed++;
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(said);
      resolve();
    });
  });
}
