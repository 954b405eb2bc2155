/** One Pod's life in words: its stretches with their reasons, and its containers. */
import type { ReactElement } from 'react';
import { partsOf } from '../../derive/workload-parts.ts';
import { keyParts, objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import { lastedUntil, stretchAt } from '../../derive/workloads.ts';
import type { ContainerLife, ContainerStretch, PodLife, WorkloadAnswer } from '../../protocol/protocol.ts';
import { ToStep } from '../answers/answer-page.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useShell, useWords } from '../kit/shell.ts';
import { isAhead, percent, useAxis, useSpan, useWorkloadWords } from './room.ts';

interface DetailProps {
  readonly life: PodLife;
  readonly answer: WorkloadAnswer;
}

export function LifeDetail({ life, answer }: DetailProps): ReactElement {
  const own = useWorkloadWords();
  const span = useSpan();
  const { selection, session } = useShell();
  const words = useWords();
  const now = stretchAt(life.stretches, answer.step);
  return (
    <section className="wl-detail" data-testid="life" data-pod={life.key} aria-label={life.key}>
      <div className="wl-who">
        <PodGlyph phase={now?.phase ?? 'pending'} size={20} ghost={now === undefined} />
        <div>
          <h2 className="mono">{keyParts(life.key).name}</h2>
          <p className="t1 i3">{[life.node, life.maker].filter((text) => text !== '').join(' · ')}</p>
        </div>
      </div>
      <table className="t num">
        <thead>
          <tr>
            <th scope="col">{own.stage}</th>
            <th scope="col">{own.since}</th>
            <th scope="col" className="n">
              {own.lasted}
            </th>
          </tr>
        </thead>
        <tbody>
          {life.stretches.map((stretch, i) => (
            <tr
              key={stretch.step}
              data-stage={stretch.stage}
              className={`${stretch === now ? 'is-now' : ''} ${isAhead(stretch, answer.step) ? 'is-ahead' : ''}`}
            >
              <td className="wrap">
                <span className="wl-stage">
                  {stretch.stage !== 'gone' && (
                    <PodGlyph phase={stretch.phase} size={13} ghost={isAhead(stretch, answer.step)} />
                  )}
                  {own.stages[stretch.stage]}
                </span>
                {stretch.reason !== '' && <span className="wl-reason mono">{stretch.reason}</span>}
                {stretch.message !== '' && <span className="wl-reason t1 i2">{stretch.message}</span>}
              </td>
              <td>
                <ToStep step={stretch.step} />
              </td>
              <td className="n">
                {isAhead(stretch, answer.step) ? (
                  <span className="i3">{words.ahead}</span>
                ) : stretch.stage === 'gone' ? (
                  ''
                ) : (
                  span(lastedUntil(life.stretches, i, answer))
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="answers-row">
        <button
          type="button"
          className="btn"
          onClick={() => {
            selection.select(life.key);
            session.setView('stage');
          }}
        >
          {words.inspector}
        </button>
        {partsOf(life.maker).length > 0 && (
          <button
            type="button"
            className="btn"
            onClick={() => {
              selection.select(life.maker);
            }}
          >
            {own.toOwner(objectName(life.maker))}
          </button>
        )}
      </div>
    </section>
  );
}

/** A row a container, on the clock of the picture. */
export function Containers({ life, answer }: DetailProps): ReactElement | undefined {
  const own = useWorkloadWords();
  if (life.containers.length === 0) return undefined;
  return (
    <>
      <h3 className="wl-sub">
        {own.containers} <span className="i3 mono">{keyParts(life.key).name}</span>
      </h3>
      <ol className="wl-lives" data-testid="containers">
        {life.containers.map((container) => (
          <ContainerRow key={container.name} container={container} life={life} answer={answer} />
        ))}
      </ol>
    </>
  );
}

interface ContainerRowProps extends DetailProps {
  readonly container: ContainerLife;
}

function ContainerRow({ container, life, answer }: ContainerRowProps): ReactElement {
  const own = useWorkloadWords();
  const axis = useAxis();
  const { name, init, stretches, restarts } = container;
  const now = stretchAt(stretches, answer.step);
  const gone = life.stretches.find(({ stage }) => stage === 'gone');
  const end = gone === undefined ? 1 : axis.place(gone);
  const done = restarts.filter(({ step }) => step <= answer.step);
  const last = done.at(-1);
  const exit = last?.exitCode === undefined ? '' : own.exit(String(last.exitCode));
  return (
    <li className="wl-row" data-container={name} data-restarts={done.length}>
      <span className="mono ell wl-container" title={name}>
        {name}
        {init && <span className="t1 i3"> {own.init}</span>}
      </span>
      <div
        className="wl-track"
        role="img"
        aria-label={`${name}: ${now === undefined ? own.ahead : textOf(now, own.containerStates, own.exit)}, ${own.restartsCount(count(done.length))}`}
      >
        {stretches.map((stretch, i) => {
          const next = stretches[i + 1];
          const from = axis.place(stretch);
          const to = next === undefined ? end : axis.place(next);
          const ahead = isAhead(stretch, answer.step);
          return (
            <span
              key={stretch.step}
              className={`wl-run ${stretch.state} ${stretch.ready ? 'ready' : ''} ${ahead ? 'ahead' : ''}`}
              title={textOf(stretch, own.containerStates, own.exit)}
              style={{ left: percent(from), width: percent(Math.max(0, to - from)) }}
            />
          );
        })}
        {restarts.map(({ step, tick }) => (
          <span
            key={step}
            className={`wl-restart ${step > answer.step ? 'ahead' : ''}`}
            style={{ left: percent(axis.place({ step, tick })) }}
          />
        ))}
        <span className="wl-now" style={{ left: percent(axis.place(answer)) }} />
      </div>
      <span className="t1 wl-note">
        {last === undefined ? (
          <span>{now === undefined ? own.ahead : textOf(now, own.containerStates, own.exit)}</span>
        ) : (
          <>
            <span>{own.restart(String(last.count), exit)}</span> <ToStep step={last.step} />
          </>
        )}
      </span>
    </li>
  );
}

function textOf(
  { state, reason, exitCode }: ContainerStretch,
  states: Readonly<Record<ContainerStretch['state'], string>>,
  exit: (code: string) => string,
): string {
  if (state === 'waiting' && reason !== '') return reason;
  return exitCode === undefined ? states[state] : `${states[state]}, ${exit(String(exitCode))}`;
}
