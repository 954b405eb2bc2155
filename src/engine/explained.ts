import type { Step } from '../kernel/kernel.ts';
import { explainCycle } from '../components/scheduler/scheduler.ts';
import type { ExplainedCycle } from '../components/scheduler/scheduler.ts';
import type { Cluster } from './create-cluster.ts';

const KEPT_MAX = 64;

/** Explanations by the cycle's first step, the newest kept: stepping through one cycle asks for it many times. */
export class Explanations {
  private readonly kept = new Map<Step, ExplainedCycle>();
  private branch = 0;

  constructor(private readonly cluster: Cluster) {}

  at(cycleStep: Step): ExplainedCycle {
    const { world, scenario } = this.cluster;
    if (world.branch !== this.branch) this.kept.clear();
    this.branch = world.branch;
    const known = this.kept.get(cycleStep);
    if (known !== undefined) return known;
    const explained = explainCycle({
      world,
      version: scenario.kubernetesVersion,
      configuration: scenario.schedulerConfiguration,
      cycleStep,
    });
    for (const oldest of this.kept.keys()) {
      if (this.kept.size < KEPT_MAX) break;
      this.kept.delete(oldest);
    }
    this.kept.set(cycleStep, explained);
    return explained;
  }
}
