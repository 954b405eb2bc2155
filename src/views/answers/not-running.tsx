/** A Pod that has its node: what its kubelet has done since, what its containers report, and when it runs. */
import type { ReactElement } from 'react';
import { boundAfter } from '../../derive/attempts.ts';
import { containerReports } from '../../derive/container-reports.ts';
import { shortSentence } from '../../derive/words/sentence.ts';
import { eventAt, useLayout, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { ToStep, useAnswerWords } from './answer-page.tsx';

const ROWS_MAX = 24;

interface NotRunningProps {
  readonly pod: string;
  readonly step: number;
  /** It runs; perhaps some of its containers do not. */
  readonly running: boolean;
}

export function NotRunning({ pod, step, running }: NotRunningProps): ReactElement | undefined {
  const words = useAnswerWords();
  const lang = useLayout((s) => s.language);
  const { run } = useShell();
  const inspected = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.inspect(step, pod),
  );
  if (run === undefined) return undefined;
  const { trace } = run;
  const bound = boundAfter(trace, pod, 0) ?? 0;
  const about = trace.eventsOfObject(pod).filter((k) => k >= bound && k <= step);
  const ready = trace.eventsOfObject(pod).find((k) => k > step && trace.kindName(k) === 'pod.ready');
  const reports = inspected?.key === pod ? containerReports(inspected.yaml) : [];
  // What it was warned of before it had its node, or last became Ready, is over.
  const since = about.filter((k) => trace.kindName(k) === 'pod.ready').at(-1) ?? bound;
  const warning =
    inspected?.key === pod
      ? inspected.events.filter((event) => event.type === 'Warning' && event.step >= since).at(-1)
      : undefined;
  return (
    <>
      {warning !== undefined && (
        <section className="plain" data-testid="warned-last">
          <h2>{words.warnedLast}</h2>
          <p>
            <b className="mono">{warning.reason}</b> {warning.step > 0 && <ToStep step={warning.step} />}
          </p>
          <p className="i2">{warning.message}</p>
        </section>
      )}
      {reports.length > 0 && (
        <section className="plain">
          <h2>{words.containersWait}</h2>
          <ul className="plain-list">
            {reports.map(({ name, reason, message }) => (
              <li key={name}>
                <b className="mono">{name}</b> {reason}
                {message !== '' && <p className="i2">{message}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="plain">
        <h2>{words.sinceBound}</h2>
        {about.length === 0 && <p className="i2">{words.sinceBoundNone}</p>}
        <ol className="plain-list num">
          {about.slice(-ROWS_MAX).map((k) => (
            <li key={k}>
              <ToStep step={k} /> {shortSentence(eventAt(trace, k), lang)}
            </li>
          ))}
        </ol>
        {!running && (
          <p className="i2">
            {ready === undefined ? (
              words.neverRuns
            ) : (
              <>
                {words.runsAt} <ToStep step={ready} />
              </>
            )}
          </p>
        )}
      </section>
    </>
  );
}
