import type { ReactElement, ReactNode } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { insideWords } from '../../derive/words/inside.ts';
import { shortSentence } from '../../derive/words/sentence.ts';
import { GRANULARITIES, SPEEDS, type Speed } from '../../store/playback.ts';
import { IconButton, Segmented } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { eventAt, useLayout, usePlayback, useSession, useShell, useWords } from '../kit/shell.ts';
import { Now } from './step-field.tsx';

const SPEED_TEXT: Readonly<Record<string, string>> = { '0.25': '¼', '0.5': '½', max: 'max' };
const speedText = (speed: Speed): string => SPEED_TEXT[String(speed)] ?? `${String(speed)}×`;

/** @param props.tools of the timeline below */
export function Transport({ tools }: { readonly tools: ReactNode }): ReactElement {
  const { playback } = useShell();
  const words = useWords();
  const granularity = usePlayback((s) => s.granularity);
  const speed = usePlayback((s) => s.speed);
  return (
    <div className="transport">
      <div className="tgroup" role="group" aria-label={words.transport}>
        <Walk name="first" />
        <RunTo by={-1} />
        <Walk name="back" />
        <PlayButton />
        <Walk name="step" />
        <RunTo by={1} />
        <Walk name="last" />
      </div>
      <span className="vr" />
      <span className="t1 i3 not-narrow" aria-hidden="true">
        {words.oneStepIs}
      </span>
      <Segmented
        small
        label={words.granularity}
        value={granularity}
        options={GRANULARITIES.map((value) => ({ value, text: words.granularities[value] }))}
        onChange={(value) => {
          playback.setGranularity(value);
        }}
      />
      <span className="t1 i3 not-narrow" aria-hidden="true">
        {words.speedWord}
      </span>
      <Segmented
        small
        label={words.speed}
        value={speed}
        options={SPEEDS.map((value) => ({ value, text: speedText(value), name: words.speedName(String(value)) }))}
        onChange={(value) => {
          playback.setSpeed(value);
        }}
      />
      <span className="sp" />
      <RunState />
      <BranchMark />
      {tools}
    </div>
  );
}

/** The same clock at the foot of an answer. */
export function SlimTransport(): ReactElement {
  const words = useWords();
  return (
    <>
      <div className="tgroup" role="group" aria-label={words.transport}>
        <Walk name="first" />
        <RunTo by={-1} />
        <Walk name="back" />
        <PlayButton />
        <Walk name="step" />
        <RunTo by={1} />
        <Walk name="last" />
      </div>
      <BranchMark />
    </>
  );
}

/** The step and its sentence, beside the slim clock. */
export function SlimWords(): ReactElement {
  const { run } = useShell();
  const words = useWords();
  const step = usePlayback((s) => s.step);
  const lang = useLayout((s) => s.language);
  return (
    <span className="slim-words t1 i2 ell not-narrow">
      <b className="num">{count(step)}</b>{' '}
      {run === undefined || step === 0 ? words.beforeAll : shortSentence(eventAt(run.trace, step), lang)}
    </span>
  );
}

/** Where the branch on screen began, and the way back to what was before. */
export function BranchMark(): ReactElement | undefined {
  const { commands } = useShell();
  const words = useWords();
  const branch = useSession((s) => s.branch);
  if (branch === undefined) return undefined;
  const from = words.branchFrom(count(branch.from));
  const title = branch.alone === true ? `${from}${words.listComma}${words.branchAlone}` : from;
  return (
    <span className="branch-mark num" data-testid="branch">
      <Icon name="fork" />
      <span className="ell" title={title}>
        {from}
      </span>
      <CompareButton />
      <button type="button" className="btn" title={words.undo} onClick={() => void commands.undoFork()}>
        <Icon name="undo" />
        <span>{words.undo}</span>
      </button>
    </span>
  );
}

/** To both runs side by side; there it is gone. */
function CompareButton(): ReactElement | undefined {
  const { session } = useShell();
  const { compare } = insideWords(useLayout((s) => s.language));
  const there = useSession((s) => s.view === 'faults' && s.focus === 'beside');
  if (there) return undefined;
  return (
    <button
      type="button"
      className="btn"
      data-testid="compare"
      title={compare}
      onClick={() => {
        session.setView('faults', 'beside');
      }}
    >
      <Icon name="panel" />
      <span>{compare}</span>
    </button>
  );
}

/** The same under the thumb. @param props.tools breakpoints */
export function PhoneTransport({ tools }: { readonly tools: ReactNode }): ReactElement {
  const words = useWords();
  return (
    <>
      <BranchMark />
      <div className="thumb-now">
        <Now />
        {tools}
      </div>
      <div className="keys" role="group" aria-label={words.transport}>
        <Walk name="first" size={20} />
        <RunTo by={-1} size={20} />
        <Walk name="back" size={20} />
        <PlayButton size={20} />
        <StepButton />
        <RunTo by={1} size={20} />
        <Walk name="last" size={20} />
      </div>
    </>
  );
}

type WalkName = 'first' | 'back' | 'step' | 'last';
const KEYS: Readonly<Record<WalkName, string>> = { first: 'Home', back: '←', step: '→', last: 'End' };

function Walk({ name, size }: { readonly name: WalkName; readonly size?: number }): ReactElement {
  const { playback, commands } = useShell();
  const words = useWords();
  const atStart = usePlayback((s) => s.step === 0);
  const atEnd = usePlayback((s) => s.step >= s.steps);
  const act: Readonly<Record<WalkName, () => void>> = {
    first: () => {
      commands.jump(0);
    },
    back: () => {
      playback.stepBack();
    },
    step: () => {
      playback.stepForward();
    },
    last: () => {
      commands.jump(playback.state.steps);
      playback.followEnd();
    },
  };
  return (
    <IconButton
      icon={name}
      label={words.walk[name]}
      keys={KEYS[name]}
      aria-disabled={name === 'first' || name === 'back' ? atStart : atEnd}
      onClick={act[name]}
      {...(size === undefined ? {} : { size })}
    />
  );
}

/** Run to the next stop, or back to the one before. */
function RunTo({ by, size }: { readonly by: 1 | -1; readonly size?: number }): ReactElement {
  const { commands } = useShell();
  const words = useWords();
  return (
    <IconButton
      icon={by === 1 ? 'runto' : 'runback'}
      label={by === 1 ? words.runToNext : words.runToPrevious}
      keys={by === 1 ? 'F8' : 'Shift+F8'}
      onClick={() => {
        commands.runToStop(by);
      }}
      {...(size === undefined ? {} : { size })}
    />
  );
}

function PlayButton({ size }: { readonly size?: number }): ReactElement {
  const { playback } = useShell();
  const words = useWords();
  const playing = usePlayback((s) => s.playing);
  return (
    <IconButton
      className="play"
      icon={playing ? 'pause' : 'play'}
      label={playing ? words.pause : words.play}
      keys={words.space}
      onClick={() => {
        playback.toggle();
      }}
      {...(size === undefined ? {} : { size })}
    />
  );
}

function StepButton(): ReactElement {
  const { playback } = useShell();
  const words = useWords();
  const atEnd = usePlayback((s) => s.step >= s.steps);
  return (
    <button
      type="button"
      className="btn pri"
      aria-disabled={atEnd}
      onClick={() => {
        playback.stepForward();
      }}
    >
      <Icon name="step" size={20} />
      {words.walk.step}
    </button>
  );
}

/** Why the live edge is where it is. */
function RunState(): ReactElement | undefined {
  const words = useWords();
  const state = usePlayback((s) => s.runState);
  const text = words.runStates[state];
  return text === '' ? undefined : (
    <span className="t1 i3 not-narrow two-lines run-state" title={text}>
      {text}
    </span>
  );
}
