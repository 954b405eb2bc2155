/** Probes as a container's spec has them, and what their answers make of it: pkg/kubelet/prober (v1.37). Pure. */
import type { Container } from '../../model/objects.ts';
import type { ContainerRun, ProbeType } from './kubelet.ts';

export interface ProbeSpec {
  readonly initialDelaySeconds: number;
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly successThreshold: number;
  readonly failureThreshold: number;
  readonly terminationGracePeriodSeconds?: number;
  /** How it asks. */
  readonly handler: 'httpGet' | 'tcpSocket' | 'exec' | 'grpc';
}

export const PROBE_TYPES: readonly ProbeType[] = ['startup', 'readiness', 'liveness'];
const HANDLERS = ['httpGet', 'tcpSocket', 'exec', 'grpc'] as const;

type Written = Partial<Omit<ProbeSpec, 'handler'>> & Readonly<Record<string, unknown>>;

/** pkg/apis/core/v1/defaults.go SetDefaults_Probe, for Pods that were never defaulted. */
export function probeOf(container: Container, type: ProbeType): ProbeSpec | undefined {
  const written = container[`${type}Probe`] as Written | null | undefined;
  if (written === undefined || written === null) return undefined;
  const { terminationGracePeriodSeconds } = written;
  return {
    initialDelaySeconds: written.initialDelaySeconds ?? 0,
    periodSeconds: written.periodSeconds ?? 10,
    timeoutSeconds: written.timeoutSeconds ?? 1,
    successThreshold: written.successThreshold ?? 1,
    failureThreshold: written.failureThreshold ?? 3,
    ...(terminationGracePeriodSeconds === undefined ? {} : { terminationGracePeriodSeconds }),
    handler: HANDLERS.find((name) => written[name] !== undefined) ?? 'exec',
  };
}

const has = (container: Container, type: ProbeType): boolean => probeOf(container, type) !== undefined;

/** isContainerStarted. */
export function isStarted(container: Container, run: ContainerRun | undefined): boolean {
  if (run?.state !== 'running') return false;
  return !has(container, 'startup') || run.probes?.startup === true;
}

/** UpdatePodStatus, of a container that is to run on. */
export function isReady(container: Container, run: ContainerRun | undefined): boolean {
  if (run?.state !== 'running' || !isStarted(container, run)) return false;
  return !has(container, 'readiness') || run.probes?.readiness === true;
}

/** What the kubelet says where no script gives an answer's words. */
export function usualOutput({ handler, timeoutSeconds }: ProbeSpec): string {
  switch (handler) {
    case 'httpGet':
      return 'HTTP probe failed with statuscode: 500';
    case 'tcpSocket':
      return 'dial tcp: connect: connection refused';
    case 'grpc':
      return `timeout: failed to connect service within ${String(timeoutSeconds)}s: context deadline exceeded`;
    case 'exec':
      return '';
  }
}
