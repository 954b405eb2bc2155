/** What spread and affinity count: Pods a domain, skew, and the limit. */
import type { ReactElement } from 'react';
import { topologyWords, type TopologyWords } from '../../derive/words/topology.ts';
import { count } from '../../derive/words/numbers.ts';
import type { SpreadRow, TopologyAnswer } from '../../protocol/protocol.ts';
import { useLayout, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { ToStep } from './answer-page.tsx';
import { AffinityTerm } from './topology-affinity.tsx';
import { SpreadConstraint } from './topology-spread.tsx';
import './topology.css';

interface TopologyProps {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly step: number;
}

export function Topology({ pod, step }: TopologyProps): ReactElement | undefined {
  const { run } = useShell();
  const words = topologyWords(useLayout((s) => s.language));
  const asked = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}:${pod}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.topology(step, pod),
  );
  if (asked?.pod !== pod || asked.spread.length + asked.affinity.length === 0) return undefined;
  return (
    <section className="topo" data-testid="topology" aria-label={words.title}>
      <h2 className="sub">{words.title}</h2>
      <p className="t1 i3">
        {words.counted} <ToStep step={asked.step} />
      </p>
      <Rows answer={asked} words={words} />
    </section>
  );
}

function Rows({ answer, words }: { readonly answer: TopologyAnswer; readonly words: TopologyWords }): ReactElement {
  const { spread, affinity, host } = answer;
  const own = spread.filter(({ from }) => from === 'pod');
  const defaults = spread.filter(({ from }) => from === 'defaults');
  const required = affinity.filter(({ kind, weight }) => kind === 'affinity' && weight === 0).length;
  return (
    <>
      <Constraints rows={own} host={host} words={words} />
      {affinity.map((row, i) => (
        <AffinityTerm
          key={`${String(i)} ${row.kind} ${row.topologyKey} ${row.selector}`}
          row={row}
          host={host}
          together={row.kind === 'affinity' && row.weight === 0 ? required : 1}
          words={words}
        />
      ))}
      {defaults.length > 0 && (
        // They only score: of use where there was a choice between nodes.
        <details className="topo-defaults" open={host !== ''}>
          <summary>{words.fromDefaults(count(defaults.length))}</summary>
          <Constraints rows={defaults} host={host} words={words} />
        </details>
      )}
    </>
  );
}

interface ConstraintsProps {
  readonly rows: readonly SpreadRow[];
  readonly host: string;
  readonly words: TopologyWords;
}

function Constraints({ rows, host, words }: ConstraintsProps): ReactElement[] {
  return rows.map((row, i) => (
    <SpreadConstraint
      key={`${String(i)} ${row.topologyKey} ${row.whenUnsatisfiable}`}
      row={row}
      host={host}
      legend={i === 0}
      words={words}
    />
  ));
}
