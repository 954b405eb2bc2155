import type { OpenAnswer, OpenRequest, Outcome, Problem } from '../protocol/protocol.ts';
import type { Engine } from './port.ts';
import { Run, type FrameSink } from './run.ts';

export interface OpenHooks<S extends FrameSink> {
  /** Makes the log of the new run once its tables are known. */
  readonly sink: (answer: OpenAnswer) => S;
  /** Bytes (or items) read so far, of how many. */
  readonly onProgress: (done: number, total: number) => void;
}

export type Opened<S extends FrameSink> =
  | { readonly kind: 'opened'; readonly run: Run; readonly sink: S }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'cancelled' };

/**
 * Opens inputs. Each opening has a fresh engine of its own: only when it succeeded is its run handed out (and the caller
 * closes the old one); a refusal, a failure or a later opening ends the new engine and touches nothing else.
 */
export class Opener {
  private readonly spawn: () => Engine;
  private current: { readonly engine: Engine; readonly cancel: () => void } | undefined;
  private lastId = 0;

  constructor(spawn: () => Engine) {
    this.spawn = spawn;
  }

  async open<S extends FrameSink>(request: OpenRequest, hooks: OpenHooks<S>): Promise<Opened<S>> {
    this.cancel();
    const id = ++this.lastId;
    let engine: Engine;
    try {
      engine = this.spawn();
    } catch (error) {
      return { kind: 'refused', problem: failure('worker-failed', error) };
    }
    const cancelled = new Promise<undefined>((resolve) => {
      this.current = { engine, cancel: () => resolve(undefined) };
    });
    const progress = (done: number, total: number): void => {
      if (id === this.lastId) hooks.onProgress(done, total);
    };
    const outcome = await Promise.race([cancelled, this.ask(engine, request, progress)]);
    if (outcome === undefined || id !== this.lastId) {
      engine.terminate();
      return { kind: 'cancelled' };
    }
    this.current = undefined;
    if (!outcome.ok) {
      // An engine that refused an input is as good as before; one that failed is not.
      if (outcome.problem.kind === 'bad-scenario' && engine.release !== undefined) engine.release();
      else engine.terminate();
      return { kind: 'refused', problem: outcome.problem };
    }
    const sink = hooks.sink(outcome.value);
    return { kind: 'opened', run: new Run(id, engine, outcome.value, sink), sink };
  }

  /** Ends the opening that is under way, if one is. */
  cancel(): void {
    this.current?.cancel();
    this.current?.engine.terminate();
    this.current = undefined;
  }

  private async ask(
    engine: Engine,
    request: OpenRequest,
    progress: (done: number, total: number) => void,
  ): Promise<Outcome<OpenAnswer>> {
    const died = engine.died.then((message): Outcome<OpenAnswer> => {
      return { ok: false, problem: message === '' ? UNLOADED : failure('worker-failed', message) };
    });
    try {
      return await Promise.race([engine.port.open(request, progress), died]);
    } catch (error) {
      return { ok: false, problem: failure('engine-bug', error) };
    }
  }
}

/** Its script did not come. */
const UNLOADED: Problem = { kind: 'engine-bug', code: 'worker-unloaded', params: {} };

function failure(code: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'engine-bug', code, params: { message } };
}
