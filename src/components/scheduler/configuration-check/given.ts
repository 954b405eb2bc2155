/**
 * KubeSchedulerConfiguration as a file gives it: kubernetes staging kube-scheduler/config/v1/types.go and
 * types_pluginargs.go (v1.37), and how it is decoded. Left out: fields of gates that are off.
 */
import type { NodeAffinity, TopologySpreadConstraint } from '../../../model/objects.ts';
import type { ConfigurationProblem } from './problem.ts';

export interface GivenPlugin {
  readonly name?: string;
  readonly weight?: number;
}

export interface GivenSet {
  readonly enabled?: readonly GivenPlugin[];
  readonly disabled?: readonly GivenPlugin[];
}

export interface GivenProfile {
  readonly schedulerName?: string;
  readonly percentageOfNodesToScore?: number;
  readonly plugins?: Readonly<Record<string, GivenSet | undefined>>;
  readonly pluginConfig?: readonly { readonly name?: string; readonly args?: object }[];
}

export interface GivenExtender {
  readonly prioritizeVerb?: string;
  readonly bindVerb?: string;
  readonly weight?: number;
  readonly managedResources?: readonly { readonly name?: string }[];
}

export interface GivenConfiguration {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly parallelism?: number;
  readonly leaderElection?: { readonly leaderElect?: boolean; readonly resourceLock?: string };
  readonly clientConnection?: { readonly burst?: number };
  readonly profiles?: readonly GivenProfile[];
  readonly percentageOfNodesToScore?: number;
  readonly podInitialBackoffSeconds?: number;
  readonly podMaxBackoffSeconds?: number;
  readonly extenders?: readonly GivenExtender[];
}

export interface GivenResource {
  readonly name?: string;
  readonly weight?: number;
}

export interface ShapePoint {
  readonly utilization?: number;
  readonly score?: number;
}

export interface GivenArgs {
  readonly minCandidateNodesPercentage?: number;
  readonly minCandidateNodesAbsolute?: number;
  readonly hardPodAffinityWeight?: number;
  readonly addedAffinity?: NodeAffinity;
  readonly resources?: readonly GivenResource[];
  readonly ignoredResources?: readonly string[];
  readonly ignoredResourceGroups?: readonly string[];
  readonly scoringStrategy?: {
    readonly type?: string;
    readonly resources?: readonly GivenResource[];
    readonly requestedToCapacityRatio?: { readonly shape?: readonly ShapePoint[] };
  };
  readonly defaultConstraints?: readonly Partial<TopologySpreadConstraint>[];
  readonly defaultingType?: string;
  readonly bindTimeoutSeconds?: number;
  readonly shape?: readonly ShapePoint[];
}

/** How Go reads a value: a plain type by its name, a struct with its fields, a list of one of them, or anything. */
type Type =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'float32'
  | 'any'
  | { readonly list: Type }
  | { readonly struct: string; readonly fields: Readonly<Record<string, Type>> };

const list = (of: Type): Type => ({ list: of });
const struct = (name: string, fields: Readonly<Record<string, Type>>): Type => ({ struct: name, fields });
const TYPE_META = { apiVersion: 'string', kind: 'string' } as const;

const PLUGIN_SET = struct('PluginSet', {
  enabled: list(struct('Plugin', { name: 'string', weight: 'int32' })),
  disabled: list(struct('Plugin', { name: 'string', weight: 'int32' })),
});

export const EXTENSION_POINTS = [
  'preEnqueue',
  'queueSort',
  'preFilter',
  'filter',
  'postFilter',
  'preScore',
  'score',
  'reserve',
  'permit',
  'preBind',
  'bind',
  'postBind',
  'multiPoint',
] as const;

const PROFILE = struct('KubeSchedulerProfile', {
  schedulerName: 'string',
  percentageOfNodesToScore: 'int32',
  plugins: struct('Plugins', Object.fromEntries(EXTENSION_POINTS.map((point) => [point, PLUGIN_SET]))),
  pluginConfig: list(struct('PluginConfig', { name: 'string', args: 'any' })),
});

const CONFIGURATION = struct('KubeSchedulerConfiguration', {
  ...TYPE_META,
  parallelism: 'int32',
  leaderElection: struct('LeaderElectionConfiguration', {
    leaderElect: 'bool',
    leaseDuration: 'any',
    renewDeadline: 'any',
    retryPeriod: 'any',
    resourceLock: 'string',
    resourceName: 'string',
    resourceNamespace: 'string',
  }),
  clientConnection: struct('ClientConnectionConfiguration', {
    kubeconfig: 'string',
    acceptContentTypes: 'string',
    contentType: 'string',
    qps: 'float32',
    burst: 'int32',
  }),
  enableProfiling: 'bool',
  enableContentionProfiling: 'bool',
  percentageOfNodesToScore: 'int32',
  podInitialBackoffSeconds: 'int64',
  podMaxBackoffSeconds: 'int64',
  profiles: list(PROFILE),
  extenders: list(
    struct('Extender', {
      urlPrefix: 'string',
      filterVerb: 'string',
      preemptVerb: 'string',
      prioritizeVerb: 'string',
      weight: 'int64',
      bindVerb: 'string',
      enableHTTPS: 'bool',
      tlsConfig: 'any',
      httpTimeout: 'any',
      nodeCacheCapable: 'bool',
      managedResources: list(struct('ExtenderManagedResource', { name: 'string', ignoredByScheduler: 'bool' })),
      ignorable: 'bool',
    }),
  ),
  delayCacheUntilActive: 'bool',
});

const RESOURCES = list(struct('ResourceSpec', { name: 'string', weight: 'int64' }));
const SHAPE = list(struct('UtilizationShapePoint', { utilization: 'int32', score: 'int32' }));

const args = (name: string, fields: Readonly<Record<string, Type>>): Type =>
  struct(`${name}Args`, { ...TYPE_META, ...fields });

/** Arguments of the plugins that have any. */
const ARGS: Readonly<Record<string, Type>> = {
  DefaultPreemption: args('DefaultPreemption', {
    minCandidateNodesPercentage: 'int32',
    minCandidateNodesAbsolute: 'int32',
  }),
  InterPodAffinity: args('InterPodAffinity', {
    hardPodAffinityWeight: 'int32',
    ignorePreferredTermsOfExistingPods: 'bool',
  }),
  NodeAffinity: args('NodeAffinity', { addedAffinity: 'any' }),
  NodeResourcesBalancedAllocation: args('NodeResourcesBalancedAllocation', { resources: RESOURCES }),
  NodeResourcesFit: args('NodeResourcesFit', {
    ignoredResources: list('string'),
    ignoredResourceGroups: list('string'),
    scoringStrategy: struct('ScoringStrategy', {
      type: 'string',
      resources: RESOURCES,
      requestedToCapacityRatio: struct('RequestedToCapacityRatioParam', { shape: SHAPE }),
    }),
  }),
  PodTopologySpread: args('PodTopologySpread', {
    defaultConstraints: list(
      struct('TopologySpreadConstraint', {
        maxSkew: 'int32',
        topologyKey: 'string',
        whenUnsatisfiable: 'string',
        labelSelector: 'any',
        minDomains: 'int32',
        nodeAffinityPolicy: 'string',
        nodeTaintsPolicy: 'string',
        matchLabelKeys: list('string'),
      }),
    ),
    defaultingType: 'string',
  }),
  VolumeBinding: args('VolumeBinding', { bindTimeoutSeconds: 'int64', shape: SHAPE }),
  DynamicResources: args('DynamicResources', { filterTimeout: 'any', bindingTimeout: 'any' }),
};

interface Decoding {
  readonly unknown: string[];
  /** The first value of a wrong type; Go tells no more. */
  mismatch: ConfigurationProblem | undefined;
}

const LARGEST: Readonly<Record<string, number>> = { int32: 2 ** 31 - 1, int64: Number.MAX_SAFE_INTEGER };

function isOfType(value: unknown, type: string): boolean {
  if (type === 'string') return typeof value === 'string';
  if (type === 'bool') return typeof value === 'boolean';
  if (typeof value !== 'number') return false;
  const largest = LARGEST[type];
  return largest === undefined || (Number.isInteger(value) && Math.abs(value) <= largest);
}

/** As Go names it. */
function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' && !Number.isInteger(value) ? `number ${String(value)}` : typeof value;
}

const goType = (type: Type): string => {
  if (typeof type === 'string') return type;
  return 'list' in type ? `[]${goType(type.list)}` : `v1.${type.struct}`;
};

interface Place {
  readonly path: string;
  /** Names of the fields on the way, and the struct that holds the last: for Go's text. */
  readonly owner: string;
  readonly fields: string;
}

function decode(value: unknown, type: Type, place: Place, into: Decoding): void {
  if (value === undefined || value === null || type === 'any') return;
  if (typeof type === 'string') {
    if (!isOfType(value, type)) mismatch(value, type, place, into);
  } else if ('list' in type) {
    if (!Array.isArray(value)) mismatch(value, type, place, into);
    else value.forEach((each, i) => decode(each, type.list, { ...place, path: `${place.path}[${i}]` }, into));
  } else if (typeof value !== 'object' || Array.isArray(value)) mismatch(value, type, place, into);
  else {
    for (const [name, inner] of Object.entries(value)) {
      const path = place.path === '' ? name : `${place.path}.${name}`;
      const own = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
      if (own === undefined) into.unknown.push(path);
      else {
        const fields = place.fields === '' ? name : `${place.fields}.${name}`;
        decode(inner, own, { path, owner: type.struct, fields }, into);
      }
    }
  }
}

function mismatch(value: unknown, type: Type, { path, owner, fields }: Place, into: Decoding): void {
  const field = owner === '' ? '' : `Go struct field ${owner}.${fields}`;
  const where = field === '' ? 'Go value' : field;
  const message = `json: cannot unmarshal ${jsonKind(value)} into ${where} of type ${goType(type)}`;
  into.mismatch ??= { path, message };
}

const START: Place = { path: '', owner: '', fields: '' };
const strict = (unknown: readonly string[]): string =>
  `strict decoding error: ${unknown.map((path) => `unknown field "${path}"`).join(', ')}`;

/** Problems of one plugin's arguments. */
function decodeArgs(name: string, given: object, path: string): ConfigurationProblem[] {
  const type = Object.hasOwn(ARGS, name) ? ARGS[name] : undefined;
  if (type === undefined) return [];
  const found: Decoding = { unknown: [], mismatch: undefined };
  const { kind } = given as { readonly kind?: unknown };
  if (typeof kind === 'string' && kind !== `${name}Args`) {
    const group = 'kubescheduler.config.k8s.io';
    const message = `args for plugin ${name} were not of type ${name}Args.${group}, got ${kind}.${group}`;
    return [{ path: `${path}.args.kind`, message: `decoding .${path}: ${message}` }];
  }
  decode(given, type, START, found);
  if (found.mismatch !== undefined) {
    const { path: inner, message } = found.mismatch;
    return [
      { path: `${path}.args.${inner}`, message: `decoding .${path}: decoding args for plugin ${name}: ${message}` },
    ];
  }
  const [first] = found.unknown;
  if (first === undefined) return [];
  const message = `strict decoding error: decoding .${path}: strict decoding error: decoding args for plugin ${name}: ${strict(found.unknown)}`;
  return [{ path: `${path}.args.${first}`, message }];
}

const API_VERSION = 'kubescheduler.config.k8s.io/v1';
const KIND = 'KubeSchedulerConfiguration';
const SCHEME = 'k8s.io/kubernetes/pkg/scheduler/apis/config/scheme/scheme.go:30';

/** What keeps a configuration from being read at all. apiVersion and kind may be left out here. */
export function decodingProblems(given: object): ConfigurationProblem[] {
  const { apiVersion = API_VERSION, kind = KIND } = given as { readonly apiVersion?: unknown; readonly kind?: unknown };
  if (apiVersion !== API_VERSION || kind !== KIND) {
    const message = `no kind "${String(kind)}" is registered for version "${String(apiVersion)}" in scheme "${SCHEME}"`;
    return [{ path: apiVersion === API_VERSION ? 'kind' : 'apiVersion', message }];
  }
  const found: Decoding = { unknown: [], mismatch: undefined };
  decode(given, CONFIGURATION, START, found);
  if (found.mismatch !== undefined) return [found.mismatch];
  const [first] = found.unknown;
  if (first !== undefined) return [{ path: first, message: strict(found.unknown) }];
  return ((given as GivenConfiguration).profiles ?? []).flatMap((profile, i) =>
    (profile.pluginConfig ?? []).flatMap(({ name = '', args: own }, j) =>
      own === undefined ? [] : decodeArgs(name, own, `profiles[${i}].pluginConfig[${j}]`),
    ),
  );
}
