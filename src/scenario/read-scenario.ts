/** Files in, a checked scenario or one clear problem out. YAML needs its reader: see yaml.ts. */
import type { KubeObject } from '../model/objects.ts';
import { objectKey } from '../model/objects.ts';
import { parseTime } from '../model/time.ts';
import {
  DEFAULT_VERSION,
  informerGeneration,
  isKubernetesVersion,
  KUBERNETES_VERSIONS,
  minorOf,
} from '../model/versions.ts';
import type { KubernetesVersion } from '../model/versions.ts';
import type { Outcome, Problem, SourceFile } from '../protocol/protocol.ts';
import { placedIn } from './check-shape.ts';
import { decodeFile, lineAt } from './decode.ts';
import { bothLanguages, isScenarioDocument, readDocument, storyOf } from './document.ts';
import type { ScenarioDocument } from './document.ts';
import { generateObjects } from './generate.ts';
import { informersOf } from './informer-settings.ts';
import type { Chunk } from './json-stream.ts';
import { readJsonStream } from './json-stream.ts';
import { kubeletOf, kubeletTimes } from './kubelet-settings.ts';
import { checkApiVersion, isObserved, normalise, withoutNulls } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { canonicalJson, surveyPlain } from './plain.ts';
import { Mistakes, refuse, isScenarioError, warning } from './problem.ts';
import type { Progress, ReadOptions, Scenario } from './types.ts';
import { yamlReader } from './yaml.ts';

export type * from './types.ts';
export { FILE_BYTES_MAX } from './decode.ts';

const NO_PROGRESS: Progress = () => undefined;

/** Reads all files as one scenario. Never throws for bad input. */
export function readScenario(
  files: readonly SourceFile[],
  options: ReadOptions = {},
  progress: Progress = NO_PROGRESS,
): Outcome<Scenario> {
  const read = readPlaced(files, options, progress);
  return read.ok ? { ok: true, value: read.value.scenario } : read;
}

export interface PlacedScenario {
  readonly scenario: Scenario;
  /**
   * With file, line and column of what `path` names in the Scenario, or in the object with the key `object`: for what only a
   * cluster knows to be wrong. Keeps the files' text.
   */
  readonly placed: (problem: Problem) => Problem;
}

/** As `readScenario`. */
export function readPlaced(
  files: readonly SourceFile[],
  options: ReadOptions = {},
  progress: Progress = NO_PROGRESS,
): Outcome<PlacedScenario> {
  try {
    const reading = new Reader(progress).readAll(files);
    const placed = (problem: Problem): Problem => {
      const { object } = problem.params;
      const ofObject = (m: Manifest): boolean => objectKey(m.object) === object;
      const at = object === undefined ? reading.document : reading.manifests.find(ofObject);
      return at === undefined ? problem : placedIn(at.file, at.chunk, problem);
    };
    return { ok: true, value: { scenario: assemble(reading, options), placed } };
  } catch (error) {
    if (isScenarioError(error)) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Reads a file that holds one KubeSchedulerConfiguration. */
export function readConfiguration(source: SourceFile): Outcome<unknown> {
  try {
    const text = decodeFile(source.name, source.data);
    const [chunk] = readChunks(source.name, text, NO_PROGRESS);
    const kind = (chunk?.value as { kind?: unknown } | undefined)?.kind;
    if (kind !== 'KubeSchedulerConfiguration')
      refuse('not-a-configuration', source.name, chunk?.line ?? 1, 1, { kind: String(kind) });
    return { ok: true, value: chunk?.value };
  } catch (error) {
    if (isScenarioError(error)) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** The documents of a file: JSON, YAML, or JSON with YAML behind it. */
function readChunks(file: string, text: string, progress: Progress): readonly Chunk[] {
  if (!/^\s*[{[]/.test(text)) return yamlReader(file).readYamlStream(file, text, progress);
  const { chunks, yamlAt } = readJsonStream(file, text);
  if (yamlAt === undefined) return chunks;
  // Empty lines in place of the JSON keep the line numbers.
  const above = '\n'.repeat(lineAt(text, yamlAt) - 1);
  return [...chunks, ...yamlReader(file).readYamlStream(file, above + text.slice(yamlAt), progress)];
}

interface Reading {
  readonly document: ScenarioDocument | undefined;
  readonly manifests: readonly Manifest[];
  readonly files: Scenario['files'];
  readonly warnings: readonly Problem[];
  readonly newestTimestamp: string;
}

/** Items of a typed list, as the api-server sends it ("NodeList"), do not say themselves what they are. */
function itemsOf({ kind, apiVersion, items }: Readonly<Record<string, unknown>>): readonly unknown[] {
  const kindOfItems = String(kind).slice(0, -'List'.length);
  if (kindOfItems === '') return items as readonly unknown[];
  return (items as readonly unknown[]).map((item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? { apiVersion, kind: kindOfItems, ...item }
      : item,
  );
}

class Reader {
  private document: ScenarioDocument | undefined;
  private readonly manifests: Manifest[] = [];
  private readonly warnings: Problem[] = [];
  private readonly byKey = new Map<string, Manifest>();
  private readonly survey = { newestTimestamp: '', nodes: 0 };
  private readonly mistakes = new Mistakes();

  constructor(private readonly progress: Progress) {}

  readAll(sources: readonly SourceFile[]): Reading {
    const files = sources.map((source) => this.readFile(source));
    this.mistakes.tell();
    if (this.manifests.length === 0 && this.document === undefined) refuse('no-objects', sources[0]?.name ?? '', 1, 1);
    return { ...this.survey, document: this.document, manifests: this.manifests, files, warnings: this.warnings };
  }

  private readFile(source: SourceFile): Scenario['files'][number] {
    const text = decodeFile(source.name, source.data);
    const chunks = readChunks(source.name, text, this.progress);
    let documents = 0;
    for (const chunk of chunks) documents += this.readValue(source.name, chunk, chunk.value, text.length);
    return { name: source.name, bytes: source.data.length, documents };
  }

  /** A document, an array of documents, or a List of them. @returns how many objects came */
  private readValue(file: string, chunk: Chunk, value: unknown, nodesMax: number): number {
    if (Array.isArray(value)) {
      let count = 0;
      for (const item of value) count += this.readValue(file, chunk, item, nodesMax);
      return count;
    }
    if (typeof value !== 'object' || value === null) {
      return refuse('not-an-object', file, chunk.line, 1, { found: String(value).slice(0, 60) });
    }
    const record = value as Readonly<Record<string, unknown>>;
    if (typeof record['kind'] === 'string' && record['kind'].endsWith('List') && Array.isArray(record['items'])) {
      return this.readValue(file, chunk, itemsOf(record), nodesMax);
    }
    surveyPlain(file, chunk.line, value, nodesMax, this.survey);
    this.mistakes.of(() => {
      if (isScenarioDocument(value)) this.takeDocument(file, { ...chunk, value });
      else this.takeManifest({ file, chunk, object: checkApiVersion(file, chunk, record) });
    });
    return 1;
  }

  private takeDocument(file: string, chunk: Chunk): void {
    if (this.document !== undefined) refuse('two-scenarios', file, chunk.line, 1);
    this.document = readDocument(file, chunk);
  }

  private takeManifest(manifest: Manifest): void {
    const object = normalise(manifest);
    const key = objectKey(object);
    const before = this.byKey.get(key);
    if (before !== undefined && object.metadata.name !== '') {
      if (before.object.metadata.uid !== object.metadata.uid) {
        refuse('object-twice', manifest.file, manifest.chunk.line, 1, {
          key,
          first: `${before.file}:${String(before.chunk.line)}`,
        });
      }
      this.warnings.push(warning('object-repeated', manifest.file, manifest.chunk.line, { key }));
      return;
    }
    const taken = { ...manifest, object };
    this.byKey.set(key, taken);
    this.manifests.push(taken);
  }
}

function assemble(reading: Reading, options: ReadOptions): Scenario {
  const spec = reading.document?.spec ?? {};
  const generated = spec.generate === undefined ? { nodes: [], pods: [] } : generateObjects(spec.generate);
  const objects = reading.manifests.map((m) => m.object);
  const observe = (o: KubeObject): boolean => (spec.mode === undefined ? isObserved(o) : spec.mode === 'observed');
  const [kubernetesVersion, versionFrom] = chooseVersion(objects, spec.kubernetesVersion, options.kubernetesVersion);
  const seed = options.seed ?? spec.seed ?? 0;
  const schedulerConfiguration = options.schedulerConfiguration ?? spec.schedulerConfiguration;
  const generation = chooseGeneration(kubernetesVersion, spec.informerGeneration, options.informerGeneration);
  const title = spec.title === undefined ? undefined : bothLanguages(spec.title);
  const fileName = (reading.files[0]?.name ?? '').replace(/^.*[\\/]/, '');
  const name = reading.document?.name ?? (fileName.replace(/\.[^.]*$/, '') || 'scenario');
  return {
    name,
    title: title ?? { en: name, ja: name },
    kubernetesVersion,
    versionFrom,
    seed,
    dump: objects.some((o) => o.metadata.uid !== undefined),
    nowMicros: chooseNow(spec.now, reading.newestTimestamp),
    observed: [...objects.filter(observe).map(withoutNulls), ...generated.nodes],
    applied: [...objects.filter((o) => !observe(o)), ...generated.pods],
    timeline: reading.document?.timeline ?? [],
    latencies: { ...spec.latencies, ...kubeletTimes(spec.kubelet) },
    kubelet: kubeletOf(spec.kubelet),
    informerGeneration: generation ?? 'auto',
    informers: informersOf(spec.informers),
    lessons: reading.document?.lessons ?? [],
    metrics: reading.document?.metrics ?? [],
    schedulerConfiguration,
    story: storyOf(spec),
    files: reading.files,
    warnings: reading.warnings,
    canonical: canonicalText(reading, {
      kubernetesVersion,
      seed,
      informerGeneration: generation,
      schedulerConfiguration,
      name,
    }),
  };
}

function chooseVersion(
  objects: readonly KubeObject[],
  written: string | number | undefined,
  option: string | undefined,
): [KubernetesVersion, Scenario['versionFrom']] {
  if (option !== undefined) {
    const minor = option.replace(/^v/, '');
    if (!isKubernetesVersion(minor)) {
      return refuse('unknown-version', '', 1, 1, { version: option, supported: KUBERNETES_VERSIONS.join(', ') });
    }
    return [minor, 'option'];
  }
  const pinned = String(written);
  if (written !== undefined && isKubernetesVersion(pinned)) return [pinned, 'scenario'];
  for (const object of objects) {
    const kubelet = (object.status as { nodeInfo?: { kubeletVersion?: string } } | undefined)?.nodeInfo?.kubeletVersion;
    const minor = /^v1\.(\d+)/.exec(kubelet ?? '')?.[1];
    if (object.kind !== 'Node' || minor === undefined) continue;
    if (isKubernetesVersion(`1.${minor}`)) return [`1.${minor}` as KubernetesVersion, 'kubelets'];
    return [nearestVersion(Number(minor)), 'nearest'];
  }
  return [DEFAULT_VERSION, 'default'];
}

/** What is chosen and is the version's own anyway is no choice: another version brings its own again. */
function chooseGeneration(
  version: KubernetesVersion,
  written: Scenario['informerGeneration'] | undefined,
  option: ReadOptions['informerGeneration'],
): Scenario['informerGeneration'] | undefined {
  if (option === undefined) return written;
  return option === informerGeneration(version) ? undefined : option;
}

function nearestVersion(minor: number): KubernetesVersion {
  const distance = (v: KubernetesVersion): number => Math.abs(minorOf(v) - minor);
  return KUBERNETES_VERSIONS.reduce((best, v) => (distance(v) < distance(best) ? v : best));
}

/** 2026-01-01T00:00:00Z: where nothing in the input has a time. */
const EPOCH_MICROS = 1_767_225_600_000_000;

function chooseNow(written: string | undefined, newest: string): number {
  if (written !== undefined) return parseTime(written) ?? EPOCH_MICROS;
  return newest === '' ? EPOCH_MICROS : wholeSecond(parseTime(newest) ?? EPOCH_MICROS);
}

const wholeSecond = (micros: number): number => Math.ceil(micros / 1_000_000) * 1_000_000;

function canonicalText(
  reading: Reading,
  resolved: {
    kubernetesVersion: string;
    seed: number;
    informerGeneration: Scenario['informerGeneration'] | undefined;
    schedulerConfiguration: unknown;
    name: string;
  },
): string {
  const raw = reading.document?.raw as { spec?: object } | undefined;
  const { name, ...fields } = resolved;
  const spec = { ...raw?.spec, ...fields };
  const document = { apiVersion: 'steplane.dev/v1', kind: 'Scenario', metadata: { name }, spec };
  return canonicalJson({
    apiVersion: 'v1',
    kind: 'List',
    items: [document, ...reading.manifests.map((m) => m.object)],
  });
}
