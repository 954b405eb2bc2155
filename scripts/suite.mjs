// Runs a test runner, shows its output and counts its tests from its JSON report.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/**
 * @param {string} name what the count is called
 * @param {string[]} command arguments of npx: vitest or playwright
 * @returns {Promise<{name: string, passed: number, failed: number}>} a runner that did not come to count fails once
 */
export function runSuite(name, command, env, prefix = []) {
  const [tool] = command;
  const report = join(ROOT, `test-results/${name}.json`);
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  rmSync(report, { force: true });
  const flags =
    tool === 'vitest'
      ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      : ['--reporter=line,json'];
  const [program, ...rest] = [...prefix, 'npx', ...command, ...flags];
  return new Promise((resolve) => {
    const child = spawn(program, rest, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    child.on('exit', (code) => resolve({ name, ...count(tool, report, code) }));
  });
}

function count(tool, file, code) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const passed = tool === 'vitest' ? report.numPassedTests : report.stats.expected;
    const failed = tool === 'vitest' ? report.numFailedTests : report.stats.unexpected + report.stats.flaky;
    return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
