/** The nouns of the stage's geometry. */
import type { Box, Point } from './geometry.ts';
import type { NodePlan } from './node-layout.ts';

export type LayoutKind = 'wide' | 'compact' | 'simple' | 'phone';

/** Narrowest cell of the etcd strip: a revision of seven digits stands in it. */
export const CELL_W = 46;

/** Who talks to the api-server. */
export type Actor =
  | { readonly kind: 'kubectl' }
  | { readonly kind: 'controllers' }
  /** A controller of a lesson: a process of its own. */
  | { readonly kind: 'lesson' }
  | { readonly kind: 'scheduler' }
  | { readonly kind: 'kubelet'; readonly node: string };

/** Lines from and to the api-server, away from their start; the kubelets' lines are in `kubeletLine`. */
export interface Lines {
  readonly kubectlUp: readonly Point[];
  readonly kubectlDown: readonly Point[];
  readonly controllersUp: readonly Point[];
  readonly controllersDown: readonly Point[];
  /** Only where the run has lesson controllers, and a box for them. */
  readonly lessonUp?: readonly Point[];
  readonly lessonDown?: readonly Point[];
  readonly schedulerUp: readonly Point[];
  readonly schedulerDown: readonly Point[];
  /** From the api-server along the rail to the far end of the bus over the nodes. */
  readonly bus: readonly Point[];
}

export interface StageLayout {
  readonly kind: LayoutKind;
  readonly width: number;
  readonly height: number;
  /** The upper part is drawn with the smaller measures. */
  readonly tight: boolean;
  /** The scheduler in one row: one slot for all queues, three points, no heat map. */
  readonly folded: boolean;
  readonly kubectl?: Box;
  readonly api: Box;
  readonly controllers?: Box;
  /** Lesson controllers, under kube-controller-manager; undefined = the run has none. */
  readonly lessons?: Box;
  readonly scheduler: Box;
  /** The etcd strip: `cells` cells from left to right. */
  readonly strip: Box;
  readonly cells: number;
  /** Pods that only the api-server knows stand here. */
  readonly waiting: Box;
  /** Slots of the informer's queue, head left; none on a phone. */
  readonly fifo: readonly Box[];
  readonly active: Box;
  readonly backoff?: Box;
  readonly unschedulable?: Box;
  /** One box a point of `points`. */
  readonly chevrons: readonly Box[];
  readonly points: readonly string[];
  /** Title, heat map and verdict of a cycle; none on a phone. */
  readonly cycle?: Box;
  /** Middle line on which a Pod stands while its cycle runs. */
  readonly cycleLane: number;
  readonly nodes: NodePlan;
  readonly nodeArea: Box;
  readonly busY: number;
  readonly lines: Lines;
  /** Edge of a token on its way. */
  readonly travel: number;
}
