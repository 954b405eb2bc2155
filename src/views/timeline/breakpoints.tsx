/** Where runs stop, and what is watched on the way. */
import { useId, useState, type SyntheticEvent, type ReactElement } from 'react';
import { breachWords } from '../../derive/words/breaches.ts';
import { conditionWords, type ConditionWords } from '../../derive/words/conditions.ts';
import { invariantWords } from '../../derive/words/invariants.ts';
import { count } from '../../derive/words/numbers.ts';
import { objectName, shortKey } from '../../derive/words/names.ts';
import { parseCondition, parseWatch } from '../../scenario/condition/parse.ts';
import type { Breach, ConditionProblem } from '../../protocol/protocol.ts';
import type { Parsed } from '../../scenario/condition/types.ts';
import { IconButton } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { useLayout, useMarks, usePlayback, useSelection, useShell, useWords, type LiveRun } from '../kit/shell.ts';
import { Invariants } from './invariants.tsx';
import { PopoverHead, ToolPopover } from './tool-popover.tsx';
import { Watches } from './watches.tsx';
import './tools.css';

const TAGS = 2;

export default function Breakpoints(): ReactElement | undefined {
  const { run } = useShell();
  const lang = useLayout((s) => s.language);
  const words = conditionWords(lang);
  const breakpoints = useMarks((s) => s.breakpoints);
  const set = useMarks((s) => s.breakpoints.length + s.watches.length);
  if (run === undefined) return undefined;
  return (
    <div className="bp-area">
      <StopNote words={words} />
      {breakpoints.length > 0 && (
        // Beside a note that names where it stopped there is neither room nor need for them.
        <span className="bp-tags t1 i2" aria-hidden="true">
          {words.stopsAt}
          {breakpoints.slice(0, TAGS).map((text) => (
            <span key={text} className="tag acc ell" title={text}>
              {text}
            </span>
          ))}
          {breakpoints.length > TAGS && <span className="num">+{count(breakpoints.length - TAGS)}</span>}
        </span>
      )}
      <ToolPopover icon="bp" title={words.title} on={set > 0} testId="breakpoints-open" panelId="breakpoints">
        <Panel run={run} words={words} />
      </ToolPopover>
    </div>
  );
}

/** Why it stands here, or that there is nowhere to run to. The live region says the second, too. */
function StopNote({ words }: { readonly words: ConditionWords }): ReactElement | undefined {
  const { playback } = useShell();
  const lang = useLayout((s) => s.language);
  const step = usePlayback((s) => s.step);
  const stops = usePlayback((s) => s.stops);
  const still = usePlayback((s) => !s.playing && s.goal === undefined);
  const noStop = usePlayback((s) => s.noStop);
  const { noStop: none } = useWords();
  const here = still && stops.length > 0 ? playback.stopsAt(step) : [];
  if (noStop === undefined && here.length === 0) return undefined;
  const allOf = (wordsOf: (breach: Breach) => string): string =>
    [...new Set(here.map(({ breach, words: own }) => (breach === undefined ? own : wordsOf(breach))))].join('; ');
  // The notice says what was broken.
  const said = noStop === undefined ? words.stopped(allOf(() => invariantWords(lang).stop)) : none[noStop];
  const whole = noStop === undefined ? words.stopped(allOf((breach) => breachWords(breach, lang))) : said;
  const isBreach = here.length > 0 && here.every(({ breach }) => breach !== undefined);
  return (
    <span className={`bp-note t1 two-lines ${isBreach ? 'of-breach' : ''}`} data-testid="stop-note" title={whole}>
      {said}
    </span>
  );
}

function Panel({ run, words }: { readonly run: LiveRun; readonly words: ConditionWords }): ReactElement {
  const { marks } = useShell();
  const [text, setText] = useState('');
  const breakpoints = useMarks((s) => s.breakpoints);
  return (
    <>
      <PopoverHead close={words.close}>
        <h2>{words.title}</h2>
        <span className="sp" />
      </PopoverHead>
      <ConditionField
        label={words.field}
        add={words.add}
        hint={words.fieldHint}
        words={words}
        text={text}
        setText={setText}
        read={parseCondition}
        onAdd={(added) => {
          marks.add('breakpoints', added);
        }}
      />
      {breakpoints.length === 0 && <p className="t1 i2">{words.none}</p>}
      <BreakpointList breakpoints={breakpoints} words={words} />
      <Examples words={words} onUse={setText} />
      <SelectionRuns run={run} words={words} />
      <h3>{words.watchTitle}</h3>
      <Watches run={run} words={words} field={watchField} />
      <Invariants run={run} />
    </>
  );
}

const watchField = (props: Omit<FieldProps, 'read'>): ReactElement => <ConditionField {...props} read={parseWatch} />;

function BreakpointList({
  breakpoints,
  words,
}: {
  readonly breakpoints: readonly string[];
  readonly words: ConditionWords;
}): ReactElement {
  const { marks } = useShell();
  const stops = usePlayback((s) => s.stops);
  return (
    <ul className="bp-list">
      {breakpoints.map((text) => {
        const hits = stops.reduce((sum, stop) => sum + (stop.breach === undefined && stop.words === text ? 1 : 0), 0);
        return (
          <li key={text} className="row" data-breakpoint={text} data-hits={hits}>
            <code className="t1">{text}</code>
            <span className="sp" />
            <span className="t1 i2 num">{words.hits(count(hits))}</span>
            <IconButton
              icon="close"
              label={words.remove(text)}
              onClick={() => {
                marks.remove('breakpoints', text);
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}

export interface FieldProps {
  readonly label: string;
  readonly add: string;
  readonly hint: string;
  readonly words: ConditionWords;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly read: (text: string) => Parsed<unknown>;
  readonly onAdd: (text: string) => void;
}

/** What is wrong is told below the field when it is to be added, and as soon as it is put right no more. */
export function ConditionField(props: FieldProps): ReactElement {
  const { label, add, hint, words, text, setText, read, onAdd } = props;
  const [asked, setAsked] = useState(false);
  const problemId = useId();
  const parsed = read(text);
  const problem = asked && !parsed.ok ? parsed.problem : undefined;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setAsked(!parsed.ok);
    if (!parsed.ok) return;
    onAdd(text.trim());
    setText('');
  };
  return (
    <form onSubmit={submit}>
      <div className="row">
        <input
          className="field mono bp-field"
          aria-label={label}
          placeholder={hint}
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          aria-invalid={problem !== undefined}
          {...(problem === undefined ? {} : { 'aria-describedby': problemId })}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <button type="submit" className="btn icon" aria-label={add} title={add}>
          <Icon name="plus" />
        </button>
      </div>
      {problem !== undefined && <Wrong id={problemId} problem={problem} words={words} />}
    </form>
  );
}

function Wrong({
  id,
  problem,
  words,
}: {
  readonly id: string;
  readonly problem: ConditionProblem;
  readonly words: ConditionWords;
}): ReactElement {
  const [what, todo] = words.wrong[problem.code](problem.params);
  return (
    <p id={id} className="bp-wrong t1" role="alert" data-code={problem.code}>
      <b className="bad">
        {what} ({words.at(String(problem.column))})
      </b>{' '}
      {todo}
    </p>
  );
}

function Examples({
  words,
  onUse,
}: {
  readonly words: ConditionWords;
  readonly onUse: (text: string) => void;
}): ReactElement {
  const selected = useSelection((s) => s.object);
  const examples = [
    'kind = store.written and detail = bind',
    ...(selected?.startsWith('Pod/') === true ? [`phase(${selected}) = Running`] : []),
    'count(pods where phase = Pending) > 3',
    'queue(backoffQ) > 0',
  ];
  return (
    <div className="bp-examples t1 i2">
      {words.examples}
      {examples.map((text) => (
        <button
          key={text}
          type="button"
          className="link mono"
          aria-label={words.use(text)}
          onClick={() => {
            onUse(text);
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** From one write of the selected object to the next. */
function SelectionRuns({
  run,
  words,
}: {
  readonly run: LiveRun;
  readonly words: ConditionWords;
}): ReactElement | undefined {
  const { commands, playback } = useShell();
  const selected = useSelection((s) => s.object);
  if (selected === undefined) return undefined;
  const go = (by: 1 | -1): void => {
    const { step } = playback.state;
    const writes = run.trace.eventsOfObject(selected).filter((k) => run.trace.kindName(k) === 'store.written');
    const to = by === 1 ? writes.find((k) => k > step) : writes.filter((k) => k < step).at(-1);
    if (to !== undefined) commands.jump(to);
  };
  return (
    <div className="row bp-selection">
      <span className="t1 i2 ell">
        {words.selection}: {objectName(shortKey(selected))}
      </span>
      <button
        type="button"
        className="btn"
        onClick={() => {
          go(-1);
        }}
      >
        {words.previousChange}
      </button>
      <button
        type="button"
        className="btn"
        onClick={() => {
          go(1);
        }}
      >
        {words.nextChange}
      </button>
    </div>
  );
}
