import { readFileSync } from 'node:fs';
import { conformanceReport, failureLines, runConformance } from '../conformance/conformance.ts';
import { BadInput, EXIT } from './exit.ts';

interface ConformanceOptions {
  readonly versions?: string;
  readonly json?: boolean;
}

/** `steplane conformance`: one line a kind, failures on stderr, the totals last. */
export function conformance(names: readonly string[], options: ConformanceOptions): void {
  const versions = options.versions?.split(',').map((v) => v.trim());
  const report = runConformance(names.map(readInput), versions === undefined ? {} : { versions });
  for (const line of failureLines(report)) process.stderr.write(`${line}\n`);
  if (options.json === true) console.log(JSON.stringify(report));
  else for (const line of conformanceReport(report)) console.log(line);
  if (report.failed > 0) process.exitCode = EXIT.no;
}

function readInput(name: string): { name: string; bytes: Uint8Array } {
  try {
    return { name, bytes: new Uint8Array(readFileSync(name === '-' ? 0 : name)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadInput({ kind: 'bad-scenario', code: 'file-unreadable', params: { name, message: why }, file: name });
  }
}
