/** For a Pod that had to go for another: which one, and the way to how it was chosen. It is offered after its end too. */
import type { ReactElement } from 'react';
import { keyParts } from '../../derive/words/names.ts';
import type { InspectAnswer } from '../../protocol/protocol.ts';
import { usePlayback, useSession, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';

/** Reason of the condition that marks a victim. */
const MARK = 'PreemptionByScheduler';

export function PreemptedBy({ answer }: { readonly answer: InspectAnswer }): ReactElement | undefined {
  const words = useWords();
  const step = usePlayback((s) => s.step);
  const on = useSession((s) => s.view === 'why');
  const { run, selection, session } = useShell();
  const { key, yaml } = answer;
  const marked = run !== undefined && key.startsWith('Pod/') && yaml.includes(MARK);
  const asked = useAsk(marked ? `${String(run.id)}:${String(step)}:${key}` : undefined, async () => {
    const answers = await run?.preemption(step, key);
    return answers === undefined ? undefined : { key, answers };
  });
  const last = asked?.key === key ? asked.answers.filter(({ role }) => role === 'victim').at(-1) : undefined;
  if (last === undefined) return undefined;
  return (
    <button
      type="button"
      className="btn"
      aria-pressed={on}
      data-testid="preempted-by"
      data-object={last.pod}
      onClick={() => {
        selection.select(key);
        session.setView(on ? 'stage' : 'why');
      }}
    >
      {words.preemptedBy(keyParts(last.pod).name)}
    </button>
  );
}
