import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InputFile, Report } from '../../src/conformance/conformance.ts';
import { failureLines, runConformance } from '../../src/conformance/conformance.ts';

const CASES = fileURLToPath(new URL('../cases', import.meta.url));

/** One file of tests/cases, for instance "scheduler/quantity.ndjson"; rows may name files beside it. */
export function caseFile(name: string): InputFile {
  const path = join(CASES, name);
  return { name: path, text: readFileSync(path, 'utf8') };
}

/** Every file of recorded rows in tests/cases, sorted. */
export function allCaseFiles(): InputFile[] {
  const names = readdirSync(CASES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ndjson'));
  return names.sort().map(caseFile);
}

/** The first failures as text, so that a red test says what differs. */
export const failuresOf = (report: Report): string[] => failureLines(report).slice(0, 5);

export const runCases = (name: string): Report => runConformance([caseFile(name)]);
