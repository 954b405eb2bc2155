import { createEngine } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import type { OpenAnswer } from '../protocol/protocol.ts';
import { durationMicros } from '../scenario/duration.ts';
import { BadInput, reproduceWith } from './exit.ts';
import { readFile, readFiles } from './files.ts';

export interface RunOptions {
  readonly kubernetesVersion?: string;
  readonly config?: string;
  readonly seed?: number;
  readonly until: string;
}

export interface Session {
  readonly engine: Engine;
  readonly answer: OpenAnswer;
}

/** "v1.35.4" and "1.35.4-eks-1", as kubectl prints versions, are of the minor 1.35. */
const minorOnly = (version: string): string => /^v?(\d+\.\d+)\.\d/.exec(version)?.[1] ?? version.replace(/^v/, '');

/** Opens the files and runs to where `--until` says. */
export function runFiles(names: readonly string[], options: RunOptions): Session {
  const until = readUntil(options.until);
  const engine = createEngine();
  const { kubernetesVersion, seed } = options;
  const opened = engine.open({
    files: readFiles(names),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion: minorOnly(kubernetesVersion) }),
    ...(seed === undefined ? {} : { seed }),
    ...(options.config === undefined ? {} : { schedulerConfiguration: readFile(options.config) }),
  });
  if (!opened.ok) throw new BadInput(opened.problem);
  reproduceWith(
    () => engine.scenario(),
    () => engine.cluster.world.step,
  );
  runUntil(engine, until);
  return { engine, answer: opened.value };
}

type Until = { readonly kind: 'quiescent' } | { readonly kind: 'step' | 'time'; readonly value: number };

function readUntil(text: string): Until {
  if (text === 'quiescent') return { kind: 'quiescent' };
  const step = /^step:(\d+)$/.exec(text)?.[1];
  if (step !== undefined) return { kind: 'step', value: Number(step) };
  const micros = text.startsWith('time:') ? durationMicros(text.slice('time:'.length)) : undefined;
  if (micros === undefined) throw new BadInput({ kind: 'bad-scenario', code: 'bad-until', params: { text } });
  return { kind: 'time', value: micros };
}

const SLICE = 16_384;

function runUntil(engine: Engine, until: Until): void {
  const { run } = engine;
  if (until.kind === 'step') {
    run.advance(until.value);
    return;
  }
  if (until.kind === 'time') {
    run.reach(until.value);
    return;
  }
  runToRest(engine);
}

export function runToRest({ run }: Engine): void {
  while (run.status.state === 'running') run.advance(SLICE);
}
