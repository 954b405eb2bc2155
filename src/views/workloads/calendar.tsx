/** A CronJob's calendar: runs that were due, what became of each, and what comes. */
import type { ReactElement } from 'react';
import { keyParts } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import { fieldsOf, rhythmOf } from '../../derive/cron-text.ts';
import type { CalendarView, CronRun, WorkloadAnswer } from '../../protocol/protocol.ts';
import { ToStep } from '../answers/answer-page.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useShell } from '../kit/shell.ts';
import { NowLine } from './clock.tsx';
import { percent, useAxis, useSpan, useWorkloadWords } from './room.ts';

interface CalendarProps {
  readonly answer: WorkloadAnswer;
  readonly calendar: CalendarView;
}

export function Schedule({ calendar }: CalendarProps): ReactElement {
  const own = useWorkloadWords();
  const rhythm = rhythmOf(calendar.schedule);
  const fields = fieldsOf(calendar.schedule);
  return (
    <section className="wl-schedule" data-testid="schedule">
      <p>
        <code className="wl-cron">{calendar.schedule}</code> {rhythm !== undefined && <b>{own.rhythm(rhythm)}</b>}{' '}
        <span className="i2">{calendar.zone === '' ? own.ownZone : calendar.zone}</span>
      </p>
      {fields.length > 0 && (
        <dl className="wl-fields">
          {fields.map(({ name, text }) => (
            <div key={name}>
              <dt>{own.fields[name]}</dt>
              <dd className="mono">{text === '*' ? own.any : text}</dd>
            </div>
          ))}
        </dl>
      )}
      {calendar.problem !== undefined && (
        <p className="bad">
          {own.cannotRead}: <span className="mono">{calendar.problem}</span>
        </p>
      )}
      {calendar.suspended && <p className="warn">{own.suspended}</p>}
    </section>
  );
}

/** Due, started and ended on one clock: a row a run. */
export function Runs({ answer, calendar }: CalendarProps): ReactElement {
  const own = useWorkloadWords();
  const { runs, runCount } = calendar;
  if (runs.length === 0) return <p className="i2">{own.noRuns}</p>;
  return (
    <>
      <ScrollRegion className="wl-runs" label={own.runs}>
        <ol className="wl-lives" data-testid="runs" data-count={runCount}>
          {[...runs].reverse().map((run) => (
            <RunRow key={run.due} run={run} answer={answer} />
          ))}
        </ol>
      </ScrollRegion>
      {runCount > runs.length && (
        <p className="t1 i3">
          {count(runs.length)} / {count(runCount)}
        </p>
      )}
    </>
  );
}

/** "10:00:00" where the day is told once; a date where it is another day's. */
export const clockText = (due: string): { readonly day: string; readonly time: string } => ({
  day: due.slice(0, 10),
  time: due.slice(11, 19).replace(/:00$/, ''),
});

function RunRow({ run, answer }: { readonly run: CronRun; readonly answer: WorkloadAnswer }): ReactElement {
  const own = useWorkloadWords();
  const span = useSpan();
  const { selection } = useShell();
  const { due, outcome, why, job, state, started, ended } = run;
  const { day, time } = clockText(due);
  const late = started === undefined ? 0 : started.tick - run.dueTick;
  const until = ended ?? answer;
  return (
    <li className={`wl-row ${outcome}`} data-due={due} data-outcome={outcome} data-why={why} data-state={state}>
      <span className="num wl-when" title={due}>
        <b>{time}</b> <span className="t1 i3">{day}</span>
      </span>
      <RunBar run={run} answer={answer} />
      <span className="t1 wl-note num">
        <b>{outcome === 'started' && state !== '' ? own.states[state] : own.outcomes[outcome]}</b>
        {started !== undefined && (
          <>
            {' '}
            {span(until.tick - started.tick)} <ToStep step={started.step} />
          </>
        )}
        <span className="i2 wl-why">
          {why !== '' && (outcome === 'due' ? `${own.holds}: ${own.skips[why]}` : own.skips[why])}
          {late > LATE_TICKS && `${own.late(span(late))} · `}
          {job !== '' &&
            (run.removed === undefined ? (
              <button
                type="button"
                className="link t1 mono"
                onClick={() => {
                  selection.select(job);
                }}
              >
                {keyParts(job).name}
              </button>
            ) : (
              <>
                <span className="mono t1">{keyParts(job).name}</span>, {own.jobGone}
              </>
            ))}
        </span>
      </span>
    </li>
  );
}

/** The controller wakes 100 ms after the time on purpose. */
const LATE_TICKS = 1_000_000;

function RunBar({ run, answer }: { readonly run: CronRun; readonly answer: WorkloadAnswer }): ReactElement {
  const axis = useAxis();
  const due = axis.placeTick(run.dueTick);
  const { started, ended, outcome, state } = run;
  const from = started === undefined ? undefined : axis.place(started);
  const to = ended === undefined ? axis.place(answer) : axis.place(ended);
  return (
    <div className="wl-track" aria-hidden="true">
      {from !== undefined && (
        <span className="wl-wait-line" style={{ left: percent(due), width: percent(Math.max(0, from - due)) }} />
      )}
      {from !== undefined && (
        <span className={`wl-job ${state}`} style={{ left: percent(from), width: percent(Math.max(0, to - from)) }} />
      )}
      <span className={`wl-due-mark ${outcome}`} style={{ left: percent(due) }} />
      <NowLine at={axis.place(answer)} />
    </div>
  );
}

export function CalendarAside({ answer, calendar }: CalendarProps): ReactElement {
  const own = useWorkloadWords();
  const span = useSpan();
  const { keeps } = calendar;
  const kept = (limit: number | undefined): string => (limit === undefined ? own.any : count(limit));
  return (
    <>
      <section data-testid="next-runs">
        <h2>{own.nextRun}</h2>
        {calendar.suspended && <p className="warn">{own.suspended}</p>}
        {calendar.next.length === 0 ? (
          <p className="i2">{own.noNext}</p>
        ) : (
          <ol className="wl-facts num">
            {calendar.next.map(({ due, dueTick }) => {
              const { day, time } = clockText(due);
              return (
                <li key={due} data-due={due} className="wl-next">
                  <b>{time}</b>
                  <span className="i3">
                    {day} {due.slice(19)}
                  </span>
                  <span className="i2">{own.in(span(dueTick - answer.tick))}</span>
                </li>
              );
            })}
          </ol>
        )}
      </section>
      <section>
        <dl className="wl-rows">
          <div>
            <dt>{own.policy}</dt>
            <dd>{own.policies[calendar.policy] ?? calendar.policy}</dd>
          </div>
          <div>
            <dt>{own.startingDeadline}</dt>
            <dd className="num">
              {calendar.deadlineSeconds === undefined
                ? own.noDeadline
                : own.toleration(count(calendar.deadlineSeconds))}
            </dd>
          </div>
          <div>
            <dt>{own.zone}</dt>
            <dd>{calendar.zone === '' ? own.ownZone : calendar.zone}</dd>
          </div>
          <div>
            <dt>{own.keepsTitle}</dt>
            <dd className="num">{own.keeps(kept(keeps.complete), kept(keeps.failed))}</dd>
          </div>
          <div>
            <dt>{own.lastSchedule}</dt>
            <dd className="num">{calendar.lastSchedule === '' ? own.never : calendar.lastSchedule}</dd>
          </div>
          <div>
            <dt>{own.lastSuccess}</dt>
            <dd className="num">{calendar.lastSuccess === '' ? own.never : calendar.lastSuccess}</dd>
          </div>
        </dl>
      </section>
    </>
  );
}
