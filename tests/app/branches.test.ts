import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Controller, type Stores } from '../../src/app/controller.ts';
import { Opener } from '../../src/client/opener.ts';
import type { TraceBuffer } from '../../src/derive/trace-buffer.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { inProcessPort } from '../../src/protocol/protocol.ts';
import { Layout } from '../../src/store/layout.ts';
import { Marks } from '../../src/store/marks.ts';
import { Playback } from '../../src/store/playback.ts';
import { Selection } from '../../src/store/selection.ts';
import { Session } from '../../src/store/session.ts';
import { TimelineLook } from '../../src/store/timeline.ts';

const SCENARIO = `
apiVersion: v1
kind: Node
metadata: { name: node-a, labels: { kubernetes.io/hostname: node-a } }
status:
  allocatable: { cpu: '4', memory: 8Gi, pods: '10' }
  capacity: { cpu: '4', memory: 8Gi, pods: '10' }
  conditions: [{ type: Ready, status: 'True' }]
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: default }
spec: { containers: [{ name: app, image: 'example.com/app:1', resources: { requests: { cpu: 100m } } }] }
`;

function setUp(): { stores: Stores; controller: Controller } {
  const stores: Stores = {
    session: new Session(),
    playback: new Playback(),
    selection: new Selection(),
    layout: new Layout({ theme: 'light', language: 'en', reducedMotion: true }),
    marks: new Marks(),
    timeline: new TimelineLook(),
  };
  const opener = new Opener(() => ({
    port: inProcessPort(createEngine()),
    died: new Promise(() => undefined),
    terminate: () => undefined,
  }));
  return { stores, controller: new Controller(stores, opener) };
}

const rows = (trace: TraceBuffer, to = trace.length): string[] =>
  Array.from({ length: to }, (_, k) => `${trace.kindName(k + 1)} ${trace.object(k + 1)} ${trace.detail(k + 1)}`);
const bound = (trace: TraceBuffer, from: number): number | undefined => {
  for (let k = from + 1; k <= trace.length; k++)
    if (trace.kindName(k) === 'store.written' && trace.detail(k) === 'bind') return k;
  return undefined;
};
const CORDON = [{ verb: 'cordon', body: 'node-a' }];

describe('a fork of the run on screen', () => {
  let page: ReturnType<typeof setUp>;
  const atRest = (): Promise<void> =>
    vi.waitFor(() => {
      expect(page.stores.playback.state.runState).toBe('quiescent');
    });
  beforeEach(async () => {
    page = setUp();
    await page.controller.openSources([{ name: 'a.yaml', data: SCENARIO }], 'a.yaml');
    await atRest();
    page.stores.playback.seek(1);
  });

  it('shares the steps before it and goes its own way after', async () => {
    const before = rows(page.controller.live?.trace ?? raise());
    expect(before.some((row) => row.endsWith(' bind'))).toBe(true);
    expect(await page.controller.fork({ entries: CORDON })).toBe(true);
    await atRest();
    const { trace } = page.controller.live ?? raise();
    expect(rows(trace, 1)).toEqual(before.slice(0, 1));
    expect(rows(trace).some((row) => row.endsWith(' bind'))).toBe(false);
    expect(page.stores.playback.state).toMatchObject({ step: 1, steps: trace.length });
    expect(page.stores.session.state).toMatchObject({ branch: { from: 1 }, source: { kind: 'link' } });
  });

  it('its scenario, as a link has it, holds what was done', async () => {
    await page.controller.fork({ entries: CORDON });
    const { answer } = page.stores.session.state;
    expect(answer?.scenario).toContain('"cordon":"node-a"');
  });

  it('undo brings back log, step, source and scenario as they were', async () => {
    const { live } = page.controller;
    const before = { rows: rows(live?.trace ?? raise()), session: page.stores.session.state };
    await page.controller.fork({ entries: CORDON });
    await page.controller.undoFork();
    expect(page.controller.live).toBe(live);
    expect(rows(live?.trace ?? raise())).toEqual(before.rows);
    expect(page.stores.playback.state.step).toBe(1);
    const { branch, source, answer } = page.stores.session.state;
    expect({ branch, source, answer }).toEqual({
      branch: undefined,
      source: before.session.source,
      answer: before.session.answer,
    });
    expect((await live?.objects(before.rows.length))?.find(({ key }) => key === 'Pod/default/web')?.node).toBe(
      'node-a',
    );
  });

  it('stands where its goal is, and at the fork where that never comes', async () => {
    await page.controller.fork({ entries: CORDON, goal: bound });
    expect(page.stores.playback.state.step).toBe(1);
    await page.controller.undoFork();
    await page.controller.fork({ entries: [{ verb: 'label', body: LABEL }], goal: bound });
    const { trace } = page.controller.live ?? raise();
    expect(trace.detail(page.stores.playback.state.step)).toBe('bind');
  });

  it('leaves an earlier step than the one shown, and undo stands where it is told to, or else where the person was', async () => {
    const { trace } = page.controller.live ?? raise();
    page.stores.playback.seek(10);
    await page.controller.fork({ entries: CORDON, from: 1 });
    expect(page.stores.session.state.branch).toEqual({ from: 1 });
    await page.controller.undoFork(trace.time(20));
    expect(page.stores.playback.state.step).toBe(trace.stepOfTime(trace.time(20)));
    page.stores.playback.seek(10);
    await page.controller.fork({ entries: CORDON, from: 1 });
    await page.controller.undoFork();
    expect(page.stores.playback.state.step).toBe(10);
  });

  it('another form of the scenario opens at the same time', async () => {
    const { live } = page.controller;
    const { answer } = page.stores.session.state;
    const { trace } = live ?? raise();
    const ticks = trace.time(30);
    await page.controller.openAt(answer?.scenario ?? '', ticks);
    expect(page.controller.live).not.toBe(live);
    expect(page.stores.playback.state.step).toBe(trace.stepOfTime(ticks));
    expect(page.stores.session.state.problem).toBeUndefined();
  });

  it('what the engine refuses is reported, and the run goes on as it was', async () => {
    const { live } = page.controller;
    expect(await page.controller.fork({ entries: [{ verb: 'dance', body: 1 }] })).toBe(false);
    expect(page.controller.live).toBe(live);
    expect(page.stores.session.state).toMatchObject({ branch: undefined, problem: { code: 'unknown-verb' } });
  });
});

const LABEL = { kind: 'Node', name: 'node-a', labels: { pool: 'a' } };

function raise(): never {
  throw new Error('nothing is open');
}
