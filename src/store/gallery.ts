/**
 * The prepared scenarios: a file each in scenario/gallery, which the build turns into JSON, so that the first picture needs no
 * YAML reader. Only the first one comes with the page.
 */
import type { InformerGeneration } from '../protocol/protocol.ts';
import { GALLERY_GROUPS, type GalleryItem } from './gallery-table.ts';

export { GALLERY_GROUPS } from './gallery-table.ts';
export type { GalleryItem } from './gallery-table.ts';

export const FIRST = 'web';

const COME_ALONG = import.meta.glob<string>('../scenario/gallery/web.yaml', {
  query: '?json',
  import: 'default',
  eager: true,
});
const fileOf = (name: string): string => `../scenario/gallery/${name}.yaml`;

const GALLERY: readonly GalleryItem[] = GALLERY_GROUPS.flatMap(({ items }) => items);

const isOf = (item: GalleryItem, name: string): boolean =>
  item.name === name || item.variants.some((variant) => variant.name === name);

/** The item that a scenario is a form of. */
export const prepared = (name: string): GalleryItem | undefined => GALLERY.find((item) => isOf(item, name));

/** The form of the same item that has the queue. @returns its name; undefined where there is none */
export const formWith = (name: string, generation: InformerGeneration): string | undefined =>
  prepared(name)?.variants.find((variant) => variant.generation === generation)?.name;

const loadTexts = () => import('./gallery-texts.ts');

/** The text of a prepared scenario, as JSON. Rejects where it does not come over the network. */
export async function galleryText(name: string): Promise<string> {
  const first = COME_ALONG[fileOf(name)];
  return first ?? (await loadTexts()).TEXTS[fileOf(name)] ?? '';
}

/** While there is time, and a network. */
export const preloadGallery = async (): Promise<void> => {
  await loadTexts().catch(() => undefined);
};
