/** What a person may write into "Go to step". */
export type StepWish =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'relative'; readonly by: number }
  | { readonly kind: 'time'; readonly micros: number };

const NUMBER = /^([+-]?)(\d{1,12})$/;
const CLOCK = /^(?:(\d+):)?(\d+):(\d{1,2})(?:\.(\d{1,6}))?$/;
const SECONDS = /^(\d+)(?:\.(\d{1,6}))?\s*(ms|s)$/;

const fraction = (digits: string | undefined): number => Number((digits ?? '').padEnd(6, '0'));

/**
 * "128", "1,280", "+10", "-10" (or a real minus sign), "0:01.5", "1:02:03", "2s", "450 ms". Digits of full width, as a
 * Japanese keyboard gives them, count too.
 */
export function parseStep(input: string): StepWish | undefined {
  const text = input
    .normalize('NFKC')
    .trim()
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/(\d),(?=\d{3})/g, '$1');
  const number = NUMBER.exec(text);
  if (number !== null) {
    const value = Number(number[2]);
    if (number[1] === '') return { kind: 'step', step: value };
    return { kind: 'relative', by: number[1] === '-' ? -value : value };
  }
  const clock = CLOCK.exec(text);
  if (clock !== null) {
    const seconds = Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
    return { kind: 'time', micros: seconds * 1e6 + fraction(clock[4]) };
  }
  const seconds = SECONDS.exec(text);
  if (seconds === null) return undefined;
  const micros = Number(seconds[1]) * 1e6 + fraction(seconds[2]);
  return { kind: 'time', micros: seconds[3] === 'ms' ? Math.round(micros / 1000) : micros };
}

/** Where a person stands among the steps of a run. */
export interface Place {
  readonly step: number;
  readonly steps: number;
  /** The last step at or before a simulated time in microseconds. */
  readonly stepAt: (micros: number) => number;
}

/** Where a text leads. */
export interface Landing {
  readonly step: number;
  /** A text with a sign: how many steps from where the person stands. */
  readonly by?: number;
  /** The run ends before the step that was asked for. */
  readonly short: boolean;
}

/** @returns undefined where the text is neither step nor time */
export function landing(text: string, { step, steps, stepAt }: Place): Landing | undefined {
  const wish = parseStep(text);
  if (wish === undefined) return undefined;
  if (wish.kind === 'time') return { step: stepAt(wish.micros), short: false };
  const asked = wish.kind === 'step' ? wish.step : step + wish.by;
  const reached = Math.max(0, Math.min(asked, steps));
  return { step: reached, short: reached !== asked, ...(wish.kind === 'relative' ? { by: wish.by } : {}) };
}
