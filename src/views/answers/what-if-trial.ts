/** A question that takes the engine a while: asked by a press, its answer belongs to a step. */
import { useEffect, useRef, useState } from 'react';
import { whatIfWords, type WhatIfWords } from '../../derive/words/what-if.ts';
import { useLayout, usePlayback, useShell, type LiveRun } from '../kit/shell.ts';

export const useWhatIfWords = (): WhatIfWords => whatIfWords(useLayout((s) => s.language));

export interface Tried<T> {
  readonly run: number;
  readonly step: number;
  /** What was asked about, as the answer names it. */
  readonly about: string;
  /** Undefined: the object is not there at that step. */
  readonly answer: T | undefined;
}

export type Question<T> = (run: LiveRun, step: number) => Promise<T | undefined>;

export interface Trial<T> {
  /** The step from which it is being tried now. */
  readonly trying: number | undefined;
  /** Of the run on screen. */
  readonly tried: Tried<T> | undefined;
  readonly ask: (about: string, question: Question<T>) => void;
  /** The last question once more, from the step shown. */
  readonly askAgain: () => void;
}

interface Asked<T> {
  readonly about: string;
  readonly question: Question<T>;
}

export function useTrial<T>(): Trial<T> {
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const [trying, setTrying] = useState<number | undefined>(undefined);
  const [tried, setTried] = useState<Tried<T> | undefined>(undefined);
  const shown = useRef(true);
  const last = useRef<Asked<T> | undefined>(undefined);

  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const put = async (live: LiveRun, { about, question }: Asked<T>): Promise<void> => {
    const answer = await question(live, step);
    if (!shown.current) return;
    setTrying(undefined);
    setTried({ run: live.id, step, about, answer });
  };
  const askNow = (asked: Asked<T>): void => {
    if (run === undefined || trying !== undefined) return;
    last.current = asked;
    setTrying(step);
    void put(run, asked);
  };
  return {
    trying,
    tried: tried?.run === run?.id ? tried : undefined,
    ask: (about, question) => {
      askNow({ about, question });
    },
    askAgain: () => {
      if (last.current !== undefined) askNow(last.current);
    },
  };
}
