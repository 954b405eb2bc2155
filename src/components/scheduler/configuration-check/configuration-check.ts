/**
 * Mistakes of a KubeSchedulerConfiguration in the words of the real scheduler: kubernetes
 * pkg/scheduler/apis/config/validation/validation.go (v1.37). As there, a configuration that cannot be read is not
 * validated, and plugins of one that is not valid are not started. A negative weight of a plugin is no mistake upstream.
 * Left out: durations of leader election.
 */
import { qualifiedNameProblems } from '../../../model/names.ts';
import { DEFAULT_VERSION, type KubernetesVersion } from '../../../model/versions.ts';
import { ARGS_CHECKS } from './args.ts';
import { startProblems } from './framework.ts';
import {
  decodingProblems,
  EXTENSION_POINTS,
  type GivenConfiguration,
  type GivenExtender,
  type GivenProfile,
  type GivenSet,
} from './given.ts';
import { type ConfigurationProblem, isDuplicate, isInvalid, isRequired } from './problem.ts';

const API_VERSION = 'kubescheduler.config.k8s.io/v1';
/** Plugins that are gone. */
const REMOVED = ['AzureDiskLimits', 'CinderLimits', 'EBSLimits', 'GCEPDLimits'];
const WAS_REMOVED = `was invalid in version "v1" (KubeSchedulerConfiguration is version "${API_VERSION}")`;

/** A profile by itself has the default name; several must say theirs. */
const nameOf = ({ schedulerName }: GivenProfile, count: number): string =>
  schedulerName ?? (count === 1 ? 'default-scheduler' : '');

const DEFAULT_PROFILES: readonly GivenProfile[] = [{}];
const profilesOf = ({ profiles = [] }: GivenConfiguration): readonly GivenProfile[] =>
  profiles.length === 0 ? DEFAULT_PROFILES : profiles;

const percentage = (path: string, value: number | undefined): ConfigurationProblem[] =>
  value !== undefined && (value < 0 || value > 100) ? [isInvalid(path, value, 'not in valid range [0-100]')] : [];

function removedPlugins({ plugins = {} }: GivenProfile, path: string): ConfigurationProblem[] {
  return EXTENSION_POINTS.filter((point) => point !== 'multiPoint').flatMap((point) =>
    (plugins[point]?.enabled ?? []).flatMap(({ name = '' }, i) =>
      REMOVED.includes(name) ? [isInvalid(`${path}.plugins.${point}.enabled[${i}]`, name, WAS_REMOVED)] : [],
    ),
  );
}

function pluginConfig(profile: GivenProfile, path: string, version: KubernetesVersion): ConfigurationProblem[] {
  const given = profile.pluginConfig ?? [];
  return given.flatMap(({ name = '', args }, i) => {
    const place = `${path}.pluginConfig[${i}]`;
    const repeated = given.slice(0, i).some((other) => (other.name ?? '') === name);
    const first = repeated ? [isDuplicate(place, name)] : [];
    if (REMOVED.includes(name)) return [...first, isInvalid(place, name, WAS_REMOVED)];
    const check = Object.hasOwn(ARGS_CHECKS, name) ? ARGS_CHECKS[name] : undefined;
    return [...first, ...(check?.(args ?? {}, `${place}.args`, version) ?? [])];
  });
}

/** A set of plugins as Go prints it. */
const printed = (set: GivenSet | undefined): unknown => {
  const list = (plugins: GivenSet['enabled']) =>
    plugins?.map(({ name = '', weight = 0 }) => ({ Name: name, Weight: weight })) ?? null;
  return { Enabled: list(set?.enabled), Disabled: list(set?.disabled) };
};

const sortOf = ({ plugins }: GivenProfile): unknown => printed(plugins?.['queueSort']);

function queueSorts(profiles: readonly GivenProfile[]): ConfigurationProblem[] {
  const [first, ...others] = profiles;
  if (first === undefined) return [];
  const problems: ConfigurationProblem[] = [];
  const count = first.plugins?.['queueSort']?.enabled?.length ?? 0;
  if (count > 1) {
    const path = 'profiles[0].plugins.queueSort.Enabled';
    problems.push(isInvalid(path, count, 'only one queue sort plugin can be enabled'));
  }
  for (const [i, profile] of others.entries()) {
    if (JSON.stringify(sortOf(profile)) === JSON.stringify(sortOf(first))) continue;
    const path = `profiles[${i + 1}].plugins.queueSort`;
    problems.push(isInvalid(path, sortOf(profile), 'must be the same for all profiles'));
  }
  return problems;
}

function allProfiles(profiles: readonly GivenProfile[], version: KubernetesVersion): ConfigurationProblem[] {
  const names = profiles.map((profile) => nameOf(profile, profiles.length));
  const each = profiles.flatMap((profile, i) => {
    const path = `profiles[${i}]`;
    const name = names[i] ?? '';
    return [
      ...(name === '' ? [isRequired(`${path}.schedulerName`)] : []),
      ...percentage(`${path}.percentageOfNodesToScore`, profile.percentageOfNodesToScore),
      ...removedPlugins(profile, path),
      ...pluginConfig(profile, path, version),
      // Upstream names the other profile by a value that prints as nothing.
      ...(names.slice(0, i).includes(name) ? [isDuplicate(`${path}.schedulerName`, {})] : []),
    ];
  });
  return [...each, ...queueSorts(profiles)];
}

function extendedResource(name: string, path: string, version: KubernetesVersion): ConfigurationProblem[] {
  const problems = qualifiedNameProblems(name, version).map((problem) => isInvalid(path, name, problem));
  if (problems.length > 0) return problems;
  const isExtended = name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.');
  return isExtended ? [] : [isInvalid(path, name, 'is an invalid extended resource name')];
}

function allExtenders(extenders: readonly GivenExtender[], version: KubernetesVersion): ConfigurationProblem[] {
  const seen = new Set<string>();
  const problems = extenders.flatMap(({ prioritizeVerb = '', weight = 0, managedResources = [] }, i) => {
    const path = `extenders[${i}]`;
    const resources = managedResources.flatMap(({ name = '' }, j) => {
      const place = `${path}.managedResources[${j}].name`;
      const repeated = seen.has(name) ? [isInvalid(place, name, 'duplicate extender managed resource name')] : [];
      seen.add(name);
      return [...extendedResource(name, place, version), ...repeated];
    });
    const light = prioritizeVerb !== '' && weight <= 0;
    return [
      ...(light ? [isInvalid(`${path}.weight`, weight, 'must have a positive weight applied to it')] : []),
      ...resources,
    ];
  });
  const binders = extenders.filter(({ bindVerb = '' }) => bindVerb !== '').length;
  if (binders > 1) {
    const found = `found ${binders} extenders implementing bind`;
    problems.push(isInvalid('extenders', found, 'only one extender can implement bind'));
  }
  return problems;
}

function validationProblems(given: GivenConfiguration, version: KubernetesVersion): ConfigurationProblem[] {
  const { parallelism = 16, podInitialBackoffSeconds: initial = 1, podMaxBackoffSeconds: max = 10 } = given;
  const { leaderElect = true, resourceLock = 'leases' } = given.leaderElection ?? {};
  const { burst = 100 } = given.clientConnection ?? {};
  const problems: ConfigurationProblem[] = [];
  if (burst < 0) problems.push(isInvalid('clientConnection.burst', burst, 'must be non-negative'));
  if (leaderElect && resourceLock !== 'leases' && resourceLock !== '') {
    problems.push(isInvalid('leaderElection.resourceLock', resourceLock, 'resourceLock value must be "leases"'));
  }
  if (parallelism <= 0) {
    problems.push(isInvalid('parallelism', parallelism, 'should be an integer value greater than zero'));
  }
  problems.push(...allProfiles(profilesOf(given), version));
  problems.push(...percentage('percentageOfNodesToScore', given.percentageOfNodesToScore));
  if (initial <= 0) problems.push(isInvalid('podInitialBackoffSeconds', initial, 'must be greater than 0'));
  if (max < initial) {
    const detail = 'must be greater than or equal to PodInitialBackoffSeconds';
    problems.push(isInvalid('podMaxBackoffSeconds', max, detail));
  }
  return [...problems, ...allExtenders(given.extenders ?? [], version)];
}

/** A copy in which fields that are null are left out, as Go reads them. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutNulls(each ?? {}));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutNulls(field)]));
}

/**
 * Why the real scheduler would not start with this configuration; nothing where it would.
 * @param given a parsed KubeSchedulerConfiguration; apiVersion and kind may be left out
 */
export function validateConfiguration(
  given: unknown,
  version: KubernetesVersion = DEFAULT_VERSION,
): ConfigurationProblem[] {
  if (given === undefined || given === null) return [];
  const plain = withoutNulls(given);
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    return [{ path: '', message: 'error converting YAML to JSON: the configuration is no object' }];
  }
  const unread = decodingProblems(plain);
  if (unread.length > 0) return unread;
  const configuration = plain as GivenConfiguration;
  const problems = validationProblems(configuration, version);
  if (problems.length > 0) return problems;
  const profiles = profilesOf(configuration);
  return startProblems(
    profiles,
    profiles.map((profile) => nameOf(profile, profiles.length)),
    version,
  );
}
