/** Finds the function behind a handler, so that a reply's code can run inside the pop that delivers the response. */
import type { Handler, World } from '../../kernel/kernel.ts';

export interface Runner {
  run<D>(handler: Handler<D>, data: D): void;
}

/**
 * Remembers each handler that is registered from here on: the world's face can schedule a handler, but has no call for
 * "run it now", and a reply must run in the pop of response.delivered (a pop of its own would be a second event, W-1).
 */
export function recordHandlers(world: World): Runner {
  const functions = new Map<number, (data: unknown) => void>();
  const register = world.handler.bind(world);
  world.handler = <D>(name: string, run: (data: D) => void): Handler<D> => {
    const handler = register<D>(name, run);
    functions.set(handler.id, run as (data: unknown) => void);
    return handler;
  };
  return {
    run: (handler, data) => {
      const found = functions.get(handler.id);
      if (found === undefined) throw new Error(`handler ${handler.name} was registered before the api-server`);
      found(data);
    },
  };
}
