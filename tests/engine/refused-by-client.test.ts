/** A person's mistake is found among many retries of controllers that came after it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';

const SCENARIO = readFileSync(new URL('../cases/api-server/no-room.yaml', import.meta.url), 'utf8');

const engine = createEngine();
expect(engine.open({ files: [{ name: 'no-room.yaml', data: SCENARIO }] }).ok).toBe(true);
while (engine.advance(5000).status.state === 'running');
const end = engine.cluster.world.step;

it('the newest fifty of everybody leave it out; asked for by client, it is there', () => {
  const all = engine.apiServer(end);
  expect(all.conflicts).toHaveLength(50);
  expect(new Set(all.conflicts.map(({ client }) => client))).toEqual(new Set(['kube-controller-manager']));
  expect(all.refusedBy).toEqual([
    { client: 'kubectl', count: 1 },
    { client: 'kube-controller-manager', count: all.refused - 1 },
  ]);
  const mine = engine.apiServer(end, { client: 'kubectl' });
  expect(mine.conflicts).toMatchObject([{ client: 'kubectl', verb: 'patch scale', code: 404, reason: 'NotFound' }]);
  expect(mine.refused).toBe(all.refused);
});

it('one that is asked for by its step comes as the last, of its client only, and not before it happened', () => {
  const step = engine.apiServer(end, { client: 'kubectl' }).conflicts[0]?.step ?? 0;
  const { conflicts } = engine.apiServer(end, { at: step });
  expect(conflicts).toHaveLength(51);
  expect(conflicts.at(-1)).toMatchObject({ step, client: 'kubectl' });
  expect(engine.apiServer(end, { client: 'kube-controller-manager', at: step }).conflicts).toHaveLength(50);
  expect(engine.apiServer(end, { at: step + 1 }).conflicts).toHaveLength(50);
  expect(engine.apiServer(step - 1, { at: step }).conflicts).toEqual([]);
});
