/**
 * Whether the plugins of a profile can be started: kubernetes pkg/scheduler/framework/runtime/framework.go NewFramework
 * and apis/config/v1/default_plugins.go mergePlugins (v1.37).
 */
import { aggregate } from '../../../model/field-errors.ts';
import { type KubernetesVersion, minorOf } from '../../../model/versions.ts';
import { nodeResourcesFitProblems } from './args.ts';
import type { GivenPlugin, GivenProfile, GivenSet } from './given.ts';
import type { ConfigurationProblem } from './problem.ts';

/** In the order in which they are filled, with the names of Go's interfaces. */
const POINTS = {
  preFilter: 'PreFilterPlugin',
  filter: 'FilterPlugin',
  postFilter: 'PostFilterPlugin',
  reserve: 'ReservePlugin',
  preScore: 'PreScorePlugin',
  score: 'ScorePlugin',
  preBind: 'PreBindPlugin',
  bind: 'BindPlugin',
  postBind: 'PostBindPlugin',
  permit: 'PermitPlugin',
  preEnqueue: 'PreEnqueuePlugin',
  queueSort: 'QueueSortPlugin',
} as const;

type Point = keyof typeof POINTS;

interface InTree {
  readonly points: readonly Point[];
  /** Minor that registers it. */
  readonly since?: number;
}

const FILTERING: readonly Point[] = ['preFilter', 'filter'];
const SCORING: readonly Point[] = ['preScore', 'score'];

/** Plugins in the order of the default profile, and what each implements. */
function inTree(minor: number): ReadonlyMap<string, InTree> {
  const rows: Readonly<Record<string, InTree>> = {
    SchedulingGates: { points: ['preEnqueue'] },
    PrioritySort: { points: ['queueSort'] },
    NodeUnschedulable: { points: ['filter'] },
    NodeName: { points: minor >= 37 ? FILTERING : ['filter'] },
    TaintToleration: { points: ['filter', ...SCORING] },
    NodeAffinity: { points: [...FILTERING, ...SCORING] },
    NodePorts: { points: FILTERING },
    NodeResourcesFit: { points: [...FILTERING, ...SCORING] },
    VolumeRestrictions: { points: FILTERING },
    NodeVolumeLimits: { points: FILTERING },
    VolumeBinding: { points: [...FILTERING, 'reserve', 'preBind', ...SCORING] },
    VolumeZone: { points: FILTERING },
    PodTopologySpread: { points: [...FILTERING, ...SCORING] },
    InterPodAffinity: { points: [...FILTERING, ...SCORING] },
    DynamicResources: {
      points: ['preEnqueue', ...FILTERING, 'postFilter', 'reserve', 'preBind', ...(minor >= 35 ? SCORING : [])],
      since: 34,
    },
    DefaultPreemption: { points: ['postFilter', 'preEnqueue'] },
    NodeResourcesBalancedAllocation: { points: SCORING },
    ImageLocality: { points: ['score'] },
    DefaultBinder: { points: ['bind'] },
  };
  return new Map(Object.entries(rows).filter(([, { since = 0 }]) => since <= minor));
}

const namesOf = (plugins: readonly GivenPlugin[] | undefined): string[] => (plugins ?? []).map(({ name = '' }) => name);

/** mergePluginSet: what is enabled by hand replaces its default, or comes after all of them. */
function merged(defaults: readonly string[], given: GivenSet | undefined): string[] {
  const [enabled, disabled] = [namesOf(given?.enabled), namesOf(given?.disabled)];
  const kept = disabled.includes('*') ? [] : defaults.filter((name) => !disabled.includes(name));
  const replacing = new Set(kept.map((name) => enabled.lastIndexOf(name)));
  return [...kept, ...enabled.filter((_, i) => !replacing.has(i))];
}

interface Framework {
  readonly known: ReadonlyMap<string, InTree>;
  readonly plugins: Readonly<Record<string, GivenSet | undefined>>;
  /** Names of multiPoint, merged with the default profile. */
  readonly multiPoint: readonly string[];
}

const isAt = ({ known }: Framework, name: string, point: Point): boolean =>
  known.get(name)?.points.includes(point) === true;

interface Broken {
  /** Below the profile. */
  readonly path: string;
  readonly message: string;
}

/** updatePluginList: what a profile enables at one point. */
function atPoint(framework: Framework, point: Point): Broken | undefined {
  const names = namesOf(framework.plugins[point]?.enabled);
  for (const [i, name] of names.entries()) {
    const path = `plugins.${point}.enabled[${i}]`;
    if (!framework.known.has(name)) return { path, message: `${POINTS[point]} "${name}" does not exist` };
    if (!isAt(framework, name, point)) {
      return { path, message: `plugin "${name}" does not extend ${POINTS[point]} plugin` };
    }
    if (names.indexOf(name) < i) return { path, message: `plugin "${name}" already registered as "${POINTS[point]}"` };
  }
  return undefined;
}

/** expandMultiPointPlugins, for one point. @returns the plugins that run there, or what is wrong */
function expanded(framework: Framework, point: Point): readonly string[] | Broken {
  const set = framework.plugins[point];
  const [enabled, disabled] = [namesOf(set?.enabled), namesOf(set?.disabled)];
  if (disabled.includes('*') || framework.multiPoint.length === 0) return enabled;
  const added: string[] = [];
  for (const name of framework.multiPoint) {
    const path = 'plugins.multiPoint.enabled';
    if (!framework.known.has(name)) return { path, message: `${POINTS[point]} "${name}" does not exist` };
    if (!isAt(framework, name, point) || disabled.includes(name) || enabled.includes(name)) continue;
    if (added.includes(name)) return { path, message: `plugin "${name}" already registered as "${POINTS[point]}"` };
    added.push(name);
  }
  return [...enabled, ...added];
}

/** Arguments that a plugin itself refuses. */
function refusedArgs({ pluginConfig = [] }: GivenProfile, version: KubernetesVersion): Broken | undefined {
  const i = pluginConfig.findIndex(({ name }) => name === 'NodeResourcesFit');
  const args = pluginConfig[i]?.args;
  const problems = args === undefined ? [] : nodeResourcesFitProblems(args, '', version);
  const [first] = problems;
  if (first === undefined) return undefined;
  const message = aggregate(problems.map((problem) => problem.message));
  return {
    path: `pluginConfig[${i}].args.${first.path}`,
    message: `initializing plugin "NodeResourcesFit": ${message}`,
  };
}

/** The first thing that keeps the profile's plugins from starting. */
function broken(given: GivenProfile, version: KubernetesVersion, schedulerName: string): Broken | undefined {
  const known = inTree(minorOf(version));
  const plugins = given.plugins ?? {};
  const framework = { known, plugins, multiPoint: merged([...known.keys()], plugins['multiPoint']) };
  const points = Object.keys(POINTS) as Point[];
  const runsFit =
    framework.multiPoint.includes('NodeResourcesFit') ||
    points.some((point) => namesOf(plugins[point]?.enabled).includes('NodeResourcesFit'));
  const refused = runsFit ? refusedArgs(given, version) : undefined;
  if (refused !== undefined) return refused;
  for (const point of points) {
    const found = atPoint(framework, point);
    if (found !== undefined) return found;
  }
  const running = new Map<Point, number>();
  for (const point of points) {
    const found = expanded(framework, point);
    if ('message' in found) return found;
    running.set(point, found.length);
  }
  const of = `profile with scheduler name "${schedulerName}"`;
  const sorts = running.get('queueSort') ?? 0;
  if (sorts !== 1) {
    return { path: 'plugins.queueSort', message: `only one queue sort plugin required for ${of}, but got ${sorts}` };
  }
  if (running.get('bind') === 0)
    return { path: 'plugins.bind', message: `at least one bind plugin is needed for ${of}` };
  return undefined;
}

/** @param names schedulerNames of the profiles */
export function startProblems(
  profiles: readonly GivenProfile[],
  names: readonly string[],
  version: KubernetesVersion,
): ConfigurationProblem[] {
  return profiles.flatMap((profile, i) => {
    const name = names[i] ?? '';
    const found = broken(profile, version, name);
    if (found === undefined) return [];
    const message = `initializing profiles: creating profile for scheduler name ${name}: ${found.message}`;
    return [{ path: `profiles[${i}].${found.path}`, message }];
  });
}
