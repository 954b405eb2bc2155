/**
 * A kubelet that dies and starts again: its process's memory is gone (back-offs, results of probes, what its recorder has
 * counted), the runtime's containers are not: pkg/kubelet (v1.35).
 */
import { describe, expect, it } from 'vitest';
import { barePod, runRow } from '../conformance/rows.ts';

const ON = { nodeName: 'node-0' };
const crash = (after: number, seconds: number): object => ({
  crash: 'kubelet node-0',
  for: `${String(seconds)}s`,
  afterMillis: after * 1000,
  afterQuiet: false,
});
const LATER = { cordon: 'node-2', afterMillis: 40_000, afterQuiet: false };

describe('a kubelet that dies', () => {
  it('leaves its containers running, and its successor neither starts nor pulls anything of them', () => {
    const told = runRow([{ apply: [barePod('web', ON)] }, crash(10, 10), LATER]);
    const events = told.events('Pod/web');
    expect(events.filter((event) => / (?:Pulled|Created|Started):/.test(event)).map((event) => event[0])).toEqual([
      '1',
      '1',
      '1',
    ]);
    expect(told.track('Pod/web', 'container[c].state')).toEqual(['0 waiting ContainerCreating', '0 running']);
    expect(told.events('Node/node-0').filter((event) => event.includes('Starting kubelet'))).toHaveLength(1);
  });

  it('says nothing while it is dead; then goes on with what was asked meanwhile', () => {
    const remove = { delete: [{ kind: 'Pod', name: 'web' }], afterMillis: 2000, afterQuiet: false };
    const told = runRow([{ apply: [barePod('web', ON)] }, crash(10, 20), remove, LATER]);
    const spoke = told.candidate.recording.writes.filter(({ by, entry }) => by === 'kubelet' && entry > 1);
    expect(Math.min(...spoke.map(({ seconds }) => seconds))).toBeGreaterThanOrEqual(30);
    expect(told.track('Pod/web', '@').at(-1)).toMatch(/DELETED$/);
  });

  it('forgets how often a container has crashed: its successor starts it at once, and its back-off begins anew', () => {
    const told = runRow([
      { apply: [barePod('loop', ON, { command: ['sh', '-c', 'sleep 1; exit 3'] })] },
      crash(20, 10),
      LATER,
    ]);
    // Ended for the third time at about 16 s, it would have waited for 20 s.
    const restarts = told.times('Pod/loop', 'container[c].restartCount');
    const third = told.track('Pod/loop', 'container[c].restartCount').findIndex((value) => value.endsWith(' 3'));
    expect(restarts[third]).toBeGreaterThan(30);
    expect(restarts[third]).toBeLessThan(32);
    const [fourth = 0] = restarts.slice(third + 1);
    expect(fourth - (restarts[third] ?? 0)).toBeGreaterThan(11);
    expect(fourth - (restarts[third] ?? 0)).toBeLessThan(17);
  });

  it('counts no Event further that its predecessor told, and tries a missing image at once', () => {
    const unpullable = ['*missing*'];
    const told = runRow([{ apply: [barePod('bad', ON, { image: 'x:missing' })] }, crash(16, 5), LATER], {
      environment: { unpullable },
    });
    const pulls = told.candidate.recording.events.filter(
      ({ object }) => (object as { readonly reason?: string }).reason === 'Pulling',
    );
    // 0 s and 14 s, dead from 16 s to 21 s, then at once and after another back-off.
    expect(pulls.map(({ count }) => count)).toEqual([2, expect.any(Number)]);
    const first = (pulls[1]?.object as { readonly firstTimestamp?: string } | undefined)?.firstTimestamp;
    expect(first).toMatch(/:21Z$/);
  });

  it.each([
    ['1.34', ['false', 'true', 'false', 'true']],
    ['1.35', ['false', 'true']],
  ] as const)(
    '%s: readiness is asked for anew before 1.35 (ChangeContainerStatusOnKubeletRestart)',
    (version, ready) => {
      const readinessProbe = { httpGet: { path: '/', port: 80 } };
      const told = runRow([{ apply: [barePod('web', ON, { readinessProbe })] }, crash(10, 10), LATER], { version });
      expect(told.track('Pod/web', 'container[c].ready').map((value) => value.split(' ')[1])).toEqual(ready);
    },
  );

  it('what it had told to stop ends by itself, and its successor takes the Pod away', () => {
    const remove = { delete: [{ kind: 'Pod', name: 'web' }], afterMillis: 10_000, afterQuiet: false };
    const soon = { ...crash(0, 5), afterMillis: 500 };
    const told = runRow([{ apply: [barePod('web', ON)] }, remove, soon, LATER]);
    // It ended by itself a second after it was told to, with nobody there to hear of it.
    expect(told.events('Pod/web').filter((event) => event.includes('Killing'))).toEqual([
      '1 Killing: Stopping container c',
    ]);
    expect(told.track('Pod/web', '@').at(-1)).toMatch(/DELETED$/);
  });
});
