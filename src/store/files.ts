/** What a person drops, pastes or chooses, as the engine takes it. Reading is left to the browser; parsing to the worker. */
import { FILE_BYTES_MAX } from '../scenario/decode.ts';
import { decodeMomentFile, type Link } from '../scenario/link.ts';
import type { Outcome, Problem, SourceFile } from '../protocol/protocol.ts';

const MIB = 1024 * 1024;
const problem = (code: string, file: string, params: Problem['params']): Outcome<never> => ({
  ok: false,
  problem: { kind: 'bad-scenario', code, params, ...(file === '' ? {} : { file }) },
});

/** Refuses what is too large before a byte is read. */
export async function readFiles(files: readonly File[]): Promise<Outcome<readonly SourceFile[]>> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > FILE_BYTES_MAX) {
    const largest = [...files].sort((a, b) => b.size - a.size)[0];
    return problem('too-large', largest?.name ?? '', { mebibytes: Math.ceil(size / MIB), limit: FILE_BYTES_MAX / MIB });
  }
  const read: SourceFile[] = [];
  for (const file of files) {
    try {
      read.push({ name: file.name, data: new Uint8Array(await file.arrayBuffer()) });
    } catch (error) {
      return problem('file-unreadable', file.name, { message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { ok: true, value: read };
}

const MOMENT_START = '{"engine":';

/** A scenario file of ours that holds a moment too; undefined for all others. */
export function momentFile(files: readonly SourceFile[]): Extract<Link, { kind: 'scenario' }> | undefined {
  const [file] = files;
  if (file === undefined || files.length > 1) return undefined;
  const { data } = file;
  const start = typeof data === 'string' ? data.slice(0, 64) : new TextDecoder().decode(data.subarray(0, 64));
  if (!start.trimStart().startsWith(MOMENT_START)) return undefined;
  const link = decodeMomentFile(typeof data === 'string' ? data : new TextDecoder().decode(data));
  return link?.kind === 'scenario' ? link : undefined;
}
