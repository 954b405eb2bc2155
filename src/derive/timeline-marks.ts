/** What a person put on a timeline, and what stops there; and which of it has room. */
export interface Bookmark {
  readonly step: number;
  readonly name: string;
}

export interface FlagSpot {
  readonly step: number;
  readonly x: number;
  /** The name, cut where it must be; "" = no room for it. */
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

const FLAG = 8;
const AIR = 8;
const NAME_MAX = 24;

const cutName = (name: string): string => (name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX - 1)}…`);

/**
 * Where bookmarks stand over the overview: every flag, and the names that reach no other flag.
 * @param ordered by step @param width of a text
 */
export function placeFlags(
  ordered: readonly Bookmark[],
  xOf: (step: number) => number,
  width: (text: string) => number,
  end: number,
): readonly FlagSpot[] {
  return ordered.map(({ step, name }, i) => {
    const x = xOf(step);
    const next = ordered[i + 1];
    const room = Math.min(end, next === undefined ? end : xOf(next.step) - AIR) - (x + FLAG);
    const whole = cutName(name);
    const text = width(whole) <= room ? whole : '';
    return { step, x, text, left: x - FLAG / 2, right: x + FLAG + (text === '' ? 0 : width(text)) };
  });
}

/** Longest way back that is shown. */
const CHAIN_MAX = 4096;

/** The step, its cause, the cause of that, and so on to what nothing caused. */
export function causesOf(trace: { cause(step: number): number }, step: number): readonly number[] {
  const chain = [step];
  for (let k = trace.cause(step); k > 0 && chain.length < CHAIN_MAX; k = trace.cause(k)) chain.push(k);
  return chain;
}
