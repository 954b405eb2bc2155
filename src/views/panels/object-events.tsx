import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { shortSentence } from '../../derive/words/sentence.ts';
import type { InspectAnswer } from '../../protocol/protocol.ts';
import { StepLink } from '../kit/controls.tsx';
import { eventAt, useLayout, usePlayback, useShell, useWords } from '../kit/shell.ts';

const LATEST = 60;

/** What kubectl describe would list, then every step about the object. */
export function ObjectEvents({ answer }: { readonly answer: InspectAnswer }): ReactElement {
  const words = useWords();
  const { run, commands } = useShell();
  const lang = useLayout((s) => s.language);
  const step = usePlayback((s) => s.step);
  const about = run?.trace.eventsOfObject(answer.key).filter((k) => k <= step) ?? [];
  return (
    <>
      <section className="sec">
        <h3>{words.coreEvents}</h3>
        {answer.events.length === 0 ? (
          <p className="i2">{words.noCoreEvents}</p>
        ) : (
          <ol className="core-events">
            {answer.events.map((event) => (
              <li key={`${String(event.step)}${event.reason}`}>
                <div className="row">
                  <span className={`tag ${event.type === 'Warning' ? 'warn' : ''}`}>{event.reason}</span>
                  {event.count > 1 && <span className="t1 i3 num">×{count(event.count)}</span>}
                  <span className="sp" />
                  {event.step > 0 && (
                    <StepLink step={event.step} onJump={commands.jump} name={words.stepN(count(event.step))} />
                  )}
                </div>
                <p className="message mono">{event.message}</p>
              </li>
            ))}
          </ol>
        )}
      </section>
      <section className="sec">
        <h3>{words.stepsAbout}</h3>
        {about.length === 0 || run === undefined ? (
          <p className="i2">{words.noStepsAbout}</p>
        ) : (
          <ol className="chain num">
            {about.slice(-LATEST).map((k) => (
              <li key={k}>
                <StepLink step={k} onJump={commands.jump} name={words.stepN(count(k))} />
                <span>{shortSentence(eventAt(run.trace, k), lang)}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}
