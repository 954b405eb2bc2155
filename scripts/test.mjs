// `npm test`: installs what it needs, then checks, unit tests, recorded cases and the page's tests. One closing line.
import { spawnSync } from 'node:child_process';
import { build, installDependencies, ROOT } from './install.mjs';

installDependencies();
const { findChromium } = await import('./browser.mjs');
const { runSuite } = await import('./suite.mjs');

const browser = await findChromium();
const env = { ...process.env, STEPLANE_BROWSER: browser };

const results = [];
results.push(step('check', 'npm', ['run', '--silent', 'check']));
build();
results.push(await runSuite('unit', ['vitest', 'run'], env));
results.push(await runSuite('page', ['playwright', 'test'], env));

const passed = results.reduce((sum, r) => sum + r.passed, 0);
const failed = results.reduce((sum, r) => sum + r.failed, 0);
for (const r of results) console.log(`${r.name}: ${r.passed} passed, ${r.failed} failed`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function step(name, command, args) {
  const ok = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env }).status === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}
