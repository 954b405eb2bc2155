import type { ButtonHTMLAttributes, KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useRef } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title' | 'aria-label'> {
  readonly icon: IconName;
  /** The accessible name. */
  readonly label: string;
  /** The key that does the same, told in the tip. */
  readonly keys?: string;
  readonly size?: number;
}

export function IconButton({ icon, label, keys, size, className, ...rest }: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      className={`btn icon ${className ?? ''}`}
      aria-label={label}
      title={keys === undefined ? label : `${label} (${keys})`}
      {...rest}
    >
      <Icon name={icon} {...(size === undefined ? {} : { size })} />
    </button>
  );
}

interface SegmentedProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly {
    readonly value: T;
    readonly text: string;
    readonly name?: string;
    readonly lang?: string;
  }[];
  readonly onChange: (value: T) => void;
  readonly small?: boolean;
}

/** One of a few: one tab stop, arrows move. */
export function Segmented<T extends string | number>(props: SegmentedProps<T>): ReactElement {
  const { label, value, options, onChange, small } = props;
  const root = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = options.findIndex((option) => option.value === value);
    const next = (at + by + options.length) % options.length;
    const option = options[next];
    if (option === undefined) return;
    onChange(option.value);
    root.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={root} className={`seg ${small === true ? 'sm' : ''}`} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.name}
          lang={option.lang}
          tabIndex={option.value === value ? 0 : -1}
          className={option.value === value ? 'on' : ''}
          onClick={() => {
            onChange(option.value);
          }}
          onKeyDown={onKeyDown}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}

interface StepLinkProps {
  readonly step: number;
  readonly onJump: (step: number) => void;
  /** The accessible name; the link itself shows only the number. */
  readonly name: string;
  readonly children?: ReactNode;
}

export function StepLink({ step, onJump, name, children }: StepLinkProps): ReactElement {
  return (
    <button
      type="button"
      className="link num"
      aria-label={name}
      data-to-step={step}
      onClick={() => {
        onJump(step);
      }}
    >
      {children ?? step}
    </button>
  );
}

interface MoreButtonProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** What it says while only the first are shown, and while all are. */
  readonly more: string;
  readonly fewer: string;
}

/** Under a list that begins with its first rows. */
export function MoreButton({ open, onOpen, more, fewer }: MoreButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="link t1"
      aria-expanded={open}
      onClick={() => {
        onOpen(!open);
      }}
    >
      {open ? fewer : more}
    </button>
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The accessible name. */
  readonly label: string;
  readonly placeholder: string;
}

/** Leaves of a list what holds a text. */
export function SearchField({ value, onChange, label, placeholder }: SearchFieldProps): ReactElement {
  return (
    <label className="search">
      <Icon name="filter" />
      <input
        className="field"
        type="search"
        placeholder={placeholder}
        aria-label={label}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </label>
  );
}

/** What is not there, and when that ends. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactElement {
  return (
    <div className="empty">
      <b>{title}</b>
      {children === undefined ? undefined : <p>{children}</p>}
    </div>
  );
}
