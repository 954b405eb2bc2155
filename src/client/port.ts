import { proxy, transfer, wrap } from 'comlink';
import type { EngineApi, EnginePort, OpenRequest } from '../protocol/protocol.ts';

/** An engine of its own, and how to be rid of it. */
export interface Engine {
  readonly port: EnginePort;
  /** Settles only if the engine dies by itself. */
  readonly died: Promise<string>;
  terminate(): void;
  /** Ends its use, where it is at rest and could open something else. */
  readonly release?: () => void;
  /** Fetches what the engine loads late, so that nothing is asked of the network later. Rejects where it cannot. */
  readonly warm?: () => Promise<void>;
}

/** What host/worker.ts exposes. */
type WorkerApi = EngineApi & { warm(): void };

/** Bytes go over by transfer: the page does not need them any more, and a copy of 64 MiB would be felt. */
function buffersOf(request: OpenRequest): ArrayBuffer[] {
  return request.files.flatMap(({ data }) =>
    typeof data !== 'string' && data.buffer instanceof ArrayBuffer ? [data.buffer] : [],
  );
}

export function spawnWorker(): Engine {
  const worker = new Worker(new URL('../host/worker.ts', import.meta.url), { type: 'module' });
  const remote = wrap<WorkerApi>(worker);
  const port: EnginePort = {
    open: (request, progress) =>
      remote.open(transfer(request, buffersOf(request)), progress === undefined ? undefined : proxy(progress)),
    advance: (budget, wanted) => remote.advance(budget, wanted),
    view: (step, spec) => remote.view(step, spec),
    objects: (step) => remote.objects(step),
    inspect: (step, key) => remote.inspect(step, key),
    why: (step, podKey) => remote.why(step, podKey),
    refused: (step) => remote.refused(step),
    fixes: (step, podKey) => remote.fixes(step, podKey),
    preemption: (step, podKey) => remote.preemption(step, podKey),
    topology: (step, podKey) => remote.topology(step, podKey),
    queues: (step) => remote.queues(step),
    informers: (step) => remote.informers(step),
    informer: (step, id) => remote.informer(step, id),
    apiServer: (step, asked) => remote.apiServer(step, asked),
    conflict: (at) => remote.conflict(at),
    ownership: (step, key) => remote.ownership(step, key),
    workload: (step, key) => remote.workload(step, key),
    lanes: (step, podKey) => remote.lanes(step, podKey),
    fit: (step, podKey, max) => remote.fit(step, podKey, max),
    fitText: (step, file, max) => remote.fitText(step, file, max),
    drain: (step, node, force) => remote.drain(step, node, force),
    addNodes: (step, like, count) => remote.addNodes(step, like, count),
    stops: (texts, from) => remote.stops(texts, from),
    watches: (texts, step) => remote.watches(texts, step),
    beside: (fork) => remote.beside(fork),
    moment: (step) => remote.moment(step),
    breaches: (step) => remote.breaches(step),
    invariants: (step) => remote.invariants(step),
    left: () => remote.left(),
    fork: (step, entries) => remote.fork(step, entries),
    undo: () => remote.undo(),
    scenario: () => remote.scenario(),
  };
  const died = new Promise<string>((resolve) => {
    // A script that does not load has no message: the event says nothing but that.
    worker.addEventListener('error', ({ message }) => {
      resolve(typeof message === 'string' ? message : '');
    });
  });
  return { port, died, terminate: () => worker.terminate(), warm: () => remote.warm() };
}
