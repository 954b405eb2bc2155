/** Words of the menu of rooms inside the components, in both languages. */
import type { Lang } from './lang.ts';

interface InsideWords {
  readonly inside: string;
  readonly queues: string;
  readonly informers: string;
  readonly apiServer: string;
  readonly breakIt: string;
  /** From a branch to the page that shows it beside its original. */
  readonly compare: string;
  readonly workloads: string;
}

const WORDS: Readonly<Record<Lang, InsideWords>> = {
  en: {
    inside: 'Inside',
    queues: 'Scheduler’s queues',
    informers: 'Informers',
    apiServer: 'api-server',
    breakIt: 'Break it …',
    compare: 'Compare',
    workloads: 'Workloads',
  },
  ja: {
    inside: '内部',
    queues: 'scheduler の queue',
    informers: 'インフォーマー',
    apiServer: 'api-server',
    breakIt: '壊してみる…',
    compare: '比べる',
    workloads: 'ワークロード',
  },
};

export const insideWords = (lang: Lang): InsideWords => WORDS[lang];
