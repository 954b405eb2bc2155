import { useState, type ReactElement } from 'react';
import { breachWords } from '../../derive/words/breaches.ts';
import { invariantWords } from '../../derive/words/invariants.ts';
import { count } from '../../derive/words/numbers.ts';
import { IconButton } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { useLayout, usePlayback, useShell } from '../kit/shell.ts';

/** One sentence on what was broken: at the step shown, or else first in the run; and the way there. Closed, it stays away. */
export default function BreachNotice(): ReactElement | undefined {
  const { run, commands } = useShell();
  const words = invariantWords(useLayout((s) => s.language));
  const lang = useLayout((s) => s.language);
  const step = usePlayback((s) => s.step);
  const stops = usePlayback((s) => s.stops);
  const [closed, setClosed] = useState<number>();
  const breaches = stops.flatMap(({ breach }) => breach ?? []);
  const shown = breaches.find((one) => one.step === step) ?? breaches[0];
  if (run === undefined || shown === undefined || closed === run.id) return undefined;
  const at = count(shown.step);
  return (
    <div className="problem breach" role="status" data-testid="breach" data-breach={shown.id} data-at={shown.step}>
      <span className="bad">
        <Icon name="warn" />
      </span>
      <div>
        <p>{words.notice(at, breachWords(shown, lang))}</p>
        {shown.step === step ? (
          <p className="t1 i2">{words.here}</p>
        ) : (
          <button
            type="button"
            className="btn"
            onClick={() => {
              commands.jump(shown.step);
            }}
          >
            {words.goes(at)}
          </button>
        )}
      </div>
      <IconButton
        icon="close"
        label={words.close}
        onClick={() => {
          setClosed(run.id);
        }}
      />
    </div>
  );
}
