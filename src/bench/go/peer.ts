/** Our own Go program of the same work, built and asked for a batch at a time. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ROWS, type RowId } from '../concurrency/rows.ts';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));

/** What the Go program calls a row; undefined where Go has nothing like it. Both hand-overs are Go's channel without a buffer. */
export function goRow(row: RowId): string | undefined {
  const { kind } = ROWS[row];
  if (kind === 'message') return undefined;
  return kind === 'handover' ? 'channel-0' : row;
}

export class GoPeer {
  /** "go1.26.8" */
  readonly version: string;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly folder: string;
  private readonly answers: AsyncIterator<string>;

  private constructor(version: string, folder: string, program: string) {
    this.version = version;
    this.folder = folder;
    this.child = spawn(program);
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** @returns undefined where there is no `go`. Errors: it does not build. */
  static build(): GoPeer | undefined {
    const found = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
    if (found.status !== 0) return undefined;
    const folder = mkdtempSync(join(tmpdir(), 'steplane-go-'));
    const program = join(folder, 'bench');
    const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: SOURCE, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`go build: ${built.stderr}`);
    return new GoPeer(found.stdout.trim(), folder, program);
  }

  /** @returns nanoseconds a write. Errors: the outcome was wrong, or the program is gone. */
  async batch(row: string, writers: number, writes: number): Promise<number> {
    this.child.stdin.write(`${row} ${writers} ${writes}\n`);
    const answer = await this.answers.next();
    const line = answer.done === true ? 'it ended' : answer.value;
    if (!/^\d+$/.test(line)) throw new Error(`the Go program: ${line}`);
    return Number(line) / writes;
  }

  end(): void {
    this.child.stdin.end();
    this.child.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
