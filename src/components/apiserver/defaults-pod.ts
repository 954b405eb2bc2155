/**
 * Defaults of pod specs and pod templates: k8s.io/kubernetes pkg/apis/core/v1/defaults.go (v1.37). Left out: defaults of
 * volumes that nothing here reads (iSCSI, RBD, ScaleIO, Azure).
 */
import { fieldsOf, isFields, mapField, mapList, textOf, withDefaults, withField, type Fields } from './fields.ts';

const SPEC_DEFAULTS: Fields = {
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};

const CONTAINER_DEFAULTS: Fields = {
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};

const PROBE_DEFAULTS: Fields = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
const HTTP_GET_DEFAULTS: Fields = { path: '/', scheme: 'HTTP' };
const TCP: Fields = { protocol: 'TCP' };
/** 0644. */
const FILE_MODE: Fields = { defaultMode: 420 };

/** What a pod's spec and a template's spec have in common. */
export function defaultPodSpec(spec: Fields): Fields {
  let next = withDefaults(spec, SPEC_DEFAULTS);
  const port = next['hostNetwork'] === true ? hostPort : plainPort;
  for (const name of ['containers', 'initContainers', 'ephemeralContainers']) {
    next = mapList(next, name, (container) => defaultContainer(container, port));
  }
  next = mapList(next, 'volumes', defaultVolume);
  return mirrorServiceAccount(next);
}

/** The old name of the field is kept up by the conversion. */
function mirrorServiceAccount(spec: Fields): Fields {
  const name = spec['serviceAccountName'] ?? spec['serviceAccount'];
  if (name === undefined || name === '') return spec;
  return withDefaults(spec, { serviceAccountName: name, serviceAccount: name });
}

const plainPort = (port: Fields): Fields => withDefaults(port, TCP);
const hostPort = (port: Fields): Fields => withDefaults(plainPort(port), { hostPort: port['containerPort'] });

function defaultContainer(container: Fields, port: (port: Fields) => Fields): Fields {
  let next = withDefaults(container, CONTAINER_DEFAULTS);
  if (next['imagePullPolicy'] === undefined || next['imagePullPolicy'] === '') {
    next = withField(next, 'imagePullPolicy', pullPolicy(textOf(next['image'])));
  }
  next = mapList(next, 'ports', port);
  next = mapList(next, 'env', defaultEnv);
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) next = mapField(next, probe, defaultProbe);
  return mapField(next, 'lifecycle', (lifecycle) =>
    mapField(mapField(fieldsOf(lifecycle), 'postStart', defaultHttpGet), 'preStop', defaultHttpGet),
  );
}

/** Always for the tag "latest" and for no tag, unless a digest names the image. */
function pullPolicy(image: string): string {
  const [name = ''] = image.split('@');
  const tag = /:([^/:]*)$/.exec(name)?.[1];
  if (image.includes('@')) return tag === 'latest' ? 'Always' : 'IfNotPresent';
  return tag === undefined || tag === 'latest' ? 'Always' : 'IfNotPresent';
}

function defaultEnv(variable: Fields): Fields {
  return mapField(variable, 'valueFrom', (source) => mapField(fieldsOf(source), 'fieldRef', defaultFieldRef));
}

const defaultFieldRef = (ref: unknown): Fields => withDefaults(fieldsOf(ref), { apiVersion: 'v1' });

function defaultProbe(probe: unknown): Fields {
  const next = withDefaults(fieldsOf(probe), PROBE_DEFAULTS);
  return mapField(defaultHttpGet(next), 'grpc', (grpc) => withDefaults(fieldsOf(grpc), { service: '' }));
}

function defaultHttpGet(handler: unknown): Fields {
  return mapField(fieldsOf(handler), 'httpGet', (get) => {
    const fields = fieldsOf(get);
    return withDefaults(fields['path'] === '' ? withField(fields, 'path', '/') : fields, HTTP_GET_DEFAULTS);
  });
}

function defaultVolume(volume: Fields): Fields {
  let next = volume;
  if (Object.keys(volume).every((name) => name === 'name')) next = withField(next, 'emptyDir', {});
  for (const name of ['configMap', 'secret']) next = mapField(next, name, (v) => withDefaults(fieldsOf(v), FILE_MODE));
  next = mapField(next, 'downwardAPI', (v) => defaultDownward(withDefaults(fieldsOf(v), FILE_MODE)));
  next = mapField(next, 'hostPath', (v) => withDefaults(fieldsOf(v), { type: '' }));
  next = mapField(next, 'ephemeral', defaultEphemeral);
  return mapField(next, 'projected', (v) => mapList(withDefaults(fieldsOf(v), FILE_MODE), 'sources', defaultSource));
}

const defaultDownward = (volume: Fields): Fields =>
  mapList(volume, 'items', (item) => mapField(item, 'fieldRef', defaultFieldRef));

function defaultSource(source: Fields): Fields {
  const next = mapField(source, 'serviceAccountToken', (v) => withDefaults(fieldsOf(v), { expirationSeconds: 3600 }));
  return mapField(next, 'downwardAPI', (v) => defaultDownward(fieldsOf(v)));
}

const defaultEphemeral = (volume: unknown): Fields =>
  mapField(fieldsOf(volume), 'volumeClaimTemplate', (template) =>
    mapField(fieldsOf(template), 'spec', (spec) => withDefaults(fieldsOf(spec), { volumeMode: 'Filesystem' })),
  );

/** A pod template: metadata is always there in what the server writes, and one that was not sent is the zero template. */
export function defaultTemplate(template: unknown): Fields {
  const next = withDefaults(fieldsOf(template), { metadata: {} });
  return withField(next, 'spec', defaultPodSpec(fieldsOf(next['spec'])));
}

/** What only a Pod gets, not a template: requests from limits, service links. */
export function defaultPod(spec: Fields): Fields {
  let next = withDefaults(defaultPodSpec(spec), { enableServiceLinks: true });
  for (const name of ['containers', 'initContainers']) next = mapList(next, name, requestsFromLimits);
  return next;
}

function requestsFromLimits(container: Fields): Fields {
  return mapField(container, 'resources', (resources) => {
    const fields = fieldsOf(resources);
    const limits = fields['limits'];
    if (!isFields(limits)) return fields;
    return withField(fields, 'requests', withDefaults(fieldsOf(fields['requests']), limits));
  });
}
