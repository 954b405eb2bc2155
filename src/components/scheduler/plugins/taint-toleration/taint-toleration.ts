/**
 * kubernetes pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go (v1.37; the reason names the taint up to
 * 1.33). Left out: the operators Lt and Gt (a gate that is off).
 */
import type { Node, Taint } from '../../../../model/objects.ts';
import {
  preferNoScheduleTolerations,
  tolerationsTolerateTaint,
  untoleratedHardTaint,
} from '../../../../model/tolerations.ts';
import { isOwnChange, type QueueingHint } from '../../cluster-events.ts';
import { type Plugin, type Rejection, unresolvable } from '../../framework.ts';
import { defaultNormalize } from '../../normalize.ts';

const UNTOLERATED = unresolvable('node(s) had untolerated taint(s)');

const rejection = (taint: Taint, minor: number): Rejection =>
  minor >= 34 ? UNTOLERATED : unresolvable(`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`);

const softTaints = (node: Node): readonly Taint[] =>
  (node.spec?.taints ?? []).filter((taint) => taint.effect === 'PreferNoSchedule');

/** The node has become one that the Pod tolerates. */
const becomesTolerable: QueueingHint = ({ pod: { pod } }, { before, after }) => {
  const tolerates = (node: unknown): boolean => untoleratedHardTaint(pod.spec, node as Node) === undefined;
  return after !== undefined && tolerates(after) && (before === undefined || !tolerates(before));
};

export const taintToleration: Plugin = {
  name: 'TaintToleration',
  filter({ pod, minor }, { node }) {
    if (node.spec?.taints === undefined) return undefined;
    const taint = untoleratedHardTaint(pod.pod.spec, node);
    return taint === undefined ? undefined : rejection(taint, minor);
  },
  preScore({ pod }) {
    const tolerations = preferNoScheduleTolerations(pod.pod.spec);
    return {
      kind: 'run',
      run: {
        score: ({ node }) => softTaints(node).filter((taint) => !tolerationsTolerateTaint(tolerations, taint)).length,
        normalize: (scores) => defaultNormalize(scores, true),
      },
    };
  },
  hints: () => [
    { events: ['NodeAdd', 'NodeUpdateNodeTaint'], hint: becomesTolerable },
    { events: ['TargetPodUpdatePodToleration'], hint: isOwnChange },
  ],
};
