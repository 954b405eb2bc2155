/** A drain with its budgets: who was asked to leave, who was refused and until when, and what stands elsewhere instead. */
import type { ReactElement } from 'react';
import { keyParts, objectName, shortName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import { stepLine, stretchAt } from '../../derive/workloads.ts';
import type { BudgetView, DrainPodView, DrainView, WorkloadAnswer } from '../../protocol/protocol.ts';
import { ToStep } from '../answers/answer-page.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useShell } from '../kit/shell.ts';
import { NowLine, Ruler } from './clock.tsx';
import { PodName } from './pod-name.tsx';
import { percent, useAxis, useSpan, useWorkloadWords } from './room.ts';

interface DrainProps {
  readonly answer: WorkloadAnswer;
  readonly drain: DrainView;
}

export function DrainPods({ answer, drain }: DrainProps): ReactElement {
  const own = useWorkloadWords();
  const { pods, node, cordoned } = drain;
  return (
    <section className="plain">
      <h2>{own.drainPods}</h2>
      {node !== '' && (
        <p className="i2" data-testid="cordoned" data-cordoned={cordoned !== undefined}>
          <span className="mono">{node}</span>{' '}
          {cordoned === undefined ? (
            own.notCordoned
          ) : (
            <>
              {own.cordonedSince} {cordoned.step > 0 && <ToStep step={cordoned.step} />}
            </>
          )}
        </p>
      )}
      <Ruler now={answer} />
      {pods.length === 0 ? (
        <p className="i2">{own.nobodyHere}</p>
      ) : (
        <ol className="wl-lives wl-drain" data-testid="drain-pods">
          {pods.map((pod) => (
            <PodRow key={pod.uid} pod={pod} answer={answer} />
          ))}
        </ol>
      )}
      <p className="t1 i3">{own.drainHint}</p>
    </section>
  );
}

const REFUSED = 429;

function PodRow({ pod, answer }: { readonly pod: DrainPodView; readonly answer: WorkloadAnswer }): ReactElement {
  const own = useWorkloadWords();
  const { selection } = useShell();
  const { key, phase, state, heir } = pod;
  return (
    <li className={`wl-row ${state}`} data-pod={key} data-state={state} data-tries={pod.tries.length}>
      <PodName podKey={key} phase={phase} ghost={state === 'gone'} />
      <Tries pod={pod} answer={answer} />
      <span className="t1 wl-note num">
        <b>{own.drainStates[state]}</b>
        <span className="i2 wl-why">
          <Refusal pod={pod} />
          {heir !== undefined && (
            <span className="wl-heir" data-heir={heir.key}>
              → <PodGlyph phase={heir.phase} size={13} />{' '}
              <button
                type="button"
                className="link t1 mono"
                title={heir.key}
                onClick={() => {
                  selection.select(heir.key);
                }}
              >
                {shortName(keyParts(heir.key).name)}
              </button>{' '}
              {heir.node === '' ? own.noNode : own.onNode(heir.node)}
            </span>
          )}
        </span>
      </span>
    </li>
  );
}

/** The last refusal, what the budget said then, and until when it held or who gave up. */
function Refusal({ pod }: { readonly pod: DrainPodView }): ReactElement | undefined {
  const own = useWorkloadWords();
  const span = useSpan();
  const refused = pod.tries.filter(({ code }) => code === REFUSED);
  const [first, last] = [refused[0], refused.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { granted, gaveUp } = pod;
  return (
    <span className="wl-refusal">
      {own.refusedAt}
      {refused.length > 1 && ` × ${count(refused.length)}`} <ToStep step={last.step} />
      {last.budget !== undefined &&
        ` · ${own.budgetSaid(count(last.healthy ?? 0), count(last.desired ?? 0), last.leaving ?? 0)}`}
      {' · '}
      {gaveUp !== undefined ? (
        <span data-gave-up={gaveUp.step}>
          {own.gaveUp} <ToStep step={gaveUp.step} />
        </span>
      ) : granted === undefined ? (
        own.stillRefused
      ) : (
        <>
          {own.until} <ToStep step={granted.step} /> ({span(granted.tick - first.tick)})
        </>
      )}
    </span>
  );
}

interface TriesProps {
  readonly pod: DrainPodView;
  readonly answer: WorkloadAnswer;
}

/** Answers on the clock: a cross refuses, a dot grants; between them the wait. */
function Tries({ pod, answer }: TriesProps): ReactElement {
  const { tries, granted, gaveUp } = pod;
  const axis = useAxis();
  const first = tries.find(({ code }) => code === REFUSED);
  const until = gaveUp ?? granted;
  const end = until === undefined || until.step > answer.step ? answer : until;
  const from = first === undefined ? 0 : axis.place(first);
  return (
    <div className="wl-track" aria-hidden="true">
      {first !== undefined && (
        <span
          className="wl-wait-line"
          style={{ left: percent(from), width: percent(Math.max(0, axis.place(end) - from)) }}
        />
      )}
      {tries.map((one) => (
        <span
          key={one.step}
          className={`wl-try ${one.code === REFUSED ? 'no' : 'yes'}`}
          style={{ left: percent(axis.place(one)) }}
        />
      ))}
      {gaveUp !== undefined && <span className="wl-gave-up" style={{ left: percent(axis.place(gaveUp)) }} />}
      <NowLine at={axis.place(answer)} />
    </div>
  );
}

// --- budgets ---

export function Budgets({ answer, drain }: DrainProps): ReactElement {
  const own = useWorkloadWords();
  return (
    <section className="plain">
      <h2>{own.budgets}</h2>
      {drain.budgets.length === 0 ? (
        <p className="i2">{own.noBudgets}</p>
      ) : (
        drain.budgets.map((budget) => <BudgetChart key={budget.key} budget={budget} answer={answer} />)
      )}
    </section>
  );
}

const UNIT_MAX = 18;
const HEIGHT_MAX = 120;

/** Healthy Pods against those that there have to be; what is between is what may go. */
function BudgetChart({
  budget,
  answer,
}: {
  readonly budget: BudgetView;
  readonly answer: WorkloadAnswer;
}): ReactElement {
  const own = useWorkloadWords();
  const axis = useAxis();
  const { points, key, rule } = budget;
  const now = stretchAt(points, answer.step);
  const ceiling = Math.max(1, ...points.flatMap(({ healthy, desired, expected }) => [healthy, desired, expected]));
  const height = Math.min(HEIGHT_MAX, UNIT_MAX * ceiling);
  const path = (value: (point: BudgetView['points'][number]) => number, close = false): string => {
    const corners = stepLine(points, value, axis).map(
      ([x, y]) => `${(x * 1000).toFixed(2)} ${(1000 - (y / ceiling) * 1000).toFixed(2)}`,
    );
    if (corners.length === 0) return '';
    const start = close ? `${corners[0]?.split(' ')[0] ?? '0'} 1000L` : '';
    return `M${start}${corners.join('L')}${close ? 'L1000 1000Z' : ''}`;
  };
  return (
    <div className="wl-row wl-chart wl-budget" data-budget={key} data-allowed={now?.allowed ?? 0}>
      <span className="wl-budget-name">
        <b className="mono ell">{keyParts(key).name}</b>
        <span className="t1 i2 mono">{rule}</span>
      </span>
      <div
        className="wl-track wl-stack"
        style={{ height }}
        role="img"
        aria-label={`${objectName(key)}: ${own.overTime}`}
      >
        <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          <path className="healthy" d={path(({ healthy }) => healthy, true)} />
          <path className="least" d={path(({ desired }) => desired)} />
        </svg>
        <NowLine at={axis.place(answer)} />
      </div>
      <span className="t1 wl-note num">
        {(['allowed', 'healthy', 'desired', 'expected'] as const).map((name) => (
          <span key={name} className="wl-pair" data-number={name} data-value={now?.[name] ?? 0}>
            <span className="i2">{own.budgetNumbers[name]}</span> <b>{count(now?.[name] ?? 0)}</b>
          </span>
        ))}
      </span>
    </div>
  );
}

export function DrainAside({ answer, drain }: DrainProps): ReactElement {
  const own = useWorkloadWords();
  const of = (wanted: DrainPodView['state']): readonly DrainPodView[] =>
    drain.pods.filter(({ state }) => state === wanted);
  const [refused, left] = [of('refused'), of('left')];
  return (
    <>
      {drain.budgets.map((budget) => {
        const allowed = stretchAt(budget.points, answer.step)?.allowed ?? 0;
        return (
          <section key={budget.key} data-testid="budget">
            <h2>{objectName(budget.key)}</h2>
            <p className="i2">{own.budgetOf(budget.rule)}</p>
            <p className={allowed > 0 ? '' : 'strong'}>{allowed > 0 ? own.spare(count(allowed)) : own.noSpare}</p>
            {budget.disrupted.length > 0 && <p className="t1 i2">{own.disrupted(budget.disrupted.join(', '))}</p>}
          </section>
        );
      })}
      {drain.budgets.length === 0 && <p className="i2">{own.noBudgets}</p>}
      {refused.length > 0 && <Waiting title={own.refusedTitle} pods={refused} />}
      {left.length > 0 && <Waiting title={own.leftTitle} hint={own.leftHint} pods={left} />}
    </>
  );
}

interface WaitingProps {
  readonly title: string;
  readonly hint?: string;
  readonly pods: readonly DrainPodView[];
}

function Waiting({ title, hint, pods }: WaitingProps): ReactElement {
  return (
    <section data-testid="drain-waiting">
      <h2>{title}</h2>
      {hint !== undefined && <p className="i2">{hint}</p>}
      <ul className="wl-facts">
        {pods.map((pod) => (
          <li key={pod.uid}>
            <span className="mono">{keyParts(pod.key).name}</span>
            <span className="wl-said t1 i2">
              <Refusal pod={pod} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
