/** What a branch leaves out so that it is what its answer showed: answers are tried with what the timeline does later left out. */
import { durationMicros } from '../../scenario/duration.ts';
import { timelineOf, type RawEntry } from '../../scenario/raw-timeline.ts';
import type { ForkEntry, OpenAnswer } from '../../protocol/protocol.ts';
import { useShell } from '../kit/shell.ts';

export interface AsAnswered {
  /** The timeline may do something later: it is left out. */
  readonly leavesOut: boolean;
  readonly entries: (entries: readonly ForkEntry[]) => readonly ForkEntry[];
}

/** @param step of the answer */
export function useAsAnswered(step: number): AsAnswered {
  const { run } = useShell();
  const micros = run === undefined || step === 0 ? 0 : (run.trace.time(step) / run.answer.ticksPerSecond) * 1e6;
  const leavesOut = run !== undefined && mayGoOn(timelineIn(run.answer), micros);
  return {
    leavesOut,
    entries: (entries) =>
      leavesOut ? entries.map((entry) => ({ ...entry, options: { ...entry.options, alone: true } })) : entries,
  };
}

const timelines = new WeakMap<OpenAnswer, readonly RawEntry[]>();

/** The text of a dump is long, and says nothing of a timeline. */
function timelineIn(answer: OpenAnswer): readonly RawEntry[] {
  const known = timelines.get(answer);
  if (known !== undefined) return known;
  const timeline = answer.scenario.includes('"timeline":[{') ? timelineOf(answer.scenario) : [];
  timelines.set(answer, timeline);
  return timeline;
}

/** How long an entry takes that others wait for, nobody knows beforehand. */
const mayGoOn = (timeline: readonly RawEntry[], micros: number): boolean =>
  timeline.some(
    ({ at, afterStep }) => afterStep === undefined && (at === undefined || (durationMicros(at) ?? 0) > micros),
  );
