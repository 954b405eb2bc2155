/** What a reflector remembers: rows of its collection, by key. */
import type { Collection } from '../../kernel/kernel.ts';

/** Key "last": the newest revision that it has seen. */
interface Last {
  readonly revision: number;
}

/** Key "round": where it stands. */
export interface Round {
  /** initial: the events before the marked bookmark of a watch-list. */
  readonly phase: 'listing' | 'initial' | 'watching' | 'waiting' | 'stopped';
  /** Counts rounds; what an earlier one left behind is stale. */
  readonly number: number;
  /** resourceVersion that was asked for, or will be. */
  readonly asked: string;
  /** Tick at which the watch was opened, or at which the wait ends. */
  readonly tick: number;
  /** What follows the wait. */
  readonly then: 'list' | 'initial' | 'watch';
}

/** Key "end": how the last watch ended. */
export interface End {
  readonly code: number;
  readonly reason: string;
  readonly tick: number;
}

/** Key "list": the last one that came. */
export interface Listed {
  readonly asked: string;
  readonly objects: number;
  readonly revision: number;
}

/** Key "resync": the first check of a round is due at `tick`, later ones a period apart. */
interface Resync {
  readonly round: number;
  readonly tick: number;
  readonly period: number;
}

type Row = Last | Round | End | Listed | Resync;

export type ReflectorRows = Pick<Collection<Row>, 'get' | 'set' | 'delete' | 'has'>;

export const reflectorRows = (id: string): string => `reflector ${id}`;

interface Reader {
  get(key: string): Row | undefined;
}

export const lastOf = (rows: Reader): Last | undefined => rows.get('last') as Last | undefined;
export const roundOf = (rows: Reader): Round | undefined => rows.get('round') as Round | undefined;
export const endOf = (rows: Reader): End | undefined => rows.get('end') as End | undefined;
export const listedOf = (rows: Reader): Listed | undefined => rows.get('list') as Listed | undefined;
export const resyncOf = (rows: Reader): Resync | undefined => rows.get('resync') as Resync | undefined;
