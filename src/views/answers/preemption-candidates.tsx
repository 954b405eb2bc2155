/** Nodes that could be freed: the Pods that would have to go, and what each rule saw. */
import { useState, type ReactElement } from 'react';
import type { Choice, ComparingRule, RankedCandidate } from '../../derive/preemption.ts';
import { keyParts } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { PreemptionWords } from '../../derive/words/preemption.ts';
import type { PreemptionVictim } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useShell } from '../kit/shell.ts';
import { valueText } from './preemption-rules.tsx';

interface CandidatesProps {
  readonly choice: Choice;
  readonly words: PreemptionWords;
}

const CANDIDATES_SHOWN = 8;
const VICTIMS_SHOWN = 12;

export function Candidates({ choice, words }: CandidatesProps): ReactElement {
  const [whole, setWhole] = useState(false);
  const { candidates } = choice;
  const rules = choice.rules.flatMap(({ rule }) => (rule === 'any' ? [] : [rule]));
  const decided = choice.rules.findIndex(({ decides }) => decides);
  const shown = whole ? candidates : candidates.slice(0, CANDIDATES_SHOWN);
  const starts = candidates.map(({ row }) => row.earliestStart);
  return (
    <>
      <table className="pre-table num">
        <thead>
          <tr>
            <th scope="col">{words.node}</th>
            {rules.map((rule, i) => (
              <th key={rule} scope="col" className={i === decided ? 'on' : ''}>
                {words.columns[rule]}
              </th>
            ))}
          </tr>
        </thead>
        {shown.map((candidate) => (
          <Candidate
            key={candidate.row.node}
            candidate={candidate}
            rules={rules}
            decided={decided}
            starts={starts}
            words={words}
          />
        ))}
      </table>
      {candidates.length > shown.length && (
        <button
          type="button"
          className="link"
          onClick={() => {
            setWhole(true);
          }}
        >
          {words.moreCandidates(count(candidates.length - shown.length))}
        </button>
      )}
    </>
  );
}

interface CandidateProps {
  readonly candidate: RankedCandidate;
  readonly rules: readonly ComparingRule[];
  readonly decided: number;
  readonly starts: readonly string[];
  readonly words: PreemptionWords;
}

function Candidate({ candidate, rules, decided, starts, words }: CandidateProps): ReactElement {
  const { row, fell, chosen } = candidate;
  const { selection } = useShell();
  return (
    <tbody
      className={chosen ? 'chosen' : ''}
      data-node={row.node}
      data-chosen={chosen}
      data-violations={row.violations}
    >
      <tr>
        <th scope="row">
          <button
            type="button"
            className="link mono"
            onClick={() => {
              selection.select(`Node/${row.node}`);
            }}
          >
            {row.node}
          </button>
          {chosen && <b className="acc t1"> {words.chosen}</b>}
        </th>
        {rules.map((rule, i) => (
          <td
            key={rule}
            data-label={words.columns[rule]}
            className={i > fell ? 'after' : i === fell ? 'fell' : i === decided ? 'on' : ''}
          >
            {i < fell && valueText(rule, row, starts, words)}
            {i === fell && <s>{valueText(rule, row, starts, words)}</s>}
            {i === fell && <span className="t1"> {words.fellHere}</span>}
          </td>
        ))}
      </tr>
      <tr>
        <td colSpan={rules.length + 1} className="pre-victims">
          <Victims victims={row.victims} words={words} />
        </td>
      </tr>
    </tbody>
  );
}

function Victims({
  victims,
  words,
}: {
  readonly victims: readonly PreemptionVictim[];
  readonly words: PreemptionWords;
}): ReactElement {
  const [whole, setWhole] = useState(false);
  const shown = whole ? victims : victims.slice(0, VICTIMS_SHOWN);
  return (
    <ul>
      {shown.map((victim) => (
        <Victim key={victim.pod} victim={victim} words={words} />
      ))}
      {victims.length > shown.length && (
        <li>
          <button
            type="button"
            className="link"
            onClick={() => {
              setWhole(true);
            }}
          >
            {words.moreVictims(count(victims.length - shown.length))}
          </button>
        </li>
      )}
    </ul>
  );
}

function Victim({
  victim,
  words,
}: {
  readonly victim: PreemptionVictim;
  readonly words: PreemptionWords;
}): ReactElement {
  const { selection } = useShell();
  const { pod, priority, phase, budgets, violates } = victim;
  return (
    <li className="pre-victim" data-victim={pod} data-violates={violates} data-now={victim.now}>
      <PodGlyph phase={phase === '' ? 'term' : phase} ghost={phase === ''} />
      <button
        type="button"
        className="link mono"
        title={pod}
        onClick={() => {
          selection.select(`Pod/${pod}`);
        }}
      >
        {keyParts(`Pod/${pod}`).name}
      </button>
      <span className="t1 i2">{words.priority(count(priority))}</span>
      {budgets.length > 0 && (
        <span className={`tag ${violates ? 'warn' : ''}`}>
          {violates && <Icon name="warn" />}
          {violates ? words.violates(budgets.join(', ')) : words.budget(budgets.join(', '))}
        </span>
      )}
    </li>
  );
}
