import type { Flags } from '../model/flags.ts';
import type { Problem, StoryNote } from '../protocol/protocol.ts';
import type { KubeObject } from '../model/objects.ts';
import type { ScriptedMetric } from '../model/metrics.ts';
import type { LessonSetting } from '../model/lessons.ts';
import type { KubernetesVersion } from '../model/versions.ts';
import type { KubeletSpec } from './kubelet-settings.ts';

/** One thing a person does, at a moment. Verbs are a closed table (timeline.ts). */
export interface TimelineEntry {
  readonly when:
    | { readonly kind: 'at'; readonly micros: number; readonly quiet?: true }
    | { readonly kind: 'after'; readonly micros: number; readonly quiet?: true }
    | { readonly kind: 'step'; readonly step: number };
  readonly verb: string;
  /** The verb's argument, as written. */
  readonly body: unknown;
  /** What stands beside the verb: gracePeriodSeconds, propagationPolicy, type, ... */
  readonly options: Readonly<Record<string, unknown>>;
}

/** How informers are built, and listeners beside those of the components. Times in ticks (microseconds). */
export interface InformersSpec {
  /** blocking: the article's `distribute`, a bounded channel a listener. */
  readonly distribution: 'ring' | 'blocking';
  readonly channelCapacity: number;
  /** 0 = never. */
  readonly resyncTicks: number;
  readonly mode: 'auto' | 'list-watch' | 'watch-list';
  readonly batchSize: number;
  readonly mutationDetector: boolean;
  /** They do nothing but take their time. */
  readonly listeners: readonly {
    readonly name: string;
    /** "kube-controller-manager". */
    readonly process: string;
    /** "pods". */
    readonly resource: string;
    readonly handlerTicks: number;
  }[];
}

/** A scenario, read and checked: what a cluster is made of. */
export interface Scenario {
  readonly name: string;
  readonly title: { readonly en: string; readonly ja: string };
  readonly kubernetesVersion: KubernetesVersion;
  readonly versionFrom: 'scenario' | 'option' | 'kubelets' | 'nearest' | 'default';
  readonly seed: number;
  /** A dump: objects stand as they are at step 0; kinds that are absent are unknown. */
  readonly dump: boolean;
  /** Microseconds since the Unix epoch at tick 0. */
  readonly nowMicros: number;
  readonly observed: readonly KubeObject[];
  /** Created at time 0 through admission. */
  readonly applied: readonly KubeObject[];
  readonly timeline: readonly TimelineEntry[];
  readonly latencies: Readonly<Record<string, number>>;
  readonly kubelet: KubeletSpec;
  readonly informerGeneration: 'auto' | 'deltafifo' | 'realfifo' | 'atomic';
  readonly informers: InformersSpec;
  /** Controllers of our own, each with a fault or cured of it. */
  readonly lessons: readonly LessonSetting[];
  /** What autoscalers are told. */
  readonly metrics: readonly ScriptedMetric[];
  readonly schedulerConfiguration: unknown;
  /** Flags of the processes that are not upstream's defaults. */
  readonly flags?: Partial<Flags>;
  readonly story: readonly StoryNote[];
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly documents: number }[];
  readonly warnings: readonly Problem[];
  /** Canonical text: keys sorted, defaults left out. Reading it gives an equal scenario. */
  readonly canonical: string;
}

export interface ReadOptions {
  readonly kubernetesVersion?: string;
  readonly seed?: number;
  readonly informerGeneration?: Exclude<Scenario['informerGeneration'], 'auto'>;
  /** A KubeSchedulerConfiguration file that overrides the scenario's. */
  readonly schedulerConfiguration?: unknown;
}

export type Progress = (done: number, total: number) => void;
