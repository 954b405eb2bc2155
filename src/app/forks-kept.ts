/**
 * The way back from a fork, for when the page that made it is gone: an entry of the browser's history keeps it beside its
 * address, so a reload, Back or Forward brings a fork on screen that can still be undone.
 */
export interface KeptFork {
  /** The last step that it shares with what was before. */
  readonly from: number;
  /** Address of what was before: `location.hash`. */
  readonly home: string;
  /** What was before may be a fork itself. */
  readonly before?: KeptFork;
}

/** Browsers bound what an entry may hold; each address may have 64 KiB. */
const DEEPEST = 6;

/** @param state of an entry of the browser's history, written by any version of the page */
export function forkIn(state: unknown, depth = DEEPEST): KeptFork | undefined {
  if (typeof state !== 'object' || state === null || depth === 0) return undefined;
  const { fork } = state as { readonly fork?: unknown };
  if (typeof fork !== 'object' || fork === null) return undefined;
  const { from, home, before } = fork as Partial<KeptFork>;
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 0 || typeof home !== 'string') return undefined;
  const earlier = forkIn({ fork: before }, depth - 1);
  return { from, home, ...(earlier === undefined ? {} : { before: earlier }) };
}
