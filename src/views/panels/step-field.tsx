import type { ReactElement } from 'react';
import { count, simTime } from '../../derive/words/numbers.ts';
import { usePlayback, useShell, useWords } from '../kit/shell.ts';
import { StepField } from '../kit/step-field.tsx';

/** Simulated time, and the step among all. */
export function Now(): ReactElement {
  const step = usePlayback((s) => s.step);
  const steps = usePlayback((s) => s.steps);
  const { run, playback, session, commands } = useShell();
  const words = useWords();
  const micros = ((run?.trace.time(step) ?? 0) / (run?.answer.ticksPerSecond ?? 1e6)) * 1e6;
  return (
    <>
      <span className="now num">
        {simTime(micros)} <i>{words.sim}</i>
      </span>
      <span className="now num">
        <i>{words.step}</i>
        <StepField
          step={step}
          landing={(text) => playback.landing(text)}
          goTo={(text) => {
            const there = playback.landing(text);
            if (there === undefined) return false;
            commands.jump(there.step);
            session.dismissProblem();
            return true;
          }}
        />{' '}
        <i>/ {count(steps)}</i>
      </span>
    </>
  );
}
