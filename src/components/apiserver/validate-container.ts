/**
 * Checks of containers: k8s.io/kubernetes pkg/apis/core/validation, validateContainers (v1.37). Left out: lifecycle hooks,
 * security contexts, volume devices, restart rules, envFrom.
 */
import { dns1123Label } from '../../model/names.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';
import { validateResources } from './validate-resources.ts';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc'];
const PORTS = [1, 65_535] as const;

export interface ContainerContext {
  readonly version: KubernetesVersion;
  readonly volumes: ReadonlySet<string>;
  /** Names of the pod's containers so far. */
  readonly names: Set<string>;
}

export function validateContainer(report: Report, path: string, container: Fields, context: ContainerContext): void {
  validateContainerName(report, `${path}.name`, textOf(container['name']), context.names);
  const image = textOf(container['image']);
  if (image === '') report.required(`${path}.image`);
  else if (image.trim() !== image)
    report.invalid(`${path}.image`, image, 'must not have leading or trailing whitespace');
  report.oneOf(`${path}.imagePullPolicy`, container['imagePullPolicy'], PULL_POLICIES);
  validatePorts(report, `${path}.ports`, listOf(container['ports']));
  listOf(container['env']).forEach((variable, i) => {
    validateEnv(report, `${path}.env[${i}]`, fieldsOf(variable));
  });
  validateMounts(report, `${path}.volumeMounts`, listOf(container['volumeMounts']), context.volumes);
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const fields = container[probe];
    if (isFields(fields)) validateProbe(report, `${path}.${probe}`, fields);
  }
  validateResources(report, `${path}.resources`, fieldsOf(container['resources']), context.version);
}

function validateContainerName(report: Report, path: string, name: string, names: Set<string>): void {
  if (name === '') report.required(path);
  else report.all(path, name, dns1123Label(name));
  if (names.has(name)) report.duplicate(path, name);
  names.add(name);
}

function validatePorts(report: Report, path: string, ports: readonly unknown[]): void {
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const at = `${path}[${i}]`;
    const fields = fieldsOf(port);
    const name = textOf(fields['name']);
    if (name !== '' && names.has(name)) report.duplicate(`${at}.name`, name);
    names.add(name);
    if (fields['containerPort'] === undefined || fields['containerPort'] === 0) report.required(`${at}.containerPort`);
    else report.between(`${at}.containerPort`, fields['containerPort'], ...PORTS);
    if (fields['hostPort'] !== 0) report.between(`${at}.hostPort`, fields['hostPort'], ...PORTS);
    report.oneOf(`${at}.protocol`, fields['protocol'], PROTOCOLS);
  });
}

/** Of all containers of a pod: no port of the host twice. */
export function validateHostPorts(report: Report, path: string, containers: readonly unknown[]): void {
  const taken = new Set<string>();
  containers.forEach((container, i) => {
    listOf(fieldsOf(container)['ports']).forEach((port, j) => {
      const { protocol, hostIP = '', hostPort } = fieldsOf(port);
      if (typeof hostPort !== 'number' || hostPort === 0) return;
      const key = `${textOf(protocol)}/${textOf(hostIP)}/${hostPort}`;
      if (taken.has(key)) report.duplicate(`${path}[${i}].ports[${j}].hostPort`, key);
      taken.add(key);
    });
  });
}

function validateEnv(report: Report, path: string, variable: Fields): void {
  const name = textOf(variable['name']);
  if (name === '') report.required(`${path}.name`);
  else if (!/^[ -<>-~]+$/.test(name)) {
    const detail = "a valid environment variable name must consist only of printable ASCII characters other than '='";
    report.invalid(`${path}.name`, name, detail);
  }
  const source = fieldsOf(variable['valueFrom']);
  if (textOf(variable['value']) !== '' && Object.keys(source).length > 0) {
    report.invalid(`${path}.valueFrom`, '', 'may not be specified when `value` is not empty');
  }
}

function validateMounts(report: Report, path: string, mounts: readonly unknown[], volumes: ReadonlySet<string>): void {
  const paths = new Set<string>();
  mounts.forEach((mount, i) => {
    const name = textOf(fieldsOf(mount)['name']);
    const mountPath = textOf(fieldsOf(mount)['mountPath']);
    if (name === '') report.required(`${path}[${i}].name`);
    else if (!volumes.has(name)) report.missing(`${path}[${i}].name`, name);
    if (mountPath === '') report.required(`${path}[${i}].mountPath`);
    else if (paths.has(mountPath)) report.invalid(`${path}[${i}].mountPath`, mountPath, 'must be unique');
    paths.add(mountPath);
  });
}

function validateProbe(report: Report, path: string, probe: Fields): void {
  const handlers = HANDLERS.filter((name) => isFields(probe[name]));
  if (handlers.length === 0) report.required(path, 'must specify a handler type');
  for (const extra of handlers.slice(1))
    report.forbidden(`${path}.${extra}`, 'may not specify more than 1 handler type');
  for (const name of [
    'initialDelaySeconds',
    'timeoutSeconds',
    'periodSeconds',
    'successThreshold',
    'failureThreshold',
  ]) {
    report.notNegative(`${path}.${name}`, probe[name]);
  }
  if (
    !path.endsWith('readinessProbe') &&
    typeof probe['successThreshold'] === 'number' &&
    probe['successThreshold'] > 1
  ) {
    report.invalid(`${path}.successThreshold`, probe['successThreshold'], 'must be 1');
  }
}
