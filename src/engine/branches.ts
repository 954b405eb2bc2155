/** Forks of an open scenario and the way back: world, run, frames and scenario text move together. */
import type { Step } from '../kernel/kernel.ts';
import type { ForkAnswer, ForkEntry, Outcome } from '../protocol/protocol.ts';
import { forkedText, rawEntry, readEntries } from '../scenario/fork.ts';
import type { RawEntry } from '../scenario/raw-timeline.ts';
import type { Agenda } from './agenda.ts';
import type { Cluster } from './create-cluster.ts';
import { unknownProcess } from './fault-targets.ts';
import type { FramePacker } from './frames.ts';
import type { Run, SavedRun } from './run.ts';

interface Fork {
  readonly step: Step;
  readonly entries: readonly RawEntry[];
}

interface Left {
  readonly at: Step;
  readonly forks: readonly Fork[];
  readonly agenda: Agenda;
  readonly run: SavedRun;
}

export class Branches {
  /** What made the present branch, in order. */
  private forks: readonly Fork[] = [];
  private left: Left | undefined;

  constructor(
    private readonly cluster: Cluster,
    private readonly run: Run,
    private readonly packer: FramePacker,
    private agenda: Agenda,
  ) {}

  fork(step: Step, entries: readonly ForkEntry[]): Outcome<ForkAnswer> {
    const { world } = this.cluster;
    if (!Number.isInteger(step) || step < 0 || step > world.step) {
      return { ok: false, problem: { kind: 'bad-scenario', code: 'not-a-step', params: { text: String(step) } } };
    }
    const raw = entries.map((entry) => rawEntry(step, entry));
    const read = readEntries(raw);
    if (!read.ok) return read;
    const problem = unknownProcess(read.value, this.cluster.processes);
    if (problem !== undefined) return { ok: false, problem };
    world.fork(step);
    const agenda = this.agenda.forked(step, read.value);
    this.left = { at: step, forks: this.forks, agenda: this.agenda, run: this.run.fork(step, agenda) };
    this.forks = [...this.forks, { step, entries: raw }];
    this.agenda = agenda;
    this.cluster.kubectl.follow(agenda.timeline);
    this.packer.rewind(step);
    return { ok: true, value: { branch: world.branch, from: step + 1 } };
  }

  undo(): boolean {
    const { left } = this;
    if (left === undefined || !this.cluster.world.undoFork()) return false;
    this.left = undefined;
    this.forks = left.forks;
    this.agenda = left.agenda;
    this.cluster.kubectl.follow(left.agenda.timeline);
    this.run.undo(left.run);
    this.packer.rewind(left.at);
    return true;
  }

  /** Made when asked for: the text of a dump is long. */
  scenario(): string {
    return this.forks.reduce(
      (text, { step, entries }) => forkedText(text, step, entries),
      this.cluster.scenario.canonical,
    );
  }
}
