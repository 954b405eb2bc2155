/** Both runs, whichever of them is on screen, and the ways from one to the other at the same time. */
import { lastForkOf } from '../../scenario/fork.ts';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import type { BesideAnswer } from '../../protocol/protocol.ts';
import type { Place } from '../../store/view-name.ts';
import { usePlayback, useSession, useShell, type Fork } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { keepBranch, useFaultDraft } from './fault-draft.ts';

export interface Both {
  /** The engine has answered. */
  readonly known: boolean;
  /** Undefined until it is known, and where the run is no branch. */
  readonly answer: BesideAnswer | undefined;
  /** What makes the branch, where the original is on screen. */
  readonly kept: Fork | undefined;
  readonly goOriginal: () => Promise<void>;
  readonly goBranch: () => Promise<void>;
}

/** The room of both runs, as an address names it. */
export const BESIDE: Place = { view: 'faults', focus: 'beside' };

export function useBeside(): Both {
  const { run, commands, playback, session } = useShell();
  const state = usePlayback((s) => s.runState);
  const branch = useSession((s) => s.branch);
  const draft = useFaultDraft();
  const kept = run !== undefined && draft.kept?.original === run.id ? draft.kept : undefined;
  const about = run === undefined ? undefined : [run.id, kept?.step].join(':');
  const told = useAsk(about === undefined ? undefined : `${about}:${String(state === 'running')}`, async () => {
    const fork = kept === undefined ? undefined : { step: kept.step, entries: kept.entries };
    return { about, answer: await run?.beside(fork) };
  });
  const known = told?.about === about;
  const answer = known ? told?.answer : undefined;

  const now = (): number => run?.trace.time(playback.state.step) ?? 0;
  const goOriginal = async (): Promise<void> => {
    if (run === undefined || answer === undefined) return;
    const at = now();
    if (branch !== undefined) await commands.undoFork(at);
    else await commands.openAt(lastForkOf(run.answer.scenario)?.without ?? '', at);
    keepBranch({ original: session.state.runId, step: answer.from, entries: answer.entries });
    session.setView(BESIDE.view, BESIDE.focus);
  };
  const goBranch = async (): Promise<void> => {
    if (kept === undefined) return;
    const at = now();
    let trace: TraceBuffer | undefined;
    const taken = await commands.fork({
      entries: kept.entries,
      from: kept.step,
      place: BESIDE,
      goal: (made) => {
        trace = made;
        return made.length > 0 && made.time(made.length) >= at ? made.stepOfTime(at) : undefined;
      },
    });
    if (taken && trace !== undefined) commands.jump(trace.stepOfTime(at));
  };
  return { known, answer, kept, goOriginal, goBranch };
}
