import { useEffect, useRef, useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { sentence } from '../../derive/words/sentence.ts';
import { eventAt, useLayout, usePlayback, useShell, useWords } from '../kit/shell.ts';

/** Where the person stands, or will as soon as the picture has walked there. */
const useTarget = (): number => usePlayback((s) => s.goal ?? s.step);

function useSentence(step: number): string {
  const { run } = useShell();
  const words = useWords();
  const lang = useLayout((s) => s.language);
  const noStop = usePlayback((s) => s.noStop);
  if (run === undefined) return '';
  if (noStop !== undefined) return words.noStop[noStop];
  return step === 0 ? words.beforeAll : sentence(eventAt(run.trace, step), lang);
}

/** So long after the last of several moves: a key that is held down says only where it led. */
const PAUSE_MILLIS = 80;
/** While the page opens its length is not known yet. */
const OPENING_MILLIS = 1000;

/** The one polite live region. It speaks at each move of the person, while the picture still goes there, and never during play. */
export function StatusLine(): ReactElement {
  const words = useWords();
  const step = useTarget();
  const playing = usePlayback((s) => s.playing);
  const { run, playback } = useShell();
  const runId = run?.id;
  /** Undefined while the run grows. */
  const length = usePlayback((s) => (s.runState === 'running' ? undefined : s.steps));
  const text = useSentence(step);
  const [spoken, setSpoken] = useState('');
  const first = useRef(true);
  useEffect(() => {
    if (playing || text === '') return undefined;
    const speak = (): void => {
      first.current = false;
      setSpoken(words.status(count(step), count(length ?? playback.state.steps), text));
    };
    const timer = setTimeout(speak, first.current && length === undefined ? OPENING_MILLIS : PAUSE_MILLIS);
    return () => {
      clearTimeout(timer);
    };
  }, [playing, step, length, runId, text, words, playback]);
  return (
    <div className="status-line" role="status" aria-live="polite" data-testid="status-line">
      {spoken}
    </div>
  );
}
