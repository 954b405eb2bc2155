/** Words of breakpoints and watch expressions, and of what is wrong with one: what, where, what to do. */
import type { ConditionCode, ConditionProblem } from '../../protocol/protocol.ts';
import type { Lang } from './lang.ts';

type Params = ConditionProblem['params'];
type Told = readonly [what: string, todo: string];

export interface ConditionWords {
  readonly title: string;
  readonly stopsAt: string;
  readonly add: string;
  readonly field: string;
  readonly fieldHint: string;
  readonly none: string;
  readonly hits: (n: string) => string;
  readonly looking: string;
  readonly remove: (text: string) => string;
  readonly examples: string;
  readonly use: (text: string) => string;
  readonly watchTitle: string;
  readonly watchAdd: string;
  readonly watchField: string;
  readonly watchNone: string;
  readonly absent: string;
  readonly since: (step: string) => string;
  readonly always: string;
  readonly was: (value: string) => string;
  readonly selection: string;
  readonly nextChange: string;
  readonly previousChange: string;
  readonly stopped: (text: string) => string;
  readonly close: string;
  readonly at: (column: string) => string;
  readonly wrong: Readonly<Record<ConditionCode, (params: Params) => Told>>;
}

const end = (found: string | undefined, lang: Lang): string =>
  found === undefined || found === ''
    ? lang === 'ja'
      ? '末尾'
      : 'the end'
    : lang === 'ja'
      ? `「${found}」`
      : `"${found}"`;

const FIELDS = 'kind, lane, subject, object, detail, number, step';
const FUNCTIONS = 'phase(…), node(…), status(…), revision(…), exists(…), field(…, path), count(…), queue(…)';

const EN: ConditionWords = {
  title: 'Breakpoints',
  stopsAt: 'stops at',
  add: 'Add breakpoint',
  field: 'Breakpoint',
  fieldHint: 'kind = store.written and detail = bind',
  none: 'None yet. Play pauses at each hit; F8 and Shift+F8 run there and back.',
  hits: (n) => (n === '1' ? '1 hit' : `${n} hits`),
  looking: 'looking …',
  remove: (text) => `Remove ${text}`,
  examples: 'For instance',
  use: (text) => `Use ${text}`,
  watchTitle: 'Watch expressions',
  watchAdd: 'Add watch expression',
  watchField: 'Watch expression',
  watchNone: 'None yet. Shows the value at the play-head, and where it last changed.',
  absent: 'absent',
  since: (step) => `since step ${step}`,
  always: 'from the start',
  was: (value) => `was ${value}`,
  selection: 'Selection',
  nextChange: 'To its next change',
  previousChange: 'Back to its last change',
  stopped: (text) => `stopped: ${text}`,
  close: 'Close',
  at: (column) => `character ${column}`,
  wrong: {
    'condition-empty': () => ['Nothing is written.', 'Write a condition, or take one of those below.'],
    'condition-long': (p) => [`It is longer than ${p['limit'] ?? ''} characters.`, 'Make two of it.'],
    'condition-deep': (p) => [
      `More than ${p['limit'] ?? ''} parentheses or "not" lie in each other.`,
      'Take some away.',
    ],
    'condition-what': (p) => [
      `Here stands ${end(p['found'], 'en')} where something to look at is expected.`,
      `Write one of ${FIELDS}, or ${FUNCTIONS}.`,
    ],
    'condition-unknown': (p) => [
      `There is no ${end(p['found'], 'en')} to look at.`,
      `Events have ${FIELDS}; of the state there is ${FUNCTIONS}.`,
    ],
    'condition-comparison': (p) => [
      `Here stands ${end(p['found'], 'en')} where a comparison is expected.`,
      'Write =, !=, ~ (holds), !~, <, <=, > or >=.',
    ],
    'condition-value': (p) => [
      `Behind ${p['comparison'] ?? ''} a value is missing.`,
      'Write a word, a number, or a text in quotes; "" is the empty one.',
    ],
    'condition-number': (p) => [
      `${p['comparison'] ?? ''} compares numbers, and ${end(p['found'], 'en')} is none.`,
      'Write a number, or compare with = or ~.',
    ],
    'condition-closing': (p) => [
      `Here stands ${end(p['found'], 'en')} where "${p['sign'] ?? ''}" is expected.`,
      `Put "${p['sign'] ?? ''}" there.`,
    ],
    'condition-quote': (p) => [`The text that begins here has no end.`, `Close it with ${p['quote'] ?? ''}.`],
    'condition-key': (p) => [
      `${end(p['found'], 'en')} names no object.`,
      'Write Kind/namespace/name, or Kind/name where there is no namespace: Pod/default/web-1, Node/node-a.',
    ],
    'condition-one-key': (p) => [
      `${end(p['found'], 'en')} may be many objects.`,
      'Name one, or count them: count(pods where name = web-* and phase = Running) > 0.',
    ],
    'condition-kind': (p) => [
      `There is no event kind ${end(p['found'], 'en')}.`,
      (p['like'] ?? '') === ''
        ? 'Kinds are written as cycle.bound or response.delivered.'
        : `Did you mean ${p['like'] ?? ''}?`,
    ],
    'condition-resource': (p) => [
      `${end(p['found'], 'en')} is no resource.`,
      'Write one as kubectl has it: pods, nodes, deployments.',
    ],
    'condition-queue': (p) => [`The scheduler has no queue ${end(p['found'], 'en')}.`, `It has ${p['known'] ?? ''}.`],
    'condition-lane': (p) => [`There is no lane ${end(p['found'], 'en')}.`, `There are ${p['known'] ?? ''}.`],
    'condition-rest': (p) => [
      `From ${end(p['found'], 'en')} on it cannot be read.`,
      'Join two conditions with and or or, and put a text with blanks in quotes.',
    ],
  },
};

const JA: ConditionWords = {
  title: 'ブレークポイント',
  stopsAt: '停止条件',
  add: 'ブレークポイントを追加',
  field: 'ブレークポイント',
  fieldHint: 'kind = store.written and detail = bind',
  none: 'まだありません。当たると再生が止まります。F8 で次へ、Shift+F8 で前へ。',
  hits: (n) => `${n} 回`,
  looking: '調査中…',
  remove: (text) => `${text} を外す`,
  examples: '例',
  use: (text) => `${text} を使う`,
  watchTitle: '監視式',
  watchAdd: '監視式を追加',
  watchField: '監視式',
  watchNone: 'まだありません。再生位置での値と、最後に変わった所を示します。',
  absent: 'なし',
  since: (step) => `ステップ ${step} から`,
  always: '最初から',
  was: (value) => `前は ${value}`,
  selection: '選択中',
  nextChange: '次の変更へ',
  previousChange: '前の変更へ',
  stopped: (text) => `停止: ${text}`,
  close: '閉じる',
  at: (column) => `${column} 文字目`,
  wrong: {
    'condition-empty': () => ['何も書かれていません。', '条件を書くか、下の例を使ってください。'],
    'condition-long': (p) => [`${p['limit'] ?? ''} 文字を超えています。`, '二つに分けてください。'],
    'condition-deep': (p) => [`括弧と not の入れ子が ${p['limit'] ?? ''} 段を超えています。`, '減らしてください。'],
    'condition-what': (p) => [
      `見る対象を書く所に${end(p['found'], 'ja')}があります。`,
      `${FIELDS}、または ${FUNCTIONS} を書いてください。`,
    ],
    'condition-unknown': (p) => [
      `${end(p['found'], 'ja')}という対象はありません。`,
      `イベントには ${FIELDS}、状態には ${FUNCTIONS} があります。`,
    ],
    'condition-comparison': (p) => [
      `比較を書く所に${end(p['found'], 'ja')}があります。`,
      '=、!=、~ (含む)、!~、<、<=、>、>= のどれかを書いてください。',
    ],
    'condition-value': (p) => [
      `${p['comparison'] ?? ''} の後に値がありません。`,
      '語、数、または引用符で囲んだ文字列を書いてください。空は "" です。',
    ],
    'condition-number': (p) => [
      `${p['comparison'] ?? ''} は数を比べますが、${end(p['found'], 'ja')}は数ではありません。`,
      '数を書くか、= や ~ で比べてください。',
    ],
    'condition-closing': (p) => [
      `「${p['sign'] ?? ''}」を書く所に${end(p['found'], 'ja')}があります。`,
      `「${p['sign'] ?? ''}」を書いてください。`,
    ],
    'condition-quote': (p) => ['ここで始まる文字列に終わりがありません。', `${p['quote'] ?? ''} で閉じてください。`],
    'condition-key': (p) => [
      `${end(p['found'], 'ja')}はオブジェクトの名前ではありません。`,
      'Kind/namespace/name、namespace がなければ Kind/name と書いてください: Pod/default/web-1、Node/node-a。',
    ],
    'condition-one-key': (p) => [
      `${end(p['found'], 'ja')}は複数になりえます。`,
      '一つを指すか、数えてください: count(pods where name = web-* and phase = Running) > 0。',
    ],
    'condition-kind': (p) => [
      `イベントの種類に${end(p['found'], 'ja')}はありません。`,
      (p['like'] ?? '') === ''
        ? '種類は cycle.bound や response.delivered のように書きます。'
        : `${p['like'] ?? ''} のことでしょうか。`,
    ],
    'condition-resource': (p) => [
      `${end(p['found'], 'ja')}というリソースはありません。`,
      'kubectl と同じ名前で書いてください: pods、nodes、deployments。',
    ],
    'condition-queue': (p) => [
      `スケジューラーに${end(p['found'], 'ja')}というキューはありません。`,
      `${p['known'] ?? ''} があります。`,
    ],
    'condition-lane': (p) => [`${end(p['found'], 'ja')}というレーンはありません。`, `${p['known'] ?? ''} があります。`],
    'condition-rest': (p) => [
      `${end(p['found'], 'ja')}から先が読めません。`,
      '条件は and か or でつなぎ、空白を含む文字列は引用符で囲んでください。',
    ],
  },
};

export const conditionWords = (lang: Lang): ConditionWords => (lang === 'ja' ? JA : EN);
