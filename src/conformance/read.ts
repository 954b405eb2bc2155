/** Reads recorded cases: NDJSON, a JSON array or `{cases: […]}`, compressed with gzip or not. */
import { gunzipSync } from 'node:zlib';
import type { InputFile, Row, RowStep } from './types.ts';

export interface ReadProblem {
  /** "name" or "name:line". */
  readonly where: string;
  readonly message: string;
}

export interface ReadResult {
  readonly rows: readonly Row[];
  /** What is no row: it is counted as failed, never dropped. */
  readonly problems: readonly ReadProblem[];
}

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(file: InputFile): string {
  if (file.text !== undefined) return file.text;
  const bytes = file.bytes ?? new Uint8Array();
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new TextDecoder().decode(isGzip ? gunzipSync(bytes) : bytes);
}

function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

interface Found {
  readonly where: string;
  readonly value: unknown;
}

function split(name: string, text: string, problems: ReadProblem[]): Found[] {
  const all = tryParse(text);
  if (all !== undefined) {
    const { value } = all;
    const list = Array.isArray(value)
      ? (value as unknown[])
      : isFields(value) && Array.isArray(value['cases'])
        ? (value['cases'] as unknown[])
        : [value];
    return list.map((entry, i) => ({ where: `${name}[${i}]`, value: entry }));
  }
  const found: Found[] = [];
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const where = `${name}:${i + 1}`;
    const parsed = tryParse(line);
    if (parsed === undefined) problems.push({ where, message: 'not JSON' });
    else found.push({ where, value: parsed.value });
  });
  return found;
}

/** A row without source and kind is of a kind that nobody knows; without an id it cannot be named. */
function toRow({ where, value }: Found, file: string): Row | undefined {
  if (!isFields(value)) return undefined;
  const text = (key: string, otherwise: string): string => (typeof value[key] === 'string' ? value[key] : otherwise);
  const versions = Array.isArray(value['versions']) ? (value['versions'] as unknown[]).map(String) : ['1.35'];
  return {
    id: text('id', where),
    source: text('source', '?'),
    kind: text('kind', '?'),
    versions,
    given: value['given'],
    expect: value['expect'],
    expectBy: isFields(value['expectBy']) ? value['expectBy'] : {},
    steps: Array.isArray(value['steps'])
      ? (value['steps'] as unknown[]).map((step): RowStep => (isFields(step) ? step : {}))
      : undefined,
    raw: value,
    file,
  };
}

export function readRows(file: InputFile): ReadResult {
  const problems: ReadProblem[] = [];
  const rows: Row[] = [];
  let text: string;
  try {
    text = textOf(file);
  } catch (error) {
    return { rows, problems: [{ where: file.name, message: error instanceof Error ? error.message : String(error) }] };
  }
  for (const found of split(file.name, text, problems)) {
    const row = toRow(found, file.name);
    if (row === undefined) problems.push({ where: found.where, message: 'not an object' });
    else rows.push(row);
  }
  if (rows.length === 0 && problems.length === 0) problems.push({ where: file.name, message: 'no rows' });
  return { rows, problems };
}
