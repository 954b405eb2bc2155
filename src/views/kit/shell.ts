/** What every view is given: the stores, the run on screen, and what a person can ask of the page. */
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { DisplayMoment, DisplayTime } from '../../derive/display-time.ts';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import type { EventWords } from '../../derive/words/sentence.ts';
import { words, type Words } from '../../derive/words/words.ts';
import type {
  ApiServerAnswer,
  BesideAnswer,
  ChangeAnswer,
  ConflictAnswer,
  FitAnswer,
  FixesAnswer,
  ForkEntry,
  InformerAnswer,
  InformerGeneration,
  InformersAnswer,
  InspectAnswer,
  InvariantRow,
  LanesAnswer,
  LeftAnswer,
  ObjectRow,
  OpenAnswer,
  Outcome,
  OwnershipAnswer,
  PreemptionAnswer,
  QueuesAnswer,
  RefusalsAsked,
  RefusedRow,
  SourceFile,
  StageView,
  StopsAnswer,
  TopologyAnswer,
  WatchAnswer,
  WhyAnswer,
  WorkloadAnswer,
} from '../../protocol/protocol.ts';
import type { RawEntry } from '../../scenario/raw-timeline.ts';
import type { Layout, LayoutState } from '../../store/layout.ts';
import type { Marks, MarksState } from '../../store/marks.ts';
import type { Playback, PlaybackState } from '../../store/playback.ts';
import type { Selection, SelectionState } from '../../store/selection.ts';
import type { Session, SessionState } from '../../store/session.ts';
import type { TimelineLook, TimelineState } from '../../store/timeline.ts';
import type { Place } from '../../store/view-name.ts';

/** The run on screen. Questions answer undefined once it is closed. */
export interface LiveRun {
  readonly id: number;
  readonly answer: OpenAnswer;
  readonly trace: TraceBuffer;
  readonly display: DisplayTime;
  readonly viewAt: (step: number) => StageView | undefined;
  /** @returns how to stop listening */
  readonly onView: (listener: (step: number) => void) => () => void;
  readonly objects: (step: number) => Promise<readonly ObjectRow[] | undefined>;
  readonly inspect: (step: number, key: string) => Promise<InspectAnswer | undefined>;
  readonly why: (step: number, podKey: string) => Promise<WhyAnswer | undefined>;
  /** A view with long queues and nothing else. */
  readonly queues: (step: number) => Promise<StageView | undefined>;
  readonly refused: (step: number) => Promise<readonly RefusedRow[] | undefined>;
  readonly fixes: (step: number, podKey: string) => Promise<FixesAnswer | undefined>;
  readonly preemption: (step: number, podKey: string) => Promise<readonly PreemptionAnswer[] | undefined>;
  readonly topology: (step: number, podKey: string) => Promise<TopologyAnswer | undefined>;
  readonly queueRows: (step: number) => Promise<QueuesAnswer | undefined>;
  readonly informers: (step: number) => Promise<InformersAnswer | undefined>;
  readonly informer: (step: number, id: string) => Promise<InformerAnswer | undefined>;
  readonly apiServer: (step: number, asked?: RefusalsAsked) => Promise<ApiServerAnswer | undefined>;
  /** `at`: the step of the refusal. */
  readonly conflict: (at: number) => Promise<ConflictAnswer | undefined>;
  readonly ownership: (step: number, key: string) => Promise<OwnershipAnswer | undefined>;
  readonly workload: (step: number, key: string) => Promise<WorkloadAnswer | undefined>;
  readonly lanes: (step: number, podKey: string) => Promise<LanesAnswer | undefined>;
  readonly stops: (texts: readonly string[], from: number) => Promise<StopsAnswer | undefined>;
  readonly watches: (
    texts: readonly string[],
    step: number,
  ) => Promise<readonly (WatchAnswer | undefined)[] | undefined>;
  readonly invariants: (step: number) => Promise<readonly InvariantRow[] | undefined>;
  readonly fit: (step: number, podKey: string, max: number) => Promise<FitAnswer | undefined>;
  readonly fitText: (step: number, file: SourceFile, max: number) => Promise<Outcome<FitAnswer> | undefined>;
  readonly drain: (step: number, node: string, force: boolean) => Promise<ChangeAnswer | undefined>;
  readonly addNodes: (step: number, like: string, count: number) => Promise<ChangeAnswer | undefined>;
  /** What is still to come where the run has come to its end; undefined where its code does not come either. */
  readonly left: () => Promise<LeftAnswer | undefined>;
  /** @param fork what makes the branch, where the original is on screen; undefined: the branch is */
  readonly beside: (fork?: Fork) => Promise<BesideAnswer | undefined>;
}

/** A branch: where it leaves, and what happens then. */
export interface Fork {
  readonly step: number;
  readonly entries: readonly ForkEntry[];
}

export interface ShareInfo {
  /** The whole address; undefined where the scenario is too large for one. */
  readonly link: string;
  readonly characters: number;
  /** The scenario is too large for an address: the link asks for this file. */
  readonly file: { readonly name: string; readonly text: string } | undefined;
  readonly scenarioName: string;
  readonly step: number;
  readonly selection: string;
  /** What the person put on the run: it goes with the link. */
  readonly marks: MarksState;
  /** What was done in the forks that it is one of, as a timeline has it. */
  readonly deeds: readonly RawEntry[];
  readonly gallery: boolean;
}

/** What if kubectl did this right after the step shown? */
export interface ForkWish {
  /** Default: the step shown. */
  readonly from?: number;
  readonly entries: readonly ForkEntry[];
  /**
   * Where to stand in the new branch; undefined = not come yet. Without it, or where the run rests before it comes, at the
   * step of the fork.
   */
  readonly goal?: (trace: TraceBuffer, from: number) => number | undefined;
  /** Where to look at the new branch. Default: on the stage. */
  readonly place?: Place;
}

export interface Commands {
  /** @param at a step or an anchor; default the start */
  readonly openGallery: (name: string, at?: string) => void;
  readonly openFiles: (files: readonly File[]) => void;
  readonly openText: (name: string, text: string) => void;
  readonly reopen: (kubernetesVersion: string) => void;
  /** The same scenario and moment with another queue in its informers. */
  readonly regenerate: (generation: InformerGeneration) => void;
  readonly cancelOpening: () => void;
  /** The fork takes the stage. @returns false where the engine refuses it; the refusal is reported */
  readonly fork: (wish: ForkWish) => Promise<boolean>;
  /** Back to where the last fork was made. @param at ticks to stand at instead */
  readonly undoFork: (at?: number) => Promise<void>;
  /** Another form of the scenario that is open, at a time (ticks) and in the same view. */
  readonly openAt: (scenario: string, ticks: number) => Promise<void>;
  /** An explicit jump: it gets an entry in the browser's history. */
  readonly jump: (step: number) => void;
  /** On past the rest of the run to a tick, and to the first event there. */
  readonly runOn: (tick: number) => Promise<void>;
  /** To the next stop (1), or back to the one before (-1); where there is none nothing moves, and it is told. */
  readonly runToStop: (by: 1 | -1) => void;
  readonly share: () => Promise<ShareInfo>;
  readonly showHelp: () => void;
  /** To the list of scenarios. */
  readonly home: () => void;
  /** To the concurrency laboratory. */
  readonly lab: () => void;
  /** From there back to the run that is open, or to the list of scenarios. */
  readonly cluster: () => void;
}

export interface Shell {
  readonly playback: Playback;
  readonly selection: Selection;
  readonly layout: Layout;
  readonly session: Session;
  readonly marks: Marks;
  readonly timeline: TimelineLook;
  readonly commands: Commands;
  readonly run: LiveRun | undefined;
  readonly playhead: { current: DisplayMoment };
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (shell === undefined) throw new Error('a view stands outside the shell');
  return shell;
}

export const usePlayback = <T>(pick: (state: PlaybackState) => T): T => useStore(useShell().playback.store, pick);
export const useSelection = <T>(pick: (state: SelectionState) => T): T => useStore(useShell().selection.store, pick);
export const useLayout = <T>(pick: (state: LayoutState) => T): T => useStore(useShell().layout.store, pick);
export const useSession = <T>(pick: (state: SessionState) => T): T => useStore(useShell().session.store, pick);
export const useMarks = <T>(pick: (state: MarksState) => T): T => useStore(useShell().marks.store, pick);
export const useTimeline = <T>(pick: (state: TimelineState) => T): T => useStore(useShell().timeline.store, pick);

export const useWords = (): Words => words(useLayout((state) => state.language));

/** The view of a step once it is here; undefined until then. */
export function useView(step: number): StageView | undefined {
  const { run } = useShell();
  const subscribe = useCallback((changed: () => void) => run?.onView(changed) ?? (() => undefined), [run]);
  return useSyncExternalStore(subscribe, () => run?.viewAt(step));
}

/** A row of the log with its texts. */
export function eventAt(trace: TraceBuffer, step: number): EventWords {
  return {
    kind: trace.kindName(step),
    subject: trace.subject(step),
    object: trace.object(step),
    detail: trace.detail(step),
    number: trace.number(step),
  };
}
