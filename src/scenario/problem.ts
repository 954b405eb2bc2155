import type { Problem } from '../protocol/protocol.ts';

/** Thrown while a scenario is read; caught at the room's face and handed on as data. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.file ?? ''}:${String(problem.line ?? 0)}: ${problem.code}`);
    this.problem = problem;
  }
}

/**
 * By name, not by class: WebKit runs a worker's entry a second time for chunks that import from it, and then there are two
 * classes of that name.
 */
export const isScenarioError = (error: unknown): error is ScenarioError =>
  error instanceof Error && error.name === 'ScenarioError';

export function refuse(
  code: string,
  file: string,
  line: number,
  column: number,
  params: Readonly<Record<string, string | number>> = {},
): never {
  throw new ScenarioError({ kind: 'bad-scenario', code, params, file, line, column });
}

export function warning(
  code: string,
  file: string,
  line: number,
  params: Readonly<Record<string, string | number>>,
): Problem {
  return { kind: 'bad-scenario', code, params, file, line, column: 1 };
}
