/** Engines in store, so that an opening asks nothing of the network once the page has loaded. */
import type { Engine } from './port.ts';

/**
 * Keeps one spare engine that has fetched all its code. Where no further one can be fetched, the engine that is given back
 * becomes the spare: opening anew replaces what it held.
 */
export class Pool {
  private readonly spawn: () => Engine;
  private readonly online: () => boolean;
  private readonly out = new Set<Engine>();
  /** Ready to be handed out. */
  private spare: Engine | undefined;
  /** On its way: spawned, not yet warm. */
  private coming: Engine | undefined;
  private started = false;

  /** @param online false = nothing can be fetched: it is not even tried */
  constructor(spawn: () => Engine, online: () => boolean = () => true) {
    this.spawn = spawn;
    this.online = online;
  }

  readonly take = (): Engine => {
    const made = this.spare ?? this.spawn();
    this.spare = undefined;
    this.out.add(made);
    if (this.started) this.prepare();
    return {
      port: made.port,
      died: made.died,
      terminate: () => {
        this.end(made, false);
      },
      release: () => {
        this.end(made, true);
      },
    };
  };

  /** From now on there is a spare; and what is in use fetches the rest of its code. Call when the page is idle. */
  start(): void {
    if (this.started) return;
    this.started = true;
    for (const engine of this.out) engine.warm?.().catch(() => undefined);
    this.prepare();
  }

  private end(engine: Engine, reusable: boolean): void {
    if (!this.out.delete(engine)) return;
    if (reusable && this.started && this.spare === undefined) this.spare = engine;
    else engine.terminate();
  }

  private prepare(): void {
    if (this.coming !== undefined || !this.online()) return;
    let engine: Engine;
    try {
      engine = this.spawn();
    } catch {
      return;
    }
    this.coming = engine;
    const ready = engine.warm?.().then(() => true) ?? Promise.resolve(true);
    void Promise.race([ready, engine.died.then(() => false)])
      .catch(() => false)
      .then((good) => {
        this.coming = undefined;
        if (good) {
          // An engine that was given back holds an old scenario: the new one is better.
          this.spare?.terminate();
          this.spare = engine;
        } else engine.terminate();
      });
  }
}
