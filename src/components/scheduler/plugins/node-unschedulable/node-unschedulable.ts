/** kubernetes pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go (v1.35; C-3). */
import type { Node, Pod } from '../../../../model/objects.ts';
import { toleratesUnschedulable } from '../../../../model/tolerations.ts';
import { isOwnChange, type QueueingHint } from '../../cluster-events.ts';
import { type Plugin, unresolvable } from '../../framework.ts';

const CORDONED = unresolvable('node(s) were unschedulable');

const isCordoned = ({ spec }: Node): boolean => spec?.unschedulable === true;

/** Whether the Pod would tolerate the cordon is not asked. */
const opensNode: QueueingHint = (_, { before, after }) =>
  after !== undefined && !isCordoned(after as Node) && (before === undefined || isCordoned(before as Node));

export const nodeUnschedulable: Plugin = {
  name: 'NodeUnschedulable',
  filter({ pod }, { node }) {
    if (node.spec?.unschedulable !== true || toleratesUnschedulable(pod.pod.spec)) return undefined;
    return CORDONED;
  },
  hints: () => [
    { events: ['NodeAdd', 'NodeUpdateNodeTaint'], hint: opensNode },
    {
      events: ['TargetPodUpdatePodToleration'],
      hint: (cx, change) => isOwnChange(cx, change) && toleratesUnschedulable((change.after as Pod).spec),
    },
  ],
};
