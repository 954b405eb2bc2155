/** kubernetes pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go (v1.35). */
import { isOwnChange } from '../../cluster-events.ts';
import { type Plugin, unresolvable } from '../../framework.ts';

export const schedulingGates: Plugin = {
  name: 'SchedulingGates',
  preEnqueue({ spec: { schedulingGates: gates = [] } }) {
    if (gates.length === 0) return undefined;
    return unresolvable(`waiting for scheduling gates: [${gates.map((gate) => gate.name).join(' ')}]`);
  },
  hints: () => [{ events: ['TargetPodUpdatePodSchedulingGatesEliminated'], hint: isOwnChange }],
};
