/** The two queues, worked by hand (source client-go-hand): what each pop hands over, and what is left. */
import type { Adapter, Row } from '../types.ts';
import { DeltaFifoScript, type DeltaFifoGiven } from './client-go-deltafifo.ts';
import { RealFifoScript, type RealFifoGiven } from './client-go-realfifo.ts';
import { writeDelta, type FifoObject, type FifoStep } from './fifo-objects.ts';

/** What a script's step says. */
interface Answer {
  readonly deltas?: readonly unknown[];
  readonly initial?: boolean;
  readonly error?: unknown;
  readonly closed?: boolean;
  readonly doneDuringProcess?: boolean;
  readonly hasSynced?: boolean;
}

interface HandStep extends FifoStep {
  readonly observeHasSyncedInProcess?: boolean;
  readonly addDuringProcess?: FifoObject;
}

function answersOf(row: Row, step: (step: FifoStep) => object): readonly (readonly [HandStep, Answer])[] {
  return (row.steps ?? []).map((raw) => {
    const given = raw as unknown as HandStep;
    const { addDuringProcess: added, processError, ...rest } = given;
    const during = added === undefined ? {} : { during: [{ op: 'add', obj: added }] };
    const error = typeof processError === 'string' ? { processError } : {};
    return [given, step({ ...rest, ...error, ...during })];
  });
}

function summary(answers: readonly (readonly [HandStep, Answer])[]): object {
  const popped = answers.filter(([{ op }]) => op === 'pop' || op === 'popBatch');
  const ran = popped.filter(([, answer]) => answer.deltas !== undefined);
  const wrote = answers.filter(([{ op }]) => op !== 'pop' && op !== 'popBatch' && op !== 'close');
  return {
    pops: popped.map(([, answer]) => popOf(answer)),
    popInitial: ran.map(([, { initial }]) => initial),
    batches: ran.map(([, { deltas, initial }]) => ({ deltas, initial, singlePath: deltas?.length === 1 })),
    hasSynced: answers.at(-1)?.[1].hasSynced,
    hasSyncedTrace: answers.map(([, { hasSynced }]) => hasSynced),
    hasSyncedInProcess: ran
      .filter(([step]) => step.observeHasSyncedInProcess === true)
      .map(([, { doneDuringProcess }]) => doneDuringProcess),
    errors: wrote.map(([, { error }]) => error),
  };
}

function popOf({ deltas, error, closed }: Answer): unknown {
  if (closed === true) return { error: 'closed' };
  return error === undefined ? deltas : { deltas, error };
}

export const handDeltaFifo: Adapter = {
  source: 'client-go-hand',
  kind: 'deltafifo',
  compare: { isComplete: (path) => path === 'items' },
  run(row) {
    const script = new DeltaFifoScript(row.given as DeltaFifoGiven);
    const answers = answersOf(row, (step) => script.step(step));
    const entries = script.fifo.entries();
    return {
      ...summary(answers),
      queue: entries.map(({ key }) => key),
      items: Object.fromEntries(entries.map(({ key, deltas }) => [key, deltas.map(writeDelta)])),
    };
  },
};

export const handRealFifo: Adapter = {
  source: 'client-go-hand',
  kind: 'realfifo',
  run(row, version) {
    const script = built(row.given as RealFifoGiven, version);
    if (script === undefined) return { constructorPanics: true };
    const answers = answersOf(row, (step) => script.step(step));
    const items = script.fifo.entries().flatMap(({ deltas }) => deltas.map(writeDelta));
    return { ...summary(answers), items, constructorPanics: false };
  },
};

function built(given: RealFifoGiven, version: Parameters<Adapter['run']>[1]): RealFifoScript | undefined {
  try {
    return new RealFifoScript(given, version);
  } catch {
    return undefined;
  }
}
