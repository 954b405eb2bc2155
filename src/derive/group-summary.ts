/** What the nodes of one plugin have in common, in one line. */
import type { FixNote, WhyNode } from '../protocol/protocol.ts';
import { shortage, type SieveRow } from './sieve.ts';
import type { AnswerWords } from './words/answers-en.ts';
import { fixWords } from './words/fixes.ts';
import { quantity } from './words/numbers.ts';
import type { Lang } from './words/lang.ts';

const DISTINCT_MAX = 3;
const NAMES_MAX = 4;

const text = ({ params }: FixNote, key: string): string => String(params[key] ?? '');

const hintsOf = (nodes: readonly WhyNode[], code: string): FixNote[] =>
  nodes.flatMap(({ hints }) => hints.filter((hint) => hint.code === code));

const distinct = (texts: readonly string[]): string => {
  const all = [...new Set(texts)];
  return all.length > DISTINCT_MAX ? `${all.slice(0, DISTINCT_MAX).join(', ')}, …` : all.join(', ');
};

const namesOf = (nodes: readonly WhyNode[]): string =>
  nodes.length > NAMES_MAX ? '' : nodes.map(({ name }) => name).join(', ');

function labels(hints: readonly FixNote[], words: AnswerWords): string {
  const wanted = distinct(hints.map((hint) => `${text(hint, 'key')}=${text(hint, 'wanted')}`));
  const found = hints.map((hint) =>
    text(hint, 'found') === '' ? words.group.noLabel : `${text(hint, 'key')}=${text(hint, 'found')}`,
  );
  const near = hints
    .filter((hint) => hint.params['exists'] !== 1)
    .map((hint) => text(hint, 'nearestKey') || text(hint, 'nearest'))
    .filter((word) => word !== '');
  const said = words.group.wanted(wanted, distinct(found));
  return near.length === 0 ? said : said + words.group.nearest(distinct(near));
}

export function groupSummary({ nodes }: SieveRow, words: AnswerWords, lang: Lang): string {
  const taints = hintsOf(nodes, 'taint');
  if (taints.length > 0) {
    const all = taints.map((hint) => {
      const value = text(hint, 'value');
      return `${text(hint, 'key')}${value === '' ? '' : `=${value}`}:${text(hint, 'effect')}`;
    });
    return words.group.noToleration(distinct(all), namesOf(nodes));
  }
  const wanted = hintsOf(nodes, 'label');
  if (wanted.length > 0) return labels(wanted, words);
  const [best] = nodes;
  const figure = best?.numbers.find(({ asked, free }) => asked > 0 && (asked - free) / asked === shortage(best));
  if (best !== undefined && figure !== undefined) {
    const { resource, asked, free } = figure;
    return words.group.resources(`${resource} ${quantity(resource, asked)}`, best.name, quantity(resource, free));
  }
  const hints = nodes.flatMap((node) => node.hints.map((hint) => fixWords(hint, lang)));
  return distinct(hints.length > 0 ? hints : nodes.flatMap(({ reasons }) => reasons));
}
