import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { count, simTime } from '../../derive/words/numbers.ts';
import { isComposing } from '../kit/composing.ts';
import { usePlayback, useShell, useWords } from '../kit/shell.ts';

/** Simulated time, and the step among all. */
export function Now(): ReactElement {
  const step = usePlayback((s) => s.step);
  const steps = usePlayback((s) => s.steps);
  const { run } = useShell();
  const words = useWords();
  const micros = ((run?.trace.time(step) ?? 0) / (run?.answer.ticksPerSecond ?? 1e6)) * 1e6;
  return (
    <>
      <span className="now num">
        {simTime(micros)} <i>{words.sim}</i>
      </span>
      <span className="now num">
        <i>{words.step}</i>
        <StepField step={step} /> <i>/ {count(steps)}</i>
      </span>
    </>
  );
}

/** "Go to step": shows where the person stands, takes n, +n, -n or a time. */
function StepField({ step }: { readonly step: number }): ReactElement {
  const { playback, session } = useShell();
  const words = useWords();
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [wrong, setWrong] = useState(false);
  const hint = useId();
  const field = useRef<HTMLInputElement>(null);
  const submit = (): void => {
    if (draft === undefined || draft.trim() === '') return;
    if (playback.goTo(draft)) {
      session.dismissProblem();
      setDraft(undefined);
      setWrong(false);
    } else {
      setWrong(true);
    }
  };
  useEffect(() => {
    if (wrong) field.current?.select();
  }, [wrong]);
  return (
    <>
      <input
        ref={field}
        className="field num"
        id="go-to-step"
        aria-label={words.goToStep}
        title={`${words.goToStepHint} (G)`}
        aria-invalid={wrong}
        aria-describedby={wrong ? hint : undefined}
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        value={draft ?? count(step)}
        onFocus={(event) => {
          event.target.select();
        }}
        onChange={(event) => {
          setDraft(event.target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter') submit();
          if (event.key === 'Escape') {
            setDraft(undefined);
            setWrong(false);
          }
        }}
        onBlur={() => {
          setDraft(undefined);
          setWrong(false);
        }}
      />
      {wrong && (
        <span className="field-error" id={hint} role="status">
          {words.notAStep}
        </span>
      )}
    </>
  );
}
