import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { Landing } from '../../store/parse-step.ts';
import { isComposing } from './composing.ts';
import { useWords } from './shell.ts';

interface StepFieldProps {
  readonly step: number;
  /** Where a text would lead; undefined = it is neither step nor time. */
  readonly landing: (text: string) => Landing | undefined;
  readonly goTo: (text: string) => boolean;
  /** Of what stands beside the field. */
  readonly className?: string;
}

/**
 * "Go to step": shows where the person stands, takes n, +n, -n or a time. A text with a sign counts from there, and one may
 * ask for more steps than there are: both are said before Enter.
 */
export function StepField({ step, landing, goTo, className = '' }: StepFieldProps): ReactElement {
  const words = useWords();
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [wrong, setWrong] = useState(false);
  const hint = useId();
  const field = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    setDraft(undefined);
    setWrong(false);
  };
  const submit = (): void => {
    if (draft === undefined || draft.trim() === '') return;
    if (goTo(draft)) clear();
    else setWrong(true);
  };
  useEffect(() => {
    if (wrong) field.current?.select();
  }, [wrong]);
  const said = wrong ? words.notAStep : draft === undefined ? '' : landingWords(landing(draft), step, words);
  return (
    <>
      <input
        ref={field}
        className="field num"
        id="go-to-step"
        aria-label={words.goToStep}
        title={`${words.goToStepHint} (G)`}
        aria-invalid={wrong}
        aria-describedby={said === '' ? undefined : hint}
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
          if (event.key === 'Escape') clear();
        }}
        onBlur={clear}
      />
      {said !== '' && (
        <span className={`${wrong ? 'field-error' : 'field-error is-hint num'} ${className}`} id={hint} role="status">
          {said}
        </span>
      )}
    </>
  );
}

/** What is not plain about where a text leads: "" = nothing. */
function landingWords(there: Landing | undefined, from: number, words: ReturnType<typeof useWords>): string {
  if (there === undefined) return '';
  const end = there.short ? (there.step === 0 ? words.firstIs : words.lastIs)(count(there.step)) : count(there.step);
  if (there.by === undefined) return there.short ? words.leadsTo(end) : '';
  const by = `${there.by < 0 ? '−' : '+'}${count(Math.abs(there.by))}`;
  return words.countsFrom(by, count(from), end);
}
