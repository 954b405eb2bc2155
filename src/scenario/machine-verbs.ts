/** Shapes of what befalls containers, probes and machines (CONTRACT 1). */
import * as v from 'valibot';
import { quantityProblem } from '../model/quantity.ts';

const name = v.pipe(v.string(), v.minLength(1));
const quantity = v.pipe(
  v.union([v.string(), v.number()]),
  v.check((q) => quantityProblem(q) === undefined, 'quantity'),
);
const exitCode = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255));
/** Pods by name, with * and ?. */
const ofPods = { pod: name, namespace: v.optional(name), container: v.optional(name) };

const PROBES = ['startup', 'readiness', 'liveness'] as const;
/** Eviction signals of a KubeletConfiguration. */
const SIGNALS = [
  'memory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
] as const;

export const MACHINE_VERBS = {
  containerExits: v.strictObject({ ...ofPods, exitCode: v.optional(exitCode), reason: v.optional(name) }),
  probe: v.strictObject({
    ...ofPods,
    probe: v.picklist(PROBES),
    result: v.picklist(['success', 'failure']),
    output: v.optional(v.string()),
  }),
  fillDisk: v.strictObject({
    node: name,
    signal: v.optional(v.picklist(SIGNALS)),
    available: v.optional(quantity),
    usage: v.optional(v.record(v.string(), quantity)),
  }),
} as const;

export type ExitBody = v.InferOutput<typeof MACHINE_VERBS.containerExits>;
export type ProbeBody = v.InferOutput<typeof MACHINE_VERBS.probe>;
export type PressureBody = v.InferOutput<typeof MACHINE_VERBS.fillDisk>;
