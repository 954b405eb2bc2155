/**
 * Hearing requests as they are answered. Nothing of it is recorded: whoever explains a request runs its step once more and
 * listens. A listener reads; it changes nothing.
 */
import type { World } from '../../kernel/kernel.ts';
import type { ApiRequest, ApiResponse } from './types.ts';

/** A request, and what the api-server said to it. */
export interface Heard {
  /** User agent. */
  readonly client: string;
  readonly request: ApiRequest;
  readonly response: ApiResponse;
}

type Ear = (heard: Heard) => void;

/** By world, for the world itself has no word of requests. */
const ears = new WeakMap<World, Ear>();

/** Runs `run`; meanwhile `ear` hears every request of the world that is answered. @returns what `run` returned */
export function hearRequests<T>(world: World, ear: Ear, run: () => T): T {
  ears.set(world, ear);
  try {
    return run();
  } finally {
    ears.delete(world);
  }
}

export function tellOfRequest(world: World, heard: Heard): void {
  ears.get(world)?.(heard);
}
