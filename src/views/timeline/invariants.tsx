/** The invariants as of the step shown: those that are broken or out of force, and on demand all. */
import { useState, type ReactElement } from 'react';
import { faultWords } from '../../derive/words/faults.ts';
import { invariantWords, type InvariantWords } from '../../derive/words/invariants.ts';
import type { Lang } from '../../derive/words/lang.ts';
import { count, simTime } from '../../derive/words/numbers.ts';
import type { InvariantRow } from '../../protocol/protocol.ts';
import { MoreButton, StepLink } from '../kit/controls.tsx';
import { useLayout, usePlayback, useShell, type LiveRun } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';

type State = 'broken' | 'suspended' | 'waits' | 'holds';

const stateOf = ({ breach, suspended, waits }: InvariantRow): State =>
  breach !== undefined ? 'broken' : suspended !== undefined ? 'suspended' : waits === true ? 'waits' : 'holds';

export function Invariants({ run }: { readonly run: LiveRun }): ReactElement {
  const lang = useLayout((s) => s.language);
  const words = invariantWords(lang);
  const step = usePlayback((s) => s.step);
  const [open, setOpen] = useState(false);
  const rests = usePlayback((s) => s.runState !== 'running');
  const rows = useAsk(`${String(run.id)}:${String(step)}:${String(rests)}`, () => run.invariants(step)) ?? [];
  const told = rows.filter((row) => open || ['broken', 'suspended'].includes(stateOf(row)));
  return (
    <section data-testid="invariants">
      <h3>{words.title}</h3>
      <p className="t1 i2">{words.lead}</p>
      {rows.length > 0 && <p className="t1">{summary(rows, words)}</p>}
      <ul className="bp-list inv-list">
        {told.map((row) => (
          <Rule key={row.id} row={row} words={words} lang={lang} />
        ))}
      </ul>
      {rows.length > 0 && (
        <MoreButton open={open} onOpen={setOpen} more={words.more(count(rows.length))} fewer={words.fewer} />
      )}
    </section>
  );
}

function summary(rows: readonly InvariantRow[], words: InvariantWords): string {
  const number = (state: State): number => rows.filter((row) => stateOf(row) === state).length;
  const [broken, suspended] = [number('broken'), number('suspended')];
  const all = count(rows.length);
  return broken + suspended === 0 ? words.allHold(all) : words.some(count(broken), count(suspended), all);
}

interface RuleProps {
  readonly row: InvariantRow;
  readonly words: InvariantWords;
  readonly lang: Lang;
}

function Rule({ row, words, lang }: RuleProps): ReactElement {
  const { commands } = useShell();
  const { id, breach, suspended, waits } = row;
  return (
    <li data-invariant={id} data-state={stateOf(row)}>
      <span>{words.rules[id] ?? id}</span>
      {breach !== undefined ? (
        <span className="t1 bad">
          <StepLink step={breach.step} name={words.broken(count(breach.step))} onJump={commands.jump}>
            {words.broken(count(breach.step))}
          </StepLink>
        </span>
      ) : suspended !== undefined ? (
        <span className="t1 i2">{heldWords(suspended, words, lang)}</span>
      ) : (
        <span className="t1 i2">{waits === true ? words.waits : words.holds}</span>
      )}
    </li>
  );
}

function heldWords(
  { by, stands, until }: NonNullable<InvariantRow['suspended']>,
  words: InvariantWords,
  lang: Lang,
): string {
  const fault = faultWords(lang).faults[by]?.name ?? by;
  const end = stands ? words.stands : until === Infinity ? words.forGood : words.till(simTime(until));
  return words.suspended(fault, end);
}
