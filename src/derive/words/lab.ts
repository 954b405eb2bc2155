/** Words of the laboratory, the sentence of a step, and virtual times. */
import type { LabOp } from '../../protocol/lab.ts';
import { labEn, type LabWords } from './lab-en.ts';
import { labJa } from './lab-ja.ts';
import type { Lang } from './lang.ts';
import { count } from './numbers.ts';

export type { LabWords } from './lab-en.ts';

const TABLES: Readonly<Record<Lang, LabWords>> = { en: labEn, ja: labJa };
export const labWords = (lang: Lang): LabWords => TABLES[lang];

/** As lanes and lines name a goroutine: the number is the machine's. */
export const goName = (id: number): string => (id === 1 ? 'main' : `g${String(id)}`);

/** "1,031 ns", "12.5 µs", "2.00 s". @param nanos of virtual time */
export function virtualTime(nanos: number): string {
  if (nanos < 10_000) return `${count(nanos)} ns`;
  if (nanos < 1e6) return `${count(nanos / 1e3, 1)} µs`;
  if (nanos < 1e9) return `${count(nanos / 1e6, 2)} ms`;
  return `${count(nanos / 1e9, 2)} s`;
}

const numbered = (text: string): string => text.replace(/goroutine (\d+)/, (_, id: string) => goName(Number(id)));

/** "g2 sends 5 to ch; the buffer has 2 of 4". */
export function opSentence(op: LabOp, words: LabWords): string {
  const parts = [ownSentence(op, words)];
  for (const { name, length, capacity } of op.buffers)
    if (name === op.object && capacity > 0) parts.push(words.speaks.buffer(count(length), count(capacity)));
  const woken = op.turned.filter((one) => one.state === 'runnable' && one.goroutine !== op.goroutine);
  if (woken.length > 0 && op.kind !== 'start')
    parts.push(words.speaks.wakes(woken.map((one) => goName(one.goroutine)).join(', ')));
  return parts.join('; ');
}

function ownSentence(op: LabOp, { speaks }: LabWords): string {
  const { kind, detail } = op;
  const g = goName(op.goroutine);
  const object = numbered(op.object);
  const parks = op.turned.some((one) => one.goroutine === op.goroutine && one.state === 'blocked');
  if (op.goroutine === 0) return speaks.timer(object);
  if (detail.startsWith('panic: ')) return speaks.panics(g, detail);
  if (kind === 'sleep') return speaks.sleeps(g, virtualTime(Number(detail)));
  if (parks || kind === 'block') return speaks.waits(g, object, detail === '' ? kind : detail);
  switch (kind) {
    case 'start':
      return speaks.start(g, startedBy(op) ?? object);
    case 'switch':
      return detail === 'interrupted' ? speaks.interrupted(g) : speaks.switch(g);
    case 'end':
    case 'exit':
      return speaks[kind](g);
    case 'panic':
    case 'fatal':
      return speaks.panic(g, detail);
    case 'rand':
      return speaks.draws(g, detail);
    case 'context':
      return detail === 'new' ? speaks.makes(g, object) : speaks.asks(g, object, detail);
    case 'print':
      return speaks.print(g, JSON.stringify(detail));
    case 'read':
    case 'map-read':
      return speaks.read(g, object, detail);
    case 'map-write': {
      const key = detail.replace(/ done$/, '');
      return key === detail ? speaks.beginsMap(g, object, key) : speaks.endsMap(g, object, key);
    }
    case 'write':
      return speaks.write(g, object, detail);
    case 'send':
      return speaks.send(g, object, detail);
    case 'receive':
      return detail === 'closed' ? speaks.closed(g, object) : speaks.receive(g, object, detail);
    default:
      return speaks.other(g, speaks.verbs[kind] ?? kind, object, detail);
  }
}

/** `wg.Go` starts one, too, but its object is the wait group. */
function startedBy({ goroutine, turned }: LabOp): string | undefined {
  const made = turned.find((one) => one.goroutine !== goroutine);
  return made === undefined ? undefined : goName(made.goroutine);
}
