/** kubernetes pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go (v1.35). */
import { toleratesUnschedulable } from '../../../../model/tolerations.ts';
import { type Plugin, unresolvable } from '../../framework.ts';

const CORDONED = unresolvable('node(s) were unschedulable');

export const nodeUnschedulable: Plugin = {
  name: 'NodeUnschedulable',
  filter({ pod }, { node }) {
    if (node.spec?.unschedulable !== true || toleratesUnschedulable(pod.pod.spec)) return undefined;
    return CORDONED;
  },
};
