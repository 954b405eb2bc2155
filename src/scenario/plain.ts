import { refuse } from './problem.ts';

const DEPTH_MAX = 200;
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** What a walk over one parsed document found out. */
export interface Survey {
  newestTimestamp: string;
  nodes: number;
}

/**
 * Checks that a parsed value is a finite tree of plain data and notes the newest timestamp in it. Aliases make a small text
 * a huge tree; a real tree has no more nodes than its text has characters, so that is the bound.
 */
export function surveyPlain(file: string, line: number, value: unknown, nodesMax: number, survey: Survey): void {
  survey.nodes = 0;
  walk(value, 0);

  function walk(at: unknown, depth: number): void {
    if (++survey.nodes > nodesMax) refuse('alias-bomb', file, line, 1);
    if (depth > DEPTH_MAX) refuse('too-deep', file, line, 1);
    if (typeof at === 'string') {
      if (at.length >= 20 && at > survey.newestTimestamp && RFC3339.test(at)) survey.newestTimestamp = at;
      return;
    }
    if (typeof at !== 'object' || at === null) return;
    if (Array.isArray(at)) {
      for (const item of at) walk(item, depth + 1);
      return;
    }
    for (const [key, item] of Object.entries(at)) {
      if (key === '__proto__') refuse('bad-key', file, line, 1, { key });
      walk(item, depth + 1);
    }
  }
}

/** JSON with keys in byte order, so that equal scenarios give equal texts. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === undefined ? 'null' : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const record = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(record)
    .filter((k) => record[k] !== undefined)
    .sort();
  return `{${keys.map((k) => `${JSON.stringify(k)}:${canonicalJson(record[k])}`).join(',')}}`;
}
