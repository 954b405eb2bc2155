import { describe, expect, it } from 'vitest';
import { Opener } from '../../src/client/opener.ts';
import type { Engine } from '../../src/client/port.ts';
import { TraceBuffer } from '../../src/derive/trace-buffer.ts';
import { inProcessPort, type EngineApi, type OpenAnswer, type StageView } from '../../src/protocol/protocol.ts';
import { createFakeEngine, STEPS } from '../fixtures/fake-engine.ts';

interface Spawned extends Engine {
  terminated: boolean;
}

function spawner(make: () => EngineApi = createFakeEngine): { spawn: () => Engine; all: Spawned[] } {
  const all: Spawned[] = [];
  const spawn = (): Engine => {
    const engine: Spawned = {
      port: inProcessPort(make()),
      died: new Promise(() => undefined),
      terminated: false,
      terminate: () => {
        engine.terminated = true;
      },
    };
    all.push(engine);
    return engine;
  };
  return { spawn, all };
}

const hooks = {
  sink: ({ kinds, lanes }: OpenAnswer) => new TraceBuffer({ kinds, lanes }),
  onProgress: () => undefined,
};
const request = (data: string) => ({ files: [{ name: 'a.yaml', data }] });
const quiet = { onStatus: () => undefined, onProblem: () => undefined };

describe('opening', () => {
  it('hands out a run that pumps until it rests', async () => {
    const { spawn } = spawner(() => createFakeEngine({ slice: 7 }));
    const opened = await new Opener(spawn).open(request('kind: Pod'), hooks);
    if (opened.kind !== 'opened') throw new Error(opened.kind);
    const seen: number[] = [];
    await opened.run.pump({ ...quiet, onStatus: ({ steps }) => seen.push(steps) });
    expect(opened.sink.length).toBe(STEPS);
    expect(seen.at(-1)).toBe(STEPS);
    expect(seen.length).toBeGreaterThan(3);
  });

  it('a refusal ends the new engine and leaves the old run alone', async () => {
    const { spawn, all } = spawner();
    const opener = new Opener(spawn);
    const first = await opener.open(request('kind: Pod'), hooks);
    if (first.kind !== 'opened') throw new Error(first.kind);
    const second = await opener.open(request('bad'), hooks);
    expect(second).toMatchObject({ kind: 'refused', problem: { code: 'bad-yaml-tab', line: 3 } });
    expect(all.map((engine) => engine.terminated)).toEqual([false, true]);
    expect((await first.run.objects(0))?.length).toBe(4);
  });

  it('an engine that throws is a defect of ours, said as one', async () => {
    const { spawn, all } = spawner();
    const opened = await new Opener(spawn).open(request('bug'), hooks);
    expect(opened).toMatchObject({ kind: 'refused', problem: { kind: 'engine-bug' } });
    expect(all[0]?.terminated).toBe(true);
  });

  it('cancel ends the opening, and what it answers later is dropped', async () => {
    let release: (() => void) | undefined;
    const slow: EngineApi = createFakeEngine();
    const { spawn, all } = spawner(() => slow);
    const opener = new Opener(() => {
      const engine = spawn();
      const { port } = engine;
      const open: typeof port.open = async (...args) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return port.open(...args);
      };
      return { ...engine, port: { ...port, open } };
    });
    const opening = opener.open(request('kind: Pod'), hooks);
    opener.cancel();
    release?.();
    expect(await opening).toEqual({ kind: 'cancelled' });
    expect(all[0]?.terminated).toBe(true);
  });

  it('a later opening takes the place of an earlier one', async () => {
    const { spawn, all } = spawner();
    const opener = new Opener(spawn);
    const early = opener.open(request('kind: Pod'), hooks);
    const late = await opener.open(request('kind: Node'), hooks);
    expect((await early).kind).toBe('cancelled');
    expect(late.kind).toBe('opened');
    expect(all.map((engine) => engine.terminated)).toEqual([true, false]);
  });
});

describe('a run that was closed', () => {
  it('drops answers that are still on their way and asks no more', async () => {
    const { spawn, all } = spawner();
    const opened = await new Opener(spawn).open(request('kind: Pod'), hooks);
    if (opened.kind !== 'opened') throw new Error(opened.kind);
    const { run } = opened;
    const pending = run.inspect(5, 'Pod/default/x');
    run.dispose();
    expect(await pending).toBeUndefined();
    expect(await run.why(5, 'Pod/default/x')).toBeUndefined();
    expect(all[0]?.terminated).toBe(true);
  });
});

describe('views', () => {
  it('the newest wish is fetched first, old wishes are forgotten, and a view is fetched once', async () => {
    const asked: number[] = [];
    const engine = createFakeEngine();
    const { spawn } = spawner(() => ({
      ...engine,
      view: (step, spec): StageView => {
        asked.push(step);
        return engine.view(step, spec);
      },
    }));
    const opened = await new Opener(spawn).open(request('kind: Pod'), hooks);
    if (opened.kind !== 'opened') throw new Error(opened.kind);
    const { views } = opened.run;
    const arrived = new Promise<void>((resolve) => {
      views.onArrival((step) => {
        if (step === 20) resolve();
      });
    });
    views.want([1, 2, 3, 4]);
    views.want([9, 20]);
    await arrived;
    expect(asked).toEqual([1, 9, 20]);
    expect(views.at(9)?.step).toBe(9);
    expect(views.at(2)).toBeUndefined();
  });
});
