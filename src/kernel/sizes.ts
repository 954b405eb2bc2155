/** The kernel's tunable sizes. Tests make them tiny so that every edge is met often. */
export interface Sizes {
  /** A chunk of a column holds 2^chunkBits entries. */
  readonly chunkBits: number;
  /** A page of heads holds 2^pageBits slots. */
  readonly pageBits: number;
  /** Rows of the log between two keyframes, at least. */
  readonly keyframeRows: number;
}

export const DEFAULT_SIZES: Sizes = { chunkBits: 14, pageBits: 8, keyframeRows: 16_384 };
