/** The closed table of what a timeline can say (CONTRACT 1), and the shape of each verb's argument. */
import * as v from 'valibot';
import { durationMicros } from './duration.ts';

const name = v.pipe(v.string(), v.minLength(1));
const ref = { kind: name, name, namespace: v.optional(name) };
const object = v.looseObject({ apiVersion: name, kind: name, metadata: v.looseObject({}) });
const oneOrMore = <T extends v.GenericSchema>(shape: T) => v.union([shape, v.array(shape)]);
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
  podPrefix: v.optional(v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+\.$/, 'three numbers with dots, as in 10.244.3.'))),
});
/** Processes that can die and start again. */
const process = v.pipe(
  name,
  v.check(
    (text) => /^(?:kube-scheduler|kube-controller-manager|lesson-[a-z0-9-]+)$/.test(text),
    'kube-scheduler, kube-controller-manager or lesson-NAME',
  ),
);
/** A process ("kubelet node-1" is one too), or one of its watches: "kube-scheduler pods". */
const client = v.pipe(
  name,
  v.check(
    (text) => /^(?:kube-scheduler|kube-controller-manager|kubelet|lesson-[a-z0-9-]+)(?: |$)/.test(text),
    'a process, as in kube-scheduler, or a watch, as in "kube-scheduler pods"',
  ),
);
const duration = v.pipe(
  v.union([v.string(), v.literal(0)]),
  v.check((text) => durationMicros(text) !== undefined, 'a duration, as in 700ms or 1m30s'),
);
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
  crash: process,
  cut: v.strictObject({ client }),
  slow: v.strictObject({ watch: client, by: duration }),
  compact: v.strictObject({}),
};

/** What befalls the machines, rather than what a person asks of the api-server. */
export const FAULT_VERBS: ReadonlySet<string> = new Set([
  'nodeJoins',
  'kubeletStops',
  'crash',
  'cut',
  'slow',
  'compact',
]);

/** Verbs of the contract that this version refuses by name. */
export const VERBS_LATER: ReadonlySet<string> = new Set([
  'suspend',
  'resume',
  'kubeletPauses',
  'kubeletResumes',
  'containerExits',
  'probe',
  'pause',
  'partition',
  'leaderChange',
  'skewClock',
  'drop',
  'duplicate',
  'fillDisk',
]);

/** What may stand beside a verb. */
export const VERB_OPTIONS: Readonly<Record<string, v.GenericSchema>> = {
  serverSide: v.boolean(),
  fieldManager: v.string(),
  force: v.boolean(),
  propagationPolicy: v.picklist(['Background', 'Foreground', 'Orphan']),
  gracePeriodSeconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
  words: v.string(),
  for: duration,
  ignoreDaemonSets: v.boolean(),
  timeout: duration,
  retry: duration,
};
