/**
 * KubeSchedulerConfiguration as the scheduler reads it: kubernetes pkg/scheduler/apis/config/types.go and
 * profile/profile.go (v1.35). Read are profiles with their names, plugins and arguments, percentageOfNodesToScore, the
 * back-off and parallelism; mistakes are told by configuration-check/. Left out: extenders.
 */
import { minorOf, type KubernetesVersion } from '../../model/versions.ts';
import type { PluginArgs } from './framework.ts';
import { DEFAULT_PLUGINS, type RegisteredPlugin } from './registry.ts';

export const DEFAULT_SCHEDULER_NAME = 'default-scheduler';

const PARALLELISM = 16;

export interface ProfilePlugin extends RegisteredPlugin {
  /** Its PreFilter and Filter run. */
  readonly filters: boolean;
  readonly scores: boolean;
}

export interface Profile {
  readonly schedulerName: string;
  /** In the order in which they run. */
  readonly plugins: readonly ProfilePlugin[];
  /** How many of them filter, and how many score. */
  readonly filtering: number;
  readonly scoring: number;
  /** 0 = adaptive. */
  readonly percentageOfNodesToScore: number;
  argsOf(plugin: string): PluginArgs;
}

export interface Configuration {
  readonly profiles: readonly Profile[];
  readonly initialBackoffSeconds: number;
  readonly maxBackoffSeconds: number;
  /** Workers that look at nodes side by side. */
  readonly parallelism: number;
}

interface GivenPlugin {
  readonly name: string;
  readonly weight?: number;
}

interface GivenSet {
  readonly enabled?: readonly GivenPlugin[];
  readonly disabled?: readonly GivenPlugin[];
}

interface GivenProfile {
  readonly schedulerName?: string;
  readonly percentageOfNodesToScore?: number;
  readonly plugins?: Readonly<Record<string, GivenSet | undefined>>;
  readonly pluginConfig?: readonly { readonly name: string; readonly args?: PluginArgs }[];
}

interface GivenConfiguration {
  readonly profiles?: readonly GivenProfile[];
  readonly percentageOfNodesToScore?: number;
  readonly podInitialBackoffSeconds?: number;
  readonly podMaxBackoffSeconds?: number;
  readonly parallelism?: number;
}

const NO_ARGS: PluginArgs = {};

const names = (list: readonly GivenPlugin[] | undefined): ReadonlySet<string> =>
  new Set((list ?? []).map(({ name }) => name));

const isOff = (set: GivenSet | undefined, name: string): boolean => {
  const disabled = names(set?.disabled);
  return (disabled.has(name) || disabled.has('*')) && !names(set?.enabled).has(name);
};

const weightIn = (set: GivenSet | undefined, name: string): number | undefined =>
  set?.enabled?.find((plugin) => plugin.name === name)?.weight;

/** What a profile enables by hand comes in the order given; what is left of the default set keeps its own. */
function ordered(rows: readonly RegisteredPlugin[], multiPoint: GivenSet | undefined): readonly RegisteredPlugin[] {
  const disabled = names(multiPoint?.disabled);
  const listed = (multiPoint?.enabled ?? []).flatMap(({ name }) => rows.filter((r) => r.name === name));
  const kept = rows.filter(({ name }) => !disabled.has('*') && !disabled.has(name));
  const moved = listed.filter((r) => !kept.includes(r));
  return [...kept, ...moved];
}

function pluginsOf(given: GivenProfile, minor: number): ProfilePlugin[] {
  const sets = given.plugins ?? {};
  const rows = DEFAULT_PLUGINS.filter(({ since = 0 }) => since <= minor);
  return ordered(rows, sets['multiPoint']).map((row) => ({
    ...row,
    weight: weightIn(sets['score'], row.name) ?? weightIn(sets['multiPoint'], row.name) ?? row.weight,
    filters: (row.points.includes('filter') || row.points.includes('preFilter')) && !isOff(sets['filter'], row.name),
    scores: row.points.includes('score') && !isOff(sets['score'], row.name),
  }));
}

function profileOf(given: GivenProfile, whole: GivenConfiguration, minor: number): Profile {
  const args = new Map((given.pluginConfig ?? []).map((config) => [config.name, config.args ?? NO_ARGS]));
  const plugins = pluginsOf(given, minor);
  return {
    schedulerName: given.schedulerName ?? DEFAULT_SCHEDULER_NAME,
    plugins,
    filtering: plugins.filter(({ filters }) => filters).length,
    scoring: plugins.filter(({ scores }) => scores).length,
    percentageOfNodesToScore: given.percentageOfNodesToScore ?? whole.percentageOfNodesToScore ?? 0,
    argsOf: (plugin) => args.get(plugin) ?? NO_ARGS,
  };
}

function parse(given: GivenConfiguration, minor: number): Configuration {
  const profiles = given.profiles ?? [];
  return {
    profiles: (profiles.length > 0 ? profiles : [{}]).map((profile) => profileOf(profile, given, minor)),
    initialBackoffSeconds: given.podInitialBackoffSeconds ?? 1,
    maxBackoffSeconds: given.podMaxBackoffSeconds ?? 10,
    parallelism: given.parallelism ?? PARALLELISM,
  };
}

const NOTHING_GIVEN: GivenConfiguration = {};
const known = new WeakMap<object, { readonly version: KubernetesVersion; readonly parsed: Configuration }>();

/** Kept by object. `given` is a parsed KubeSchedulerConfiguration or undefined. */
export function configurationOf(given: unknown, version: KubernetesVersion): Configuration {
  const from = typeof given === 'object' && given !== null ? given : NOTHING_GIVEN;
  const kept = known.get(from);
  if (kept?.version === version) return kept.parsed;
  const parsed = parse(from, minorOf(version));
  known.set(from, { version, parsed });
  return parsed;
}

/** The profile that serves a schedulerName ("" or missing is the default one), undefined where none does. */
export function profileFor(configuration: Configuration, schedulerName: string | undefined): Profile | undefined {
  const name = schedulerName === undefined || schedulerName === '' ? DEFAULT_SCHEDULER_NAME : schedulerName;
  return configuration.profiles.find((profile) => profile.schedulerName === name);
}
