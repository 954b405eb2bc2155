/**
 * Where control may go: functions that must return, break and continue, labels.
 * Upstream: "Terminating statements", "Break statements", "Continue statements", "Labeled statements" of the Go
 * specification, go1.26.
 */
import type { Block, FuncLit, Position, Stmt } from './ast.ts';
import { goProblem, type GoProblem } from './problem.ts';

interface Target {
  readonly label: string;
  readonly isLoop: boolean;
}

/** Of one function; those inside it are functions of their own. */
export function checkFlow(func: FuncLit, problems: GoProblem[]): void {
  if (func.results.length > 0 && !endsList(func.body.body)) problems.push(goProblem(func.body.end, 'return-missing'));
  const jumps = new Jumps(problems);
  jumps.list(func.body.body, []);
}

// --- does it end here ---

function endsList(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  return last !== undefined && ends(last);
}

function ends(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'return':
      return true;
    case 'expr':
      return stmt.x.kind === 'call' && stmt.x.func.kind === 'ident' && stmt.x.func.name === 'panic';
    case 'block':
      return endsList(stmt.body);
    case 'if':
      return stmt.else !== undefined && endsList(stmt.then.body) && ends(stmt.else);
    case 'for':
      return stmt.cond === undefined && !breaksOut(stmt.body.body, stmt.label, true);
    case 'switch':
      return (
        stmt.cases.some((one) => one.isDefault) &&
        stmt.cases.every((one) => (endsList(one.body) || one.fallthrough) && !breaksOut(one.body, stmt.label, true))
      );
    case 'type-switch':
      return (
        stmt.cases.some((one) => one.isDefault) &&
        stmt.cases.every((one) => endsList(one.body) && !breaksOut(one.body, stmt.label, true))
      );
    case 'select':
      return stmt.cases.every((one) => endsList(one.body) && !breaksOut(one.body, stmt.label, true));
    default:
      return false;
  }
}

/** A break that leaves the statement around `body`: a plain one only while `direct`. */
function breaksOut(body: readonly Stmt[], label: string, direct: boolean): boolean {
  return body.some((stmt) => {
    switch (stmt.kind) {
      case 'break':
        return stmt.label === '' ? direct : stmt.label === label;
      case 'block':
        return breaksOut(stmt.body, label, direct);
      case 'if':
        return (
          breaksOut(stmt.then.body, label, direct) || (stmt.else !== undefined && breaksOut([stmt.else], label, direct))
        );
      case 'for':
      case 'range':
        return breaksOut(stmt.body.body, label, false);
      case 'switch':
      case 'type-switch':
      case 'select':
        return stmt.cases.some((one) => breaksOut(one.body, label, false));
      default:
        return false;
    }
  });
}

// --- where may it jump ---

class Jumps {
  private readonly problems: GoProblem[];
  /** Labels of the function that some jump names. */
  private readonly used = new Set<string>();

  constructor(problems: GoProblem[]) {
    this.problems = problems;
  }

  list(body: readonly Stmt[], around: readonly Target[]): void {
    for (const stmt of body) this.stmt(stmt, around);
  }

  private stmt(stmt: Stmt, around: readonly Target[]): void {
    switch (stmt.kind) {
      case 'break':
      case 'continue':
        this.jump(stmt.kind, stmt.label, stmt.at, around);
        break;
      case 'block':
        this.list(stmt.body, around);
        break;
      case 'if':
        this.list(stmt.then.body, around);
        if (stmt.else !== undefined) this.stmt(stmt.else, around);
        break;
      case 'for':
      case 'range':
        this.inside(stmt, [stmt.body], true, around);
        break;
      case 'switch':
      case 'type-switch':
      case 'select':
        this.inside(stmt, stmt.cases, false, around);
        break;
      default:
    }
  }

  private inside(
    stmt: { readonly label: string; readonly at: Position },
    bodies: readonly Pick<Block, 'body'>[],
    isLoop: boolean,
    around: readonly Target[],
  ): void {
    const { label } = stmt;
    const inner = [...around, { label, isLoop }];
    this.used.delete(label);
    for (const { body } of bodies) this.list(body, inner);
    if (label !== '' && !this.used.has(label)) this.problems.push(goProblem(stmt.at, 'unused-label', { name: label }));
  }

  private jump(kind: 'break' | 'continue', label: string, at: Position, around: readonly Target[]): void {
    const isBreak = kind === 'break';
    if (label === '') {
      const fits = around.some((target) => isBreak || target.isLoop);
      if (!fits) this.problems.push(goProblem(at, isBreak ? 'break-place' : 'continue-place'));
      return;
    }
    this.used.add(label);
    // Of the label, as gofmt sets it.
    const place = { line: at.line, column: at.column + kind.length + 1 };
    const target = around.find((one) => one.label === label);
    if (target === undefined) this.problems.push(goProblem(place, 'label-undefined', { text: kind, name: label }));
    else if (!isBreak && !target.isLoop) this.problems.push(goProblem(place, 'continue-label', { name: label }));
  }
}
