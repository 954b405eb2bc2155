/** A pending Pod in its cluster as of a step, drafts of what could be changed, and a quick look at what each comes to. */
import type { Step, View } from '../../kernel/kernel.ts';
import { namespacedName, objectKey } from '../../model/objects.ts';
import type { KubeObject, Node, Pod, PodSpec } from '../../model/objects.ts';
import { runCycle } from '../../components/scheduler/scheduler.ts';
import type { CycleInput, CycleNode, CycleResult } from '../../components/scheduler/scheduler.ts';
import type { Cluster } from '../create-cluster.ts';
import type { Moment } from './moment.ts';

export type Params = Readonly<Record<string, string | number>>;

export interface Situation {
  readonly cluster: Cluster;
  readonly step: Step;
  readonly objects: View<KubeObject>;
  readonly pod: Pod;
  /** What the Pod's next cycle would read. */
  readonly input: CycleInput;
  /** Pods of the whole cluster, sorted by name. */
  readonly pods: readonly Pod[];
  /** The Pod does not exist: its making was refused. */
  readonly unborn?: true;
}

/** What has to be done, in code and figures, for words in two languages. */
export interface EditNote {
  readonly code: string;
  readonly params: Params;
}

/** Everything that would be different. Immutable. */
export interface Draft {
  readonly notes: readonly EditNote[];
  /** How much it disturbs: the sum of its edits. Only the order counts. */
  readonly cost: number;
  /** Changes of the Pod, to be made wherever its spec is kept (its own or its owner's template). */
  readonly podEdits: readonly ((spec: PodSpec) => PodSpec)[];
  readonly nodes: ReadonlyMap<string, Node>;
  readonly added: readonly Node[];
  /** Pods ("namespace/name") that go. */
  readonly removed: ReadonlySet<string>;
  readonly created: readonly KubeObject[];
  /** Other objects, before and after. */
  readonly changed: readonly (readonly [before: KubeObject, after: KubeObject])[];
  /** What controllers would make of it: the quick look sees these, the proof does not. */
  readonly expected: readonly KubeObject[];
}

/** One thing that could be changed. */
export interface Edit extends EditNote {
  readonly cost: number;
  readonly change: (draft: Draft) => Draft;
}

export const NOTHING: Draft = {
  notes: [],
  cost: 0,
  podEdits: [],
  nodes: new Map(),
  added: [],
  removed: new Set(),
  created: [],
  changed: [],
  expected: [],
};

/** The draft with one more edit. */
export function withEdit(draft: Draft, { code, params, cost, change }: Edit): Draft {
  return { ...change(draft), notes: [...draft.notes, { code, params }], cost: draft.cost + cost };
}

export const editPod =
  (edit: (spec: PodSpec) => PodSpec) =>
  (draft: Draft): Draft => ({
    ...draft,
    podEdits: [...draft.podEdits, edit],
  });

export const editNode =
  (name: string, node: Node) =>
  (draft: Draft): Draft => ({
    ...draft,
    nodes: new Map([...draft.nodes, [name, node]]),
  });

export const removePods =
  (keys: readonly string[]) =>
  (draft: Draft): Draft => ({
    ...draft,
    removed: new Set([...draft.removed, ...keys]),
  });

export const createObject =
  (object: KubeObject) =>
  (draft: Draft): Draft => ({
    ...draft,
    created: [...draft.created, object],
  });

export const changeObject =
  (before: KubeObject, after: KubeObject) =>
  (draft: Draft): Draft => ({ ...draft, changed: [...draft.changed, [before, after]] });

export { isOver, nodeNameOf } from './moment.ts';
export const priorityOf = ({ spec }: Pod): number => spec.priority ?? 0;

export function situationOf(moment: Moment, pod: Pod): Situation {
  const { cluster, step, objects, pods } = moment;
  return { cluster, step, objects, pod, pods, input: { ...moment.rest, pod, nodes: nodesFor(moment, pod) } };
}

/** The nodes without the Pod itself: it lies on one if it was nominated there. */
function nodesFor({ nodes }: Moment, pod: Pod): readonly CycleNode[] {
  const nominated = pod.status?.nominatedNodeName ?? '';
  if (nominated === '') return nodes;
  return nodes.map((item) =>
    item.node.metadata.name === nominated ? { ...item, pods: item.pods.filter((other) => other !== pod) } : item,
  );
}

/** The Pod as a draft would have it. */
export function draftedPod({ pod }: Situation, { podEdits }: Draft): Pod {
  return podEdits.length === 0 ? pod : { ...pod, spec: podEdits.reduce((spec, edit) => edit(spec), pod.spec) };
}

/** The input of the cycle that the draft would lead to. Nodes that stay as they are stay the same objects. */
export function draftedInput(situation: Situation, draft: Draft): CycleInput {
  const { input } = situation;
  const { nodes, added, removed, created, changed, expected } = draft;
  const left = new Set([...removed].map((key) => placeOf(situation, key)));
  const kept = input.nodes.map((item): CycleNode => {
    const { name } = item.node.metadata;
    const node = nodes.get(name);
    const goes = left.has(name);
    if (node === undefined && !goes) return item;
    const pods = goes ? item.pods.filter((pod) => !removed.has(namespacedName(pod))) : item.pods;
    return { ...item, node: node ?? item.node, pods };
  });
  return {
    ...input,
    pod: draftedPod(situation, draft),
    nodes: [...kept, ...added.map((node): CycleNode => ({ node, pods: [] }))],
    others: overlaid(input.others ?? [], [...created, ...changed.map(([, after]) => after), ...expected]),
  };
}

/** The node whose list holds a Pod, by "ns/name": every draft asks, so it is looked up once. */
const places = new WeakMap<CycleInput, ReadonlyMap<string, string>>();

function placeOf({ input }: Situation, key: string): string | undefined {
  let known = places.get(input);
  if (known === undefined) {
    known = new Map(
      input.nodes.flatMap(({ node, pods }) => pods.map((pod) => [namespacedName(pod), node.metadata.name])),
    );
    places.set(input, known);
  }
  return known.get(key);
}

function overlaid(objects: readonly KubeObject[], over: readonly KubeObject[]): readonly KubeObject[] {
  if (over.length === 0) return objects;
  const newer = new Map(over.map((object) => [objectKey(object), object]));
  return [...objects.filter((object) => !newer.has(objectKey(object))), ...newer.values()];
}

/** Nothing is left to chance here: the first of equals. */
const first = (): number => 0;

/** One cycle on the draft. @param only a node's name: as if there were no other */
export function tryDraft(situation: Situation, draft: Draft, only?: string): CycleResult {
  const input = draftedInput(situation, draft);
  if (only === undefined) return runCycle(input, first);
  return runCycle({ ...input, nodes: input.nodes.filter(({ node }) => node.metadata.name === only) }, first);
}

/** The node where the Pod would go, at once or once those that it preempts are gone; undefined if nowhere. */
export function hostOf(result: CycleResult): string | undefined {
  if (result.host !== undefined) return result.host;
  return (result.victims?.length ?? 0) > 0 ? result.nominatedNodeName : undefined;
}
