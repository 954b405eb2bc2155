/**
 * An api-server as a process with a clock of its own sees it: the same one, but "now" is what the process's clock says. Only
 * what the process writes and compares is wrong then; the timestamps that the api-server sets itself are right.
 */
import type { Collection, World } from '../kernel/kernel.ts';
import type { ApiServer } from '../components/apiserver/apiserver.ts';

/** Ticks by which the clocks of processes are ahead (behind: below 0); absent = right. */
export type Skews = Collection<{ readonly ticks: number }>;

export const SKEWS = 'clock skews';

export function withClock(apiServer: ApiServer, world: World, skews: Skews, process: string): ApiServer {
  const skew = (): number => (skews.size === 0 ? 0 : (skews.get(process)?.ticks ?? 0));
  const perMicro = world.options.ticksPerSecond / 1_000_000;
  return Object.create(apiServer, {
    epochMicros: { get: () => apiServer.epochMicros + skew() / perMicro },
    timestamp: { value: (tick: number = world.now) => apiServer.timestamp(tick + skew()) },
    microTimestamp: { value: (tick: number = world.now) => apiServer.microTimestamp(tick + skew()) },
  }) as ApiServer;
}
