/** A scripted end of a container: a Stage of KWOK (kwok.x-k8s.io/v1alpha1, v0.7). Times in ticks (microseconds). */
export interface LifecycleStage {
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly expressions: readonly {
    /** Keys from the object down. */
    readonly path: readonly string[];
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
    readonly values: readonly string[];
  }[];
  readonly weight: number;
  readonly delay: number;
  /** The longest delay; not shorter than `delay`. */
  readonly jitter: number;
  readonly container?: string;
  readonly exitCode: number;
  readonly reason?: string;
}
