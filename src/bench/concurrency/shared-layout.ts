/** Where things lie in the memory of a batch: the start, the map, then the lock or channel. */
import { HandOver } from './hand-over.ts';
import { Ring } from './ring.ts';
import { RwLock } from './rw-lock.ts';
import { Start } from './start.ts';
import { Table } from './table.ts';
import { LINE } from './waiting.ts';

export const TABLE = Start.WORDS;
export const TOOL = TABLE + Math.ceil(Table.WORDS / LINE) * LINE;

/** Words that a batch needs. @param buffer places of the channel; 1 where there is none */
export const wordsFor = (buffer: number): number =>
  TOOL + Math.max(RwLock.WORDS, HandOver.WORDS, Ring.words({ capacity: buffer }));
