/** What the worker of the laboratory answers: programs read, run, looked at step by step, explored. */
import { compile } from '../golang/compile.ts';
import type { Code } from '../golang/code.ts';
import { checkGo } from '../golang/check.ts';
import type { Exploration, Explorer, Trouble } from '../golang/explore-types.ts';
import { explorerOf } from '../golang/explore.ts';
import { PUBLISHED_COSTS } from '../golang/go-costs.ts';
import { createGoWorld } from '../golang/go-world.ts';
import { machineOf } from '../golang/machine.ts';
import type { Machine, Op, OpKind, Outcome } from '../golang/machine-types.ts';
import { parseGo } from '../golang/parse.ts';
import { findRaces, raceReport, type DataRace } from '../golang/race.ts';
import { invariant, type World } from '../kernel/kernel.ts';
import { scheduleOf } from '../labs/schedule.ts';
import type {
  LabAnswer,
  LabChoice,
  LabExploration,
  LabOp,
  LabOutcome,
  LabPick,
  LabPoint,
  LabProblem,
  LabRace,
  LabSchedule,
  LabSlot,
  LabTrouble,
  LabView,
} from '../protocol/lab.ts';
import { goroutineOf, isOwn, objectOf, recordRun } from './lab-record.ts';
import { createWayWorld } from './lab-way.ts';

/** Steps that one run shows at most. */
const STEPS_MAX = 3000;
/** Fewer than most programs have goroutines, so that who goes on is a choice. */
const PROCESSORS = 2;
/** Options of one choice that are told. */
const CHOICES_MAX = 12;
/** Steps of the explorer between two answers: some tens of milliseconds. */
const SLICE = 2000;

type Read = { readonly code: Code } | { readonly problems: readonly LabProblem[] };

interface Opened {
  readonly code: Code;
  readonly schedule: LabSchedule;
  readonly world: World;
  readonly ops: readonly LabOp[];
}

export function readProgram(text: string): Read {
  const parsed = parseGo(text);
  const problems = parsed.kind === 'program' ? checkGo(parsed.program) : parsed.problems;
  if (problems.length > 0)
    return { problems: problems.map(({ line, column, message }) => ({ line, column, message })) };
  invariant(parsed.kind === 'program', 'a text without problems is a program');
  try {
    return { code: compile(parsed.program) };
  } catch (error) {
    return { problems: [{ line: 1, column: 1, message: error instanceof Error ? error.message : String(error) }] };
  }
}

export class Desk {
  private readonly opened = new Map<LabSlot, Opened>();
  private explorer: Explorer | undefined;

  check(text: string): readonly LabProblem[] {
    const read = readProgram(text);
    return 'problems' in read ? read.problems : [];
  }

  run(slot: LabSlot, text: string, schedule: LabSchedule): LabAnswer {
    const read = readProgram(text);
    if ('problems' in read) return { ok: false, problems: read.problems };
    const { code } = read;
    try {
      return this.record(slot, code, schedule);
    } catch (error) {
      // A fault of the machine: the page must not go on showing what ran before as if it were this.
      return { ok: false, problems: [failed(error)] };
    }
  }

  private record(slot: LabSlot, code: Code, schedule: LabSchedule): LabAnswer {
    const made = worldOf(code, schedule);
    const open = schedule.kind === 'way' ? () => made.machine.transitions().length : () => 1;
    const { ops, names, endless } = recordRun(made.world, made.machine, STEPS_MAX, open);
    this.opened.set(slot, { code, schedule, world: made.world, ops });
    const outcome = made.machine.outcome();
    return {
      ok: true,
      run: {
        ops,
        names,
        cut: outcome === undefined,
        endless,
        outcome: outcome === undefined ? undefined : outcomeOf(outcome),
        races: findRaces(made.ops).map(raceOf),
      },
    };
  }

  view(slot: LabSlot, step: number): LabView {
    const opened = this.opened.get(slot);
    invariant(opened !== undefined, 'a program is open');
    const { world, ops } = opened;
    const machine = machineAt(opened, step);
    return {
      step,
      digest: world.digest(step),
      goroutines: machine.goroutines().map((one) => goroutineOf(one, ops[step - 1]?.goroutine ?? 1)),
      objects: machine.objects().filter(isOwn).map(objectOf),
      stdout: machine.stdout,
      stderr: machine.stderr,
      choices: choicesAt(opened, machine, step + 1),
    };
  }

  point(text: string, point: LabPoint): { readonly schedule: LabSchedule; readonly step: number } | undefined {
    const read = readProgram(text);
    if ('problems' in read) return undefined;
    const turns = point.turns.map(({ until, ...rest }) => ({
      ...rest,
      ...(until === undefined ? {} : { until: until as OpKind }),
    }));
    return followTurns(read.code, { ...point, turns });
  }

  explore(text: string): LabExploration | undefined {
    const read = readProgram(text);
    this.explorer = 'problems' in read ? undefined : explorerOf(read.code);
    return this.exploreOn();
  }

  exploreOn(): LabExploration | undefined {
    return this.explorer === undefined ? undefined : explorationOf(this.explorer.advance(SLICE));
  }
}

const failed = (error: unknown): LabProblem => ({
  line: 1,
  column: 1,
  message: `internal error of the machine: ${error instanceof Error ? error.message : String(error)}`,
});

function worldOf(code: Code, schedule: LabSchedule) {
  if (schedule.kind === 'way') return createWayWorld(code, schedule.picks, PUBLISHED_COSTS);
  const { seed, pins } = schedule;
  const ops: Op[] = [];
  const onStep = (op: Op): void => void ops.push(op);
  const world = createGoWorld(code, {
    seed,
    pins,
    processors: PROCESSORS,
    preempts: true,
    costs: PUBLISHED_COSTS,
    onStep,
  });
  return { ...world, ops };
}

/** The machine as it was after a step: on the cells of that moment, which nobody changes. */
function machineAt({ code, world }: Opened, step: number): Machine {
  const cells = world
    .collections()
    .find((one) => one.name === 'go')
    ?.at(step);
  invariant(cells !== undefined, 'the cells of the machine');
  const refuse = (): never => {
    throw new Error('a past moment is read only');
  };
  return machineOf(code, {
    get: (key) => asObject(cells.get(key)),
    set: refuse,
    delete: refuse,
    *entries() {
      for (const [key, value] of cells.entries()) if (typeof value === 'object') yield [key, value] as const;
    },
  });
}

const asObject = (value: object | number | undefined): object | undefined =>
  typeof value === 'object' ? value : undefined;

/** What could happen as this step. */
function choicesAt(opened: Opened, before: Machine, step: number): readonly LabChoice[] {
  const { schedule, ops } = opened;
  const done = ops[step - 1];
  if (done === undefined || done.options < 2) return [];
  if (schedule.kind === 'way') {
    const kept = schedule.picks.filter((one) => one.step < step - 1);
    const open = before.transitions();
    const option = schedule.picks.find((one) => one.step === step - 1)?.option;
    const taken = open.find(
      (one) => one.goroutine === done.goroutine && (option === undefined || one.option === option),
    );
    return open.slice(0, CHOICES_MAX).map((one) => ({
      goroutine: one.goroutine,
      label: one.label,
      taken: one === taken,
      schedule: { kind: 'way', picks: [...kept, { step: step - 1, goroutine: one.goroutine, option: one.option }] },
    }));
  }
  return pinned(opened, schedule, step);
}

/** Which goroutine an option of the kernel's choice means is seen by taking it. */
function pinned(opened: Opened, schedule: LabSchedule & { kind: 'seed' }, step: number): readonly LabChoice[] {
  return opened.world.choicesAt(step).flatMap(({ label, object, occurrence, option, count }) =>
    Array.from({ length: Math.min(count, CHOICES_MAX) }, (_, other): LabChoice => {
      const pin = { label, object, occurrence, option: other };
      const others = schedule.pins.filter(
        (one) => one.label !== label || one.object !== object || one.occurrence !== occurrence,
      );
      const forked: LabSchedule = { kind: 'seed', seed: schedule.seed, pins: [...others, pin] };
      const { world } = worldOf(opened.code, forked);
      world.advance(step);
      const goroutine = Number(/\d+$/.exec(world.trace.subject(step))?.[0] ?? 0);
      const words = label === 'run' ? '' : [world.trace.object(step), world.trace.detail(step)].join(' ').trim();
      return { goroutine, label: words, taken: other === option, schedule: forked };
    }),
  );
}

/** Runs by turns, and notes each decision, until the operation has come. */
function followTurns(
  code: Code,
  point: Omit<LabPoint, 'turns'> & { readonly turns: Parameters<typeof scheduleOf>[0] },
): { readonly schedule: LabSchedule; readonly step: number } | undefined {
  const cells = new Map<string, object>();
  const machine = machineOf(code, {
    get: (key) => cells.get(key),
    set: (key, value) => void cells.set(key, value),
    delete: (key) => void cells.delete(key),
    entries: () => cells.entries(),
  });
  const turns = scheduleOf(point.turns);
  const picks: LabPick[] = [];
  let found: number | undefined;
  let left = point.nth ?? 1;
  for (let step = 0; step < STEPS_MAX && machine.outcome() === undefined; step++) {
    const open = machine.transitions();
    const next = turns.pick(open);
    if (next !== undefined && open.length > 1) picks.push({ step, goroutine: next.goroutine, option: next.option });
    const op = next === undefined ? machine.fireTimer() : machine.take(next);
    turns.took(op);
    const fits =
      op.kind === point.kind &&
      (point.goroutine === undefined || op.goroutine === point.goroutine) &&
      (point.object === undefined || op.object === point.object);
    if (found === undefined && fits && --left === 0) found = step + 1;
  }
  return found === undefined ? undefined : { schedule: { kind: 'way', picks }, step: found };
}

function outcomeOf({ exit, stdout, stderr, leaked }: Outcome): LabOutcome {
  return { exit, stdout, stderr, leaked: leaked.length };
}

function raceOf(race: DataRace): LabRace {
  const side = ({ goroutine, at, write, step }: DataRace['first']) => ({
    goroutine,
    line: at.line,
    write,
    step: step + 1,
  });
  return {
    object: race.second.object,
    first: side(race.first),
    second: side(race.second),
    report: raceReport(race),
  };
}

function explorationOf(found: Exploration): LabExploration {
  const { done, complete, bound, states, steps } = found;
  return {
    done,
    complete,
    bound,
    states,
    steps,
    outcomes: found.outcomes.map(({ outcome, picks, steps: length, endless }) => ({
      ...outcomeOf(outcome),
      picks,
      steps: length,
      endless: endless.map(({ goroutine, at }) => ({ goroutine, line: at.line })),
    })),
    troubles: found.troubles.map(troubleOf),
  };
}

function troubleOf(one: Trouble): LabTrouble {
  const { kind, picks, steps } = one;
  const told = (detail: string, lines: readonly number[], goroutines: readonly number[] = []): LabTrouble => ({
    kind,
    detail,
    goroutines,
    lines,
    picks,
    steps,
  });
  switch (one.kind) {
    case 'deadlock':
      return told(one.waitStates.join(', '), []);
    case 'panic':
      return told(one.text, []);
    case 'leak':
      return told(one.state, [one.at.line]);
    case 'lost-update':
      return {
        ...told(one.object, [one.read.line, one.write.line, one.overwritten.line]),
        deeds: ['read', 'write', 'overwritten'],
      };
    case 'data-race':
      return {
        ...told(one.second.object, [one.first.at.line, one.second.at.line]),
        deeds: [one.first, one.second].map(({ write }) => (write ? 'write' : 'read')),
      };
    case 'hang':
      return told(
        '',
        one.spins.map(({ at }) => at.line),
        one.spins.map(({ goroutine }) => goroutine),
      );
    case 'endless':
      return told(one.how, [one.at.line], [one.goroutine]);
  }
}
