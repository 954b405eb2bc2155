/** Parts of the forms: a choice, a number, and the button that asks. */
import { useId, type ReactElement, type ReactNode } from 'react';
import { Icon } from '../kit/icons.tsx';

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** Options, or groups of them. */
  readonly children: ReactNode;
}

export function SelectField({ label, value, onChange, hint, children }: SelectProps): ReactElement {
  const id = useId();
  return (
    <div className="wi-field wi-grow">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="field mono"
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
      >
        {children}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="t1 i3 num">
          {hint}
        </p>
      )}
    </div>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Undefined = it is a number that can be asked with. */
  readonly wrong: string | undefined;
  readonly hint: string;
}

export function NumberField({ label, value, onChange, wrong, hint }: NumberProps): ReactElement {
  const id = useId();
  return (
    <div className="wi-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field num"
        inputMode="numeric"
        autoComplete="off"
        value={value}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <p id={`${id}-hint`} className={`t1 num ${wrong === undefined ? 'i3' : 'bad'}`}>
        {wrong ?? hint}
      </p>
    </div>
  );
}

/** @returns undefined where it is no whole number from 1 to `most` */
export function wholeNumber(text: string, most: number): number | undefined {
  const n = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return n >= 1 && n <= most ? n : undefined;
}

interface FormProps {
  readonly ask: string;
  readonly busy: boolean;
  /** Undefined = something is missing. */
  readonly onAsk: (() => void) | undefined;
  readonly children: ReactNode;
}

export function AskForm({ ask, busy, onAsk, children }: FormProps): ReactElement {
  return (
    <form
      className="wi-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onAsk?.();
      }}
    >
      {children}
      <button
        type="submit"
        className="btn pri"
        aria-disabled={busy || onAsk === undefined}
        data-testid="what-if-ask"
        aria-busy={busy}
      >
        <Icon name="fork" />
        {ask}
      </button>
    </form>
  );
}
