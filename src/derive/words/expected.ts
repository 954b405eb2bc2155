/** What should stand in a field, in words; from the names that the scenario's shapes give it. */
import type { Lang } from './lang.ts';
import { text, type ProblemParams } from './problem-codes.ts';

const NAMES: Readonly<Record<string, Readonly<Record<Lang, string>>>> = {
  string: { en: 'a string', ja: '文字列' },
  number: { en: 'a number', ja: '数' },
  boolean: { en: 'true or false', ja: 'true か false' },
  object: { en: 'an object', ja: 'オブジェクト' },
  array: { en: 'an array', ja: '配列' },
  integer: { en: 'a whole number', ja: '整数' },
  'not-empty': { en: 'a text that is not empty', ja: '空でないテキスト' },
  'one-container': { en: 'a list of at least one container', ja: 'コンテナーが 1 つ以上あるリスト' },
  'one-right-option': { en: 'a list in which exactly one option is right', ja: '正解がちょうど 1 つあるリスト' },
  'pod-prefix': { en: 'three numbers with dots, as in 10.244.3.', ja: '10.244.3. のような、点で区切った 3 つの数' },
  'field-path': {
    en: 'a path of fields, as in .metadata.labels.app',
    ja: '.metadata.labels.app のようなフィールドのパス',
  },
  'kind-and-name': { en: 'a kind and a name, as in Service/web', ja: 'Service/web のような種類と名前' },
  bilingual: { en: 'a text, or {en: …, ja: …}', ja: 'テキスト、または {en: …, ja: …}' },
  client: {
    en: 'a process, as in kube-scheduler, or a watch, as in "kube-scheduler pods"',
    ja: 'kube-scheduler のようなプロセス、または "kube-scheduler pods" のような watch',
  },
};

/** ">=0" and "<=10". */
function bound(part: string, lang: Lang): string | undefined {
  const [, sign, limit] = /^([<>])=(.+)$/.exec(part) ?? [];
  if (sign === undefined || limit === undefined) return undefined;
  if (lang === 'ja') return `${limit} ${sign === '>' ? '以上' : '以下'}`;
  return `${sign === '>' ? 'at least' : 'at most'} ${limit}`;
}

const plain = (part: string): string => part.replace(/^"(.*)"$/, '$1');

/** "" where it is not known. */
export function expectedWords(params: ProblemParams, lang: Lang): string {
  const parts = text(params, 'expected').split(' | ');
  const said = parts.map((part) => NAMES[part]?.[lang] ?? bound(part, lang) ?? plain(part));
  const last = said.pop() ?? '';
  if (said.length === 0) return last;
  return lang === 'ja' ? `${said.join('、')}、または ${last}` : `${said.join(', ')} or ${last}`;
}

/** What stands there: a type, or the value itself. */
export function gotWords(params: ProblemParams, lang: Lang): string {
  const got = text(params, 'got');
  return (/^(?:Object|Array|array)$/.test(got) ? NAMES[got.toLowerCase()]?.[lang] : undefined) ?? got;
}

/** "spec.informers.listeners.0.resource (audit)": the name tells more than the index. */
export function fieldWords(params: ProblemParams): string {
  const name = text(params, 'name');
  return name === '' ? text(params, 'path') : `${text(params, 'path')} (${name})`;
}
