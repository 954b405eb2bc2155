/** The rules that choose among candidates as a sieve: one row a rule, one column a candidate. */
import type { ReactElement } from 'react';
import { clock, valueOf, type Choice, type ComparingRule, type RuleRow } from '../../derive/preemption.ts';
import { count } from '../../derive/words/numbers.ts';
import type { PreemptionWords } from '../../derive/words/preemption.ts';
import type { PreemptionCandidateRow } from '../../protocol/protocol.ts';

interface RuleSieveProps {
  readonly choice: Choice;
  readonly words: PreemptionWords;
}

/** A value as the page writes it. */
export function valueText(
  rule: ComparingRule,
  row: PreemptionCandidateRow,
  starts: readonly string[],
  words: PreemptionWords,
): string {
  const value = valueOf(rule, row);
  if (typeof value === 'number') return count(value);
  return value === '' ? words.notStarted : clock(value, starts);
}

export function RuleSieve({ choice, words }: RuleSieveProps): ReactElement {
  const all = choice.candidates.length;
  const starts = choice.candidates.map(({ row }) => row.earliestStart);
  return (
    <div className="pre-rules">
      <div className="pre-rule t1 i3" aria-hidden="true">
        <span>{words.rulesHead}</span>
        <span className="num">{all > COLUMNS_MAX ? words.areasHead(count(all)) : words.columnsHead(count(all))}</span>
        <span className="r">{words.left}</span>
      </div>
      <ol>
        {choice.rules.map((row, i) => {
          const { rule, best } = row;
          const kept = rule === 'any' || best === undefined ? '' : valueText(rule, best, starts, words);
          return (
            <li
              key={rule}
              className={`pre-rule ${row.decides ? 'on' : ''}`}
              data-rule={rule}
              data-left={row.left}
              data-decides={row.decides}
            >
              <span className="pre-rule-name">
                <span className="num i3">{i + 1}</span> {words.rules[rule]}
              </span>
              <Columns row={row} all={all} />
              <span className="t1 num pre-kept">
                {row.decides && <b>{words.decided}</b>} {kept !== '' && words.keeps(kept)}
              </span>
              <b className="num r" aria-label={words.ruleRow(words.rules[rule], count(row.before), count(row.left))}>
                {count(row.left)}
              </b>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** More than this have no column each. */
const COLUMNS_MAX = 60;

function Columns({ row, all }: { readonly row: RuleRow; readonly all: number }): ReactElement {
  const { before, left } = row;
  if (all > COLUMNS_MAX) {
    const part = (n: number): number => (n / all) * 100;
    return (
      <svg className="sieve-areas" viewBox="0 0 100 26" preserveAspectRatio="none" aria-hidden="true">
        <rect width={part(left)} height={26} className="through" />
        <rect x={part(left)} y={9} width={part(before - left)} height={8} className="fell" />
      </svg>
    );
  }
  return (
    <span
      className="sieve-cols"
      aria-hidden="true"
      style={{ gridTemplateColumns: `repeat(${String(all)}, minmax(0, 18px))` }}
    >
      {Array.from({ length: before }, (_, i) => (
        <i key={i} className={i < left ? 'through' : 'no'} />
      ))}
    </span>
  );
}
