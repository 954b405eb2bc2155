import { wrap } from 'comlink';
import type { LabApi } from '../protocol/lab.ts';

/** The laboratory's engine, in a worker of its own. */
export function spawnLab(): LabApi & { terminate(): void } {
  const worker = new Worker(new URL('../host/lab-worker.ts', import.meta.url), { type: 'module' });
  const remote = wrap<LabApi>(worker);
  return {
    check: (text) => remote.check(text),
    run: (slot, text, schedule) => remote.run(slot, text, schedule),
    view: (slot, step) => remote.view(slot, step),
    point: (text, point) => remote.point(text, point),
    explore: (text) => remote.explore(text),
    exploreOn: () => remote.exploreOn(),
    terminate: () => {
      worker.terminate();
    },
  };
}
