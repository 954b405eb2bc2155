/** Arguments of plugins: kubernetes pkg/scheduler/apis/config/validation/validation_pluginargs.go (v1.37). */
import { invalid } from '../../../model/field-errors.ts';
import { qualifiedNameProblems } from '../../../model/names.ts';
import type { NodeSelectorTerm } from '../../../model/objects.ts';
import { parseNodeTerm } from '../../../model/selectors.ts';
import type { KubernetesVersion } from '../../../model/versions.ts';
import type { GivenArgs, GivenResource, ShapePoint } from './given.ts';
import {
  type ConfigurationProblem,
  isDuplicate,
  isForbidden,
  isInvalid,
  isNotSupported,
  isRequired,
} from './problem.ts';

type Check = (args: GivenArgs, path: string, version: KubernetesVersion) => ConfigurationProblem[];

const at = (path: string, field: string): string => (path === '' ? field : `${path}.${field}`);

const isOutside = (value: number, min: number, max: number): boolean => value < min || value > max;

const labelName = (value: string, path: string, version: KubernetesVersion): ConfigurationProblem[] =>
  qualifiedNameProblems(value, version).map((problem) => isInvalid(path, value, problem));

const defaultPreemption: Check = (args, path) => {
  const { minCandidateNodesPercentage: percentage = 10, minCandidateNodesAbsolute: absolute = 100 } = args;
  const [ofPercentage, ofAbsolute] = [at(path, 'minCandidateNodesPercentage'), at(path, 'minCandidateNodesAbsolute')];
  const problems: ConfigurationProblem[] = [];
  if (isOutside(percentage, 0, 100)) problems.push(isInvalid(ofPercentage, percentage, 'not in valid range [0, 100]'));
  if (absolute < 0) problems.push(isInvalid(ofAbsolute, absolute, 'not in valid range [0, inf)'));
  if (percentage === 0 && absolute === 0) {
    problems.push(isInvalid(ofPercentage, 0, 'cannot be zero at the same time as minCandidateNodesAbsolute'));
    problems.push(isInvalid(ofAbsolute, 0, 'cannot be zero at the same time as minCandidateNodesPercentage'));
  }
  return problems;
};

const interPodAffinity: Check = ({ hardPodAffinityWeight: weight = 1 }, path) =>
  isOutside(weight, 0, 100)
    ? [isInvalid(at(path, 'hardPodAffinityWeight'), weight, 'not in valid range [0, 100]')]
    : [];

function termProblems(term: NodeSelectorTerm, path: string, version: KubernetesVersion): ConfigurationProblem[] {
  const error = parseNodeTerm(term, version, path)?.error;
  return error === undefined ? [] : [{ path, message: error }];
}

const nodeAffinity: Check = ({ addedAffinity }, path, version) => {
  const required = addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const preferred = addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const within = (field: string): string => at(path, `addedAffinity.${field}`);
  return [
    ...required.flatMap((term, i) => {
      const place = within(`requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${i}]`);
      return termProblems(term, place, version);
    }),
    ...preferred.flatMap(({ preference }, i) =>
      termProblems(preference, within(`preferredDuringSchedulingIgnoredDuringExecution[${i}]`), version),
    ),
  ];
};

/** No weight, or 0, is 1. */
const weightOf = ({ weight = 0 }: GivenResource): number => (weight === 0 ? 1 : weight);

const balancedAllocation: Check = ({ resources = [] }, path) =>
  resources.flatMap((resource, i) => {
    const { name = '' } = resource;
    const place = at(path, `resources[${i}]`);
    const isRepeated = resources.slice(0, i).some((other) => (other.name ?? '') === name);
    const weight = weightOf(resource);
    return [
      ...(isRepeated ? [isDuplicate(`${place}.name`, name)] : []),
      ...(weight === 1 ? [] : [isInvalid(`${place}.weight`, weight, 'must be 1')]),
    ];
  });

function shapeProblems(shape: readonly ShapePoint[] | undefined, path: string): ConfigurationProblem[] {
  if (shape === undefined || shape.length === 0) return [isRequired(path, 'at least one point must be specified')];
  const problems: ConfigurationProblem[] = [];
  const utilizations = shape.map(({ utilization = 0 }) => utilization);
  const unsorted = utilizations.findIndex((value, i) => i > 0 && (utilizations[i - 1] ?? 0) >= value);
  if (unsorted > 0) {
    const place = `${path}[${unsorted}].utilization`;
    problems.push(isInvalid(place, utilizations[unsorted], 'values must be sorted in increasing order'));
  }
  for (const [i, { utilization = 0, score = 0 }] of shape.entries()) {
    if (isOutside(utilization, 0, 100)) {
      problems.push(isInvalid(`${path}[${i}].utilization`, utilization, 'not in valid range [0, 100]'));
    }
    if (isOutside(score, 0, 10)) problems.push(isInvalid(`${path}[${i}].score`, score, 'not in valid range [0, 10]'));
  }
  return problems;
}

const RATIO = 'RequestedToCapacityRatio';
const STRATEGIES = ['LeastAllocated', 'MostAllocated', RATIO];

function strategyProblems(strategy: NonNullable<GivenArgs['scoringStrategy']>, path: string): ConfigurationProblem[] {
  const { type = '', resources = [], requestedToCapacityRatio: ratio } = strategy;
  const ofRatio = `${path}.requestedToCapacityRatio`;
  const problems: ConfigurationProblem[] = [];
  if (!STRATEGIES.includes(type)) problems.push(isNotSupported(`${path}.type`, type, STRATEGIES));
  for (const [i, resource] of resources.entries()) {
    const weight = weightOf(resource);
    if (weight <= 0 || weight > 100) {
      const detail = `resource weight of ${resource.name ?? ''} not in valid range (0, 100]`;
      problems.push(isInvalid(`${path}.resources[${i}].weight`, weight, detail));
    }
  }
  if (type !== RATIO) {
    if (ratio !== undefined) problems.push(isForbidden(ofRatio, `must be nil when type is not ${RATIO}`));
  } else if (ratio === undefined) problems.push(isRequired(ofRatio, `must be specified when type is ${RATIO}`));
  else problems.push(...shapeProblems(ratio.shape, `${ofRatio}.shape`));
  return problems;
}

/** Upstream asks this one when the plugin starts, so that paths begin at the arguments. */
export const nodeResourcesFitProblems: Check = (args, path, version) => {
  const { ignoredResources = [], ignoredResourceGroups = [], scoringStrategy } = args;
  return [
    ...ignoredResources.flatMap((name, i) => labelName(name, at(path, `ignoredResources[${i}]`), version)),
    ...ignoredResourceGroups.flatMap((group, i) => {
      const place = at(path, `ignoredResourceGroups[${i}]`);
      const slash = group.includes('/') ? [isInvalid(place, group, "resource group name can't contain '/'")] : [];
      return [...slash, ...labelName(group, place, version)];
    }),
    ...(scoringStrategy === undefined ? [] : strategyProblems(scoringStrategy, at(path, 'scoringStrategy'))),
  ];
};

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];

type Constraint = NonNullable<GivenArgs['defaultConstraints']>[number];

function constraintProblems(constraint: Constraint, path: string, version: KubernetesVersion): ConfigurationProblem[] {
  const { maxSkew = 0, topologyKey = '', whenUnsatisfiable: action = '', labelSelector } = constraint;
  const problems: ConfigurationProblem[] = [];
  if (maxSkew <= 0) problems.push(isInvalid(`${path}.maxSkew`, maxSkew, 'not in valid range (0, inf)'));
  if (topologyKey === '') problems.push(isRequired(`${path}.topologyKey`, 'can not be empty'));
  else problems.push(...labelName(topologyKey, `${path}.topologyKey`, version));
  const ofAction = `${path}.whenUnsatisfiable`;
  if (action === '') problems.push(isRequired(ofAction, 'can not be empty'));
  else if (!ACTIONS.includes(action)) problems.push(isNotSupported(ofAction, action, ACTIONS));
  if (labelSelector !== undefined) {
    const detail = 'constraint must not define a selector, as they deduced for each pod';
    problems.push(isForbidden(`${path}.labelSelector`, detail));
  }
  return problems;
}

const podTopologySpread: Check = ({ defaultConstraints: constraints = [], defaultingType = '' }, path, version) => {
  const type = defaultingType === '' ? 'System' : defaultingType;
  const ofType = at(path, 'defaultingType');
  const problems: ConfigurationProblem[] = [];
  if (type !== 'System' && type !== 'List') problems.push(isNotSupported(ofType, type, ['System', 'List']));
  else if (type === 'System' && constraints.length > 0) {
    problems.push(isInvalid(ofType, type, 'when .defaultConstraints are not empty'));
  }
  for (const [i, constraint] of constraints.entries()) {
    const place = at(path, `defaultConstraints[${i}]`);
    problems.push(...constraintProblems(constraint, place, version));
    const { topologyKey = '', whenUnsatisfiable = '' } = constraint;
    const isRepeated = constraints
      .slice(0, i)
      .some((o) => (o.topologyKey ?? '') === topologyKey && (o.whenUnsatisfiable ?? '') === whenUnsatisfiable);
    if (isRepeated) problems.push(isDuplicate(place, `{${topologyKey}, ${whenUnsatisfiable}}`));
  }
  return problems;
};

const volumeBinding: Check = ({ bindTimeoutSeconds = 600, shape }, path) => {
  const problems: ConfigurationProblem[] = [];
  if (bindTimeoutSeconds < 0) {
    const detail = 'invalid BindTimeoutSeconds, should not be a negative value';
    problems.push(isInvalid(at(path, 'bindTimeoutSeconds'), bindTimeoutSeconds, detail));
  }
  if (shape !== undefined) {
    const points = shape.map(({ utilization = 0, score = 0 }) => ({ Utilization: utilization, Score: score }));
    const detail = 'unexpected field `shape`, remove it or turn on the feature gate StorageCapacityScoring';
    problems.push({ path: at(path, 'shape'), message: invalid(at(path, 'shape'), points, detail) });
  }
  return problems;
};

/** By plugin, those that are asked before any plugin starts. */
export const ARGS_CHECKS: Readonly<Record<string, Check>> = {
  DefaultPreemption: defaultPreemption,
  InterPodAffinity: interPodAffinity,
  NodeAffinity: nodeAffinity,
  NodeResourcesBalancedAllocation: balancedAllocation,
  PodTopologySpread: podTopologySpread,
  VolumeBinding: volumeBinding,
};
