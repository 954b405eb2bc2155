import { en, type Words } from './en.ts';
import { ja } from './ja.ts';
import type { Lang } from './lang.ts';

export type { Words } from './en.ts';

const TABLES: Readonly<Record<Lang, Words>> = { en, ja };

export const words = (lang: Lang): Words => TABLES[lang];
