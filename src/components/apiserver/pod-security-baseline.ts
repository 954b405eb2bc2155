/** Checks of the level baseline: k8s.io/pod-security-admission policy/check_*.go (v0.37). */
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';
import { named, offenders, plural, quoted, setters, sorted, type Check, type PodView } from './pod-security-view.ts';

/** A pod with a user namespace of its own need not pass (KEP-127). */
export const outsideUserNamespaces =
  (check: Check): Check =>
  (pod) =>
    pod.spec['hostUsers'] === false ? undefined : check(pod);

const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';

const isProfile = (profile: Fields): boolean => ['RuntimeDefault', 'Localhost'].includes(textOf(profile['type']));

/** The profile of this field where there is one of a type that is not allowed. */
function badProfile(context: Fields, field: string): string | undefined {
  const profile = context[field];
  return isFields(profile) && !isProfile(profile) ? textOf(profile['type']) : undefined;
}

/** Who sets a profile that is not allowed, and to what. */
function badProfiles(pod: PodView, field: string): { readonly by: string; readonly values: readonly string[] } {
  const contexts = [pod.own, ...pod.containers.map(({ context }) => context)];
  const values = contexts.map((context) => badProfile(context, field)).filter((value) => value !== undefined);
  const names = offenders(pod, (context) => badProfile(context, field) !== undefined);
  return { by: setters(badProfile(pod.own, field) !== undefined, names), values: sorted(values) };
}

export const appArmor: Check = (pod) => {
  const { by, values } = badProfiles(pod, 'appArmorProfile');
  const notes = sorted(
    Object.entries(pod.annotations)
      .filter(([key, value]) => key.startsWith(APPARMOR) && !isAppArmorNote(textOf(value)))
      .map(([key, value]) => `${key}=${JSON.stringify(value)}`),
  );
  const wrong = [...values, ...notes];
  if (wrong.length === 0) return undefined;
  const annotations = notes.length === 0 ? [] : [plural('annotation', 'annotations', notes)];
  const who = [...(by === '' ? [] : [by]), ...annotations].join(' and ');
  return {
    reason: plural('forbidden AppArmor profile', 'forbidden AppArmor profiles', wrong),
    detail: `${who} must not set AppArmor profile type to ${quoted(wrong)}`,
  };
};

const isAppArmorNote = (value: string): boolean =>
  value === '' || value === 'runtime/default' || value.startsWith('localhost/');

const DEFAULT_CAPABILITIES = new Set(
  (
    'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID ' +
    'SYS_CHROOT'
  ).split(' '),
);

/** The capabilities that a container adds and that are not among `allowed`. */
export const addedBeyond = (context: Fields, allowed: ReadonlySet<string>): readonly string[] =>
  listOf(fieldsOf(context['capabilities'])['add'])
    .map(textOf)
    .filter((name) => !allowed.has(name));

export const capabilities: Check = (pod) => {
  const names = offenders(pod, (context) => addedBeyond(context, DEFAULT_CAPABILITIES).length > 0);
  if (names.length === 0) return undefined;
  const added = sorted(pod.containers.flatMap(({ context }) => addedBeyond(context, DEFAULT_CAPABILITIES)));
  return {
    reason: 'non-default capabilities',
    detail: `${named(names)} must not include ${quoted(added)} in securityContext.capabilities.add`,
  };
};

export const hostNamespaces: Check = ({ spec }) => {
  const set = ['hostNetwork', 'hostPID', 'hostIPC'].filter((name) => spec[name] === true);
  if (set.length === 0) return undefined;
  return { reason: 'host namespaces', detail: set.map((name) => `${name}=true`).join(', ') };
};

export const hostPathVolumes: Check = ({ spec }) => {
  const names = listOf(spec['volumes'])
    .map(fieldsOf)
    .filter((volume) => isFields(volume['hostPath']))
    .map((volume) => textOf(volume['name']));
  if (names.length === 0) return undefined;
  return { reason: 'hostPath volumes', detail: `${plural('volume', 'volumes', names)} ${quoted(names)}` };
};

const hostPortsOf = (container: Fields): readonly string[] =>
  listOf(container['ports'])
    .map((port) => fieldsOf(port)['hostPort'])
    .filter((port) => typeof port === 'number' && port !== 0)
    .map(String);

export const hostPorts: Check = (pod) => {
  const names = offenders(pod, (_, fields) => hostPortsOf(fields).length > 0);
  if (names.length === 0) return undefined;
  const ports = sorted(pod.containers.flatMap(({ fields }) => hostPortsOf(fields)));
  const what = `${plural('uses', 'use', names)} ${plural('hostPort', 'hostPorts', ports)}`;
  return { reason: 'hostPort', detail: `${named(names)} ${what} ${ports.join(', ')}` };
};

/** Hosts that the probes and the lifecycle handlers of a container name. */
function hostsOf(container: Fields): readonly string[] {
  const lifecycle = fieldsOf(container['lifecycle']);
  const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'].map((name) => container[name]);
  return [...probes, lifecycle['postStart'], lifecycle['preStop']]
    .map(fieldsOf)
    .flatMap((handler) => [handler['httpGet'], handler['tcpSocket']])
    .map((action) => textOf(fieldsOf(action)['host']))
    .filter((host) => host !== '');
}

export const probeHosts: Check = (pod) => {
  const names = sorted(offenders(pod, (_, fields) => hostsOf(fields).length > 0));
  if (names.length === 0) return undefined;
  const hosts = sorted(pod.containers.flatMap(({ fields }) => hostsOf(fields)));
  const what = plural('probe or lifecycle host', 'probe or lifecycle hosts', hosts);
  return {
    reason: 'probe or lifecycle host',
    detail: `${named(names)} ${plural('uses', 'use', names)} ${what} ${quoted(hosts)}`,
  };
};

export const privileged: Check = (pod) => {
  const names = offenders(pod, (context) => context['privileged'] === true);
  if (names.length === 0) return undefined;
  return { reason: 'privileged', detail: `${named(names)} must not set securityContext.privileged=true` };
};

const isMount = (value: unknown): value is string => typeof value === 'string' && value !== 'Default';

export const procMount: Check = (pod) => {
  const names = offenders(pod, (context) => isMount(context['procMount']));
  if (names.length === 0) return undefined;
  const types = sorted(pod.containers.map(({ context }) => context['procMount']).filter(isMount));
  return { reason: 'procMount', detail: `${named(names)} must not set securityContext.procMount to ${quoted(types)}` };
};

export function seLinux(more: readonly string[]): Check {
  const allowed = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t', ...more]);
  const options = (context: Fields): Fields => fieldsOf(context['seLinuxOptions']);
  const type = (context: Fields): string => textOf(options(context)['type']);
  const sets = (context: Fields, name: string): boolean => textOf(options(context)[name]) !== '';
  const isBad = (context: Fields): boolean =>
    !allowed.has(type(context)) || sets(context, 'user') || sets(context, 'role');
  return (pod) => {
    const by = setters(isBad(pod.own), offenders(pod, isBad));
    if (by === '') return undefined;
    const contexts = [pod.own, ...pod.containers.map(({ context }) => context)];
    const types = sorted(contexts.map(type).filter((name) => !allowed.has(name)));
    const wrong = [
      ...(types.length === 0 ? [] : [`${plural('type', 'types', types)} ${quoted(types)}`]),
      ...['user', 'role'].filter((name) => contexts.some((c) => sets(c, name))).map((name) => `${name} may not be set`),
    ];
    return {
      reason: 'seLinuxOptions',
      detail: `${by} set forbidden securityContext.seLinuxOptions: ${wrong.join('; ')}`,
    };
  };
}

const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

/** Policies older than the field (1.19) read annotations. */
export const seccompAnnotations: Check = ({ annotations, containers }) => {
  const keys = [SECCOMP_POD, ...containers.map(({ name }) => SECCOMP_CONTAINER + name)];
  const wrong = sorted(
    keys
      .filter((key) => annotations[key] !== undefined && !isSeccompNote(textOf(annotations[key])))
      .map((key) => `${key}=${JSON.stringify(annotations[key])}`),
  );
  if (wrong.length === 0) return undefined;
  const detail = `forbidden ${plural('annotation', 'annotations', wrong)} ${wrong.join(', ')}`;
  return { reason: 'seccompProfile', detail };
};

const isSeccompNote = (value: string): boolean =>
  value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/');

export const seccomp: Check = (pod) => {
  const { by, values } = badProfiles(pod, 'seccompProfile');
  if (by === '') return undefined;
  const detail = `${by} must not set securityContext.seccompProfile.type to ${quoted(values)}`;
  return { reason: 'seccompProfile', detail };
};

/** Safe from this minor of the policy on. */
const SYSCTLS: Readonly<Record<string, number>> = {
  'kernel.shm_rmid_forced': 0,
  'net.ipv4.ip_local_port_range': 0,
  'net.ipv4.tcp_syncookies': 0,
  'net.ipv4.ping_group_range': 0,
  'net.ipv4.ip_unprivileged_port_start': 0,
  'net.ipv4.ip_local_reserved_ports': 27,
  'net.ipv4.tcp_keepalive_time': 29,
  'net.ipv4.tcp_fin_timeout': 29,
  'net.ipv4.tcp_keepalive_intvl': 29,
  'net.ipv4.tcp_keepalive_probes': 29,
  'net.ipv4.tcp_rmem': 32,
  'net.ipv4.tcp_wmem': 32,
  'net.ipv4.tcp_slow_start_after_idle': 37,
  'net.ipv4.tcp_notsent_lowat': 37,
};

export const sysctls =
  (minor: number): Check =>
  ({ own }) => {
    const names = listOf(own['sysctls']).map((sysctl) => textOf(fieldsOf(sysctl)['name']));
    const wrong = names.filter((name) => (SYSCTLS[name] ?? Infinity) > minor);
    return wrong.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: wrong.join(', ') };
  };

export const hostProcess: Check = (pod) => {
  const isHost = (context: Fields): boolean => fieldsOf(context['windowsOptions'])['hostProcess'] === true;
  const by = setters(isHost(pod.own), offenders(pod, isHost));
  if (by === '') return undefined;
  return { reason: 'hostProcess', detail: `${by} must not set securityContext.windowsOptions.hostProcess=true` };
};
