/** The YAML of an object line by line, each with its place in the object: what printYaml prints, for whoever marks lines. */
import yaml from 'js-yaml';

/** A field by its name, or an element of a list with what it holds. */
export type LineStep = string | { readonly index: number; readonly value: unknown };

export interface YamlLine {
  readonly text: string;
  readonly path: readonly LineStep[];
  /** What it holds stands on the lines below it. */
  readonly branch: boolean;
}

const OPTIONS: yaml.DumpOptions = { lineWidth: -1, noRefs: true, sortKeys: true, noArrayIndent: true };

type Fields = Readonly<Record<string, unknown>>;

export function yamlLines(object: object): YamlLine[] {
  const { metadata, ...rest } = object as { metadata?: Fields };
  const shown = Object.fromEntries(Object.entries(metadata ?? {}).filter(([key]) => key !== 'managedFields'));
  return linesOf({ ...rest, metadata: shown }, []);
}

/** Something that the printer spreads over lines of their own. */
const isSpread = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function linesOf(value: object, path: readonly LineStep[]): YamlLine[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap((item, i) => elementLines(item, i, path));
  const fields = value as Fields;
  // The printer's order: by UTF-16 units, as `sort` does it.
  return Object.keys(fields)
    .sort()
    .filter((name) => fields[name] !== undefined)
    .flatMap((name) => fieldLines(name, fields[name], [...path, name]));
}

function fieldLines(name: string, value: unknown, path: readonly LineStep[]): YamlLine[] {
  if (!isSpread(value)) return plainLines({ [name]: value }, path);
  const [head = ''] = yaml.dump({ [name]: null }, OPTIONS).split('\n');
  const inner = linesOf(value, path);
  const text = head.replace(/ null$/, '');
  return [{ text, path, branch: true }, ...(Array.isArray(value) ? inner : inner.map(indented))];
}

function elementLines(item: unknown, index: number, list: readonly LineStep[]): YamlLine[] {
  const path = [...list, { index, value: item }];
  if (!isSpread(item)) return plainLines([item], path);
  return linesOf(item, path).map((line, i) => (i === 0 ? { ...line, text: `- ${line.text}` } : indented(line)));
}

const indented = (line: YamlLine): YamlLine => ({ ...line, text: line.text === '' ? '' : `  ${line.text}` });

/** What the printer makes of something without fields of its own: mostly one line, more for a long text. */
const plainLines = (value: object, path: readonly LineStep[]): YamlLine[] =>
  yaml
    .dump(value, OPTIONS)
    .replace(/\n$/, '')
    .split('\n')
    .map((text) => ({ text, path, branch: false }));
