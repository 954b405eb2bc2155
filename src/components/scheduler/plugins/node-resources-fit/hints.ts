/**
 * When a Pod that found no room is tried again: kubernetes pkg/scheduler/framework/plugins/noderesources/fit.go
 * EventsToRegister and its hints (v1.37). Left out: device classes, and Pods whose resize was put off (gates that are off).
 */
import type { Node, Pod } from '../../../../model/objects.ts';
import { nodeAllocatable, podAmounts, type ResourceAmounts } from '../../../../model/pod-requests.ts';
import { type EventHint, isOwnChange, type QueueingHint } from '../../cluster-events.ts';

/** Some amount that the Pod asks for is larger in `a` than in `b`. */
function isLargerWhereAsked(request: ResourceAmounts, a: ResourceAmounts, b: ResourceAmounts): boolean {
  return (
    (request.milliCPU > 0 && a.milliCPU > b.milliCPU) ||
    (request.memory > 0 && a.memory > b.memory) ||
    (request.ephemeralStorage > 0 && a.ephemeralStorage > b.ephemeralStorage) ||
    [...request.scalars].some(([name, asked]) => asked > 0 && (a.scalars.get(name) ?? 0) > (b.scalars.get(name) ?? 0))
  );
}

const fitsEmpty = (request: ResourceAmounts, node: Node): boolean => {
  const allocatable = nodeAllocatable(node);
  return (
    allocatable.pods >= 1 &&
    request.milliCPU <= allocatable.milliCPU &&
    request.memory <= allocatable.memory &&
    request.ephemeralStorage <= allocatable.ephemeralStorage &&
    [...request.scalars].every(([name, asked]) => asked <= (allocatable.scalars.get(name) ?? 0))
  );
};

/** A Pod that sat on a node, or had one promised, went. */
const freesRoom: QueueingHint = (_, { before }) => {
  const gone = before as Pod | undefined;
  return (gone?.spec.nodeName ?? '') !== '' || (gone?.status?.nominatedNodeName ?? '') !== '';
};

const shrinks: QueueingHint = (cx, change) => {
  const [before, after] = [change.before as Pod | undefined, change.after as Pod | undefined];
  if (before === undefined || after === undefined) return true;
  if (isOwnChange(cx, change)) return true;
  if ((after.spec.nodeName ?? '') === '') return false;
  const [a, b] = [podAmounts(before, cx.version).requests, podAmounts(after, cx.version).requests];
  return isLargerWhereAsked(cx.pod.amounts.requests, a, b);
};

/** The Pod fits on the node while it is empty; a known node must also have grown in something that the Pod asks for. */
const offersRoom: QueueingHint = ({ pod }, { before, after }) => {
  const request = pod.amounts.requests;
  if (after === undefined || !fitsEmpty(request, after as Node)) return false;
  if (before === undefined) return true;
  const [was, is] = [nodeAllocatable(before as Node), nodeAllocatable(after as Node)];
  return is.pods > was.pods || isLargerWhereAsked(request, is, was);
};

export const fitHints = (minor: number): readonly EventHint[] => [
  { events: ['AssignedPodDelete'], hint: freesRoom },
  { events: ['NodeAdd', 'NodeUpdateNodeAllocatable'], hint: offersRoom },
  // In-place resize.
  ...(minor >= 33
    ? [{ events: ['AssignedPodUpdatePodScaleDown', 'TargetPodUpdatePodScaleDown'], hint: shrinks } as const]
    : []),
];
