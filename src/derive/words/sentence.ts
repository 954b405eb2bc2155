import type { EventKind } from '../../model/events.ts';
import type { Lang } from './lang.ts';
import { sentenceCase, shortKey } from './names.ts';
import { SENTENCES_EN } from './sentences-en.ts';
import { SENTENCES_JA } from './sentences-ja.ts';

/** One row of the event log, with its texts looked up. */
export interface EventWords {
  readonly kind: string;
  readonly subject: string;
  readonly object: string;
  readonly detail: string;
  readonly number: number;
}

export type Sentences = Readonly<Record<EventKind, (event: EventWords) => string>>;

const TABLES: Readonly<Record<Lang, Sentences>> = { en: SENTENCES_EN, ja: SENTENCES_JA };
const isKind = (kind: string): kind is EventKind => Object.hasOwn(SENTENCES_EN, kind);

/** Japanese has a space beside Latin names, not between its own characters. */
const closed = (text: string): string =>
  text.replace(/([\u3040-\u30ff\u4e00-\u9fff]) (?=[\u3040-\u30ff\u4e00-\u9fff])/g, '$1');

/** Who did what to whom: one plain sentence. A kind of a newer engine is said by its parts. */
export function sentence(event: EventWords, lang: Lang): string {
  if (isKind(event.kind)) {
    const text = TABLES[lang][event.kind](event);
    return lang === 'ja' ? closed(text) : sentenceCase(text);
  }
  return [event.kind, event.subject, event.object, event.detail].filter((part) => part !== '').join(' · ');
}

/** The same with the middle of long Pod names left out, for narrow places that have the whole name at hand. */
export const shortSentence = (event: EventWords, lang: Lang): string =>
  sentence({ ...event, object: shortKey(event.object) }, lang);
