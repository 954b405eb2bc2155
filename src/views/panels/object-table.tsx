import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ReactElement } from 'react';
import { stageWords } from '../../derive/stage-words.ts';
import { keyParts } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { ObjectRow } from '../../protocol/protocol.ts';
import { Empty, SearchField } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useLayout, usePlayback, useSelection, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';

type Column = 'name' | 'node' | 'status' | 'revision';
interface Order {
  readonly column: Column;
  readonly down: boolean;
}

/** Below this many rows all of them stand in the page, so that search in page and scripts see each one. */
const ALL_ROWS_MAX = 400;

const VALUE: Readonly<Record<Column, (row: ObjectRow) => string | number>> = {
  name: (row) => row.key,
  node: (row) => row.node,
  status: (row) => row.status,
  revision: (row) => Number(row.revision),
};

function arrange(rows: readonly ObjectRow[], filter: string, order: Order): readonly ObjectRow[] {
  const wanted = filter.trim().toLowerCase();
  const kept = wanted === '' ? [...rows] : rows.filter((row) => textOf(row).includes(wanted));
  const value = VALUE[order.column];
  const sign = order.down ? -1 : 1;
  return kept.sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === y) return a.key < b.key ? -1 : 1;
    return (x < y ? -1 : 1) * sign;
  });
}

const textOf = (row: ObjectRow): string => `${row.key} ${row.node} ${row.status} ${row.phase}`.toLowerCase();

/** Every object of the store at this step: the stage's twin in words. */
export function ObjectTable(): ReactElement {
  const words = useWords();
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const rows = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.objects(step),
  );
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<Order>({ column: 'name', down: false });
  const shown = useMemo(() => arrange(rows ?? [], filter, order), [rows, filter, order]);
  return (
    <section className="objects" aria-label={words.objects}>
      <div className="panel-tools">
        <SearchField value={filter} onChange={setFilter} label={words.filterObjects} placeholder={words.filter} />
        <span className="t1 i3 num">{words.rows(count(shown.length))}</span>
      </div>
      <Table rows={shown} order={order} setOrder={setOrder} />
      {rows !== undefined && shown.length === 0 && <Empty title={filter === '' ? words.noObjects : words.noMatch} />}
    </section>
  );
}

interface TableProps {
  readonly rows: readonly ObjectRow[];
  readonly order: Order;
  readonly setOrder: (order: Order) => void;
}

function Table({ rows, order, setOrder }: TableProps): ReactElement {
  const words = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const all = rows.length <= ALL_ROWS_MAX;
  const list = useVirtualizer({
    count: rows.length,
    enabled: !all,
    getScrollElement: () => scroller.current,
    estimateSize: () => 25,
    overscan: 20,
  });
  const items = list.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = all ? 0 : list.getTotalSize() - (items.at(-1)?.end ?? 0);
  const visible = all ? rows : items.flatMap((item) => rows[item.index] ?? []);
  const columns: readonly Column[] = ['name', 'node', 'status', 'revision'];
  return (
    <ScrollRegion className="table-scroll" ref={scroller} label={words.objects}>
      <table className="t" data-testid="object-table" aria-rowcount={rows.length}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column} column={column} order={order} setOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {visible.map((row) => (
            <Row key={row.key} row={row} />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Gap({ height }: { readonly height: number }): ReactElement | undefined {
  if (height <= 0) return undefined;
  return (
    <tr aria-hidden="true">
      <td colSpan={4} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function Head({ column, order, setOrder }: { readonly column: Column } & Omit<TableProps, 'rows'>): ReactElement {
  const words = useWords();
  const on = order.column === column;
  return (
    <th
      scope="col"
      className={column === 'revision' ? 'n' : ''}
      aria-sort={on ? (order.down ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        onClick={() => {
          setOrder({ column, down: on && !order.down });
        }}
      >
        {words.columns[column]}
        {on && <Icon name={order.down ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  );
}

function Row({ row }: { readonly row: ObjectRow }): ReactElement {
  const { selection } = useShell();
  const selected = useSelection((s) => s.object === row.key);
  const { phases } = stageWords(useLayout((s) => s.language));
  const { kind, namespace, name } = keyParts(row.key);
  return (
    <tr
      data-object={row.key}
      data-phase={row.phase}
      data-node={row.node}
      className={selected ? 'sel' : ''}
      aria-selected={selected}
    >
      <td>
        <button
          type="button"
          className="row-name"
          title={row.key}
          onClick={() => {
            selection.select(row.key);
          }}
        >
          {row.phase === '' ? (
            <span className="kind-mark">{kind}</span>
          ) : (
            <PodGlyph phase={row.phase} name={phases[row.phase]} />
          )}
          <Name text={namespace === '' || namespace === 'default' ? name : `${namespace}/${name}`} />
        </button>
      </td>
      <td className="mono" title={row.node}>
        {row.node}
      </td>
      <td title={row.status}>{row.status}</td>
      <td className="n num">{row.revision}</td>
    </tr>
  );
}

/** A name that has no room loses its middle, never its end. */
function Name({ text }: { readonly text: string }): ReactElement {
  const at = text.lastIndexOf('-', text.length - 2);
  const cut = at > 0 && text.length - at <= 12 ? at : text.length;
  return (
    <span className="name-parts mono">
      <span className="ell">{text.slice(0, cut)}</span>
      <span>{text.slice(cut)}</span>
    </span>
  );
}
