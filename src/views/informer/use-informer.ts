/** Which informer is looked at, and what the engine says of it at the step shown. */
import { useEffect } from 'react';
import { startingInformer } from '../../derive/informer-choice.ts';
import { informerWords, type InformerWords } from '../../derive/words/informer.ts';
import type { InformerAnswer } from '../../protocol/protocol.ts';
import type { Session } from '../../store/session.ts';
import { useLayout, usePlayback, useSession, useShell, type LiveRun } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';

export const useInformerWords = (): InformerWords => informerWords(useLayout((s) => s.language));

export interface Looked {
  readonly id: string;
  /** Of the step shown, or of the last one that was answered; undefined until the first answer. */
  readonly answer: InformerAnswer | undefined;
  /** The engine knows none of this name. */
  readonly missing: boolean;
}

/** The last one looked at; it outlives the view, which is closed and opened again. */
let last = '';

/** Chooses where nobody did. The address names what is looked at, so a choice of the page is a choice, too. */
function useStart(id: string, run: LiveRun | undefined, step: number, session: Session): void {
  const key = run === undefined || id !== '' ? undefined : `${String(run.id)}:${String(step)}`;
  const asked = useAsk(key, async () => {
    const rows = (await run?.informers(step))?.rows;
    return rows === undefined ? undefined : { key, rows };
  });
  useEffect(() => {
    if (id !== '') last = id;
    else if (run !== undefined && asked !== undefined && asked.key === key) {
      session.setView('informer', startingInformer(run.trace, step, asked.rows, last));
    }
  }, [id, run, session, step, asked, key]);
}

export function useInformer(): Looked {
  const { run, session } = useShell();
  const step = usePlayback((s) => s.step);
  const id = useSession((s) => s.focus);
  useStart(id, run, step, session);
  const key = run === undefined || id === '' ? undefined : `${String(run.id)}:${String(step)}:${id}`;
  const found = useAsk(key, async () => {
    if (run === undefined) return undefined;
    return { id, answer: await run.informer(step, id) };
  });
  const current = found?.id === id ? found : undefined;
  return { id, answer: current?.answer, missing: current !== undefined && current.answer === undefined };
}
