/** Asking for less: the largest request that still fits on the node that lacks least. */
import type { Container, PodSpec, ResourceList } from '../../model/objects.ts';
import { isScalarResource } from '../../model/pod-requests.ts';
import { quantityMilli, quantityValue } from '../../model/quantity.ts';
import type { Diagnosis, NodeTrouble } from './diagnosis.ts';
import { blockedBy, blockedOnlyBy } from './diagnosis.ts';
import { isSlip, nearest } from './nearest.ts';
import { draftedPod, editPod, tryDraft, withEdit } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';

/** Nobody can do with less than this share of what was asked. */
const LEAST_SHARE = 0.05;
export const REQUESTS_LEAST = 20;
const MEBI = 1024 * 1024;
/** Nodes to look at: the first few lack least. */
const NODES_MAX = 4;

interface Shortage {
  readonly resource: string;
  readonly asked: number;
  readonly free: number;
}

export function proposeRequests(situation: Situation, draft: Draft, diagnosis: Diagnosis): Edit[] {
  const nodes = blockedOnlyBy(diagnosis, 'NodeResourcesFit').flatMap(shortagesOf);
  nodes.sort((a, b) => a.share - b.share);
  for (const { trouble, shortages, share } of nodes.slice(0, NODES_MAX)) {
    const edit = editFor(trouble.name, shortages, share);
    if (tryDraft(situation, withEdit(draft, edit)).host !== undefined) return [edit];
  }
  return [];
}

/** A device or page size that no node offers, and the nearest that one does. */
export function proposeResourceNames(situation: Situation, draft: Draft, diagnosis: Diagnosis): Edit[] {
  if (blockedBy(diagnosis, 'NodeResourcesFit').length === 0) return [];
  const { containers, initContainers = [] } = draftedPod(situation, draft).spec;
  const asked = [...containers, ...initContainers].flatMap(({ resources }) => Object.keys(resources?.requests ?? {}));
  const offered = new Set(diagnosis.nodes.flatMap(({ node }) => Object.keys(node.status?.allocatable ?? {})));
  const names = [...offered].filter(isScalarResource);
  return [...new Set(asked)].flatMap((name): Edit[] => {
    const near = isScalarResource(name) && !offered.has(name) ? nearest(name, names) : undefined;
    if (near === undefined || !isSlip(name, near)) return [];
    return [
      {
        code: 'mend-resource',
        params: { from: name, to: near.word },
        cost: 10 + near.distance,
        change: editPod((spec) => ({
          ...spec,
          containers: renamed(spec.containers, name, near.word),
          ...(spec.initContainers === undefined
            ? {}
            : { initContainers: renamed(spec.initContainers, name, near.word) }),
        })),
      },
    ];
  });
}

function renamed(containers: readonly Container[], from: string, to: string): readonly Container[] {
  const inList = (list: ResourceList): ResourceList =>
    Object.fromEntries(Object.entries(list).map(([name, amount]) => [name === from ? to : name, amount]));
  return containers.map((container) => {
    const { requests, limits } = container.resources ?? {};
    if (requests?.[from] === undefined && limits?.[from] === undefined) return container;
    const lists = { ...(requests && { requests: inList(requests) }), ...(limits && { limits: inList(limits) }) };
    return { ...container, resources: { ...container.resources, ...lists } };
  });
}

interface Candidate {
  readonly trouble: NodeTrouble;
  readonly shortages: readonly Shortage[];
  /** The largest part of a request that would have to go. */
  readonly share: number;
}

function shortagesOf(trouble: NodeTrouble): Candidate[] {
  const shortages = trouble.obstacles.get('NodeResourcesFit')?.numbers ?? [];
  // A full node takes no smaller Pod either.
  if (shortages.length === 0 || shortages.some(({ resource }) => resource === 'pods')) return [];
  const share = Math.max(...shortages.map(({ asked, free }) => (asked - free) / asked));
  return share > 1 - LEAST_SHARE ? [] : [{ trouble, shortages, share }];
}

function editFor(node: string, shortages: readonly Shortage[], share: number): Edit {
  const [first] = shortages;
  const figures = shortages.map(({ resource, asked, free }) => {
    const to = rounded(resource, free);
    return { from: textOf(resource, asked), to: textOf(resource, to), less: textOf(resource, asked - to) };
  });
  return {
    code: 'lower-request',
    params: {
      node,
      resource: shortages.map((s) => s.resource).join(','),
      from: figures.map((f) => f.from).join(','),
      to: figures.map((f) => f.to).join(','),
      less: first === undefined ? '' : figures.map((f) => f.less).join(','),
    },
    cost: REQUESTS_LEAST + 60 * share,
    change: editPod((spec) => shortages.reduce((s, { resource, free }) => lowered(s, resource, free), spec)),
  };
}

/** The Pod with at most `target` of a resource, in its base unit; overhead counts. */
export function lowered(spec: PodSpec, resource: string, target: number): PodSpec {
  const overhead = amountOf(spec.overhead, resource);
  const room = target - overhead;
  const containers = shrunk(spec.containers, resource, room);
  const init = spec.initContainers?.map((container) =>
    amountOf(container.resources?.requests, resource) > room ? withAmount(container, resource, room) : container,
  );
  const ofPod = amountOf(spec.resources?.requests, resource);
  return {
    ...spec,
    containers,
    ...(init === undefined ? {} : { initContainers: init }),
    ...(ofPod > room
      ? {
          resources: {
            ...spec.resources,
            requests: { ...spec.resources?.requests, [resource]: textOf(resource, room) },
          },
        }
      : {}),
  };
}

/** The largest container gives what it can; where that is not all, each keeps its share. */
function shrunk(containers: readonly Container[], resource: string, room: number): readonly Container[] {
  const amounts = containers.map(({ resources }) => amountOf(resources?.requests, resource));
  const sum = amounts.reduce((a, b) => a + b, 0);
  const excess = sum - room;
  if (excess <= 0) return containers;
  const largest = amounts.indexOf(Math.max(...amounts));
  const left = (amounts[largest] ?? 0) - excess;
  return containers.map((container, i) => {
    const own = amounts[i] ?? 0;
    if (left > 0) return i === largest ? withAmount(container, resource, left) : container;
    return own === 0 ? container : withAmount(container, resource, Math.floor((own * room) / sum));
  });
}

/** Extended resources and huge pages cannot be overcommitted: their limit is their request. */
function withAmount(container: Container, resource: string, amount: number): Container {
  const text = textOf(resource, amount);
  const { requests, limits } = container.resources ?? {};
  const bound = isScalarResource(resource) && limits?.[resource] !== undefined;
  return {
    ...container,
    resources: {
      ...container.resources,
      requests: { ...requests, [resource]: text },
      ...(bound ? { limits: { ...limits, [resource]: text } } : {}),
    },
  };
}

/** In the base unit of the scheduler: thousandths of a cpu, whole bytes, pieces. */
export const amountOf = (list: ResourceList | undefined, resource: string): number => {
  const quantity = list?.[resource];
  if (quantity === undefined) return 0;
  return resource === 'cpu' ? quantityMilli(quantity) : quantityValue(quantity);
};

const isBytes = (resource: string): boolean =>
  resource === 'memory' || resource === 'ephemeral-storage' || resource.startsWith('hugepages-');

/** Down to whole Mi, where there is one. */
const rounded = (resource: string, amount: number): number =>
  isBytes(resource) && amount >= MEBI ? amount - (amount % MEBI) : amount;

/** As a person would write it; bytes are rounded down to whole Mi where there is one. */
export function textOf(resource: string, amount: number): string {
  if (resource === 'cpu') return amount % 1000 === 0 ? String(amount / 1000) : `${String(amount)}m`;
  if (!isBytes(resource) || amount < MEBI) return String(amount);
  const mebi = Math.floor(amount / MEBI);
  return mebi % 1024 === 0 ? `${String(mebi / 1024)}Gi` : `${String(mebi)}Mi`;
}
