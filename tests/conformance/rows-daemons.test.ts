/** A DaemonSet whose new Pods come before the old ones go: rollingUpdate with maxSurge of pkg/controller/daemon/update.go (v1.35). */
import { describe, expect, it } from 'vitest';
import { daemonSet, runRow, type Told } from './rows.ts';

const rolling = (maxSurge: number | string): object => ({
  spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 0 } } },
});
const ref = { kind: 'DaemonSet', name: 'agent' };
const update = (image: string): object => ({ setImage: { ...ref, containers: { c: image } }, afterMillis: 4000 });
const NODES = ['node-0', 'node-1', 'node-2'];
const at = (told: Told, pod: string, path: string, value: string): number => {
  const place = told.track(pod, path).findIndex((one) => one.endsWith(value));
  return told.candidate.tracks.get(pod)?.get(path)?.[place]?.write.index ?? -1;
};

describe.each([1, 2, 3])('seed %i', (seed) => {
  it('one node after the other has both, and the old one is told to go when the new one is ready', () => {
    const told = runRow([{ apply: [daemonSet('agent', undefined, rolling(1))] }, update('web:2')], { seed });
    const turns = NODES.map((node) => {
      const [old, fresh] = [`Pod/agent#${node}`, `Pod/agent#${node}.2`];
      const turn = [
        at(told, fresh, '@', 'ADDED'),
        at(told, fresh, 'condition[Ready]', 'True'),
        at(told, old, 'metadata.deletionTimestamp', 'set'),
      ];
      expect(turn).toEqual([...turn].sort((a, b) => a - b));
      expect(turn[0]).toBeGreaterThan(0);
      return turn;
    }).sort(([a = 0], [b = 0]) => a - b);
    // The next node's turn comes when the one before has a new Pod that is ready.
    for (const [n, [made = 0]] of turns.slice(1).entries()) expect(made).toBeGreaterThan(turns[n]?.[1] ?? Infinity);
    expect(told.track('DaemonSet/agent', 'image[c]')).toEqual(['0 web:1', '1 web:2']);
  });

  it('a percentage is rounded up: 34 % of 3 are two at once', () => {
    const told = runRow([{ apply: [daemonSet('agent', undefined, rolling('34%'))] }, update('web:2')], { seed });
    const firstReady = Math.min(...NODES.map((node) => at(told, `Pod/agent#${node}.2`, 'condition[Ready]', 'True')));
    const made = NODES.map((node) => at(told, `Pod/agent#${node}.2`, '@', 'ADDED'));
    expect(made.filter((index) => index < firstReady)).toHaveLength(2);
  });

  it('a new Pod that never gets ready holds up all others, whose old ones serve on', () => {
    const told = runRow(
      [{ apply: [daemonSet('agent', undefined, rolling(1))] }, update('web:missing'), { cordon: 'node-0' }],
      { seed, environment: { unpullable: ['*missing*'] } },
    );
    const fresh = NODES.filter((node) => told.track(`Pod/agent#${node}.2`, '@').length > 0);
    expect(fresh).toHaveLength(1);
    for (const node of NODES) expect(told.track(`Pod/agent#${node}`, 'metadata.deletionTimestamp')).toEqual([]);
  });
});
