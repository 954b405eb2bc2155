/**
 * kubernetes pkg/scheduler/framework/plugins/imagelocality/image_locality.go (v1.35; C-8). An image's size is the one of
 * the first-added node that reports it. Left out: that a size outlives that node.
 */
import { type CycleContext, MAX_NODE_SCORE, type Plugin } from '../../framework.ts';
import { mulDiv } from '../../int.ts';

const MEBIBYTE = 1024 * 1024;
const MIN_SUM = 23 * MEBIBYTE;
const MAX_PER_CONTAINER = 1000 * MEBIBYTE;

/** The name that nodes report: with a tag. */
export const normalizedImageName = (image: string): string =>
  image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;

/** What a node gains by having the image: its size, scaled by how many nodes have it (a lone copy attracts less). */
function worthOf(cx: CycleContext, image: string): number {
  let having = 0;
  let size = 0;
  let firstAdded = Infinity;
  for (const { images, added } of cx.nodes) {
    const bytes = images.get(image);
    if (bytes === undefined) continue;
    having++;
    if (added < firstAdded) {
      firstAdded = added;
      size = bytes;
    }
  }
  return Math.trunc(size * (having / cx.nodes.length));
}

export const imageLocality: Plugin = {
  name: 'ImageLocality',
  preScore(cx) {
    const { initContainers = [], containers } = cx.pod.pod.spec;
    const images = [...initContainers, ...containers].map(({ image = '' }) => normalizedImageName(image));
    const worth = images.map((image) => worthOf(cx, image));
    const max = MAX_PER_CONTAINER * images.length;
    return {
      kind: 'run',
      run: {
        score({ images: present }) {
          const sum = images.reduce((total, image, i) => total + (present.has(image) ? (worth[i] ?? 0) : 0), 0);
          const clamped = Math.min(Math.max(sum, MIN_SUM), max);
          return mulDiv(MAX_NODE_SCORE, clamped - MIN_SUM, max - MIN_SUM);
        },
      },
    };
  },
};
