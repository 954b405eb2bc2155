/** Expected statuses: one Pod's writes, recorded from Kubernetes 1.35.4 (tests/cases/control-plane/pod-life.json). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/model/objects.ts';
import type { ContainerRun } from '../../../src/components/kubelet/kubelet.ts';
import { podStatus, withGeneration, type StatusInput } from '../../../src/components/kubelet/pod-status.ts';
import { statusPatch } from '../../../src/components/kubelet/status-patch.ts';

interface Recorded {
  readonly writes: readonly { readonly name: string; readonly pod: Pod }[];
}

const file = new URL('../../cases/control-plane/pod-life.json', import.meta.url);
const { writes } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;

function recorded(name: string): Pod {
  const found = writes.find((write) => write.name === name);
  if (found === undefined) throw new Error(`no write ${name}`);
  return found.pod;
}

const at = (second: string): string => `2026-11-30T15:29:${second}Z`;
const RUNNING: ContainerRun = { state: 'running', startedAt: at('30') };
const EXITED: ContainerRun = { state: 'exited', startedAt: at('30'), finishedAt: at('37'), exitCode: 0 };

const input = (pod: Pod, more: Partial<StatusInput>): StatusInput => ({
  pod,
  containers: {},
  ending: false,
  sandbox: false,
  hostIP: '10.1.0.11',
  now: at('30'),
  version: '1.35',
  ...more,
});

describe('status of a recorded Pod, field by field', () => {
  it('first status: five conditions in order, ContainerCreating', () => {
    const status = podStatus(input(recorded('bound'), {}));
    expect(status).toEqual(recorded('first status').status);
    expect(status.conditions?.map(({ type }) => type)).toEqual([
      'PodReadyToStartContainers',
      'Initialized',
      'Ready',
      'ContainersReady',
      'PodScheduled',
    ]);
  });

  it('second status: running and ready', () => {
    const more = { containers: { nginx: RUNNING }, sandbox: true, podIP: '10.244.0.3', now: at('31') };
    expect(podStatus(input(recorded('first status'), more))).toEqual(recorded('running').status);
  });

  it('a deletion seen: nothing moves but observedGeneration', () => {
    expect(withGeneration(recorded('deleting'), '1.35')).toEqual(recorded('seen deleting').status);
    expect(withGeneration(recorded('deleting'), '1.33')).toBeUndefined();
    expect(withGeneration(recorded('seen deleting'), '1.35')).toBeUndefined();
  });

  it('the end: Succeeded, PodCompleted', () => {
    const more = { containers: { nginx: EXITED }, ending: true, now: at('37') };
    expect(podStatus(input(recorded('seen deleting'), more))).toEqual(recorded('ended').status);
  });

  it('1.33 writes no observedGeneration', () => {
    const status = podStatus(input(recorded('bound'), { version: '1.33' }));
    expect(JSON.stringify(status)).not.toContain('observedGeneration');
  });
});

describe('11.5 phase and conditions', () => {
  const pod = recorded('first status');
  const withInit: Pod = { ...pod, spec: { ...pod.spec, initContainers: [{ name: 'prepare', image: 'busybox' }] } };
  const condition = (status: ReturnType<typeof podStatus>, type: string): string => {
    const found = status.conditions?.find((c) => c.type === type);
    return `${found?.status} ${found?.reason ?? ''} ${found?.message ?? ''}`.trim();
  };

  it('an init container that has not ended keeps the Pod Pending', () => {
    const status = podStatus(input(withInit, { containers: { prepare: RUNNING }, sandbox: true }));
    expect(status.phase).toBe('Pending');
    expect(condition(status, 'Initialized')).toBe(
      'False ContainersNotInitialized containers with incomplete status: [prepare]',
    );
    expect(condition(status, 'PodReadyToStartContainers')).toBe('True');
  });

  it('ended before anything ran: Failed, the container is lost with 137', () => {
    const status = podStatus(input(pod, { ending: true }));
    expect(status.phase).toBe('Failed');
    expect(condition(status, 'Ready')).toBe('False PodFailed');
    expect(status.containerStatuses?.[0]?.state?.terminated).toMatchObject({
      exitCode: 137,
      reason: 'ContainerStatusUnknown',
    });
  });

  it('Succeeded and Failed never change back', () => {
    const over: Pod = { ...pod, status: { ...pod.status, phase: 'Failed' } };
    expect(podStatus(input(over, { containers: { nginx: RUNNING } })).phase).toBe('Failed');
  });

  it('what others own stays and stands first', () => {
    const disruption = { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' };
    const preempted: Pod = {
      ...pod,
      status: { ...pod.status, conditions: [...(pod.status?.conditions ?? []), disruption] },
    };
    expect(podStatus(input(preempted, {})).conditions?.[0]).toEqual(disruption);
  });
});

describe('the patch', () => {
  it('names what differs, and the order', () => {
    const after = recorded('seen deleting').status ?? {};
    const patch = statusPatch(recorded('deleting'), after);
    const uid = recorded('deleting').metadata.uid;
    const types = after.conditions?.map(({ type }) => ({ type }));
    expect(patch).toEqual({
      metadata: { uid },
      status: {
        observedGeneration: 2,
        '$setElementOrder/conditions': types,
        conditions: types?.map(({ type }) => ({ type, observedGeneration: 2 })),
      },
    });
  });

  it('says null for what goes', () => {
    const patch = statusPatch(recorded('first status'), recorded('running').status ?? {}) as {
      status: { conditions: { type: string; reason?: null; message?: null }[] };
    };
    const ready = patch.status.conditions.find(({ type }) => type === 'Ready');
    expect(ready).toMatchObject({ status: 'True', reason: null, message: null });
    expect(patch.status.conditions.map(({ type }) => type)).not.toContain('Initialized');
  });

  it('nothing to say is no patch', () => {
    expect(statusPatch(recorded('running'), recorded('running').status ?? {})).toBeUndefined();
  });
});
