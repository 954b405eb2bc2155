import type { ReactElement } from 'react';
import { problemPlace, problemWords } from '../../derive/words/problems.ts';
import { IconButton } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { useLayout, useSession, useShell, useWords } from '../kit/shell.ts';

/** These tell of the scenario that has just been opened: nothing else goes on. */
const OPENED_ALL_THE_SAME = ['link-wrong-file', 'link-moment-missing', 'link-differs'];

/** What went wrong, where, and what to do. Where something was refused, the scenario on screen goes on. */
export function ProblemAlert(): ReactElement | undefined {
  const words = useWords();
  const { session } = useShell();
  const problem = useSession((s) => s.problem);
  const goesOn = useSession((s) => s.answer !== undefined && s.view !== 'landing');
  const lang = useLayout((s) => s.language);
  if (problem === undefined) return undefined;
  const { what, todo } = problemWords(problem, lang);
  const { others = [] } = problem;
  const place = problemPlace(problem);
  return (
    <div className="problem" role="alert" data-testid="problem" data-code={problem.code}>
      <span className="bad">
        <Icon name="error" />
      </span>
      <div>
        <b>{what}</b>
        {place !== '' && <p className="mono place">{place}</p>}
        <p className="i2">{todo}</p>
        {others.length > 0 && (
          <ul className="problem-others t1" data-count={others.length}>
            {others.map((other) => {
              const at = problemPlace(other);
              return (
                <li key={`${at} ${other.code} ${String(other.params['path'])}`}>
                  {at !== '' && <span className="mono">{at}: </span>}
                  {problemWords(other, lang).what}
                </li>
              );
            })}
          </ul>
        )}
        {goesOn && problem.kind === 'bad-scenario' && !OPENED_ALL_THE_SAME.includes(problem.code) && (
          <p className="t1 i3">{words.goesOn}</p>
        )}
      </div>
      <IconButton
        icon="close"
        label={words.close}
        onClick={() => {
          session.dismissProblem();
        }}
      />
    </div>
  );
}
