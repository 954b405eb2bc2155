import type {
  EnginePort,
  FixesAnswer,
  ForkAnswer,
  ForkEntry,
  Frame,
  InspectAnswer,
  Moment,
  ObjectRow,
  OpenAnswer,
  Outcome,
  Problem,
  RefusedRow,
  RunStatus,
  StageView,
  ViewSpec,
  WhyAnswer,
} from '../protocol/protocol.ts';
import type { Engine } from './port.ts';
import { ViewCache } from './view-cache.ts';

/** Where the rows of the event log go (derive's TraceBuffer fits). */
export interface FrameSink {
  append(frame: Frame): void;
}

export interface RunListener {
  /** After each slice. */
  onStatus(status: RunStatus): void;
  /** The engine broke one of its own rules, or died. */
  onProblem(problem: Problem): void;
}

/** Rows of each queue, nodes and rows of the heat map that a screen can hold. */
const SPEC: ViewSpec = { queueRows: 12, nodes: 5000, cycleRows: 12 };

const QUEUES_SPEC: ViewSpec = { queueRows: 500, nodes: 0, cycleRows: 0 };

/** A slice should keep the worker for about this long, so that queries get their turn. */
const SLICE_MILLIS = 8;
const BUDGET_MIN = 50;
const BUDGET_MAX = 5000;

/** Log and views of one branch. */
interface Branch {
  readonly sink: FrameSink;
  readonly views: ViewCache;
}

/** One scenario that is open: its engine, its log, the views of its moments. After `dispose` nothing arrives any more. */
export class Run {
  readonly id: number;
  readonly answer: OpenAnswer;
  private readonly engine: Engine;
  private branch: Branch;
  /** What the last fork left; the engine keeps one, too. */
  private left: Branch | undefined;
  private listener: RunListener | undefined;
  private pumping = false;
  /** The engine is between two branches: no slice is asked for until it is known which. */
  private turning: Promise<unknown> | undefined;
  private alive = true;
  private failed = false;
  private budget = 200;
  /** Tick to which the run is to go on past its rest; told with the next slice. */
  private wanted: number | undefined;

  constructor(id: number, engine: Engine, answer: OpenAnswer, sink: FrameSink) {
    this.id = id;
    this.engine = engine;
    this.answer = answer;
    this.branch = { sink, views: new ViewCache((step) => this.ask((port) => port.view(step, SPEC))) };
    void engine.died.then((message) => this.fail(message));
  }

  /** Views of the present branch. */
  get views(): ViewCache {
    return this.branch.views;
  }

  /** Simulates, slice by slice, until the run comes to rest; tells the listener that was named last. */
  async pump(listener: RunListener): Promise<void> {
    this.listener = listener;
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (await this.slice());
    } finally {
      this.pumping = false;
    }
  }

  /** On past rest to a tick, and to the rest after it. */
  goOn(tick: number, listener: RunListener): Promise<void> {
    this.wanted = tick;
    return this.pump(listener);
  }

  /** @returns whether there is more to simulate */
  private async slice(): Promise<boolean> {
    while (this.turning !== undefined) await this.turning;
    const began = performance.now();
    const { wanted } = this;
    this.wanted = undefined;
    const frame = await this.ask((port) => port.advance(this.budget, wanted));
    if (frame === undefined) return false;
    this.branch.sink.append(frame);
    this.listener?.onStatus(frame.status);
    this.adapt(performance.now() - began);
    return frame.status.state === 'running' || this.isWanted() || this.isTurning();
  }

  /**
   * A new branch right after `step`; pump it afterwards.
   * @param begin makes log and listener of the branch, once the last row of the branch before is in its own log
   * @returns undefined: the run was closed, or the engine failed at it
   */
  async fork(
    step: number,
    entries: readonly ForkEntry[],
    begin: (answer: ForkAnswer) => { readonly sink: FrameSink; readonly listener: RunListener },
  ): Promise<Outcome<ForkAnswer> | undefined> {
    return this.turn(async (before) => {
      const answer = await this.ask((port) => port.fork(step, entries));
      if (answer?.ok !== true) return answer;
      this.left = before;
      this.branch = { sink: before.sink, views: before.views.forked(step) };
      const { sink, listener } = begin(answer.value);
      this.branch = { ...this.branch, sink };
      this.listener = listener;
      return answer;
    });
  }

  /** Back to the branch that the last fork left; pump it afterwards. @returns false if there is none */
  async undo(listener: RunListener): Promise<boolean> {
    return this.turn(async () => {
      if (this.left === undefined || (await this.ask((port) => port.undo())) !== true) return false;
      this.branch = this.left;
      this.left = undefined;
      this.listener = listener;
      return true;
    });
  }

  private isWanted(): boolean {
    return this.wanted !== undefined;
  }

  private isTurning(): boolean {
    return this.turning !== undefined;
  }

  private async turn<T>(act: (before: Branch) => Promise<T>): Promise<T> {
    while (this.turning !== undefined) await this.turning;
    const { branch } = this;
    branch.views.rest(true);
    const turned = act(branch);
    this.turning = turned;
    try {
      return await turned;
    } finally {
      this.turning = undefined;
      this.branch.views.rest(false);
    }
  }

  /** The canonical scenario of the present branch. */
  scenario(): Promise<string | undefined> {
    return this.ask((port) => port.scenario());
  }

  objects(step: number): Promise<readonly ObjectRow[] | undefined> {
    return this.ask((port) => port.objects(step));
  }

  inspect(step: number, key: string): Promise<InspectAnswer | undefined> {
    return this.ask((port) => port.inspect(step, key));
  }

  why(step: number, podKey: string): Promise<WhyAnswer | undefined> {
    return this.ask((port) => port.why(step, podKey));
  }

  fixes(step: number, podKey: string): Promise<FixesAnswer | undefined> {
    return this.ask((port) => port.fixes(step, podKey));
  }

  refused(step: number): Promise<readonly RefusedRow[] | undefined> {
    return this.ask((port) => port.refused(step));
  }

  /** A question that needs nothing but an answer. */
  question<T>(question: (port: EnginePort) => Promise<T>): Promise<T | undefined> {
    return this.ask(question);
  }

  /** One that the run does well without: where it cannot be answered (its code is not here, and no network), nothing is lost. */
  async aside<T>(question: (port: EnginePort) => Promise<T>): Promise<T | undefined> {
    const answer = this.alive ? await question(this.engine.port).catch(() => undefined) : undefined;
    return this.isAlive() ? answer : undefined;
  }

  moment(step: number): Promise<Moment | undefined> {
    return this.ask((port) => port.moment(step));
  }

  /** A view whose queues are as long as a person reads. */
  queues(step: number): Promise<StageView | undefined> {
    return this.ask((port) => port.view(step, QUEUES_SPEC));
  }

  dispose(): void {
    this.alive = false;
    this.listener = undefined;
    // A slice that is under way ends by itself; an engine that failed is no use to anybody.
    if (this.failed || this.engine.release === undefined) this.engine.terminate();
    else this.engine.release();
  }

  private adapt(millis: number): void {
    const factor = Math.min(2, Math.max(0.5, SLICE_MILLIS / Math.max(0.5, millis)));
    this.budget = Math.round(Math.min(BUDGET_MAX, Math.max(BUDGET_MIN, this.budget * factor)));
  }

  /** Undefined: the run was closed while the question was on its way, or the engine failed at it. */
  private async ask<T>(question: (port: EnginePort) => Promise<T>): Promise<T | undefined> {
    if (!this.alive) return undefined;
    try {
      const answer = await question(this.engine.port);
      return this.isAlive() ? answer : undefined;
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  private isAlive(): boolean {
    return this.alive;
  }

  private fail(message: string): void {
    this.failed = true;
    if (!this.alive) return;
    this.listener?.onProblem({ kind: 'engine-bug', code: 'engine-bug', params: { message } });
  }
}
