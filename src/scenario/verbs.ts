/** The closed table of what a timeline can say (CONTRACT 1), and the shape of each verb's argument. */
import * as v from 'valibot';
import { durationShape as duration, signedShape } from './duration.ts';
import { MACHINE_VERBS } from './machine-verbs.ts';

const name = v.pipe(v.string(), v.minLength(1));
const ref = { kind: name, name, namespace: v.optional(name) };
/** What has a spec.suspend. */
const suspendable = v.picklist(['Job', 'CronJob']);
const object = v.looseObject({ apiVersion: name, kind: name, metadata: v.looseObject({}) });
const oneOrMore = <T extends v.GenericSchema>(shape: T) =>
  v.lazy((value) => (Array.isArray(value) ? v.array(shape) : shape));
/** null takes a key away, as in kubectl's `key-`. */
const texts = v.record(v.string(), v.nullable(v.string()));
const taint = v.strictObject({ node: name, key: name, value: v.optional(v.string()), effect: name });
/** A machine with a kubelet. */
const machine = v.strictObject({
  name,
  cores: v.pipe(v.number(), v.integer(), v.minValue(1)),
  memoryMiB: v.pipe(v.number(), v.integer(), v.minValue(1)),
  labels: v.optional(v.record(v.string(), v.string())),
  address: v.optional(name),
  staticPods: v.optional(
    v.array(
      v.looseObject({
        metadata: v.looseObject({ name }),
        spec: v.looseObject({ containers: v.array(v.looseObject({ name })) }),
      }),
    ),
  ),
  podPrefix: v.optional(v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+\.$/, 'pod-prefix'))),
});
/** Those that this cluster has are known to the engine, which refuses the others. */
const process = name;
/** A process ("kubelet node-1" is one too, "kubelet" is all of them), or one of its watches: "kube-scheduler pods". */
const client = v.pipe(v.string(), v.regex(/^(?:kubelet(?: \S+)?|(?!kubelet )\S+)(?: \S+)?$/, 'client'));

export interface Target {
  readonly process: string;
  /** Where one watch is meant. */
  readonly resource?: string;
}

/** What a `client` names. */
export function targetOf(text: string): Target {
  const words = text.split(' ');
  const process = words.slice(0, words[0] === 'kubelet' ? 2 : 1).join(' ');
  const resource = words[process.split(' ').length];
  return resource === undefined ? { process } : { process, resource };
}

/** The field of a verb's argument that names a process or a watch; "" for the argument itself. */
const TARGET_FIELD: Readonly<Record<string, string>> = {
  crash: '',
  pause: '',
  leaderChange: '',
  cut: 'client',
  slow: 'watch',
  drop: 'watch',
  duplicate: 'watch',
  skewClock: 'process',
};

export interface NamedTarget {
  /** Below the verb. */
  readonly path: readonly string[];
  readonly text: string;
}

/** The processes and watches that an entry names. */
export function targetsIn(verb: string, body: unknown): readonly NamedTarget[] {
  if (verb === 'partition') return partitioned(body as Partition);
  const field = TARGET_FIELD[verb];
  if (field === undefined) return [];
  if (field === '') return [{ path: [], text: String(body) }];
  return [{ path: [field], text: String((body as Readonly<Record<string, unknown>>)[field]) }];
}

interface Partition {
  readonly clients?: readonly string[];
  readonly nodes?: readonly string[];
}

const partitioned = ({ clients = [], nodes = [] }: Partition): readonly NamedTarget[] => [
  ...clients.map((text, i) => ({ path: ['clients', String(i)], text })),
  ...nodes.map((node, i) => ({ path: ['nodes', String(i)], text: `kubelet ${node}` })),
];

const some = <T extends v.GenericSchema>(shape: T) => v.pipe(v.array(shape), v.minLength(1));
const partition = v.lazy((value) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'nodes')
    ? v.strictObject({ clients: v.optional(some(client)), nodes: some(name) })
    : v.strictObject({ clients: some(client) }),
);
const next = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));
const miscounted = v.strictObject({ watch: client, next });

const untaint = v.strictObject({ node: name, key: name, effect: v.optional(name) });

/** Shapes of the verbs that this version acts on. */
export const VERB_SHAPES: Readonly<Record<string, v.GenericSchema>> = {
  apply: oneOrMore(object),
  create: oneOrMore(object),
  delete: oneOrMore(v.strictObject(ref)),
  patch: v.strictObject({ ...ref, type: v.optional(v.picklist(['merge', 'json', 'strategic'])), patch: v.unknown() }),
  scale: v.strictObject({ ...ref, replicas: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  setImage: v.strictObject({ ...ref, containers: v.record(v.string(), v.string()) }),
  rollback: v.strictObject({ ...ref, toRevision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) }),
  pauseRollout: v.strictObject(ref),
  resumeRollout: v.strictObject(ref),
  suspend: v.strictObject({ ...ref, kind: suspendable }),
  resume: v.strictObject({ ...ref, kind: suspendable }),
  label: v.strictObject({ ...ref, labels: texts }),
  annotate: v.strictObject({ ...ref, annotations: texts }),
  cordon: name,
  uncordon: name,
  taint,
  untaint,
  evict: v.strictObject({ name, namespace: v.optional(name) }),
  drain: name,
  nodeJoins: machine,
  kubeletStops: name,
  kubeletPauses: name,
  kubeletResumes: name,
  crash: process,
  pause: process,
  partition,
  leaderChange: process,
  skewClock: v.strictObject({ process, by: signedShape }),
  drop: miscounted,
  duplicate: miscounted,
  cut: v.strictObject({ client }),
  slow: v.strictObject({ watch: client, by: duration }),
  compact: v.strictObject({}),
  ...MACHINE_VERBS,
};

/** What befalls the machines, rather than what a person asks of the api-server. */
export const FAULT_VERBS: ReadonlySet<string> = new Set([
  'nodeJoins',
  'kubeletStops',
  'kubeletPauses',
  'kubeletResumes',
  'crash',
  'pause',
  'partition',
  'leaderChange',
  'skewClock',
  'drop',
  'duplicate',
  'cut',
  'slow',
  'compact',
  ...Object.keys(MACHINE_VERBS),
]);

/** Verbs of the contract that this version refuses by name. */
export const VERBS_LATER: ReadonlySet<string> = new Set<string>();

/** What may stand beside a verb. */
export const VERB_OPTIONS: Readonly<Record<string, v.GenericSchema>> = {
  serverSide: v.boolean(),
  fieldManager: v.string(),
  force: v.boolean(),
  propagationPolicy: v.picklist(['Background', 'Foreground', 'Orphan']),
  gracePeriodSeconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
  words: v.string(),
  alone: v.literal(true),
  for: duration,
  ignoreDaemonSets: v.boolean(),
  timeout: duration,
  retry: duration,
};

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** When it happens. */
export const MOMENT_SHAPES: Readonly<Record<string, v.GenericSchema>> = {
  at: duration,
  afterMillis: count,
  afterStep: count,
};
