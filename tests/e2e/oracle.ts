/** The same engine in Node, which the page must agree with. */
import { EVENT_KINDS } from '../../src/model/events.ts';
import { sentence, shortSentence, type EventWords } from '../../src/derive/words/sentence.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Look } from './steplane.ts';
import { gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import type { Input } from './inputs.ts';

export const inNode = (...files: readonly Input[]): Engine => runToRest(openEngine(...files));

const kept = new Map<string, Engine>();

/** A prepared scenario, run to its end. */
export function prepared(name: string): Engine {
  const engine = kept.get(name) ?? inNode(gallery(name));
  kept.set(name, engine);
  return engine;
}

export const digestAt = (engine: Engine, step: number): string => engine.moment(step).digest;

export const rowsAt = (engine: Engine, step: number): readonly (readonly [string, string, string])[] =>
  engine.objects(step).map(({ key, phase, node }) => [key, phase, node] as const);

export const sentenceOf = (engine: Engine, step: number, language: Look['language']): string =>
  sentence(eventOf(engine, step), language);

/** The same with the middle of long names left out, as the stage says it. */
export const captionOf = (engine: Engine, step: number, language: Look['language']): string =>
  shortSentence(eventOf(engine, step), language);

export function eventOf(engine: Engine, step: number): EventWords {
  const { trace } = engine.cluster.world;
  return {
    kind: EVENT_KINDS[trace.kind(step)]?.name ?? '',
    subject: trace.subject(step),
    object: trace.object(step),
    detail: trace.detail(step),
    number: trace.number(step),
  };
}

/** Steps about an object, oldest first. */
export function stepsAbout(engine: Engine, key: string): number[] {
  const { trace } = engine.cluster.world;
  const found: number[] = [];
  for (let k = 1; k <= trace.length; k++) if (trace.object(k) === key) found.push(k);
  return found;
}

/** A fixed sequence of steps, so that a failure names its own. */
export function samples(count: number, steps: number): number[] {
  const picked = [0, steps];
  for (let x = 1; picked.length < count;) {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    picked.push((x >>> 8) % (steps + 1));
  }
  return picked;
}
