/**
 * kubernetes pkg/scheduler/framework/plugins/noderesources/fit.go (v1.35): does the Pod fit, by requests alone?
 * Its Score is in scoring.ts. Left out: claims for extended resources.
 */
import type { ResourceAmounts } from '../../../../model/pod-requests.ts';
import { type CycleContext, type Plugin, type Rejection } from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';
import type { NodeVerdict } from '../../types.ts';
import { fitHints } from './hints.ts';
import { fitScore } from './scoring.ts';

const NAME = 'NodeResourcesFit';

type Shortage = NonNullable<NodeVerdict['numbers']>[number];

interface IgnoredResources {
  readonly names: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

/** Outside kubernetes.io, and not quota's form of one. */
const isExtended = (name: string): boolean =>
  name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.');

const isIgnored = (name: string, ignored: IgnoredResources): boolean =>
  isExtended(name) && (ignored.names.has(name) || ignored.groups.has(name.split('/')[0] ?? ''));

/** The common answer, without a list: it fits. Only for a request without extended resources. */
function fitsPlainly(request: ResourceAmounts, { allocatable, requested, pods }: NodeInfo): boolean {
  return (
    request.scalars.size === 0 &&
    pods.length < allocatable.pods &&
    (request.milliCPU === 0 || request.milliCPU <= allocatable.milliCPU - requested.milliCPU) &&
    (request.memory === 0 || request.memory <= allocatable.memory - requested.memory) &&
    (request.ephemeralStorage === 0 ||
      request.ephemeralStorage <= allocatable.ephemeralStorage - requested.ephemeralStorage)
  );
}

/** Everything that is short on the node, in upstream's order (scalars by name: random upstream). */
function shortages(request: ResourceAmounts, node: NodeInfo, ignored: IgnoredResources): readonly Shortage[] {
  const short: Shortage[] = [];
  const { allocatable, requested, pods } = node;
  if (pods.length + 1 > allocatable.pods) {
    short.push({ resource: 'pods', asked: 1, free: allocatable.pods - pods.length, total: allocatable.pods });
  }
  const check = (resource: string, asked: number, total: number, used: number): void => {
    if (asked > 0 && asked > total - used) short.push({ resource, asked, free: total - used, total });
  };
  check('cpu', request.milliCPU, allocatable.milliCPU, requested.milliCPU);
  check('memory', request.memory, allocatable.memory, requested.memory);
  check('ephemeral-storage', request.ephemeralStorage, allocatable.ephemeralStorage, requested.ephemeralStorage);
  for (const [name, asked] of request.scalars) {
    if (isIgnored(name, ignored)) continue;
    check(name, asked, allocatable.scalars.get(name) ?? 0, requested.scalars.get(name) ?? 0);
  }
  return short;
}

/** Since 1.34 a node on which even an empty node's resources would not do cannot be helped by preemption. */
const isUnresolvable = ({ resource, asked, total }: Shortage, minor: number): boolean =>
  minor >= 34 && resource !== 'pods' && asked > total;

function rejectionOf(short: readonly Shortage[], minor: number): Rejection {
  return {
    code: short.some((one) => isUnresolvable(one, minor)) ? 'UnschedulableAndUnresolvable' : 'Unschedulable',
    reasons: short.map(({ resource }) => (resource === 'pods' ? 'Too many pods' : `Insufficient ${resource}`)),
    numbers: short,
  };
}

const textSet = (value: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []);

const ignoredBy = (cx: CycleContext): IgnoredResources => {
  const args = cx.argsOf(NAME);
  return { names: textSet(args['ignoredResources']), groups: textSet(args['ignoredResourceGroups']) };
};

export const nodeResourcesFit: Plugin = {
  name: NAME,
  preFilter(cx) {
    const request = cx.pod.amounts.requests;
    const ignored = ignoredBy(cx);
    return {
      kind: 'run',
      run: {
        filter(node) {
          if (fitsPlainly(request, node)) return undefined;
          const short = shortages(request, node, ignored);
          return short.length === 0 ? undefined : rejectionOf(short, cx.minor);
        },
      },
    };
  },
  preScore: (cx) => ({ kind: 'run', run: { score: fitScore(cx, cx.argsOf(NAME)) } }),
  hints: fitHints,
};
