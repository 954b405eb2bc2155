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

type Versions = Registered['versions'];

/** Since 1.25 of Pods that are not for Windows only. */
const notOfWindows = (from: number, check: Check): Versions => [
  [from, check],
  [25, restricted.exceptWindows(check)],
];
/** Since 1.35 of Pods that are not in a user namespace only. */
const notInUserNamespaces = (from: number, check: Check): Versions => [
  [from, check],
  [35, baseline.outsideUserNamespaces(check)],
];

/** Sorted by id, as upstream reports them. */
const BASELINE: readonly Registered[] = [
  { id: 'appArmorProfile', versions: [[0, baseline.appArmor]] },
  { id: 'capabilities_baseline', versions: [[0, baseline.capabilities]] },
  { id: 'hostNamespaces', versions: [[0, baseline.hostNamespaces]] },
  { id: 'hostPathVolumes', versions: [[0, baseline.hostPathVolumes]] },
  { id: 'hostPorts', versions: [[0, baseline.hostPorts]] },
  { id: 'hostProbesAndHostLifecycle', versions: [[34, baseline.probeHosts]] },
  { id: 'privileged', versions: [[0, baseline.privileged]] },
  { id: 'procMount', versions: notInUserNamespaces(0, baseline.procMount) },
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
  { id: 'allowPrivilegeEscalation', versions: notOfWindows(8, restricted.escalation) },
  {
    id: 'capabilities_restricted',
    versions: notOfWindows(22, restricted.capabilities),
    overrides: 'capabilities_baseline',
  },
  { id: 'procMount_restricted', versions: [[35, baseline.procMount]], overrides: 'procMount' },
  { id: 'restrictedVolumes', versions: [[0, restricted.volumes]], overrides: 'hostPathVolumes' },
  { id: 'runAsNonRoot', versions: notInUserNamespaces(0, restricted.nonRoot) },
  { id: 'runAsUser', versions: notInUserNamespaces(23, restricted.user) },
  {
    id: 'seccompProfile_restricted',
    versions: notOfWindows(19, restricted.seccomp),
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
