/** Nodes by plugins, weighted scores: the number stands in its cell, the shade is the score before the weight. */
import type { ReactElement } from 'react';
import type { Box } from '../../derive/geometry.ts';
import { fitName, hostLabel } from '../../derive/homes-draft.ts';
import { heatTable, splitName, type HeatRow, type HeatTable, type Verdict } from '../../derive/heat-table.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import { count } from '../../derive/words/numbers.ts';
import type { CycleMark } from '../../protocol/protocol.ts';
import type { PictureProps } from './picture-props.ts';
import { cut, Word } from './parts.tsx';

const LEAST_NAME_W = 50;
const MOST_NAME_W = 112;
/** Of the width of the cycle. */
const NAME_SHARE = 0.22;
const TOTAL_W = 84;

interface Measures {
  readonly at: Box;
  readonly x: number;
  /** Top of the headings. */
  readonly y: number;
  readonly head: number;
  readonly row: number;
  readonly column: number;
  readonly right: number;
  readonly open: boolean;
  readonly maxTotal: number;
}

function Heading({
  table,
  m,
  words,
  tight,
}: {
  table: HeatTable;
  m: Measures;
  words: StageWords;
  tight: boolean;
}): ReactElement {
  const weightY = tight ? 36 : 38;
  return (
    <g>
      {table.columns.map((column, i) => {
        const x = m.x + (i + 0.5) * m.column;
        return (
          <g key={column.name}>
            <title>{column.name}</title>
            <Word x={x} y={m.y + 12} as="f" anchor="middle">
              {cut(column.lines[0], m.column, 5.6)}
            </Word>
            <Word x={x} y={m.y + 24} as="f" anchor="middle">
              {cut(column.lines[1], m.column, 5.6)}
            </Word>
            <Word x={x} y={m.y + weightY} anchor="middle">
              {`×${column.weight}`}
            </Word>
          </g>
        );
      })}
      <Word x={m.right} y={m.y + 24} as="f" anchor="end">
        {words.total}
      </Word>
      {m.maxTotal > 0 ? (
        <Word x={m.right} y={m.y + weightY} anchor="end">
          {words.outOf(count(m.maxTotal))}
        </Word>
      ) : undefined}
    </g>
  );
}

function Scored({ row, y, m }: { row: Extract<HeatRow, { kind: 'scored' }>; y: number; m: Measures }): ReactElement {
  const barX = m.x + row.cells.length * m.column + 10;
  const barW = Math.max(0, m.right - 40 - barX);
  const share = m.maxTotal === 0 ? 0 : Math.min(1, row.total / m.maxTotal);
  const tone = !row.host ? '' : m.open ? ' now' : ' host';
  return (
    <g>
      {row.cells.map((cell, i) => (
        <g key={i} className={`st-heat h${cell.level}`}>
          <rect x={m.x + i * m.column + 0.5} y={y + 1} width={m.column - 1.5} height={m.row - 2} />
          <Word x={m.x + (i + 0.5) * m.column} y={y + m.row / 2 + 4.5} as="n" anchor="middle">
            {count(cell.score)}
          </Word>
        </g>
      ))}
      <rect x={barX} y={y + m.row / 2 - 3} width={barW} height={6} className="st-track" />
      <rect x={barX} y={y + m.row / 2 - 3} width={barW * share} height={6} className={`st-mark${tone}`} />
      <Word x={m.right} y={y + m.row / 2 + 4.5} as={`n${tone}`} anchor="end">
        {count(row.total)}
      </Word>
      {row.host ? (
        <rect
          x={m.x - 1}
          y={y - 0.5}
          width={m.right - m.x + 4}
          height={m.row + 1}
          rx={2}
          className={`st-winner${tone}`}
        />
      ) : undefined}
    </g>
  );
}

function Unscored({
  row,
  y,
  m,
  words,
}: {
  row: Exclude<HeatRow, { kind: 'scored' }>;
  y: number;
  m: Measures;
  words: StageWords;
}): ReactElement {
  const w = m.right - m.x;
  if (row.kind === 'passed') {
    const tone = row.host ? (m.open ? ' now' : ' host') : '';
    return (
      <g>
        <rect x={m.x + 0.5} y={y + 1} width={w} height={m.row - 2} className="st-slot" />
        <Word x={m.x + 14} y={y + m.row / 2 + 4}>
          {words.passed}
        </Word>
        {row.host ? (
          <rect x={m.x - 1} y={y - 0.5} width={w + 4} height={m.row + 1} rx={2} className={`st-winner${tone}`} />
        ) : undefined}
      </g>
    );
  }
  const full = words.filtered(row.plugin, row.reason);
  const text = cut(full, w - 40, 5.9);
  const wide = text.match(/[\u3000-\uffef]/g)?.length ?? 0;
  const plate = Math.min(w - 16, 12 + (text.length - wide) * 5.9 + wide * 11);
  return (
    <g>
      <title>{full}</title>
      <rect x={m.x} y={y + 1} width={w} height={m.row - 2} fill="url(#st-hatch)" />
      <rect x={m.x + 8} y={y + 5} width={plate} height={m.row - 10} className="st-plate" />
      <Word x={m.x + 14} y={y + m.row / 2 + 4}>
        {text}
      </Word>
    </g>
  );
}

/** Characters of a node's name within a sentence. */
const NODE_IN_SENTENCE = 24;
const node = (name: string): string => fitName(name, NODE_IN_SENTENCE);

function verdictText(verdict: Verdict, words: StageWords, nodes: number): string {
  switch (verdict.kind) {
    case 'wins':
      return verdict.margin === 0
        ? words.tieWin(node(verdict.node))
        : words.winsBy(node(verdict.node), count(verdict.margin));
    case 'only':
      return words.onlyNode(node(verdict.node));
    case 'none':
      return words.noNode(nodes);
    case 'open':
      return '';
  }
}

/** "against node-a: InterPodAffinity +80, NodeResourcesFit +12" */
function differences(verdict: Verdict, words: StageWords): string {
  if (verdict.kind !== 'wins' || verdict.by.length === 0) return '';
  const each = verdict.by.map(
    ({ plugin, points }) => `${splitName(plugin).join(' ')} ${points > 0 ? '+' : ''}${count(points)}`,
  );
  return `${words.aheadOf(node(verdict.over))} ${each.join(', ')}`;
}

interface HeatMapProps extends PictureProps {
  readonly cycle: CycleMark;
  readonly at: Box;
}

/** Rows of 30 px, or of 26 where the upper part is small; a fifth row makes the others a little lower. */
function measures({ layout, cycle, at }: HeatMapProps, table: HeatTable): Measures {
  const longest = Math.max(0, ...table.rows.map((row) => hostLabel(row.node).length));
  const nameW = Math.max(LEAST_NAME_W, Math.min(MOST_NAME_W, at.w * NAME_SHARE, longest * 6.1 + 8));
  const first = (layout.chevrons[0]?.y ?? at.y) - 7;
  const { tight } = layout;
  return {
    at,
    x: at.x + nameW,
    y: first + (tight ? 32 : 40),
    head: tight ? 40 : 44,
    row: tight ? 26 : table.rows.length > 4 ? 28 : 30,
    column: (at.w - nameW - 4 - TOTAL_W) / Math.max(1, cycle.plugins.length),
    right: at.x + at.w,
    open: cycle.open,
    maxTotal: cycle.maxTotal,
  };
}

export function HeatMap(props: HeatMapProps): ReactElement {
  const { layout, cycle, view, words } = props;
  const table = heatTable(cycle, layout.tight ? 4 : 5);
  const m = measures(props, table);
  const top = m.y + m.head;
  const foot = top + table.rows.length * m.row + (layout.tight ? 15 : 20);
  // The rows are cut to a screen before they come here: the cluster's size says how many there are.
  const hidden = table.rows.length === 0 ? 0 : Math.max(cycle.nodes.length, view.nodes.length) - table.rows.length;
  const verdict = verdictText(table.verdict, words, Math.max(cycle.nodes.length, view.nodes.length));
  const why = cut(differences(table.verdict, words), m.right - m.x - (layout.tight ? verdict.length * 6.4 : 0), 5.8);
  return (
    <g>
      <Heading table={table} m={m} words={words} tight={layout.tight} />
      {table.rows.map((row, i) => {
        const y = top + i * m.row;
        const host = row.kind !== 'filtered' && row.host;
        return (
          <g key={row.node}>
            <title>{row.node}</title>
            <Word x={m.at.x} y={y + m.row / 2 + 4} as={host ? (m.open ? 'l now strong' : 'l host strong') : 'l'}>
              {fitName(row.node, Math.floor((m.x - m.at.x - 6) / 6))}
            </Word>
            {row.kind === 'scored' ? (
              <Scored row={row} y={y} m={m} />
            ) : (
              <Unscored row={row} y={y} m={m} words={words} />
            )}
          </g>
        );
      })}
      <text x={m.x} y={foot} className="st-w l">
        <tspan className={cycle.open ? 'st-verdict now' : 'st-verdict'}>{verdict}</tspan>
        {layout.tight ? ` ${why}` : ''}
        {hidden > 0 ? ` ${words.moreNodes(hidden)}` : ''}
      </text>
      {layout.tight ? undefined : (
        <Word x={m.x} y={foot + 18}>
          {why}
        </Word>
      )}
    </g>
  );
}
