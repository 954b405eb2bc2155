/**
 * Worker entry: one engine, exposed. What few steps ask for, and the YAML reader, are loaded when they are needed, so that the
 * worker starts small; a frame's one buffer is handed over, not copied.
 */
import { expose, transfer } from 'comlink';
import { createCoreEngine } from '../engine/core-engine.ts';
import type { LateMethod } from '../engine/core-engine.ts';
import { installLessons } from '../engine/lessons.ts';
import type { LateAnswers } from '../engine/late-answers.ts';
import type { EnginePort, Outcome } from '../protocol/protocol.ts';
import { installZones, lacksZones } from '../engine/zones.ts';
import { hasYaml, installYaml } from '../scenario/yaml.ts';

const { api, opened } = createCoreEngine();
const late = async (): Promise<LateAnswers> => (await import('../engine/late-answers.ts')).createLateAnswers(opened);

/** What cannot be read without the YAML reader may be YAML, or JSON with a mistake whose place the reader can tell. */
async function withYaml<T>(read: () => Outcome<T>): Promise<Outcome<T>> {
  const answer = read();
  if (answer.ok || hasYaml()) return answer;
  installYaml((await import('../scenario/yaml-reader.ts')).YAML_READER);
  return read();
}

const loadZones = async (): Promise<void> => {
  installZones((await import('../engine/late-zones.ts')).ZONES);
};

/** What an answer to `open` may ask for, by its code. */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  'needs-lessons': async () => {
    installLessons((await import('../engine/late-lessons.ts')).LESSONS);
  },
  'needs-zones': loadZones,
};

async function withParts<T>(open: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const answer = await open();
  const load = answer.ok ? undefined : PARTS[answer.problem.code];
  if (load === undefined) return answer;
  await load();
  return withParts(open);
}

/** @param entries of a fork: a CronJob may come with them */
async function withZones<T>(entries: unknown, act: () => T | Promise<T>): Promise<T> {
  if (lacksZones(JSON.stringify(entries ?? null))) await loadZones();
  return act();
}

const port: Pick<EnginePort, 'open' | 'fork' | LateMethod> = {
  open: async (request, progress) => {
    const answer = await withParts(() => withYaml(() => api.open(request, progress)));
    const configured = answer.ok && opened().cluster.scenario.schedulerConfiguration !== undefined;
    return configured ? (await late()).checked(answer, request) : answer;
  },
  fork: (step, entries) => withZones(entries, () => api.fork(step, entries)),
  inspect: async (step, key) => (await late()).inspect(step, key),
  why: async (step, podKey) => (await late()).why(step, podKey),
  fixes: async (step, podKey) => (await late()).fixes(step, podKey),
  refused: async (step) => (await late()).refused(step),
  preemption: async (step, podKey) => (await late()).preemption(step, podKey),
  topology: async (step, podKey) => (await late()).topology(step, podKey),
  lanes: async (step, podKey) => (await late()).lanes(step, podKey),
  queues: async (step) => (await late()).queues(step),
  informers: async (step) => (await late()).informers(step),
  informer: async (step, id) => (await late()).informer(step, id),
  apiServer: async (step, asked) => (await late()).apiServer(step, asked),
  conflict: async (at) => (await late()).conflict(at),
  ownership: async (step, key) => (await late()).ownership(step, key),
  workload: async (step, key) => (await late()).workload(step, key),
  fit: async (step, podKey, max) => (await late()).fit(step, podKey, max),
  fitText: async (step, file, max) => {
    const { fitText } = await late();
    return withYaml(() => fitText(step, file, max));
  },
  stops: async (texts, from) => (await late()).stops(texts, from),
  watches: async (texts, step) => (await late()).watches(texts, step),
  drain: async (step, node, force) => (await late()).drain(step, node, force),
  addNodes: async (step, like, count) => (await late()).addNodes(step, like, count),
  breaches: async (step) => (await late()).breaches(step),
  invariants: async (step) => (await late()).invariants(step),
  left: async () => (await late()).left(),
  beside: (fork) => withZones(fork, async () => (await late()).beside(fork)),
};

/** WebKit runs this file a second time for chunks that import from it: the first one answers. */
const scope = globalThis as { steplaneServes?: boolean };
if (scope.steplaneServes !== true) {
  scope.steplaneServes = true;
  expose({
    ...api,
    ...port,
    /** Loads the rest while there is time, and a network. */
    warm: async () => {
      await Promise.all([
        import('../engine/late-answers.ts'),
        import('../engine/late-lessons.ts'),
        import('../engine/late-zones.ts'),
        import('../scenario/yaml-reader.ts'),
      ]);
    },
    advance: (budget: number, wanted?: number) => {
      const frame = api.advance(budget, wanted);
      return transfer(frame, [frame.time.buffer]);
    },
  });
}
