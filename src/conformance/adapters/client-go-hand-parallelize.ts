/**
 * Rows worked by hand about the Parallelizer (source client-go-hand): chunk sizes, what a cancelled run visits, and the
 * channel that keeps the first error (kubernetes pkg/scheduler/framework/parallelize/error_channel.go), which the machine
 * of goroutines runs.
 */
import { chunkHeads, chunkSize } from '../../components/scheduler/scheduler.ts';
import { compiled, undisturbed } from '../go-lab/program.ts';
import type { Adapter } from '../types.ts';
import { orderOf, type ParallelizeGiven } from './client-go-parallelize.ts';

export const handChunkSize: Adapter = {
  source: 'client-go-hand',
  kind: 'chunksize',
  run({ given }) {
    const { pieces, parallelism } = given as { readonly pieces: number; readonly parallelism: number };
    const size = chunkSize(pieces, parallelism);
    const chunks = chunkHeads(pieces, size).length;
    return { chunkSize: size, chunks, workers: Math.min(parallelism, chunks) };
  },
};

export const handParallelize: Adapter = {
  source: 'client-go-hand',
  kind: 'parallelize',
  run: ({ given }) => ({ visited: orderOf(given as ParallelizeGiven).completed }),
};

/** A send that finds the one slot taken is dropped; a receive that finds nothing answers nil. */
function errorChannel(steps: readonly { readonly op?: string; readonly error?: unknown }[]): string {
  const lines = steps.map(({ op, error }) =>
    op === 'send'
      ? `select {\ncase ch <- errors.New(${JSON.stringify(error)}):\ndefault:\n}\nfmt.Println(error(nil))`
      : 'select {\ncase err := <-ch:\nfmt.Println(err)\ndefault:\nfmt.Println(error(nil))\n}',
  );
  return `import (\n"errors"\n"fmt"\n)\nfunc main() {\nch := make(chan error, 1)\n${lines.join('\n')}\n}\n`;
}

export const handParallelizeErrors: Adapter = {
  source: 'client-go-hand',
  kind: 'parallelize-errors',
  run({ steps = [] }) {
    const { stdout } = undisturbed(compiled(errorChannel(steps)));
    return { results: stdout.map((line) => (line === '<nil>' ? null : line)) };
  },
};
