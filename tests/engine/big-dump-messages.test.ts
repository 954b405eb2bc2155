import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Pod } from '../../src/model/objects.ts';
import { dump, openEngine, runToRest } from '../fixtures/dumps.ts';

interface Recorded {
  readonly namespace: string;
  readonly pod: string;
  /** null: a Pod of another scheduler, which has no condition. */
  readonly message: string | null;
}

const RECORDED = JSON.parse(
  readFileSync(new URL('../cases/control-plane/big-dump-messages.json', import.meta.url), 'utf8'),
) as readonly Recorded[];
const FILE = dump('big-dump-1--dump.yaml');

it('each Pending Pod of the large dump ends with the text that the real scheduler wrote', () => {
  const engine = runToRest(openEngine(FILE));
  const { world, apiServer } = engine.cluster;
  for (const { namespace, pod, message } of RECORDED) {
    const key = `Pod/${namespace}/${pod}`;
    const stored = apiServer.get(key) as Pod | undefined;
    const condition = stored?.status?.conditions?.find((c) => c.type === 'PodScheduled');
    expect([key, condition?.message ?? null]).toEqual([key, message]);
    expect([key, engine.why(world.step, key).message]).toEqual([key, message ?? '']);
  }
  expect(RECORDED).toHaveLength(30);
});

it('and the terminal prints it', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const ran = spawnSync('node_modules/.bin/tsx', ['src/cli/main.ts', 'why', '-'], {
    cwd: root,
    input: FILE.data,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  expect(ran.status).toBe(1);
  for (const { namespace, pod, message } of RECORDED) {
    expect(ran.stdout).toContain(`${namespace}/${pod}`);
    if (message !== null) expect(ran.stdout).toContain(message);
  }
});
