import { useEffect, useRef, useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { sentence } from '../../derive/words/sentence.ts';
import { eventAt, useLayout, usePlayback, useShell, useWords } from '../kit/shell.ts';

function useSentence(): string {
  const { run } = useShell();
  const words = useWords();
  const lang = useLayout((s) => s.language);
  const step = usePlayback((s) => s.step);
  const noStop = usePlayback((s) => s.noStop);
  if (run === undefined) return '';
  if (noStop !== undefined) return words.noStop[noStop];
  return step === 0 ? words.beforeAll : sentence(eventAt(run.trace, step), lang);
}

const QUIET_MILLIS = 1000;

/**
 * The one polite live region. It speaks when the person moved or paused, at most once a second, and never during play.
 */
export function StatusLine(): ReactElement {
  const words = useWords();
  const step = usePlayback((s) => s.step);
  const still = usePlayback((s) => !s.playing && s.goal === undefined);
  const { run, playback } = useShell();
  const runId = run?.id;
  /** Undefined while the run grows: its length is not known yet. */
  const length = usePlayback((s) => (s.runState === 'running' ? undefined : s.steps));
  const text = useSentence();
  const [spoken, setSpoken] = useState('');
  const lastAt = useRef(-QUIET_MILLIS);
  const first = useRef(true);
  useEffect(() => {
    if (!still || text === '') return undefined;
    const speak = (): void => {
      // What stands there when the page opens is not an announcement.
      if (!first.current) lastAt.current = performance.now();
      first.current = false;
      setSpoken(words.status(count(step), count(length ?? playback.state.steps), text));
    };
    const wait = Math.max(length === undefined ? QUIET_MILLIS : 0, lastAt.current + QUIET_MILLIS - performance.now());
    const timer = setTimeout(speak, wait);
    return () => {
      clearTimeout(timer);
    };
  }, [still, step, length, runId, text, words, playback]);
  return (
    <div className="status-line" role="status" aria-live="polite" data-testid="status-line">
      {spoken}
    </div>
  );
}
