/** A worker's part in a batch over message ports: no shared memory, so it runs where the page is not isolated. */
import { wrongIn } from './check.ts';
import type { MessageBatch, Report } from './jobs.ts';
import { KEYS, rangeOf } from './rows.ts';

const READY = -1;
const GO = -2;

export function runMessages(batch: MessageBatch, now: () => number): Promise<Report> {
  return batch.place === 0 ? read(batch, now) : write(batch);
}

function read({ ports, writers, writes }: MessageBatch, now: () => number): Promise<Report> {
  return new Promise((resolve) => {
    const map = new Map<number, number>();
    let ready = 0;
    let count = 0;
    let from = 0;
    const end = (): void => {
      const millis = now() - from;
      for (const port of ports) port.close();
      const wrong = wrongIn('message', writers, writes, { writes: count, keys: map.size, get: (key) => map.get(key) });
      resolve({ kind: 'timed', millis, ...(wrong === undefined ? {} : { wrong }) });
    };
    const hear = ({ data }: MessageEvent<number>): void => {
      if (data === READY) {
        if (++ready < writers) return;
        from = now();
        for (const port of ports) port.postMessage(GO);
        return;
      }
      map.set(data % KEYS, data);
      if (++count === writes) end();
    };
    for (const port of ports) port.onmessage = hear;
  });
}

function write({ ports, place, writers, writes }: MessageBatch): Promise<Report> {
  const [port] = ports;
  if (port === undefined) return Promise.resolve({ kind: 'failed', message: 'a writer without a port' });
  const [from, to] = rangeOf(place - 1, writers, writes);
  return new Promise((resolve) => {
    port.onmessage = () => {
      for (let i = from; i < to; i++) port.postMessage(i);
      resolve({ kind: 'done' });
    };
    port.postMessage(READY);
  });
}
