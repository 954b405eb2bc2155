import * as v from 'valibot';
import { quantityProblem } from '../model/quantity.ts';

/**
 * The shapes of the fields that the engine reads; everything else passes. A wrong type here would surface as nonsense
 * much later, so it is refused with its line.
 */
export const texts = v.record(v.string(), v.string());
const list = <T extends v.GenericSchema>(item: T) => v.nullish(v.array(item));
const text = v.nullish(v.string());
const whole = v.nullish(v.pipe(v.number(), v.integer()));
const flag = v.nullish(v.boolean());

const quantity = v.pipe(
  v.union([v.string(), v.number()]),
  v.check((q) => quantityProblem(q) === undefined, 'quantity'),
);
export const quantities = v.nullish(v.record(v.string(), quantity));

const requirement = v.looseObject({ key: v.string(), operator: v.string(), values: list(v.string()) });
const selector = v.nullish(v.looseObject({ matchLabels: v.nullish(texts), matchExpressions: list(requirement) }));

export const metadataShape = v.looseObject({
  name: text,
  generateName: text,
  namespace: text,
  uid: text,
  resourceVersion: text,
  creationTimestamp: text,
  deletionTimestamp: text,
  labels: v.nullish(texts),
  annotations: v.nullish(texts),
  finalizers: list(v.string()),
  ownerReferences: list(v.looseObject({ kind: v.string(), name: v.string() })),
});

const container = v.looseObject({
  name: v.string(),
  image: text,
  resources: v.nullish(v.looseObject({ requests: quantities, limits: quantities })),
  ports: list(v.looseObject({ containerPort: whole, hostPort: whole })),
});

const taint = v.looseObject({ key: v.string(), effect: v.string(), value: text });
const term = v.looseObject({ matchExpressions: list(requirement), matchFields: list(requirement) });
const podTerm = v.looseObject({ labelSelector: selector, namespaces: list(v.string()), topologyKey: v.string() });
const podAffinity = v.nullish(
  v.looseObject({
    requiredDuringSchedulingIgnoredDuringExecution: list(podTerm),
    preferredDuringSchedulingIgnoredDuringExecution: list(
      v.looseObject({ weight: v.number(), podAffinityTerm: podTerm }),
    ),
  }),
);

export const podSpec = v.looseObject({
  containers: v.pipe(v.array(container), v.minLength(1, 'one-container')),
  initContainers: list(container),
  nodeName: text,
  schedulerName: text,
  priority: whole,
  priorityClassName: text,
  terminationGracePeriodSeconds: whole,
  nodeSelector: v.nullish(texts),
  tolerations: list(v.looseObject({ key: text, operator: text, value: text, effect: text, tolerationSeconds: whole })),
  affinity: v.nullish(
    v.looseObject({
      nodeAffinity: v.nullish(
        v.looseObject({
          requiredDuringSchedulingIgnoredDuringExecution: v.nullish(
            v.looseObject({ nodeSelectorTerms: v.array(term) }),
          ),
          preferredDuringSchedulingIgnoredDuringExecution: list(
            v.looseObject({ weight: v.number(), preference: term }),
          ),
        }),
      ),
      podAffinity,
      podAntiAffinity: podAffinity,
    }),
  ),
  topologySpreadConstraints: list(
    v.looseObject({
      maxSkew: v.number(),
      topologyKey: v.string(),
      whenUnsatisfiable: v.string(),
      labelSelector: selector,
    }),
  ),
  schedulingGates: list(v.looseObject({ name: v.string() })),
  overhead: quantities,
});

const conditions = list(v.looseObject({ type: v.string(), status: v.string() }));
const template = v.looseObject({ metadata: v.nullish(metadataShape), spec: podSpec });
const workload = {
  replicas: whole,
  selector: v.looseObject({ matchLabels: v.nullish(texts), matchExpressions: list(requirement) }),
  template,
};

export const KIND_SHAPES: Readonly<Record<string, v.GenericSchema>> = {
  Pod: v.looseObject({ spec: podSpec, status: v.nullish(v.looseObject({ phase: text, conditions })) }),
  Node: v.looseObject({
    spec: v.nullish(v.looseObject({ unschedulable: flag, taints: list(taint) })),
    status: v.nullish(v.looseObject({ allocatable: quantities, capacity: quantities, conditions })),
  }),
  Deployment: v.looseObject({ spec: v.looseObject({ ...workload, paused: flag, minReadySeconds: whole }) }),
  DaemonSet: v.looseObject({ spec: v.looseObject({ selector: workload.selector, template, minReadySeconds: whole }) }),
  ReplicaSet: v.looseObject({ spec: v.looseObject({ ...workload, template: v.nullish(template) }) }),
};
