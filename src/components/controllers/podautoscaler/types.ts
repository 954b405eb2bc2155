/** A HorizontalPodAutoscaler, as its controller looks at it: staging/src/k8s.io/api/autoscaling/v2/types.go (v1.37). */
import type { Condition, KubeObject, LabelSelector, QuantityText } from '../../../model/objects.ts';

export interface Target {
  readonly type: string;
  readonly value?: QuantityText;
  readonly averageValue?: QuantityText;
  readonly averageUtilization?: number;
}

interface Identifier {
  readonly name: string;
  readonly selector?: LabelSelector;
}

export interface ObjectRef {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly name: string;
}

export interface MetricSpec {
  readonly type: string;
  readonly resource?: { readonly name: string; readonly target: Target };
  readonly containerResource?: { readonly name: string; readonly container: string; readonly target: Target };
  readonly pods?: { readonly metric: Identifier; readonly target: Target };
  readonly object?: { readonly describedObject: ObjectRef; readonly metric: Identifier; readonly target: Target };
  readonly external?: { readonly metric: Identifier; readonly target: Target };
}

export interface Policy {
  readonly type: string;
  readonly value: number;
  readonly periodSeconds: number;
}

export interface Rules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly Policy[];
  readonly tolerance?: QuantityText;
}

export interface Behavior {
  readonly scaleUp?: Rules;
  readonly scaleDown?: Rules;
}

export interface AutoscalerStatus {
  readonly currentReplicas?: number;
  readonly desiredReplicas?: number;
  readonly lastScaleTime?: string;
  readonly currentMetrics?: readonly unknown[] | null;
  readonly conditions?: readonly Condition[];
}

export interface Autoscaler extends KubeObject {
  readonly kind: 'HorizontalPodAutoscaler';
  readonly spec: {
    readonly scaleTargetRef: ObjectRef;
    readonly minReplicas?: number;
    readonly maxReplicas: number;
    readonly metrics?: readonly MetricSpec[];
    readonly behavior?: Behavior;
  };
  readonly status?: AutoscalerStatus;
}

export const isAutoscaler = (object: KubeObject): object is Autoscaler => object.kind === 'HorizontalPodAutoscaler';
