/** Words of the api-server's room, in both languages. Figures come as texts. */
import type { FaultView } from '../../protocol/protocol.ts';
import type { Advice } from '../api-server.ts';
import { API_SERVER_EN } from './api-server-en.ts';
import { API_SERVER_JA } from './api-server-ja.ts';
import type { Lang } from './lang.ts';

export interface ApiServerWords {
  readonly title: string;
  readonly lead: (revision: string, watches: string, refused: string) => string;
  readonly parts: string;
  readonly revisions: string;
  readonly refusedTab: string;
  readonly ownership: string;

  // Who watches from where.
  readonly watchers: string;
  readonly watchersHint: string;
  readonly nobodyWatches: string;
  readonly objects: (count: string) => string;
  readonly events: (held: string, capacity: string) => string;
  readonly noEvents: string;
  /** No events, for the watch cache began anew. */
  readonly forgotten: string;
  readonly goneBelow: (revision: string) => string;
  readonly everything: string;
  readonly openedFrom: (revision: string) => string;
  readonly seen: (revision: string) => string;
  readonly upToDate: string;
  readonly behind: (events: string) => string;
  readonly slowed: (span: string) => string;
  readonly cut: string;
  readonly stalled: string;
  readonly compactedBelow: (revision: string) => string;
  readonly moreWatches: (count: string) => string;
  readonly fewerWatches: string;
  /** Resources that are watched, without an event. */
  readonly stillWatched: (count: string) => string;
  readonly onlyFirst: (shown: string, all: string) => string;
  readonly unwatched: (names: string) => string;
  readonly legend: readonly (readonly [mark: string, text: string])[];
  readonly faults: string;
  readonly faultKinds: Readonly<Record<FaultView['kind'], string>>;
  readonly since: (time: string) => string;

  // Revisions.
  readonly log: string;
  readonly logHint: (count: string) => string;
  readonly filter: string;
  readonly filterHint: string;
  readonly columns: {
    readonly revision: string;
    readonly type: string;
    readonly object: string;
    readonly client: string;
    readonly verb: string;
    readonly step: string;
  };
  readonly noCommits: string;
  readonly noMatch: string;
  readonly allRows: (count: string) => string;
  readonly fewerRows: string;
  readonly strip: string;
  readonly revisionN: (revision: string) => string;
  readonly whatItChanged: string;
  readonly by: string;
  readonly toOwners: string;
  readonly inspect: string;
  readonly gone: string;

  // Refused.
  readonly noneRefused: string;
  readonly noneRefusedHint: string;
  readonly refusedOf: (client: string, verb: string, object: string) => string;
  readonly answered: (code: string, reason: string) => string;
  readonly sideBySide: string;
  readonly field: string;
  readonly read: string;
  readonly applied: string;
  readonly sent: string;
  readonly stored: string;
  readonly atRevision: (revision: string) => string;
  readonly unnamed: string;
  readonly nothingThere: string;
  readonly owner: string;
  readonly problem: string;
  readonly absent: string;
  readonly ignored: string;
  readonly differs: string;
  readonly noFields: string;
  readonly budgetTitle: string;
  readonly budgetNumbers: Readonly<Record<'desiredHealthy' | 'currentHealthy' | 'disruptionsAllowed', string>>;
  readonly moreFields: (count: string) => string;
  readonly fewerFields: string;
  readonly between: (count: string) => string;
  readonly madeIt: string;
  readonly whatToDo: string;
  readonly advice: Readonly<Record<Advice, string>>;
  readonly allRefused: string;
  readonly refusedFrom: string;
  readonly refusedFromAll: (count: string) => string;
  readonly noneRefusedTo: (client: string) => string;
  readonly newestFirst: (shown: string, all: string) => string;
  readonly manager: string;

  // Ownership.
  readonly chooseObject: string;
  readonly objectPlaceholder: string;
  readonly nothingChosen: string;
  readonly nothingChosenHint: string;
  readonly notThere: string;
  readonly lines: (key: string) => string;
  readonly owners: string;
  readonly nobody: string;
  readonly nobodys: (count: string) => string;
  readonly nobodysHint: string;
  readonly noOwners: string;
  readonly lineCount: (count: string) => string;
  readonly sharedBy: (names: string) => string;
  readonly subresource: (name: string) => string;
  readonly operations: Readonly<Record<'Apply' | 'Update', string>>;
  readonly howItWorks: readonly string[];
  readonly whoOwns: string;
}

export const apiServerWords = (lang: Lang): ApiServerWords => (lang === 'ja' ? API_SERVER_JA : API_SERVER_EN);
