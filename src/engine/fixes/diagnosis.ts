/** Every plugin that stands in the way on each node, not only the first: what a fix has to deal with. */
import type { Node } from '../../model/objects.ts';
import { minorOf } from '../../model/versions.ts';
import { DEFAULT_PLUGINS, filterAlone } from '../../components/scheduler/scheduler.ts';
import type { CycleInput, CycleNode, NodeVerdict } from '../../components/scheduler/scheduler.ts';

export interface Obstacle {
  readonly reasons: readonly string[];
  readonly numbers: NonNullable<NodeVerdict['numbers']>;
}

export interface NodeTrouble {
  readonly name: string;
  readonly node: Node;
  readonly from: CycleNode;
  /** By plugin. */
  readonly obstacles: ReadonlyMap<string, Obstacle>;
}

export interface Diagnosis {
  readonly input: CycleInput;
  /** Plugins that reject the Pod on every node, before any is looked at. */
  readonly everywhere: ReadonlyMap<string, Obstacle>;
  /** Those with the fewest obstacles first. */
  readonly nodes: readonly NodeTrouble[];
}

export function diagnose(input: CycleInput): Diagnosis {
  const everywhere = new Map<string, Obstacle>();
  const byNode = new Map<string, Map<string, Obstacle>>(input.nodes.map(({ node }) => [node.metadata.name, new Map()]));
  for (const plugin of filtersOf(input)) {
    const found = filterAlone(input, plugin);
    if (found.kind === 'rejected') everywhere.set(plugin, obstacle(found.rejection));
    else if (found.kind === 'error') everywhere.set(plugin, { reasons: [found.message], numbers: [] });
    else if (found.kind === 'nodes') {
      for (const [node, rejection] of found.verdicts) {
        if (rejection !== undefined) byNode.get(node)?.set(plugin, obstacle(rejection));
        else if (found.narrowedTo?.has(node) === false) byNode.get(node)?.set(plugin, { reasons: [], numbers: [] });
      }
    }
  }
  const nodes = input.nodes.map((from): NodeTrouble => {
    const { name } = from.node.metadata;
    return { name, node: from.node, from, obstacles: byNode.get(name) ?? new Map<string, Obstacle>() };
  });
  // Sorting is stable: within a count the order of the node tree stays.
  return { input, everywhere, nodes: nodes.sort((a, b) => a.obstacles.size - b.obstacles.size) };
}

interface Rejected {
  readonly reasons: readonly string[];
  readonly numbers?: NodeVerdict['numbers'] | undefined;
}

const obstacle = ({ reasons, numbers }: Rejected): Obstacle => ({
  reasons,
  numbers: numbers ?? [],
});

interface GivenPlugins {
  readonly schedulerName?: string;
  readonly plugins?: Readonly<
    Record<
      string,
      | {
          readonly disabled?: readonly { readonly name: string }[];
          readonly enabled?: readonly { readonly name: string }[];
        }
      | undefined
    >
  >;
}

/** Filter plugins of the Pod's profile; those that a configuration turns off are nobody's obstacle. */
function filtersOf({ version, configuration, pod }: CycleInput): string[] {
  const profiles = (configuration as { profiles?: readonly GivenPlugins[] } | undefined)?.profiles ?? [];
  const name = pod.spec.schedulerName ?? 'default-scheduler';
  const profile = profiles.find((p) => (p.schedulerName ?? 'default-scheduler') === name);
  const off = (set: 'multiPoint' | 'filter' | 'preFilter', plugin: string): boolean => {
    const has = (list: readonly { readonly name: string }[] | undefined, n: string): boolean =>
      (list ?? []).some((p) => p.name === n);
    const given = profile?.plugins?.[set];
    return (has(given?.disabled, plugin) || has(given?.disabled, '*')) && !has(given?.enabled, plugin);
  };
  return DEFAULT_PLUGINS.filter(
    ({ name: plugin, points, since = 0 }) =>
      since <= minorOf(version) &&
      (points.includes('filter') || points.includes('preFilter')) &&
      !(['multiPoint', 'filter', 'preFilter'] as const).some((set) => off(set, plugin)),
  ).map(({ name: plugin }) => plugin);
}

/** Nodes that this plugin keeps the Pod off, those with the fewest other obstacles first. */
export const blockedBy = ({ nodes }: Diagnosis, plugin: string): readonly NodeTrouble[] =>
  nodes.filter(({ obstacles }) => obstacles.has(plugin));

/** Of those, the ones where nothing stands in the way but these plugins. */
export const blockedOnlyBy = (
  { nodes, everywhere }: Diagnosis,
  ...plugins: readonly string[]
): readonly NodeTrouble[] =>
  everywhere.size > 0
    ? []
    : nodes.filter(({ obstacles }) => obstacles.size > 0 && [...obstacles.keys()].every((p) => plugins.includes(p)));
