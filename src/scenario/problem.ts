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

/** Others beside the first: more than anybody mends at once. */
const OTHERS_MAX = 9;

/** Several mistakes as one problem: the first, with the others in it. */
export function together(problems: readonly Problem[]): Problem | undefined {
  const [first, ...others] = problems.flatMap(({ others: more = [], ...one }) => [one, ...more]);
  return first === undefined || others.length === 0 ? first : { ...first, others: others.slice(0, OTHERS_MAX) };
}

/** Reads on after a mistake, so that all of them are told at once. */
export class Mistakes {
  private readonly problems: Problem[] = [];

  /** @returns undefined where it was refused */
  of<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!isScenarioError(error)) throw error;
      this.problems.push(error.problem);
      return undefined;
    }
  }

  get none(): boolean {
    return this.problems.length === 0;
  }

  /** Refuses the input, if anything was. */
  tell(): void {
    const problem = together(this.problems);
    if (problem !== undefined) throw new ScenarioError(problem);
  }
}

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
