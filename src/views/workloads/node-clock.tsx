/** A node that may have fallen silent: when it was heard, its conditions and taints, and when each Pod has to go. */
import type { ReactElement } from 'react';
import { count, simTime } from '../../derive/words/numbers.ts';
import type { NodeClockView, NodePodView, WorkloadAnswer } from '../../protocol/protocol.ts';
import { ToStep } from '../answers/answer-page.tsx';
import { useShell } from '../kit/shell.ts';
import { NowLine, Ruler } from './clock.tsx';
import { PodName } from './pod-name.tsx';
import { Gauge } from './rollout-aside.tsx';
import { percent, useAxis, useSpan, useWorkloadWords } from './room.ts';

interface ClockProps {
  readonly answer: WorkloadAnswer;
  readonly clock: NodeClockView;
}

export function NodeFacts({ answer, clock }: ClockProps): ReactElement {
  const own = useWorkloadWords();
  const span = useSpan();
  const { heard, graceTick, graceSeconds, ready } = clock;
  const silent = heard === undefined ? 0 : answer.tick - heard.tick;
  const over = graceTick !== undefined && answer.tick > graceTick;
  const state = ready in own.readyNow ? own.readyNow[ready as keyof typeof own.readyNow] : ready;
  return (
    <section className="wl-heard" data-testid="node-heard" data-ready={ready} data-over={over}>
      <dl>
        <div>
          <dt>Ready</dt>
          <dd className={ready === 'True' ? '' : 'strong'}>{state}</dd>
        </div>
        <div>
          <dt>{own.heard}</dt>
          <dd className="num">
            {heard === undefined ? (
              own.neverHeard
            ) : (
              <>
                {own.ago(span(silent))} {heard.step > 0 && <ToStep step={heard.step} />}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{own.grace}</dt>
          <dd className="num">
            {graceTick === undefined
              ? own.toleration(count(graceSeconds))
              : over
                ? own.graceOver(span(answer.tick - graceTick))
                : own.graceLeft(span(graceTick - answer.tick))}
          </dd>
        </div>
      </dl>
      {heard !== undefined && <Gauge share={silent / Math.max(1, (graceTick ?? heard.tick + 1) - heard.tick)} />}
    </section>
  );
}

/** Spans of tolerance, running down with the simulated time. */
export function NodePods({ answer, clock }: ClockProps): ReactElement {
  const own = useWorkloadWords();
  const { pods } = clock;
  const real = pods.some(({ verdict }) => verdict === 'counts' || verdict === 'leaving');
  return (
    <section className="plain">
      <h2>{own.clockPods}</h2>
      {pods.length === 0 ? (
        <p className="i2">{own.nobodyHere}</p>
      ) : (
        <>
          <p className="i2">
            {real ? own.clockHint.real : pods.some(({ verdict }) => verdict === 'would') ? own.clockHint.would : ''}
          </p>
          <Ruler now={answer} />
          <ol className="wl-lives wl-due" data-testid="node-pods">
            {pods.map((pod) => (
              <PodRow key={pod.uid} pod={pod} answer={answer} />
            ))}
          </ol>
          {pods.some(({ verdict }) => verdict === 'leaving') && <p className="t1 i2">{own.leavingHint}</p>}
        </>
      )}
    </section>
  );
}

function PodRow({ pod, answer }: { readonly pod: NodePodView; readonly answer: WorkloadAnswer }): ReactElement {
  const own = useWorkloadWords();
  const span = useSpan();
  const { key, phase, verdict, why, seconds, dueTick, at } = pod;
  const when = verdict === 'counts' && dueTick !== undefined ? own.in(span(dueTick - answer.tick)) : '';
  return (
    <li className={`wl-row ${verdict}`} data-pod={key} data-verdict={verdict} data-why={why} data-due={dueTick}>
      <PodName podKey={key} phase={phase} ghost={verdict === 'left'} />
      <Stay pod={pod} answer={answer} />
      <span className="t1 wl-note num">
        <b>{own.verdicts[verdict]}</b> {when}
        {at !== undefined && at.step > 0 && <ToStep step={at.step} />}
        <span className="i2 wl-why">
          {own.whys[why]}
          {seconds !== undefined && seconds > 0 && `, ${own.toleration(count(seconds))}`}
        </span>
      </span>
    </li>
  );
}

/** From when the taint was seen to when the Pod has to go. */
function Stay({ pod, answer }: { readonly pod: NodePodView; readonly answer: WorkloadAnswer }): ReactElement {
  const axis = useAxis();
  const { sinceTick, dueTick, at } = pod;
  const here = axis.placeTick(answer.tick);
  return (
    <div className="wl-track" aria-hidden="true">
      {sinceTick !== undefined && dueTick !== undefined && (
        <>
          <span
            className="wl-stay left"
            style={{ left: percent(here), width: percent(Math.max(0, axis.placeTick(dueTick) - here)) }}
          />
          <span
            className="wl-stay over"
            style={{
              left: percent(axis.placeTick(sinceTick)),
              width: percent(Math.max(0, Math.min(here, axis.placeTick(dueTick)) - axis.placeTick(sinceTick))),
            }}
          />
          <span className="wl-stop" style={{ left: percent(axis.placeTick(dueTick)) }} />
        </>
      )}
      {at !== undefined && <span className="wl-stop gone" style={{ left: percent(axis.place(at)) }} />}
      <NowLine at={here} />
    </div>
  );
}

export function NodeAside({ answer, clock }: ClockProps): ReactElement {
  const own = useWorkloadWords();
  const { run } = useShell();
  const perSecond = run?.answer.ticksPerSecond ?? 1e6;
  const marks = clock.marks.filter(({ step }) => step <= answer.step);
  return (
    <>
      <section data-testid="node-taints">
        <h2>{own.taints}</h2>
        {clock.taints.length === 0 ? (
          <p className="i2">{own.noTaints}</p>
        ) : (
          <ul className="wl-facts">
            {clock.taints.map(({ text, step, noExecute }) => (
              <li key={text} data-taint={text}>
                <span className="mono wl-break">{text}</span>{' '}
                {noExecute && <span className="wl-tag">{own.evicts}</span>} {step > 0 && <ToStep step={step} />}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2>{own.conditions}</h2>
        <ul className="wl-facts">
          {clock.conditions.map(({ type, status, reason, message, step }) => (
            <li key={type} data-condition={type} data-status={status}>
              <b>{type}</b> <span className="mono">{status}</span> {step > 0 && <ToStep step={step} />}
              {(reason !== '' || message !== '') && (
                <span className="wl-said t1 i2">{[reason, message].filter((text) => text !== '').join(': ')}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section data-testid="node-marks">
        <h2>{own.happened}</h2>
        {marks.length === 0 ? (
          <p className="i2">{own.noMarks}</p>
        ) : (
          <ol className="wl-facts num">
            {[...marks].reverse().map(({ step, tick, code, detail }) => (
              <li key={`${String(step)} ${code} ${detail}`} data-mark={code}>
                <span className="i3">{simTime((tick / perSecond) * 1e6)}</span> {own.marks[code]} <ToStep step={step} />
                {detail !== '' && <span className="wl-said mono t1 i2">{detail}</span>}
              </li>
            ))}
          </ol>
        )}
      </section>
      <section>
        <h2>{own.rulesTitle}</h2>
        <ul className="wl-rules">
          {own.clockRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
