/** A StatefulSet, as far as its controller looks at it: staging/src/k8s.io/api/apps/v1/types.go (v1.37). */
import type { KubeObject, LabelSelector, Pod, PodTemplateSpec } from '../../../model/objects.ts';

export type Retention = 'Retain' | 'Delete';

export interface ClaimTemplate {
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
}

export interface StatefulSetSpec {
  readonly replicas?: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
  readonly serviceName?: string;
  readonly podManagementPolicy?: string;
  readonly volumeClaimTemplates?: readonly ClaimTemplate[];
  readonly updateStrategy?: {
    readonly type?: string;
    readonly rollingUpdate?: { readonly partition?: number; readonly maxUnavailable?: number | string };
  };
  readonly revisionHistoryLimit?: number;
  readonly minReadySeconds?: number;
  readonly ordinals?: { readonly start?: number };
  readonly persistentVolumeClaimRetentionPolicy?: {
    readonly whenDeleted?: Retention;
    readonly whenScaled?: Retention;
  };
}

export interface StatefulSetStatus {
  readonly observedGeneration?: number;
  readonly replicas: number;
  readonly availableReplicas: number;
  readonly readyReplicas?: number;
  readonly currentReplicas?: number;
  readonly updatedReplicas?: number;
  readonly currentRevision?: string;
  readonly updateRevision?: string;
  readonly collisionCount?: number;
}

export interface StatefulSet extends KubeObject {
  readonly kind: 'StatefulSet';
  readonly spec: StatefulSetSpec;
  readonly status?: Partial<StatefulSetStatus>;
}

export const isStatefulSet = (object: KubeObject): object is StatefulSet => object.kind === 'StatefulSet';

/** A ControllerRevision as the sync needs it: its name, which Pods carry as a label, and the template it stands for. */
export interface Version {
  readonly name: string;
  readonly template: PodTemplateSpec;
}

export const replicasOf = ({ spec }: StatefulSet): number => spec.replicas ?? 1;
export const startOf = ({ spec }: StatefulSet): number => spec.ordinals?.start ?? 0;
export const minReadyOf = ({ spec }: StatefulSet): number => spec.minReadySeconds ?? 0;
/** allowsBurst: Pods are made and deleted whatever the others do. */
export const isParallel = ({ spec }: StatefulSet): boolean => spec.podManagementPolicy === 'Parallel';
export const isRolling = ({ spec }: StatefulSet): boolean =>
  (spec.updateStrategy?.type ?? 'RollingUpdate') === 'RollingUpdate';

/** isCreated: the api-server has it; a Pod that is only planned has no phase. */
export const isCreated = ({ status }: Pod): boolean => (status?.phase ?? '') !== '';
