import type { Condition, KubeObject, LabelSelector, PodTemplateSpec } from '../../../model/objects.ts';

export interface DaemonSet extends KubeObject {
  readonly kind: 'DaemonSet';
  readonly spec: {
    readonly selector: LabelSelector;
    readonly template: PodTemplateSpec;
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string };
    };
  };
  readonly status?: DaemonSetStatus;
}

export interface DaemonSetStatus {
  readonly currentNumberScheduled?: number;
  readonly numberMisscheduled?: number;
  readonly desiredNumberScheduled?: number;
  readonly numberReady?: number;
  readonly observedGeneration?: number;
  readonly updatedNumberScheduled?: number;
  readonly numberAvailable?: number;
  readonly numberUnavailable?: number;
  readonly collisionCount?: number;
  readonly conditions?: readonly Condition[];
}

/** util.AllowsSurge: a node may have two of its Pods while one replaces the other. */
export function allowsSurge({ spec }: DaemonSet): boolean {
  const { type = 'RollingUpdate', rollingUpdate } = spec.updateStrategy ?? {};
  return type === 'RollingUpdate' && Number.parseInt(String(rollingUpdate?.maxSurge ?? 0), 10) > 0;
}

export const isDaemonSet = (object: KubeObject): object is DaemonSet => object.kind === 'DaemonSet';
