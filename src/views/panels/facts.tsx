import { Fragment, type ReactElement } from 'react';
import { keyParts } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { Words } from '../../derive/words/en.ts';
import type { InspectAnswer, NodeMark } from '../../protocol/protocol.ts';
import { useView, useWords } from '../kit/shell.ts';
import { othersOf, replicasOf, scalarsOf, strategyOf, taintsOf } from './yaml-facts.ts';

type Row = readonly [string, string];

const gib = (n: number): string => count(n / 2 ** 30, 1);

function nodeRows(node: NodeMark | undefined, taints: readonly string[], words: Words): readonly Row[] {
  const rows: Row[] = [];
  if (node !== undefined) {
    const { cpu, memory, pods, podLimit, ready, cordoned } = node;
    const state = [ready ? 'Ready' : 'NotReady', ...(cordoned ? ['cordon'] : [])];
    rows.push([words.nodeState, state.join(' · ')]);
    rows.push(['cpu', words.requestedOf(count(cpu[0] / 1000, 1), count(cpu[1] / 1000, 1))]);
    rows.push(['memory', words.requestedOf(gib(memory[0]), `${gib(memory[1])} Gi`)]);
    rows.push(['Pods', words.countOf(count(pods.length), count(podLimit))]);
  }
  return [...rows, ['taints', taints.length === 0 ? words.none : taints.join(' ')]];
}

function rowsOf(answer: InspectAnswer, node: NodeMark | undefined, words: Words): readonly Row[] {
  const { kind } = keyParts(answer.key);
  const scalars = scalarsOf(answer.yaml);
  if (kind === 'Node') return nodeRows(node, taintsOf(scalars), words);
  const replicas = replicasOf(kind, scalars);
  if (replicas === undefined) return othersOf(scalars);
  const strategy = strategyOf(scalars);
  const [ready, wanted] = replicas;
  const made: Row =
    kind === 'Job' ? [words.completions, words.doneOf(ready, wanted)] : ['replicas', words.readyOf(ready, wanted)];
  return [made, ...(strategy === '' ? [] : [[words.strategy, strategy] as const])];
}

/** A path may go on in the next line after each dot. */
const atDots = (path: string): readonly ReactElement[] =>
  path.split(/(?<=\.)/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** How it stands: what a node has and gives, how many Pods a workload wants and has. Pods have their life instead. */
export function Facts({
  answer,
  step,
}: {
  readonly answer: InspectAnswer;
  readonly step: number;
}): ReactElement | undefined {
  const words = useWords();
  const view = useView(step);
  if (answer.yaml === '' || answer.phase !== '') return undefined;
  const node = view?.nodes.find(({ name }) => answer.key === `Node/${name}`);
  const rows = rowsOf(answer, node, words);
  if (rows.length === 0) return undefined;
  return (
    <section className="sec" data-testid="facts">
      <dl className="kv facts num">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{atDots(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
