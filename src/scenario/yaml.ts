/**
 * The seat of the YAML reader. The parser is a third of what reading needs and a link or a JSON dump does without it, so a
 * worker loads it when a text cannot be opened otherwise (`needs-yaml`, or any problem whose place it could tell).
 */
import type { Chunk } from './json-stream.ts';
import { refuse } from './problem.ts';
import type { Progress } from './types.ts';

export interface YamlReader {
  readonly readYamlStream: (file: string, text: string, progress: Progress) => Chunk[];
  /** Offset in `text` at which the value at `path` begins, or its key. */
  readonly offsetOf: (text: string, path: readonly string[], atKey?: boolean) => number;
}

let installed: YamlReader | undefined;

export function installYaml(reader: YamlReader): void {
  installed = reader;
}

export const hasYaml = (): boolean => installed !== undefined;

export const yamlReader = (file: string): YamlReader => installed ?? refuse('needs-yaml', file, 1, 1);

/** 0, the beginning, where nobody can tell. */
export const offsetOf = (text: string, path: readonly string[], atKey = false): number =>
  installed?.offsetOf(text, path, atKey) ?? 0;
