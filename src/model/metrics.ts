/** What a scenario says that metrics are: there is no metrics-server here that measures anything. Plain data. */

/** What is measured. */
export type MeasuredThing =
  /** Pods by their labels; `container`: of that container only. */
  | { readonly kind: 'pods'; readonly labels: Readonly<Record<string, string>>; readonly container?: string }
  /** "Service/web". */
  | { readonly kind: 'object'; readonly object: string }
  | { readonly kind: 'external' };

export interface ScriptedMetric {
  /** Since the beginning; of several that fit, the last in the list whose time has come counts. */
  readonly fromMicros: number;
  readonly namespace: string;
  readonly of: MeasuredThing;
  /** "cpu", "memory", or a name of a custom or external metric. */
  readonly name: string;
  /** Thousandths; null: nothing is measured. */
  readonly milli: number | null;
}
