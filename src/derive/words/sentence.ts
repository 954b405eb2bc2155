import type { EventKind } from '../../model/events.ts';
import type { Lang } from './lang.ts';
import { sentenceCase } from './names.ts';
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

/** Who did what to whom: one plain sentence. A kind of a newer engine is said by its parts. */
export function sentence(event: EventWords, lang: Lang): string {
  if (isKind(event.kind)) return sentenceCase(TABLES[lang][event.kind](event));
  return [event.kind, event.subject, event.object, event.detail].filter((part) => part !== '').join(' · ');
}
