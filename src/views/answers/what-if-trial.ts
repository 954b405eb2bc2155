/** A question that takes the engine a while: asked by a press, its answer belongs to a step. */
import { useStore } from 'zustand';
import { whatIfWords, type WhatIfWords } from '../../derive/words/what-if.ts';
import { useLayout, usePlayback, useShell } from '../kit/shell.ts';
import type { KeptAnswer, Question, Tried } from '../kit/what-if-answers.ts';

export const useWhatIfWords = (): WhatIfWords => whatIfWords(useLayout((s) => s.language));

export interface Trial<T> {
  /** The step from which it is being tried now. */
  readonly trying: number | undefined;
  /** Of the run on screen. */
  readonly tried: Tried<T> | undefined;
  readonly ask: (about: string, question: Question<T>) => void;
  /** The last question once more, from the step shown. */
  readonly askAgain: () => void;
}

export function useTrial<T>(kept: KeptAnswer<T>): Trial<T> {
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const { asked, busy, tried } = useStore(kept.store);
  const ask = (about: string, question: Question<T>): void => {
    if (run !== undefined) kept.ask(run, step, about, question);
  };
  return {
    trying: busy && asked?.run === run?.id ? asked?.step : undefined,
    tried: tried?.run === run?.id ? tried : undefined,
    ask,
    askAgain: () => {
      if (asked !== undefined) ask(asked.about, asked.question);
    },
  };
}
