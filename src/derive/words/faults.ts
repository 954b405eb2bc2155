import { faultsEn, type FaultWords } from './faults-en.ts';
import { faultsJa } from './faults-ja.ts';
import type { Lang } from './lang.ts';

export type { FaultWords } from './faults-en.ts';

const TABLES: Readonly<Record<Lang, FaultWords>> = { en: faultsEn, ja: faultsJa };

export const faultWords = (lang: Lang): FaultWords => TABLES[lang];
