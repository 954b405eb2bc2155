/** kubernetes pkg/scheduler/framework/plugins/nodeports/node_ports.go and framework/types.go HostPortInfo (v1.35). */
import type { Pod } from '../../../../model/objects.ts';
import type { QueueingHint } from '../../cluster-events.ts';
import { type Plugin, SKIP, unschedulable } from '../../framework.ts';
import { type HostPort, podInfo } from '../../pod-info.ts';

const ANY = '0.0.0.0';
const TAKEN = unschedulable("node(s) didn't have free ports for the requested pod ports");

/** One on all addresses collides with every address. */
export const portsConflict = (a: HostPort, b: HostPort): boolean =>
  a.port === b.port && a.protocol === b.protocol && (a.ip === ANY || b.ip === ANY || a.ip === b.ip);

/** The Pod that went held a port that this one wants. */
const freesPort: QueueingHint = ({ pod, version }, { before }) => {
  const gone = before as Pod | undefined;
  if (gone === undefined || ((gone.spec.nodeName ?? '') === '' && (gone.status?.nominatedNodeName ?? '') === '')) {
    return false;
  }
  const held = podInfo(gone, version).hostPorts;
  return pod.hostPorts.some((wanted) => held.some((port) => portsConflict(wanted, port)));
};

export const nodePorts: Plugin = {
  name: 'NodePorts',
  preFilter({ pod: { hostPorts } }) {
    if (hostPorts.length === 0) return SKIP;
    return {
      kind: 'run',
      run: {
        filter: ({ ports }) =>
          hostPorts.some((wanted) => ports.some((used) => portsConflict(wanted, used))) ? TAKEN : undefined,
      },
    };
  },
  hints: () => [{ events: ['AssignedPodDelete'], hint: freesPort }, { events: ['NodeAdd'] }],
};
