/** A schedule field by field, and what a manifest of a timer gets wrong before any run: pure readings of text. */

export interface ScheduleField {
  readonly name: 'minute' | 'hour' | 'day' | 'month' | 'weekday';
  readonly text: string;
}

const NAMES: readonly ScheduleField['name'][] = ['minute', 'hour', 'day', 'month', 'weekday'];
const DESCRIPTORS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** @returns [] where it has not five fields ("@every 5m") */
export function fieldsOf(schedule: string): readonly ScheduleField[] {
  const plain = schedule.replace(/^(?:CRON_)?TZ=\S*\s+/, '');
  const texts = (DESCRIPTORS[plain] ?? plain).split(/\s+/).filter((text) => text !== '');
  return texts.length === NAMES.length ? NAMES.map((name, i) => ({ name, text: texts[i] ?? '' })) : [];
}

export type Rhythm =
  | { readonly kind: 'minutely' }
  | { readonly kind: 'every-minutes'; readonly minutes: number }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'daily'; readonly hour: number; readonly minute: number };

const number = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

/** The common rhythms; undefined = any other. */
export function rhythmOf(schedule: string): Rhythm | undefined {
  const [minute, hour, day, month, weekday] = fieldsOf(schedule).map(({ text }) => text);
  if (minute === undefined || [day, month, weekday].some((text) => text !== '*')) return undefined;
  const at = number(minute);
  const every = number(/^\*\/(\d+)$/.exec(minute)?.[1]);
  if (hour === '*') {
    if (minute === '*') return { kind: 'minutely' };
    if (every !== undefined) return { kind: 'every-minutes', minutes: every };
    return at === undefined ? undefined : { kind: 'hourly', minute: at };
  }
  const of = number(hour);
  return at === undefined || of === undefined ? undefined : { kind: 'daily', hour: of, minute: at };
}

export type ManifestFault = 'beta' | 'parenthesis' | 'redirection';

export interface Found {
  readonly fault: ManifestFault;
  /** Where in the text it stands. */
  readonly from: number;
  readonly to: number;
}

const BETA = 'batch/v1beta1';
const NO_QUOTES = /'[^']*'|"(?:\\.|[^"\\])*"/g;

/** CronJobs of batch/v1beta1 are not served since 1.25. */
export function apiVersionFault(apiVersion: string): readonly Found[] {
  return apiVersion === BETA ? [{ fault: 'beta', from: 0, to: apiVersion.length }] : [];
}

/** What a POSIX shell will not do with a line as its writer meant it. Quoted text is left alone. */
export function shellFaults(line: string): readonly Found[] {
  const bare = line.replace(NO_QUOTES, (text) => ' '.repeat(text.length));
  return [...parentheses(bare), ...redirections(bare)].sort((a, b) => a.from - b.from);
}

/** Each parenthesis without its partner. */
function parentheses(bare: string): readonly Found[] {
  const open: number[] = [];
  const found: Found[] = [];
  for (const { 0: text, index } of bare.matchAll(/[()]/g)) {
    if (text === '(') open.push(index);
    else if (open.pop() === undefined) found.push({ fault: 'parenthesis', from: index, to: index + 1 });
  }
  return [...found, ...open.map((from): Found => ({ fault: 'parenthesis', from, to: from + 1 }))];
}

/** "<https://…>": the shell reads from a file of that name, and writes into what stands behind. */
function redirections(bare: string): readonly Found[] {
  return [...bare.matchAll(/<\s*[a-z]+:\/\/[^\s>]*>?/g)].map(({ 0: text, index }) => ({
    fault: 'redirection',
    from: index,
    to: index + text.length,
  }));
}

/** The line that `sh -c` is given; "" where the command is no shell. */
export function shellLine(command: readonly string[]): string {
  const at = command.findIndex(
    (word, i) => /(?:^|\/)(?:ba|da|a)?sh$/.test(word) && /^-[a-z]*c$/.test(command[i + 1] ?? ''),
  );
  return at < 0 ? '' : (command[at + 2] ?? '');
}

/** A timer of one curl a day as articles print it: three faults, none of which the schedule shows. */
export const FAULTY_TIMER = {
  apiVersion: BETA,
  schedule: '0 10 * * *',
  line: 'date; (curl -s <https://timer.example/run>',
} as const;

export const CURED_TIMER = {
  apiVersion: 'batch/v1',
  schedule: '0 10 * * *',
  line: "date; curl -fsS 'https://timer.example/run'",
} as const;
