/** Lives of Pods as bars on one clock: a row a Pod, a stretch a stage; pressing one goes to where it began. */
import { useState, type MouseEvent, type ReactElement } from 'react';
import { keyParts, shortName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import { barsOf, stretchAt, stretchUnder, type Bar } from '../../derive/workloads.ts';
import type { PodLife, WorkloadAnswer } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useShell } from '../kit/shell.ts';
import { NowLine } from './clock.tsx';
import { percent, useAxis, useWorkloadWords } from './room.ts';

const ROWS_FIRST = 40;

interface LivesProps {
  readonly answer: WorkloadAnswer;
  /** uid of the Pod that is looked at. */
  readonly chosen: string | undefined;
  readonly onChoose: (uid: string) => void;
}

export function Lives({ answer, chosen, onChoose }: LivesProps): ReactElement {
  const own = useWorkloadWords();
  const [all, setAll] = useState(false);
  const { pods, podCount } = answer;
  if (pods.length === 0) return <p className="i2">{own.noPods}</p>;
  const shown = all ? pods : pods.slice(0, ROWS_FIRST);
  return (
    <>
      <ol className="wl-lives" data-testid="lives" data-count={podCount}>
        {shown.map((life) => (
          <Row key={life.uid} life={life} answer={answer} chosen={life.uid === chosen} onChoose={onChoose} />
        ))}
      </ol>
      {podCount > pods.length && <p className="t1 i3">{own.cutTo(count(pods.length), count(podCount))}</p>}
      {pods.length > ROWS_FIRST && (
        <button
          type="button"
          className="link t1"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? own.fewerRows : own.allRows(count(pods.length))}
        </button>
      )}
    </>
  );
}

interface RowProps {
  readonly life: PodLife;
  readonly answer: WorkloadAnswer;
  readonly chosen: boolean;
  readonly onChoose: (uid: string) => void;
}

function Row({ life, answer, chosen, onChoose }: RowProps): ReactElement {
  const own = useWorkloadWords();
  const now = stretchAt(life.stretches, answer.step);
  const { name } = keyParts(life.key);
  const restarts = life.containers.flatMap((one) => one.restarts.filter(({ step }) => step <= answer.step)).length;
  return (
    <li className={`wl-row ${chosen ? 'on' : ''}`} data-pod={life.key} data-stage={now?.stage ?? ''}>
      <button
        type="button"
        className="row-name mono"
        title={life.key}
        aria-pressed={chosen}
        onClick={() => {
          onChoose(life.uid);
        }}
      >
        <PodGlyph phase={now?.phase ?? 'pending'} ghost={now === undefined || now.stage === 'gone'} />
        <span className="ell">{shortName(name)}</span>
      </button>
      <LifeBar life={life} answer={answer} />
      <span className="t1 wl-note">
        <span className={now === undefined ? 'i3' : ''}>{now === undefined ? own.ahead : own.stages[now.stage]}</span>
        {restarts > 0 && <span className="i3 num"> {own.restartsCount(count(restarts))}</span>}
      </span>
    </li>
  );
}

interface LifeBarProps {
  readonly life: PodLife;
  readonly answer: WorkloadAnswer;
}

/** One button for the whole bar: where it is pressed says which stretch is meant. */
export function LifeBar({ life, answer }: LifeBarProps): ReactElement {
  const own = useWorkloadWords();
  const axis = useAxis();
  const { commands } = useShell();
  const bars = barsOf(life, axis, answer);
  const now = stretchAt(life.stretches, answer.step);
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    // The keyboard presses without a place: there the present stretch is meant.
    const place = event.detail === 0 ? axis.place(answer) : (event.clientX - box.left) / box.width;
    const target = stretchUnder(bars, place);
    if (target !== undefined) commands.jump(target.step);
  };
  const { name } = keyParts(life.key);
  return (
    <button
      type="button"
      className="wl-track wl-bar"
      aria-label={own.lifeOf(name, now === undefined ? own.ahead : own.stages[now.stage])}
      onClick={press}
    >
      {bars.map((bar) => (
        <Piece key={`${String(bar.step)} ${String(bar.ahead)}`} bar={bar} />
      ))}
      {life.containers.flatMap((container) =>
        container.restarts.map(({ step, tick }) => (
          <span
            key={`${container.name} ${String(step)}`}
            className={`wl-restart ${step > answer.step ? 'ahead' : ''}`}
            style={{ left: percent(axis.place({ step, tick })) }}
          />
        )),
      )}
      <NowLine at={axis.place(answer)} />
    </button>
  );
}

function Piece({ bar }: { readonly bar: Bar }): ReactElement {
  const own = useWorkloadWords();
  const { from, to, phase, stage, reason, ahead } = bar;
  return (
    <span
      className={`wl-piece ${stage} ${ahead ? 'ahead' : ''}`}
      data-stage={stage}
      data-step={bar.step}
      title={reason === '' ? own.stages[stage] : `${own.stages[stage]}: ${reason}`}
      style={{
        left: percent(from),
        width: percent(to - from),
        backgroundColor: `var(--p-${phase})`,
        borderColor: `var(--p-${phase}-l)`,
      }}
    />
  );
}
