/** The nodes of each plugin with the figures: what was asked, what is there, what lacks. */
import { useState, type ReactElement } from 'react';
import type { Sieve, SieveRow } from '../../derive/sieve.ts';
import { groupSummary } from '../../derive/group-summary.ts';
import { fixWords } from '../../derive/words/fixes.ts';
import { count, quantity } from '../../derive/words/numbers.ts';
import type { WhyNode } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useLayout, useView, useWords } from '../kit/shell.ts';
import { useAnswerWords } from './answer-page.tsx';

interface ReasonsProps {
  readonly sieve: Sieve;
  readonly step: number;
  readonly open: string;
  readonly onOpen: (plugin: string) => void;
}

/** Up to so many nodes, the rows of closed groups are there too (hidden), so that search and scripts find them. */
const ALL_ROWS_MAX = 400;
const ROWS_AT_FIRST = 200;

export function Reasons({ sieve, step, open, onOpen }: ReasonsProps): ReactElement {
  const words = useAnswerWords();
  const lang = useLayout((s) => s.language);
  const view = useView(step);
  const zones = new Map(view?.nodes.map(({ name, zone }) => [name, zone]));
  const all = sieve.looked <= ALL_ROWS_MAX;
  return (
    <div className="reasons">
      {sieve.rows.map((row) => {
        const on = row.plugin === open;
        return (
          <section key={row.plugin} className={on ? 'reason on' : 'reason'}>
            <button
              type="button"
              className="reason-head"
              aria-expanded={on}
              onClick={() => {
                onOpen(row.plugin);
              }}
            >
              <Icon name={on ? 'down' : 'right'} size={12} />
              <b>{row.plugin}</b>
              <span className="num">{count(row.nodes.length)}</span>
              <span className="i2">{groupSummary(row, words, lang)}</span>
            </button>
            {(on || all) && (
              <ScrollRegion className="table-scroll" label={row.plugin} hidden={!on}>
                <NodeTable row={row} zones={zones} />
              </ScrollRegion>
            )}
          </section>
        );
      })}
    </div>
  );
}

interface NodeTableProps {
  readonly row: SieveRow;
  readonly zones: ReadonlyMap<string, string>;
}

function NodeTable({ row, zones }: NodeTableProps): ReactElement {
  const answers = useAnswerWords();
  const [all, setAll] = useState(row.nodes.length <= ROWS_AT_FIRST);
  const shown = all ? row.nodes : row.nodes.slice(0, ROWS_AT_FIRST);
  const numbers = row.nodes.every((node) => node.numbers.length > 0);
  return (
    <>
      <table className="t num">
        {numbers ? <Figures nodes={shown} zones={zones} /> : <Plain nodes={shown} zones={zones} />}
      </table>
      {!all && (
        <button
          type="button"
          className="btn"
          onClick={() => {
            setAll(true);
          }}
        >
          {answers.showAll(count(row.nodes.length))}
        </button>
      )}
    </>
  );
}

interface RowsProps {
  readonly nodes: readonly WhyNode[];
  readonly zones: ReadonlyMap<string, string>;
}

const rowData = ({ name, plugin, status }: WhyNode) => ({
  'data-node': name,
  'data-plugin': plugin,
  'data-status': status,
});

/** What the node says no to: the resource with the largest part missing comes first. */
function Figures({ nodes, zones }: RowsProps): ReactElement {
  const words = useWords();
  const answers = useAnswerWords();
  const main = nodes[0] === undefined ? undefined : worst(nodes[0]);
  const most = Math.max(
    1,
    ...nodes.flatMap(({ numbers }) => numbers.map(({ asked, total }) => Math.max(asked, total))),
  );
  const resource = main?.resource ?? '';
  const same = nodes.every((node) => worst(node)?.resource === resource && worst(node)?.asked === main?.asked);
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{words.node}</th>
          <th scope="col" className="wide-cell">
            {same ? answers.columns.bar(resource, quantity(resource, main?.asked ?? 0)) : answers.columns.lacks}
          </th>
          <th scope="col" className="n">
            {answers.columns.free}
          </th>
          <th scope="col" className="n">
            {answers.columns.shortBy}
          </th>
          <th scope="col" className="why-cell">
            {answers.columns.reason}
          </th>
        </tr>
      </thead>
      <tbody>
        {nodes.map((node, i) => (
          <tr key={node.name} {...rowData(node)} className={i === 0 && nodes.length > 1 ? 'sel' : ''}>
            <NodeName node={node} zones={zones} />
            <FigureCells node={node} most={most} />
            <td className="wrap i3 why-cell">{node.reasons.join(words.listComma)}</td>
          </tr>
        ))}
      </tbody>
    </>
  );
}

type Figure = WhyNode['numbers'][number];

function worst({ numbers }: WhyNode): Figure | undefined {
  const share = ({ asked, free }: Figure): number => (asked > 0 ? (asked - free) / asked : 0);
  return [...numbers].sort((a, b) => share(b) - share(a))[0];
}

function FigureCells({ node, most }: { readonly node: WhyNode; readonly most: number }): ReactElement {
  const figure = worst(node);
  if (figure === undefined) return <td colSpan={3} />;
  const { resource, asked, free } = figure;
  return (
    <>
      <td className="wide-cell">
        <Bullet asked={asked} free={free} most={most} />
      </td>
      <td className="n">{quantity(resource, free)}</td>
      <td className="n bad">{quantity(resource, asked - free)}</td>
    </>
  );
}

/** Free, what lacks of what was asked, and the mark of what was asked. */
function Bullet({
  asked,
  free,
  most,
}: {
  readonly asked: number;
  readonly free: number;
  readonly most: number;
}): ReactElement {
  const x = (value: number): number => (Math.max(0, value) / most) * 200;
  return (
    <svg className="bullet" viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={200} height={10} fill="var(--n3)" />
      <rect width={x(free)} height={10} fill="var(--mark)" />
      <rect x={x(free)} y={3} width={Math.max(1.5, x(asked) - x(free))} height={4} fill="var(--bad)" />
      <rect x={x(asked) - 1} width={2} height={10} fill="var(--ink)" />
    </svg>
  );
}

function NodeName({
  node,
  zones,
}: {
  readonly node: WhyNode;
  readonly zones: ReadonlyMap<string, string>;
}): ReactElement {
  const zone = zones.get(node.name) ?? '';
  return (
    <th scope="row" className="node-cell">
      <span className="mono">{node.name}</span>
      {zone !== '' && <span className="t1 i3"> {zone}</span>}
    </th>
  );
}

function Plain({ nodes, zones }: RowsProps): ReactElement {
  const words = useWords();
  const answers = useAnswerWords();
  const lang = useLayout((s) => s.language);
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{words.node}</th>
          <th scope="col">{answers.columns.lacks}</th>
          <th scope="col" className="why-cell">
            {answers.columns.reason}
          </th>
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <tr key={node.name} {...rowData(node)}>
            <NodeName node={node} zones={zones} />
            <td className="wrap">
              {node.hints.map((hint, i) => (
                <div key={i}>{fixWords(hint, lang)}</div>
              ))}
            </td>
            <td className="wrap i3 why-cell">{node.reasons.join(words.listComma)}</td>
          </tr>
        ))}
      </tbody>
    </>
  );
}
