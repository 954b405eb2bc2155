/** Words of the timeline and of its tools. */
import type { Lang } from './lang.ts';

export interface TimelineWords {
  /** What stands in the row that several share. */
  readonly others: (n: string) => string;
  readonly nobody: string;
  readonly tools: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fitAll: string;
  readonly fitSelection: string;
  readonly left: string;
  readonly right: string;
  readonly options: string;
  readonly close: string;
  readonly show: string;
  readonly filter: string;
  readonly filterHint: string;
  readonly onlySelected: (key: string) => string;
  readonly nothingSelected: string;
  readonly lanes: string;
  readonly openLane: (lane: string) => string;
  readonly closeLane: (lane: string) => string;
  readonly rowsOf: string;
  readonly chain: string;
  readonly bookmarks: string;
  readonly bookmark: string;
  readonly unbookmark: string;
  readonly noBookmark: string;
  readonly nameOf: (step: string) => string;
  readonly remove: (name: string) => string;
  readonly goTo: (step: string) => string;
  readonly reset: string;
  readonly filtered: string;
  /** The twin of the picture. */
  readonly twin: string;
  readonly twinRows: string;
  readonly row: string;
  readonly inWindow: string;
  readonly inAll: string;
  readonly cause: (step: string, said: string) => string;
  readonly effect: (step: string, said: string) => string;
  readonly noCause: string;
  readonly fault: (name: string, from: string, to: string) => string;
  readonly lasting: (name: string, from: string) => string;
  readonly chainOf: (steps: string) => string;
  readonly keysTitle: string;
  readonly keyRows: readonly (readonly [string, string])[];
}

const EN: TimelineWords = {
  others: (n) => `${n} more`,
  nobody: 'scenario',
  tools: 'Timeline tools',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitAll: 'Show all steps',
  fitSelection: 'Zoom to the selection',
  left: 'Earlier',
  right: 'Later',
  options: 'Timeline: filter, lanes, bookmarks',
  close: 'Close',
  show: 'Show',
  filter: 'Filter the timeline',
  filterHint: 'kind, object, who, detail',
  onlySelected: (key) => `only events about ${key}`,
  nothingSelected: 'only events about the selection',
  lanes: 'Lanes',
  openLane: (lane) => `Open ${lane}: a row for each who acts`,
  closeLane: (lane) => `Close ${lane}`,
  rowsOf: 'rows',
  chain: 'lines all the way back to the first cause',
  bookmarks: 'Bookmarks',
  bookmark: 'Bookmark this step',
  unbookmark: 'Remove the bookmark of this step',
  noBookmark: 'None yet. M sets one at this step; it goes with a shared link.',
  nameOf: (step) => `Name of the bookmark at step ${step}`,
  remove: (name) => `Remove ${name}`,
  goTo: (step) => `Go to step ${step}`,
  reset: 'Show everything',
  filtered: 'filtered',
  twin: 'The timeline in words',
  twinRows: 'Events by row',
  row: 'row',
  inWindow: 'in the window',
  inAll: 'in all',
  cause: (step, said) => `Cause, step ${step}: ${said}`,
  effect: (step, said) => `Effect, step ${step}: ${said}`,
  noCause: 'Nothing caused this step.',
  fault: (name, from, to) => `${name}, steps ${from} to ${to}`,
  lasting: (name, from) => `${name}, from step ${from}`,
  chainOf: (steps) => `Back to the first cause, by steps: ${steps}`,
  keysTitle: 'On the timeline',
  keyRows: [
    ['W / S', 'zoom in, out (also Ctrl and the wheel)'],
    ['A / D', 'earlier, later (also Shift and the wheel, or drag)'],
    ['F', 'zoom to the selection; again: all steps'],
    ['C / E', 'to the cause, to the first effect'],
    ['H', 'lines all the way back'],
    ['N / P', 'next, previous event that is shown'],
    ['M', 'set or remove a bookmark'],
  ],
};

const JA: TimelineWords = {
  others: (n) => `ほか ${n}`,
  nobody: 'シナリオ',
  tools: 'タイムラインの道具',
  zoomIn: '拡大',
  zoomOut: '縮小',
  fitAll: '全ステップを表示',
  fitSelection: '選択中のものに合わせる',
  left: '前へ',
  right: '後へ',
  options: 'タイムライン: 絞り込み、レーン、しおり',
  close: '閉じる',
  show: '表示',
  filter: 'タイムラインを絞り込む',
  filterHint: '種類、対象、主体、詳細',
  onlySelected: (key) => `${key} のイベントだけ`,
  nothingSelected: '選択中のもののイベントだけ',
  lanes: 'レーン',
  openLane: (lane) => `${lane} を開く: 主体ごとに 1 行`,
  closeLane: (lane) => `${lane} を閉じる`,
  rowsOf: '行',
  chain: '最初の原因まで線を引く',
  bookmarks: 'しおり',
  bookmark: 'このステップにしおりを付ける',
  unbookmark: 'このステップのしおりを外す',
  noBookmark: 'まだありません。M でこのステップに付きます。共有リンクにも入ります。',
  nameOf: (step) => `ステップ ${step} のしおりの名前`,
  remove: (name) => `${name} を外す`,
  goTo: (step) => `ステップ ${step} へ`,
  reset: 'すべて表示',
  filtered: '絞り込み中',
  twin: 'タイムラインを言葉で',
  twinRows: '行ごとのイベント数',
  row: '行',
  inWindow: '窓の中',
  inAll: '全体',
  cause: (step, said) => `原因、ステップ ${step}: ${said}`,
  effect: (step, said) => `結果、ステップ ${step}: ${said}`,
  noCause: 'このステップに原因はありません。',
  fault: (name, from, to) => `${name}、ステップ ${from} から ${to} まで`,
  lasting: (name, from) => `${name}、ステップ ${from} から`,
  chainOf: (steps) => `最初の原因までのステップ: ${steps}`,
  keysTitle: 'タイムラインで',
  keyRows: [
    ['W / S', '拡大、縮小 (Ctrl とホイールでも)'],
    ['A / D', '前へ、後へ (Shift とホイール、ドラッグでも)'],
    ['F', '選択中のものに合わせる。もう一度で全ステップ'],
    ['C / E', '原因へ、最初の結果へ'],
    ['H', '最初の原因までの線'],
    ['N / P', '表示中の次、前のイベント'],
    ['M', 'しおりを付ける、外す'],
  ],
};

export const timelineWords = (lang: Lang): TimelineWords => (lang === 'ja' ? JA : EN);
