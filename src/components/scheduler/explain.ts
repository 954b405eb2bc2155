/**
 * Why a Pod went where it went: a recorded cycle's input is rebuilt from history as of its first step, and the cycle runs
 * again with the choices that were recorded.
 */
import type { Choice } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { cacheViewsAt, type CacheViews, clusterInput, cycleNodes } from './cache.ts';
import { runCycle } from './cycle.ts';
import type { Choose } from './framework.ts';
import type { CycleInput, ExplainedCycle, ExplainOptions } from './types.ts';

/** Gives recorded choices back in their order; what was not recorded had one option only. */
function replay(choices: readonly Choice[]): Choose {
  const left = [...choices];
  return (label, object, count) => {
    if (count <= 1) return 0;
    const at = left.findIndex((choice) => choice.label === label && choice.object === object);
    const [choice] = at < 0 ? [] : left.splice(at, 1);
    return choice?.option ?? 0;
  };
}

function inputAt(views: CacheViews, key: string, version: KubernetesVersion, configuration: unknown): CycleInput {
  const pod = views.pending.get(key);
  if (pod === undefined) throw new Error(`${key} was not waiting when its cycle started`);
  const startIndex = views.state.get('nextStart') ?? 0;
  return { pod, nodes: cycleNodes(views), startIndex, version, configuration, ...clusterInput(views) };
}

export function explainCycle(options: ExplainOptions): ExplainedCycle {
  const { world, version, configuration, cycleStep } = options;
  const { trace } = world;
  if (trace.kind(cycleStep) !== EVENT['cycle.started']) throw new Error(`step ${cycleStep} starts no scheduling cycle`);
  const key = trace.object(cycleStep).slice('Pod/'.length);
  const input = inputAt(cacheViewsAt(world, cycleStep), key, version, configuration);
  const result = runCycle(input, replay(options.choices ?? world.choicesAt(cycleStep)));
  return { step: cycleStep, attempt: trace.number(cycleStep), input, result };
}
