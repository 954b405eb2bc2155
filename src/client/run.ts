import type {
  EnginePort,
  Frame,
  InspectAnswer,
  Moment,
  ObjectRow,
  OpenAnswer,
  Problem,
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

/** A slice should keep the worker for about this long, so that queries get their turn. */
const SLICE_MILLIS = 8;
const BUDGET_MIN = 50;
const BUDGET_MAX = 5000;

/** One scenario that is open: its engine, its log, the views of its moments. After `dispose` nothing arrives any more. */
export class Run {
  readonly id: number;
  readonly answer: OpenAnswer;
  readonly views: ViewCache;
  private readonly engine: Engine;
  private readonly sink: FrameSink;
  private listener: RunListener | undefined;
  private alive = true;
  private budget = 200;

  constructor(id: number, engine: Engine, answer: OpenAnswer, sink: FrameSink) {
    this.id = id;
    this.engine = engine;
    this.answer = answer;
    this.sink = sink;
    this.views = new ViewCache((step) => this.ask((port) => port.view(step, SPEC)));
    void engine.died.then((message) => this.fail(message));
  }

  /** Simulates, slice by slice, until the run comes to rest. */
  async pump(listener: RunListener): Promise<void> {
    this.listener = listener;
    for (;;) {
      const began = performance.now();
      const frame = await this.ask((port) => port.advance(this.budget));
      if (frame === undefined) return;
      this.sink.append(frame);
      listener.onStatus(frame.status);
      if (frame.status.state !== 'running') return;
      this.adapt(performance.now() - began);
    }
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

  moment(step: number): Promise<Moment | undefined> {
    return this.ask((port) => port.moment(step));
  }

  view(step: number): Promise<StageView | undefined> {
    return this.ask((port) => port.view(step, SPEC));
  }

  dispose(): void {
    this.alive = false;
    this.listener = undefined;
    this.engine.terminate();
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
    if (!this.alive) return;
    this.listener?.onProblem({ kind: 'engine-bug', code: 'engine-bug', params: { message } });
  }
}
