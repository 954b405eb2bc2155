/**
 * The Pod Security Standards: which checks a level has at a policy version, and in which order their findings come.
 * k8s.io/pod-security-admission policy/registry.go (v0.37).
 */
import * as baseline from './pod-security-baseline.ts';
import * as restricted from './pod-security-restricted.ts';
import type { Check, Finding, PodView } from './pod-security-view.ts';

export type Level = 'privileged' | 'baseline' | 'restricted';

interface Registered {
  readonly id: string;
  /** [from this minor of the policy, the check], oldest first. */
  readonly versions: readonly (readonly [number, Check])[];
  /** The baseline check whose place it takes. */
  readonly overrides?: string;
}

/** Sorted by id, as upstream reports them. */
const BASELINE: readonly Registered[] = [
  { id: 'appArmorProfile', versions: [[0, baseline.appArmor]] },
  { id: 'capabilities_baseline', versions: [[0, baseline.capabilities]] },
  { id: 'hostNamespaces', versions: [[0, baseline.hostNamespaces]] },
  { id: 'hostPathVolumes', versions: [[0, baseline.hostPathVolumes]] },
  { id: 'hostPorts', versions: [[0, baseline.hostPorts]] },
  { id: 'hostProbesAndHostLifecycle', versions: [[34, baseline.probeHosts]] },
  { id: 'privileged', versions: [[0, baseline.privileged]] },
  {
    id: 'procMount',
    versions: [
      [0, baseline.procMount],
      [35, baseline.outsideUserNamespaces(baseline.procMount)],
    ],
  },
  {
    id: 'seLinuxOptions',
    versions: [
      [0, baseline.seLinux([])],
      [31, baseline.seLinux(['container_engine_t'])],
    ],
  },
  {
    id: 'seccompProfile_baseline',
    versions: [
      [0, baseline.seccompAnnotations],
      [19, baseline.seccomp],
    ],
  },
  { id: 'sysctls', versions: [0, 27, 29, 32, 37].map((minor) => [minor, baseline.sysctls(minor)] as const) },
  { id: 'windowsHostProcess', versions: [[0, baseline.hostProcess]] },
];

const RESTRICTED: readonly Registered[] = [
  {
    id: 'allowPrivilegeEscalation',
    versions: [
      [8, restricted.escalation],
      [25, restricted.exceptWindows(restricted.escalation)],
    ],
  },
  {
    id: 'capabilities_restricted',
    versions: [
      [22, restricted.capabilities],
      [25, restricted.exceptWindows(restricted.capabilities)],
    ],
    overrides: 'capabilities_baseline',
  },
  { id: 'procMount_restricted', versions: [[35, baseline.procMount]], overrides: 'procMount' },
  { id: 'restrictedVolumes', versions: [[0, restricted.volumes]], overrides: 'hostPathVolumes' },
  {
    id: 'runAsNonRoot',
    versions: [
      [0, restricted.nonRoot],
      [35, baseline.outsideUserNamespaces(restricted.nonRoot)],
    ],
  },
  {
    id: 'runAsUser',
    versions: [
      [23, restricted.user],
      [35, baseline.outsideUserNamespaces(restricted.user)],
    ],
  },
  {
    id: 'seccompProfile_restricted',
    versions: [
      [19, restricted.seccomp],
      [25, restricted.exceptWindows(restricted.seccomp)],
    ],
    overrides: 'seccompProfile_baseline',
  },
];

/** What is wrong with the Pod at this level and minor of the policy. Empty: nothing. */
export function findings(level: Level, minor: number, pod: PodView): readonly Finding[] {
  if (level === 'privileged') return [];
  const held = (check: Registered): Check | undefined => check.versions.filter(([from]) => from <= minor).at(-1)?.[1];
  const higher = level === 'restricted' ? RESTRICTED.filter((check) => held(check) !== undefined) : [];
  const overridden = new Set(higher.map(({ overrides }) => overrides));
  return [...BASELINE.filter(({ id }) => !overridden.has(id)), ...higher]
    .map((check) => held(check)?.(pod))
    .filter((finding) => finding !== undefined);
}

/** "hostPort (container "c" uses hostPort 80), privileged (…)" */
export const detailsOf = (found: readonly Finding[]): string =>
  found.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
