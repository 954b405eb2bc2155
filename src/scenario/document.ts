import * as v from 'valibot';
import type { ScriptedMetric } from '../model/metrics.ts';
import type { LessonSetting } from '../model/lessons.ts';
import { DEFAULT_LATENCIES } from '../model/latencies.ts';
import { parseTime } from '../model/time.ts';
import { isKubernetesVersion, KUBERNETES_VERSIONS } from '../model/versions.ts';
import type { StoryNote, StoryQuestion } from '../protocol/protocol.ts';
import { checkShape, placeOf } from './check-shape.ts';
import { informersShape } from './informer-settings.ts';
import type { Chunk } from './json-stream.ts';
import { kubeletShape } from './kubelet-settings.ts';
import { lessonsOf, lessonsShape } from './lessons.ts';
import { metricsOf, metricsShape } from './metrics.ts';
import { Mistakes, refuse } from './problem.ts';
import { metadataShape, podSpec, quantities, texts } from './shapes.ts';
import { checkResource, readTimeline } from './timeline.ts';
import type { TimelineEntry } from './types.ts';

/** The part of a scenario that our own document carries (CONTRACT 1). */
export interface ScenarioDocument {
  readonly name: string;
  readonly spec: ScenarioSpec;
  readonly timeline: readonly TimelineEntry[];
  readonly lessons: readonly LessonSetting[];
  readonly metrics: readonly ScriptedMetric[];
  /** As written, for the canonical text. */
  readonly raw: unknown;
  /** Where it stands. */
  readonly file: string;
  readonly chunk: Chunk;
}

const twoLanguages = v.strictObject({ en: v.string(), ja: v.optional(v.string()) });
const oneText = v.string('bilingual');
const bilingual = v.lazy((value) => (typeof value === 'object' && value !== null ? twoLanguages : oneText));

/** What a reader is asked before going on: exactly one option is right. */
const questionShape = v.strictObject({
  text: bilingual,
  options: v.pipe(
    v.array(v.strictObject({ text: bilingual, why: bilingual, right: v.optional(v.boolean()) })),
    v.check((options) => options.filter(({ right }) => right === true).length === 1, 'one-right-option'),
  ),
});

const noteShape = v.strictObject({
  id: v.string(),
  title: bilingual,
  text: bilingual,
  anchor: v.string(),
  view: v.optional(v.string()),
  select: v.optional(v.string()),
  ofOriginalRun: v.optional(v.boolean()),
  question: v.optional(questionShape),
});

/** In ticks, by name. */
const latencies = v.strictObject(
  Object.fromEntries(
    Object.keys(DEFAULT_LATENCIES).map((name) => [name, v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)))]),
  ),
) as unknown as v.GenericSchema<Readonly<Record<string, number>>>;

const specShape = v.strictObject({
  title: v.optional(bilingual),
  kubernetesVersion: v.optional(v.union([v.string(), v.number()])),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4294967295))),
  mode: v.optional(v.picklist(['observed', 'applied'])),
  now: v.optional(v.custom<string>((text) => typeof text === 'string' && parseTime(text) !== undefined, 'time')),
  schedulerConfiguration: v.optional(v.looseObject({})),
  latencies: v.optional(latencies),
  arrival: v.optional(v.picklist(['ordered', 'racy'])),
  informerGeneration: v.optional(v.picklist(['auto', 'deltafifo', 'realfifo', 'atomic'])),
  informers: v.optional(informersShape),
  lessons: v.optional(lessonsShape),
  metrics: v.optional(metricsShape),
  kubelet: v.optional(kubeletShape),
  timeline: v.optional(v.array(v.looseObject({}))),
  pins: v.optional(v.array(v.looseObject({}))),
  story: v.optional(v.array(noteShape)),
  generate: v.optional(
    v.strictObject({
      nodes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5000))),
      pods: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(150000))),
      nodeTemplate: v.optional(v.strictObject({ labels: v.optional(texts), allocatable: quantities })),
      template: v.optional(
        v.strictObject({
          metadata: v.optional(v.strictObject({ namespace: v.optional(v.string()), labels: v.optional(texts) })),
          spec: v.optional(podSpec),
        }),
      ),
      zones: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
    }),
  ),
});

export type ScenarioSpec = v.InferOutput<typeof specShape>;

const documentShape = v.strictObject({
  apiVersion: v.string(),
  kind: v.string(),
  metadata: v.nullish(v.strictObject(metadataShape.entries)),
  spec: v.nullish(specShape),
});

/** What the contract names and this version does not act on: said, never ignored. */
const NOT_YET = ['arrival', 'pins', 'faults'] as const;

export function isScenarioDocument(value: unknown): boolean {
  const document = value as { apiVersion?: unknown; kind?: unknown } | null;
  return typeof document?.apiVersion === 'string' && document.apiVersion.startsWith('steplane.dev/');
}

export function readDocument(file: string, chunk: Chunk): ScenarioDocument {
  const document = chunk.value as { apiVersion: string; kind?: unknown; metadata?: unknown; spec?: unknown };
  if (document.apiVersion !== 'steplane.dev/v1' || document.kind !== 'Scenario') {
    refuse('scenario-too-new', file, chunk.line, 1, { apiVersion: document.apiVersion, kind: String(document.kind) });
  }
  const mistakes = new Mistakes();
  for (const path of NOT_YET) {
    mistakes.of(() => {
      refuseNotYet(file, chunk, document.spec, path);
    });
  }
  mistakes.of(() => {
    checkShape(file, chunk, document, documentShape, []);
  });
  const spec = (document.spec ?? {}) as ScenarioSpec;
  // What has the wrong shape is read no further, but for the timeline, whose entries stand each for itself.
  if (mistakes.none) mistakes.of(() => checkVersion(file, chunk, spec));
  const read = mistakes.none ? readSettings(mistakes, file, chunk, spec) : undefined;
  const entries: unknown = spec.timeline ?? [];
  const timeline = isTimeline(entries) ? mistakes.of(() => readTimeline(file, chunk, entries)) : undefined;
  mistakes.tell();
  const name = (document.metadata as { name?: string } | undefined)?.name ?? 'scenario';
  const { lessons = [], metrics = [] } = read ?? {};
  return { name, spec, timeline: timeline ?? [], lessons, metrics, raw: chunk.value, file, chunk };
}

const isTimeline = (entries: unknown): entries is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(entries) && entries.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));

function checkVersion(file: string, chunk: Chunk, spec: ScenarioSpec): void {
  const version = spec.kubernetesVersion === undefined ? undefined : String(spec.kubernetesVersion);
  if (version === undefined || isKubernetesVersion(version)) return;
  const place = placeOf(chunk, ['spec', 'kubernetesVersion']);
  refuse('unknown-version', file, place.line, place.column, { version, supported: KUBERNETES_VERSIONS.join(', ') });
}

function readSettings(
  mistakes: Mistakes,
  file: string,
  chunk: Chunk,
  spec: ScenarioSpec,
): Partial<Pick<ScenarioDocument, 'lessons' | 'metrics'>> {
  for (const [i, { resource, name }] of (spec.informers?.listeners ?? []).entries()) {
    const path = ['spec', 'informers', 'listeners', String(i), 'resource'];
    mistakes.of(() => {
      checkResource(file, chunk, path, resource, { name });
    });
  }
  const lessons = mistakes.of(() => lessonsOf(file, chunk, spec.lessons));
  const metrics = mistakes.of(() => metricsOf(file, chunk, spec.metrics));
  return { ...(lessons === undefined ? {} : { lessons }), ...(metrics === undefined ? {} : { metrics }) };
}

function refuseNotYet(file: string, chunk: Chunk, spec: unknown, path: string): void {
  let at: unknown = spec;
  for (const key of path.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[key];
  if (at === undefined || at === 'ordered' || (Array.isArray(at) && at.length === 0)) return;
  const place = placeOf(chunk, ['spec', ...path.split('.')]);
  refuse('not-acted-on-yet', file, place.line, place.column, { what: `spec.${path}` });
}

export function bothLanguages(text: v.InferOutput<typeof bilingual>): { en: string; ja: string } {
  return typeof text === 'string' ? { en: text, ja: text } : { en: text.en, ja: text.ja ?? text.en };
}

export function storyOf(spec: ScenarioSpec): StoryNote[] {
  return (spec.story ?? []).map((n) => ({
    id: n.id,
    anchor: n.anchor,
    title: bothLanguages(n.title),
    text: bothLanguages(n.text),
    ...(n.view === undefined ? {} : { view: n.view }),
    ...(n.select === undefined ? {} : { select: n.select }),
    ...(n.ofOriginalRun === true ? { ofOriginalRun: true } : {}),
    ...(n.question === undefined ? {} : { question: questionOf(n.question) }),
  }));
}

const questionOf = ({ text, options }: v.InferOutput<typeof questionShape>): StoryQuestion => ({
  text: bothLanguages(text),
  options: options.map((option) => ({
    text: bothLanguages(option.text),
    why: bothLanguages(option.why),
    right: option.right === true,
  })),
});
