/** The prepared scenarios: one file each, read in order of their names, "web" first. */
const FILES = import.meta.glob<string>('../scenario/gallery/*.yaml', { query: '?raw', import: 'default', eager: true });
export const FIRST = 'web';

export interface GalleryItem {
  readonly name: string;
  readonly title: { readonly en: string; readonly ja: string };
  readonly text: { readonly en: string; readonly ja: string };
  readonly nodes: number;
  /** Pods that run already, a number a node, as many nodes as are written out. */
  readonly running: readonly number[];
  /** Pods that will be new in it. */
  readonly pods: number;
}

export interface Prepared extends GalleryItem {
  readonly source: string;
}

/** `key: {en: …, ja: …}` of our own files; the texts may be quoted. Anything else is a text in neither language. */
function bothLanguages(source: string, key: string): { readonly en: string; readonly ja: string } {
  const line = new RegExp(`^\\s*${key}: \\{(.*)\\}\\s*$`, 'm').exec(source)?.[1] ?? '';
  const of = (lang: string): string => {
    const found = new RegExp(`\\b${lang}: (?:"([^"]*)"|'([^']*)'|([^,}]*))`).exec(line);
    return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
  };
  return { en: of('en'), ja: of('ja') };
}

function prepare(path: string, source: string): Prepared {
  const name = path.replace(/^.*\//, '').replace(/\.yaml$/, '');
  const generated = (what: string): number =>
    Number(new RegExp(`^\\s+${what}: (\\d+)\\s*$`, 'm').exec(source)?.[1] ?? 0);
  const kinds = (kind: string): number => source.match(new RegExp(`^kind: ${kind}\\s*$`, 'gm'))?.length ?? 0;
  const replicas = [...source.matchAll(/^ {2}replicas: (\d+)\s*$/gm)].reduce((sum, found) => sum + Number(found[1]), 0);
  const bound = [...source.matchAll(/^\s+nodeName: (\S+)\s*$/gm)].map((found) => found[1] ?? '');
  const names = [...new Set(bound)].sort();
  return {
    name,
    title: bothLanguages(source, 'title'),
    text: bothLanguages(source, 'hint'),
    nodes: kinds('Node') + generated('nodes'),
    running: names.map((node) => bound.filter((b) => b === node).length),
    pods: kinds('Pod') + generated('pods') + replicas - bound.length,
    source,
  };
}

export const GALLERY: readonly Prepared[] = Object.entries(FILES)
  .map(([path, source]) => prepare(path, source))
  .sort((a, b) => (a.name === FIRST ? -1 : b.name === FIRST ? 1 : a.name < b.name ? -1 : 1));

export const prepared = (name: string): Prepared | undefined => GALLERY.find((item) => item.name === name);
