/** What keeps a Pod from being tried at all: gates, and a scheduler that nobody runs. */
import { nearest } from './nearest.ts';
import { draftedPod, editPod } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';

/** Without these nothing else helps, so they are part of every fix. */
export function necessaryEdits(situation: Situation, draft: Draft): Edit[] {
  const { spec } = draftedPod(situation, draft);
  const edits: Edit[] = [];
  const gates = spec.schedulingGates ?? [];
  if (gates.length > 0) {
    edits.push({
      code: 'remove-gates',
      params: { gates: gates.map(({ name }) => name).join(','), count: gates.length },
      cost: 5,
      change: editPod((from) => {
        const kept = Object.entries(from).filter(([key]) => key !== 'schedulingGates');
        return Object.fromEntries(kept) as unknown as typeof from;
      }),
    });
  }
  const { schedulerNames } = situation.cluster;
  const name = spec.schedulerName ?? 'default-scheduler';
  if (!schedulerNames.includes(name)) {
    const to = nearest(name, schedulerNames)?.word ?? 'default-scheduler';
    edits.push({
      code: 'mend-scheduler-name',
      params: { from: name, to },
      cost: 10,
      change: editPod((from) => ({ ...from, schedulerName: to })),
    });
  }
  return edits;
}
