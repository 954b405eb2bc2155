/**
 * Admission PodSecurity: k8s.io/pod-security-admission policy (v0.37), the level that a namespace enforces. Left out: warn
 * and audit, versions, exemptions, and the baseline's checks of seLinux, procMount, sysctls and AppArmor.
 */
import type { KubeObject } from '../../model/objects.ts';
import { resourceOfKind, type ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { fieldsOf, listOf, textOf, type Fields } from './fields.ts';
import { forbidden } from './refusal.ts';

const ENFORCE = 'pod-security.kubernetes.io/enforce';

interface PodView {
  readonly spec: Fields;
  readonly own: Fields;
  readonly containers: readonly { readonly name: string; readonly fields: Fields; readonly context: Fields }[];
}

type Check = (pod: PodView) => string | undefined;

export function checkPodSecurity(core: Core, pod: KubeObject): void {
  const namespace = core.store.get(`Namespace/${pod.metadata.namespace ?? ''}`);
  const level = namespace?.metadata.labels?.[ENFORCE];
  if (level !== 'restricted' && level !== 'baseline') return;
  const view = viewOf(fieldsOf(pod.spec));
  const checks = level === 'restricted' ? [...BASELINE, ...RESTRICTED] : BASELINE;
  const problems = checks.map((check) => check(view)).filter((problem) => problem !== undefined);
  if (problems.length === 0) return;
  const info = resourceOfKind('Pod') as ResourceInfo;
  throw forbidden(info, pod.metadata.name, `violates PodSecurity "${level}:latest": ${problems.join(', ')}`);
}

function viewOf(spec: Fields): PodView {
  const containers = [...listOf(spec['initContainers']), ...listOf(spec['containers'])].map((container) => {
    const fields = fieldsOf(container);
    return { name: textOf(fields['name']), fields, context: fieldsOf(fields['securityContext']) };
  });
  return { spec, own: fieldsOf(spec['securityContext']), containers };
}

/** `container "a"`, `containers "a", "b"`. */
function named(names: readonly string[]): string {
  return `container${names.length > 1 ? 's' : ''} ${names.map((name) => JSON.stringify(name)).join(', ')}`;
}

function offenders(pod: PodView, wrong: (context: Fields, fields: Fields) => boolean): readonly string[] {
  return pod.containers.filter(({ context, fields }) => wrong(context, fields)).map(({ name }) => name);
}

function privileged(pod: PodView): string | undefined {
  const names = offenders(pod, (context) => context['privileged'] === true);
  return names.length === 0 ? undefined : `privileged (${named(names)} must not set securityContext.privileged=true)`;
}

function hostNamespaces({ spec }: PodView): string | undefined {
  const set = ['hostNetwork', 'hostPID', 'hostIPC'].filter((name) => spec[name] === true);
  return set.length === 0 ? undefined : `host namespaces (${set.map((name) => `${name}=true`).join(', ')})`;
}

function hostPath({ spec }: PodView): string | undefined {
  const names = listOf(spec['volumes'])
    .map(fieldsOf)
    .filter((volume) => volume['hostPath'] !== undefined)
    .map((volume) => JSON.stringify(textOf(volume['name'])));
  return names.length === 0 ? undefined : `hostPath volumes (volume${names.length > 1 ? 's' : ''} ${names.join(', ')})`;
}

function escalation(pod: PodView): string | undefined {
  const names = offenders(pod, (context) => context['allowPrivilegeEscalation'] !== false);
  if (names.length === 0) return undefined;
  return `allowPrivilegeEscalation != false (${named(names)} must set securityContext.allowPrivilegeEscalation=false)`;
}

function capabilities(pod: PodView): string | undefined {
  const names = offenders(pod, (context) => !listOf(fieldsOf(context['capabilities'])['drop']).includes('ALL'));
  if (names.length === 0) return undefined;
  return `unrestricted capabilities (${named(names)} must set securityContext.capabilities.drop=["ALL"])`;
}

function nonRoot(pod: PodView): string | undefined {
  if (pod.own['runAsNonRoot'] === true) return undefined;
  const names = offenders(pod, (context) => context['runAsNonRoot'] !== true);
  if (names.length === 0) return undefined;
  return `runAsNonRoot != true (pod or ${named(names)} must set securityContext.runAsNonRoot=true)`;
}

const isProfile = (context: Fields): boolean =>
  ['RuntimeDefault', 'Localhost'].includes(textOf(fieldsOf(context['seccompProfile'])['type']));

function seccomp(pod: PodView): string | undefined {
  if (isProfile(pod.own)) return undefined;
  const names = offenders(pod, (context) => !isProfile(context));
  if (names.length === 0) return undefined;
  const must = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return `seccompProfile (pod or ${named(names)} ${must})`;
}

const BASELINE: readonly Check[] = [privileged, hostNamespaces, hostPath];
const RESTRICTED: readonly Check[] = [escalation, capabilities, nonRoot, seccomp];
