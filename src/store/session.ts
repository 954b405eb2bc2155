/** What is open, what is being opened, and what went wrong. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeptFork } from '../scenario/link-fork.ts';
import type { LabLink } from '../scenario/link.ts';
import type { KubernetesVersion } from '../model/versions.ts';
import type { OpenAnswer, Problem } from '../protocol/protocol.ts';
import type { Place } from './view-name.ts';

/** A record, so that the compiler misses a version that is added to the model. */
const OFFERED: Readonly<Record<KubernetesVersion, true>> = {
  '1.37': true,
  '1.36': true,
  '1.35': true,
  '1.34': true,
  '1.33': true,
  '1.32': true,
};
/** Newest first. */
export const VERSIONS: readonly string[] = Object.keys(OFFERED);

/** Where the scenario came from; it decides how a link names it. */
export type Source =
  | { readonly kind: 'gallery'; readonly name: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'files'; readonly names: readonly string[] };

export type View =
  | 'landing'
  | 'stage'
  | 'why'
  | 'why-node'
  | 'queues'
  | 'what-if'
  | 'informer'
  | 'api-server'
  | 'workloads'
  | 'faults'
  | 'summary'
  | 'lab';

export interface Opening {
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

/** A link that asks for its file (#f.…): kept until the file is dropped. */
export interface AwaitedFile {
  readonly digest: string;
  readonly moment: string;
}

/** A fork of the run that was opened. */
export interface Branch {
  /** The last step that it shares with what was before. */
  readonly from: number;
  /** What the scenario does after it is left out. */
  readonly alone?: true;
  /** The way back, where another page or another load of this one made it. */
  readonly kept?: KeptFork;
}

export interface SessionState {
  readonly runId: number;
  readonly answer: OpenAnswer | undefined;
  readonly source: Source;
  /** Undefined on the first branch. */
  readonly branch: Branch | undefined;
  readonly view: View;
  /** What the view is about, where that is not the selection: an informer's id. "" = as the view chooses. */
  readonly focus: string;
  /** Shown only once it has lasted a while. */
  readonly opening: Opening | undefined;
  readonly problem: Problem | undefined;
  readonly awaited: AwaitedFile | undefined;
  /** Moment of the laboratory that an address asked for, until the laboratory takes it. */
  readonly labWish: LabLink | undefined;
  /** Moment that the laboratory shows: its address. */
  readonly labShown: LabLink | undefined;
}

export class Session {
  readonly store: StoreApi<SessionState> = createStore<SessionState>(() => ({
    runId: 0,
    answer: undefined,
    source: { kind: 'gallery', name: '' },
    branch: undefined,
    view: 'landing',
    focus: '',
    opening: undefined,
    problem: undefined,
    awaited: undefined,
    labWish: undefined,
    labShown: undefined,
  }));

  private beforeBench: Place = { view: 'stage', focus: '' };

  get state(): SessionState {
    return this.store.getState();
  }

  /** @param branch what was opened is one, as another page made it */
  opened(runId: number, answer: OpenAnswer, source: Source, { view, focus }: Place, branch?: Branch): void {
    this.store.setState({ runId, answer, source, view, focus, branch, opening: undefined, problem: undefined });
  }

  /** Another branch of what is open is on screen. @param branch undefined = the first one */
  turned(runId: number, answer: OpenAnswer, source: Source, branch: Branch | undefined, { view, focus }: Place): void {
    this.store.setState({ runId, answer, source, branch, view, focus, problem: undefined });
  }

  setOpening(opening: Opening | undefined): void {
    this.store.setState({ opening });
  }

  /** The room of a person who makes a fork; the bench is where it is made, not where they were. */
  get madeFrom(): Place {
    const { view, focus } = this.state;
    return view === 'faults' ? this.beforeBench : { view, focus };
  }

  setView(view: View, focus = ''): void {
    const { view: from, focus: about } = this.state;
    if (view === 'faults' && from !== 'faults') this.beforeBench = { view: from, focus: about };
    this.store.setState({ view, focus });
  }

  report(problem: Problem): void {
    this.store.setState({ problem });
  }

  dismissProblem(): void {
    this.store.setState({ problem: undefined });
  }

  await(awaited: AwaitedFile | undefined): void {
    this.store.setState({ awaited });
  }

  /** To the laboratory. @param moment undefined = where the person left it */
  openLab(moment: LabLink | undefined): void {
    this.store.setState(moment === undefined ? { view: 'lab' } : { view: 'lab', labWish: moment });
  }

  takeLabWish(): LabLink | undefined {
    const { labWish } = this.state;
    if (labWish !== undefined) this.store.setState({ labWish: undefined });
    return labWish;
  }

  showLab(labShown: LabLink): void {
    this.store.setState({ labShown });
  }
}
