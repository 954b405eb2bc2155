import { EVENT_KIND_NAMES, LANES } from '../model/events.ts';
import { sentence } from '../derive/words/sentence.ts';
import type { World } from '../kernel/kernel.ts';
import { BadInput } from './exit.ts';
import { runFiles } from './session.ts';
import type { RunOptions } from './session.ts';

interface TraceOptions extends RunOptions {
  readonly format: string;
  readonly lang: string;
}

/** `steplane trace`: the event log, one line an event. */
export function trace(names: readonly string[], options: TraceOptions): void {
  const print = FORMATS[options.format];
  if (print === undefined) {
    throw new BadInput({
      kind: 'bad-scenario',
      code: 'bad-format',
      params: { text: options.format, known: Object.keys(FORMATS).join(', ') },
    });
  }
  const { engine } = runFiles(names, options);
  print(engine.cluster.world, options.lang === 'ja' ? 'ja' : 'en');
}

type Print = (world: World, lang: 'en' | 'ja') => void;

const FORMATS: Readonly<Record<string, Print>> = {
  text: ({ trace: t }, lang) => {
    for (let step = 1; step <= t.length; step++) {
      const time = (t.time(step) / 1e6).toFixed(6).padStart(11);
      const lane = (LANES[t.lane(step)] ?? '').padEnd(11);
      write(`${String(step).padStart(7)} ${time} ${lane} ${sentence(row(t, step), lang)}`);
    }
  },
  ndjson: ({ trace: t }) => {
    for (let step = 1; step <= t.length; step++) {
      write(
        JSON.stringify({
          step,
          micros: t.time(step),
          lane: LANES[t.lane(step)],
          cause: t.cause(step),
          ...row(t, step),
        }),
      );
    }
  },
  // https://perfetto.dev reads Chrome's JSON: one instant event a step, a thread a lane.
  perfetto: ({ trace: t }) => {
    const names = LANES.map((name, tid) => ({ ph: 'M', name: 'thread_name', pid: 1, tid, args: { name } }));
    write(`{"traceEvents":[${names.map((n) => JSON.stringify(n)).join(',\n')}`);
    for (let step = 1; step <= t.length; step++) {
      const { kind, ...args } = row(t, step);
      write(
        `,${JSON.stringify({ ph: 'i', s: 't', name: kind, ts: t.time(step), pid: 1, tid: t.lane(step), args: { step, cause: t.cause(step), ...args } })}`,
      );
    }
    write(']}');
  },
};

const write = (line: string): void => void process.stdout.write(`${line}\n`);

function row(
  t: World['trace'],
  step: number,
): { kind: string; subject: string; object: string; detail: string; number: number } {
  return {
    kind: EVENT_KIND_NAMES[t.kind(step)] ?? '',
    subject: t.subject(step),
    object: t.object(step),
    detail: t.detail(step),
    number: t.number(step),
  };
}
