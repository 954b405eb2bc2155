/**
 * The prepared scenarios: one file each, read in order of their names, "web" first. The build turns them into JSON, so the first
 * picture needs no YAML reader.
 */
const FILES = import.meta.glob<string>('../scenario/gallery/*.yaml', {
  query: '?json',
  import: 'default',
  eager: true,
});
export const FIRST = 'web';

export interface GalleryItem {
  readonly name: string;
  readonly title: { readonly en: string; readonly ja: string };
  readonly nodes: number;
  /** Pods that run already, a number a node, as many nodes as are written out. */
  readonly running: readonly number[];
  /** Pods that will be new in it. */
  readonly pods: number;
}

export interface Prepared extends GalleryItem {
  readonly source: string;
}

interface Document {
  readonly kind: string;
  readonly spec?: {
    readonly title?: Prepared['title'];
    readonly generate?: { readonly nodes?: number; readonly pods?: number };
    readonly replicas?: number;
    readonly nodeName?: string;
  };
}

function prepare(path: string, source: string): Prepared {
  const documents = JSON.parse(source) as readonly Document[];
  const of = (kind: string): readonly Document[] => documents.filter((d) => d.kind === kind);
  const scenario = of('Scenario')[0]?.spec;
  const bound = of('Pod').flatMap(({ spec }) => (spec?.nodeName === undefined ? [] : [spec.nodeName]));
  const replicas = of('Deployment').reduce((sum, { spec }) => sum + (spec?.replicas ?? 1), 0);
  return {
    name: path.replace(/^.*\//, '').replace(/\.yaml$/, ''),
    title: scenario?.title ?? { en: '', ja: '' },
    nodes: of('Node').length + (scenario?.generate?.nodes ?? 0),
    running: [...new Set(bound)].sort().map((node) => bound.filter((b) => b === node).length),
    pods: of('Pod').length + (scenario?.generate?.pods ?? 0) + replicas - bound.length,
    source,
  };
}

export const GALLERY: readonly Prepared[] = Object.entries(FILES)
  .map(([path, source]) => prepare(path, source))
  .sort((a, b) => (a.name === FIRST ? -1 : b.name === FIRST ? 1 : a.name < b.name ? -1 : 1));

export const prepared = (name: string): Prepared | undefined => GALLERY.find((item) => item.name === name);
