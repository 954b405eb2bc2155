/** Cordons, taints, and one node more. */
import type { Node, Taint, Toleration } from '../../model/objects.ts';
import { isHardTaint, tolerationsTolerateTaint, UNSCHEDULABLE_TAINT } from '../../model/tolerations.ts';
import { quantityMilli, quantityValue } from '../../model/quantity.ts';
import { blockedBy } from './diagnosis.ts';
import type { Diagnosis, NodeTrouble } from './diagnosis.ts';
import { isSlip, nearest } from './nearest.ts';
import { draftedPod, editNode, editPod, tryDraft } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';

const CHOICES_MAX = 3;
/** Written by the node controller, which would write them again. */
const OWN_PREFIX = 'node.kubernetes.io/';

const isOwn = ({ key }: Taint): boolean => key.startsWith(OWN_PREFIX);

const withoutTaints = (node: Node, go: (taint: Taint) => boolean): Node => ({
  ...node,
  spec: { ...node.spec, taints: (node.spec?.taints ?? []).filter((taint) => !go(taint)) },
});

export function proposeUncordon(_situation: Situation, _draft: Draft, diagnosis: Diagnosis): Edit[] {
  return blockedBy(diagnosis, 'NodeUnschedulable')
    .filter(({ node }) => isReady(node))
    .slice(0, CHOICES_MAX)
    .map(({ name, node }) => ({
      code: 'uncordon',
      params: { node: name },
      cost: 30,
      change: editNode(name, {
        ...withoutTaints(node, ({ key }) => key === UNSCHEDULABLE_TAINT.key),
        spec: { ...withoutTaints(node, ({ key }) => key === UNSCHEDULABLE_TAINT.key).spec, unschedulable: false },
      }),
    }));
}

export const isReady = ({ status }: Node): boolean => {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  return ready === undefined || ready === 'True';
};

/** Hard taints of a node that the Pod does not tolerate. */
export const untolerated = (node: Node, tolerations: readonly Toleration[] | undefined): readonly Taint[] =>
  (node.spec?.taints ?? []).filter((taint) => isHardTaint(taint) && !tolerationsTolerateTaint(tolerations, taint));

interface TaintedNode {
  readonly trouble: NodeTrouble;
  readonly taints: readonly Taint[];
}

export function proposeTaints(situation: Situation, draft: Draft, diagnosis: Diagnosis): Edit[] {
  const { spec } = draftedPod(situation, draft);
  const tainted = blockedBy(diagnosis, 'TaintToleration')
    .map((trouble): TaintedNode => ({ trouble, taints: untolerated(trouble.node, spec.tolerations) }))
    .filter(({ taints }) => taints.length > 0 && !taints.some(isOwn));
  return [...mendTolerations(tainted, spec.tolerations ?? [], diagnosis), ...tolerate(tainted), ...untaint(tainted)];
}

/** Tolerations that tolerate nothing here, and the taint that each nearly names. */
function mendTolerations(
  tainted: readonly TaintedNode[],
  tolerations: readonly Toleration[],
  { nodes }: Diagnosis,
): Edit[] {
  const all = nodes.flatMap(({ node }) => node.spec?.taints ?? []);
  const idle = tolerations.filter((toleration) => !all.some((taint) => tolerationsTolerateTaint([toleration], taint)));
  const wanted = new Map(tainted.flatMap(({ taints }) => taints.map((taint) => [taintText(taint), taint] as const)));
  return idle.flatMap((from) => [...wanted.values()].flatMap((taint) => mendToleration(from, taint)));
}

function mendToleration(from: Toleration, taint: Taint): Edit[] {
  const { key = '', operator = 'Equal', value = '', effect = '' } = from;
  const fits = key !== '' && (operator === 'Equal' || operator === 'Exists') && ['', taint.effect].includes(effect);
  if (!fits) return [];
  const slips = [slipOf(key, taint.key), operator === 'Exists' ? 0 : slipOf(value, taint.value ?? '')];
  const [ofKey, ofValue] = slips;
  if (ofKey === undefined || ofValue === undefined) return [];
  const to = { ...from, key: taint.key, ...(ofValue > 0 ? { value: taint.value ?? '' } : {}) };
  const isIt = (other: Toleration): boolean =>
    (['key', 'operator', 'value', 'effect'] as const).every((field) => other[field] === from[field]);
  return [
    {
      code: 'mend-toleration',
      params: { from: tolerationText(from), to: tolerationText(to) },
      cost: 10 + ofKey + ofValue,
      change: editPod((spec) => ({ ...spec, tolerations: (spec.tolerations ?? []).map((t) => (isIt(t) ? to : t)) })),
    },
  ];
}

/** Letters that differ; undefined where another word was meant. */
function slipOf(word: string, meant: string): number | undefined {
  if (word === meant) return 0;
  const near = nearest(word, [meant]);
  return near !== undefined && isSlip(word, near) ? near.distance : undefined;
}

const tolerationText = ({ key = '', value = '' }: Toleration): string => (value === '' ? key : `${key}=${value}`);

const taintText = ({ key, value = '', effect }: Taint): string => `${key}${value === '' ? '' : `=${value}`}:${effect}`;
const setText = (taints: readonly Taint[]): string => taints.map(taintText).join(',');

/** Nodes with the same taints are helped by the same tolerations. */
function tolerate(tainted: readonly TaintedNode[]): Edit[] {
  const sets = new Map<string, { readonly taints: readonly Taint[]; nodes: number }>();
  for (const { taints } of tainted) {
    const known = sets.get(setText(taints));
    if (known === undefined) sets.set(setText(taints), { taints, nodes: 1 });
    else known.nodes++;
  }
  return [...sets].slice(0, CHOICES_MAX).map(([text, { taints, nodes }]) => ({
    code: 'add-toleration',
    params: { taint: text, nodes },
    cost: 33 + 2 * taints.length,
    change: editPod((spec) => ({ ...spec, tolerations: [...(spec.tolerations ?? []), ...taints.map(tolerationOf)] })),
  }));
}

const tolerationOf = ({ key, value = '', effect }: Taint): Toleration =>
  value === '' ? { key, operator: 'Exists', effect } : { key, operator: 'Equal', value, effect };

function untaint(tainted: readonly TaintedNode[]): Edit[] {
  return tainted.slice(0, CHOICES_MAX - 1).map(({ trouble: { name, node }, taints }) => ({
    code: 'remove-taint',
    params: { node: name, taint: setText(taints) },
    cost: 55,
    change: editNode(
      name,
      withoutTaints(node, (taint) => taints.includes(taint)),
    ),
  }));
}

// --- one node more ---

export const NODE_COST = 60;
const HOSTNAME = 'kubernetes.io/hostname';
const SHAPES_MAX = 8;

export function proposeNode(situation: Situation, draft: Draft, diagnosis: Diagnosis): Edit[] {
  const shapes = new Map<string, Node>();
  for (const trouble of diagnosis.nodes) {
    const { node } = trouble;
    if (shapes.size === SHAPES_MAX) break;
    if (isReady(node) && couldHold(trouble)) shapes.set(shapeText(node), shapes.get(shapeText(node)) ?? node);
  }
  const smallestFirst = [...shapes.values()].sort((a, b) => cpuOf(a) - cpuOf(b));
  for (const like of smallestFirst) {
    const node = nodeLike(like, nameLike(like.metadata.name, situation.objects));
    const change = (d: Draft): Draft => ({ ...d, added: [...d.added, node] });
    if (tryDraft(situation, change(draft)).host === undefined) continue;
    return [
      { code: 'add-node', params: { like: like.metadata.name, name: node.metadata.name }, cost: NODE_COST, change },
    ];
  }
  return [];
}

/** Would the Pod fit if nothing else were there? Else one node more of that make is of no use. */
const couldHold = ({ node, obstacles }: NodeTrouble): boolean =>
  (obstacles.get('NodeResourcesFit')?.numbers ?? []).every(({ resource, asked }) => {
    const size = node.status?.allocatable?.[resource] ?? 0;
    return asked <= (resource === 'cpu' ? quantityMilli(size) : quantityValue(size));
  });

const cpuOf = ({ status }: Node): number => quantityMilli(status?.allocatable?.['cpu'] ?? 0);

function shapeText({ metadata, spec, status }: Node): string {
  const labels = Object.entries(metadata.labels ?? {}).filter(([key]) => key !== HOSTNAME);
  return JSON.stringify([status?.allocatable, labels.sort(), spec?.taints]);
}

/** "node-a-2", or the next number that is free. */
export function nameLike(name: string, objects: { has(key: string): boolean }, from = 2): string {
  let n = from;
  while (objects.has(`Node/${name}-${String(n)}`)) n++;
  return `${name}-${String(n)}`;
}

/** A machine of the same make: its size and labels, ready, without what happened to the other. */
export function nodeLike(like: Node, name: string): Node {
  const { metadata, spec, status } = like;
  const { allocatable, capacity, conditions, nodeInfo } = status ?? {};
  const taints = (spec?.taints ?? []).filter((taint) => !isOwn(taint)).map(({ timeAdded: _, ...taint }) => taint);
  const labels = Object.entries(metadata.labels ?? {}).map(([key, value]) => [key, key === HOSTNAME ? name : value]);
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: Object.fromEntries(labels) as Record<string, string> },
    spec: taints.length > 0 ? { taints } : {},
    status: {
      ...(allocatable === undefined ? {} : { allocatable }),
      ...(capacity === undefined ? {} : { capacity }),
      ...(nodeInfo === undefined ? {} : { nodeInfo }),
      conditions: (conditions ?? []).length > 0 ? (conditions ?? []) : [{ type: 'Ready', status: 'True' }],
    },
  };
}
