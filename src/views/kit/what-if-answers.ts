/** Answers under "What if …". They outlive a change of the layout, which mounts the view anew, but not the view itself. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChangeAnswer, FitAnswer, Outcome } from '../../protocol/protocol.ts';
import type { LiveRun, Shell } from './shell.ts';

export interface Tried<T> {
  readonly run: number;
  readonly step: number;
  /** What was asked about, as the answer names it. */
  readonly about: string;
  /** Undefined: the object is not there at that step. */
  readonly answer: T | undefined;
}

export type Question<T> = (run: LiveRun, step: number) => Promise<T | undefined>;

interface Asked<T> {
  readonly run: number;
  readonly step: number;
  readonly about: string;
  readonly question: Question<T>;
}

interface Kept<T> {
  /** The last question. */
  readonly asked: Asked<T> | undefined;
  /** Its answer is on the way. */
  readonly busy: boolean;
  readonly tried: Tried<T> | undefined;
}

const NOTHING = { asked: undefined, busy: false, tried: undefined } as const;

/** The last answer to questions of one sort. */
export class KeptAnswer<T> {
  readonly store: StoreApi<Kept<T>> = createStore<Kept<T>>(() => NOTHING);

  /** Nothing happens while the run is still busy with another. */
  ask(run: LiveRun, step: number, about: string, question: Question<T>): void {
    const { asked: last, busy } = this.store.getState();
    if (busy && last?.run === run.id) return;
    const asked = { run: run.id, step, about, question };
    this.store.setState({ asked, busy: true });
    void this.put(run, asked);
  }

  forget(): void {
    this.store.setState(NOTHING);
  }

  private async put(run: LiveRun, asked: Asked<T>): Promise<void> {
    // An answer that nobody waits for any more is dropped.
    const end = (change: Partial<Kept<T>>): void => {
      if (this.store.getState().asked === asked) this.store.setState({ ...change, busy: false });
    };
    const { step, about, question } = asked;
    try {
      const answer = await question(run, step);
      end({ tried: { run: run.id, step, about, answer } });
    } catch (error) {
      end({});
      throw error;
    }
  }
}

export const whatIfAnswers = {
  fit: new KeptAnswer<Outcome<FitAnswer>>(),
  drain: new KeptAnswer<ChangeAnswer>(),
  add: new KeptAnswer<ChangeAnswer>(),
};

/** For when the view goes: not if another layout shows it at once. */
export function leaveWhatIf({ session }: Pick<Shell, 'session'>): void {
  if (session.store.getState().view === 'what-if') return;
  for (const kept of Object.values(whatIfAnswers)) kept.forget();
}
