/** What is still due where a run ends, in words: many alike stand in one line. */
import type { DueCode, DueRow, Trouble, UnreachedEntry } from '../../protocol/protocol.ts';
import type { Lang } from './lang.ts';
import { simTime } from './numbers.ts';

export interface DueWords {
  readonly title: string;
  readonly due: string;
  readonly wrong: string;
  /** What stands on the button that opens the list. */
  readonly open: (lines: string) => string;
  readonly show: string;
  readonly runOn: (time: string) => string;
  readonly more: (lines: string) => string;
  readonly close: string;
}

const WORDS: Readonly<Record<Lang, DueWords>> = {
  en: {
    title: 'At the end of the run',
    due: 'Still due',
    wrong: 'Stands still',
    open: (lines) => `At the end of the run: ${lines} to see`,
    show: 'Show',
    runOn: (time) => `Run on to ${time}`,
    more: (lines) => `and ${lines} more`,
    close: 'Close the end of the run',
  },
  ja: {
    title: '実行の終わり',
    due: 'この先の予定',
    wrong: '止まっているもの',
    open: (lines) => `実行の終わり: ${lines} 件`,
    show: '見る',
    runOn: (time) => `${time} まで進める`,
    more: (lines) => `ほかに ${lines} 件`,
    close: '実行の終わりを閉じる',
  },
};

export const dueWords = (lang: Lang): DueWords => WORDS[lang];

export interface DueLine {
  /** Of the first of them, ticks. */
  readonly at: number;
  readonly text: string;
}

const EN: Readonly<Record<DueCode, readonly [one: string, many: string]>> = {
  'next-run': ['its next run', 'their next runs'],
  eviction: ['its eviction', 'their eviction'],
  'active-deadline': ['its activeDeadlineSeconds are over', 'their activeDeadlineSeconds are over'],
  'time-to-live': ['its ttlSecondsAfterFinished are over', 'their ttlSecondsAfterFinished are over'],
  'min-ready': ['its minReadySeconds are over', 'their minReadySeconds are over'],
  'container-end': ['a container of it ends', 'a container of each ends'],
  stop: ['its containers have stopped', 'their containers have stopped'],
  probe: ['its next probe', 'their next probes'],
  'progress-deadline': ['its progress deadline', 'their progress deadlines'],
  'back-off': ['its back-off is over', 'their back-offs are over'],
};

const JA: Readonly<Record<DueCode, string>> = {
  'next-run': '次の実行',
  eviction: 'eviction',
  'active-deadline': 'activeDeadlineSeconds が切れる',
  'time-to-live': 'ttlSecondsAfterFinished が切れる',
  'min-ready': 'minReadySeconds が過ぎる',
  'container-end': 'コンテナが終わる',
  stop: 'コンテナが止まる',
  probe: '次の probe',
  'progress-deadline': 'progress deadline が切れる',
  'back-off': 'back-off が明ける',
};

const SECOND = 1_000_000;

/** Simulated time in whole seconds: "5:45", "9:58:20". @param micros microseconds */
export const clock = (micros: number): string => simTime(micros).replace(/\.\d+$/, '');

/** By when it has happened, as `--until time:` takes it: the next whole second, "9h58m21s". */
export const untilText = (micros: number): string => durationText((Math.floor(micros / SECOND) + 1) * SECOND);

/** As a scenario has it: "9h58m21s", "1.5s". */
function durationText(micros: number): string {
  const minutes = Math.floor(micros / (60 * SECOND));
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'm'],
    [(micros - minutes * 60 * SECOND) / SECOND, 's'],
  ] as const;
  const text = parts.flatMap(([n, unit]) => (n === 0 ? [] : [`${String(n)}${unit}`])).join('');
  return text === '' ? '0s' : text;
}

/** In the order of the first of each. */
export function dueLines(rows: readonly DueRow[], lang: Lang): readonly DueLine[] {
  const groups = new Map<string, DueRow[]>();
  for (const row of rows) {
    const id = [row.what, row.object.split('/')[0], nodeOf(row), clock(row.at)].join(' ');
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ at: first.at, text: lineOf(group, first, lang) }];
  });
}

/** A node's Pods leave it together; else it says nothing. */
const nodeOf = ({ what, node = '' }: DueRow): string => (what === 'eviction' ? node : '');

function lineOf(group: readonly DueRow[], first: DueRow, lang: Lang): string {
  const many = group.length > 1;
  const [kind = '', ...name] = first.object.split('/');
  const node = nodeOf(first);
  if (lang === 'ja') {
    const who = many ? `${kind} ${String(group.length)} 個` : `${kind} ${name.join('/')}`;
    return `${who}${node === '' ? '' : `（${node}）`}: ${clock(first.at)} に${spaced(JA[first.what])}`;
  }
  const who = many ? `${String(group.length)} ${kind}s` : `${kind} ${name.join('/')}`;
  return `${who}${node === '' ? '' : ` on ${node}`}: ${EN[first.what][many ? 1 : 0]} at ${clock(first.at)}`;
}

/** Latin words stand apart from kana. */
const spaced = (words: string): string => (/^[a-z]/i.test(words) ? ` ${words}` : words);

/** A sentence for each. */
export const unreachedLines = (entries: readonly UnreachedEntry[], lang: Lang): readonly string[] =>
  entries.map(({ index, verb, at, afterStep, waitsFor }) => {
    const when =
      at !== undefined ? `at: ${durationText(at)}` : afterStep === undefined ? '' : `afterStep: ${String(afterStep)}`;
    const entry = `spec.timeline.${String(index)}${when === '' ? '' : ` (${when})`}`;
    if (waitsFor !== undefined) {
      const { events, watch } = waitsFor;
      return lang === 'ja'
        ? `${entry} の ${verb} が待つ ${watch} のイベントは、あと ${String(events)} 件来ませんでした`
        : `${entry}: ${verb} still waits for ${String(events)} ${events === 1 ? 'event' : 'events'} of ${watch}`;
    }
    return lang === 'ja'
      ? `${entry} の ${verb} まで進まずに終わりました`
      : `${entry} was not reached: its ${verb} did not happen`;
  });

/** "Deployment default/web: ProgressDeadlineExceeded: ReplicaSet … has timed out progressing.": the controllers' own words. */
export const troubleLine = ({ object, reason, message }: Trouble): string =>
  `${object.replace('/', ' ')}: ${reason}: ${message}`;
