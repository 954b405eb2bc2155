/**
 * Files in which one or two values are off: taken out, or replaced by something that does not belong there. Whatever they
 * say, the engine refuses them or runs them, and never breaks.
 */
import { readFileSync } from 'node:fs';
import { loadAll } from 'js-yaml';
import { createEngine } from '../../src/engine/engine.ts';

const FILE = new URL('every-kind.yaml', import.meta.url);
/** What people and programs write where something else should be. */
const OFF: readonly unknown[] = [
  ...[null, '', 0, -1, 1e9, 1.5, true, [], {}, [1], [null], { a: 1 }, { '': '' }],
  ...['x', '10s', '-5s', '*', '0/0', 'NaN', '999999h', '\u0000', 'node-0001', 'kubelet/node-0001', 'default/web'],
];
const STEPS = 3000;

type Fields = Record<string, unknown>;
type Path = readonly string[];

export interface Mutation {
  /** What was changed, for people. */
  readonly words: string;
  readonly text: string;
}

/** Numerical Recipes' generator: good enough to pick. */
function picker(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...pathsOf(inner, [...path, name])]);
}

export function mutationOf(seed: number): Mutation {
  const pick = picker(seed * 7919 + 1);
  const documents = loadAll(readFileSync(FILE, 'utf8')) as Fields[];
  const words = [change(documents, pick), ...(pick(2) === 0 ? [change(documents, pick)] : [])];
  // With a uid the objects are a dump: nobody validates what stands in etcd.
  if (pick(2) === 0) for (const document of documents) addUid(document, pick);
  return { words: words.join('; '), text: documents.map((one) => JSON.stringify(one)).join('\n---\n') };
}

function change(documents: readonly Fields[], pick: (below: number) => number): string {
  const document = documents[pick(documents.length)] ?? {};
  const paths = pathsOf(document);
  const path = paths[pick(paths.length)] ?? [];
  const field = path.at(-1) ?? '';
  let parent: Fields = document;
  for (const name of path.slice(0, -1)) parent = parent[name] as Fields;
  const words = `${String(document['kind'])} ${path.join('.')}`;
  if (pick(3) > 0) {
    parent[field] = structuredClone(OFF[pick(OFF.length)]);
    return `${words} = ${JSON.stringify(parent[field])}`;
  }
  if (Array.isArray(parent)) parent.splice(Number(field), 1);
  else Reflect.deleteProperty(parent, field);
  return `${words} taken out`;
}

function addUid(document: Fields, pick: (below: number) => number): void {
  const { metadata } = document;
  if (document['kind'] === 'Scenario' || typeof metadata !== 'object' || metadata === null) return;
  (metadata as Fields)['uid'] = `uid-${String(pick(1e9))}`;
}

/** @returns undefined where all is well; what broke, with the change that did it */
export function breakageOf(seed: number): string | undefined {
  const { words, text } = mutationOf(seed);
  try {
    const engine = createEngine();
    const opened = engine.open({ files: [{ name: 'mutated.json', data: text }] });
    if (!opened.ok) return opened.problem.code === '' ? `seed ${String(seed)}: refused without a word` : undefined;
    for (let done = 0; engine.run.status.state === 'running' && done < STEPS; done += 1000) engine.run.advance(1000);
    engine.cluster.world.digest();
    return undefined;
  } catch (error) {
    return `seed ${String(seed)}, ${words}: ${String(error instanceof Error ? error.stack : error)}`;
  }
}
