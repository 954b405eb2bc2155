/** A spread constraint as a picture: a bar a domain, the Pod on top of each as an outline, and the limit line. */
import { useState, type CSSProperties, type ReactElement } from 'react';
import {
  axisOf,
  byCount,
  byName,
  DRAWN_MAX,
  firstToTell,
  foldsOf,
  ignoredGroups,
  limitOf,
  spreadVerdict,
  type DomainVerdict,
} from '../../derive/topology.ts';
import type { TopologyWords } from '../../derive/words/topology.ts';
import { count } from '../../derive/words/numbers.ts';
import type { SpreadRow, TopologyDomain } from '../../protocol/protocol.ts';
import { DomainDetail, DomainTable, NodesNote } from './topology-domain.tsx';

interface SpreadProps {
  readonly row: SpreadRow;
  /** Node that was chosen; "" = none. */
  readonly host: string;
  /** The marks are told at the first picture. */
  readonly legend: boolean;
  readonly words: TopologyWords;
}

export function SpreadConstraint({ row, host, legend, words }: SpreadProps): ReactElement {
  const [pinned, setPinned] = useState<string | undefined>(undefined);
  const [pointed, setPointed] = useState<string | undefined>(undefined);
  const few = row.domains.length <= DRAWN_MAX;
  const chosen = pointed ?? pinned ?? firstToTell(row.domains, host);
  const told = row.domains.find(({ value }) => value === chosen) ?? row.domains[0];
  return (
    <article className="topo-row" data-constraint={row.topologyKey} data-rule={row.whenUnsatisfiable}>
      <Head row={row} words={words} />
      {legend && <Legend row={row} words={words} />}
      <div className="topo-body">
        {few ? (
          <Columns row={row} host={host} chosen={chosen} words={words} onPin={setPinned} onPoint={setPointed} />
        ) : (
          <Folded row={row} chosen={chosen} words={words} onPin={setPinned} />
        )}
        {told !== undefined && (
          <DomainDetail key={told.value} domain={told} host={host} words={words} pods={words.counts}>
            <Sum row={row} domain={told} words={words} />
          </DomainDetail>
        )}
      </div>
      <Notes row={row} words={words} />
    </article>
  );
}

interface RowProps {
  readonly row: SpreadRow;
  readonly words: TopologyWords;
}

function Head({ row, words }: RowProps): ReactElement {
  const { topologyKey, maxSkew, minDomains, selector, whenUnsatisfiable, selfMatch } = row;
  return (
    <header className="topo-head">
      <h3>
        <span className="mono">{topologyKey}</span> <span className="tag">{whenUnsatisfiable}</span>
      </h3>
      <p className="t1 i2">
        <span className="mono">
          maxSkew {count(maxSkew)}
          {minDomains !== undefined && ` · minDomains ${count(minDomains)}`}
          {selector !== '' && ` · ${selector}`}
        </span>
        {selector === '' && ` · ${words.noSelector}`} ·{' '}
        {whenUnsatisfiable === 'DoNotSchedule' ? words.hard : words.soft}
      </p>
      <p>
        {limitWords(row, words)}
        {!selfMatch && ` ${words.noSelf}`}
      </p>
    </header>
  );
}

function limitWords(row: SpreadRow, words: TopologyWords): string {
  const { domains, minDomains, minimum, maxSkew, whenUnsatisfiable } = row;
  const limit = count(limitOf(row));
  if (domains.length === 0) return words.noDomains;
  if (minDomains !== undefined && domains.length < minDomains) {
    return words.fewDomains(limit, count(domains.length), count(minDomains));
  }
  const say = whenUnsatisfiable === 'DoNotSchedule' ? words.limit : words.wish;
  return say(limit, count(minimum), count(maxSkew));
}

function Legend({ row, words }: RowProps): ReactElement {
  return (
    <p className="topo-legend t1 i2" aria-hidden="true">
      <span>
        <i className="topo-key pod" />
        {words.legend.pod}
      </span>
      {row.selfMatch && (
        <span>
          <i className="topo-key self" />
          {words.legend.self}
        </span>
      )}
      <span>
        <i className="topo-key line" />
        {words.legend.limit}
      </span>
    </p>
  );
}

const columns = (n: number): CSSProperties => ({ '--columns': n }) as CSSProperties;

interface PicksProps extends RowProps {
  readonly chosen: string;
  readonly onPin: (value: string) => void;
}

interface ColumnsProps extends PicksProps {
  readonly host: string;
  readonly onPoint: (value: string | undefined) => void;
}

function Columns({ row, host, chosen, words, onPin, onPoint }: ColumnsProps): ReactElement {
  return (
    <div className="topo-plot" style={columns(row.domains.length)}>
      {byName(row.domains).map((domain) => {
        const { value, pods, skew, allowed, nodes } = domain;
        const verdict = spreadVerdict(row, domain);
        return (
          <button
            key={value}
            type="button"
            className={`topo-domain ${nodes.includes(host) ? 'host' : ''}`}
            data-domain={value}
            data-count={pods.length}
            data-skew={skew}
            data-allowed={allowed}
            aria-pressed={value === chosen}
            aria-label={words.domain(value, count(pods.length), words.verdicts[verdict])}
            onClick={() => {
              onPin(value);
            }}
            onFocus={() => {
              onPin(value);
            }}
            onPointerEnter={() => {
              onPoint(value);
            }}
            onPointerLeave={() => {
              onPoint(undefined);
            }}
          >
            <Bar row={row} pods={pods.length} verdict={verdict} />
            <Figure pods={pods.length} verdict={verdict} words={words} />
            <span className="topo-value mono" title={value}>
              {value}
            </span>
          </button>
        );
      })}
    </div>
  );
}

/** Many domains: one bar for all that hold equally many, then each by name. */
function Folded({ row, chosen, words, onPin }: PicksProps): ReactElement {
  const [only, setOnly] = useState<number | undefined>(undefined);
  const folds = foldsOf(row);
  const listed = byCount(row.domains).filter(({ pods }) => only === undefined || pods.length === only);
  return (
    <>
      <div className="topo-plot" style={columns(folds.length)}>
        {folds.map(({ count: pods, verdict, domains }) => (
          <button
            key={pods}
            type="button"
            className="topo-domain"
            aria-pressed={pods === only}
            aria-label={words.fold(count(domains.length), count(pods), words.verdicts[verdict])}
            onClick={() => {
              setOnly(pods === only ? undefined : pods);
            }}
          >
            <Bar row={row} pods={pods} verdict={verdict} />
            <Figure pods={pods} verdict={verdict} words={words} />
            <span className="topo-value num">{words.folded(count(domains.length))}</span>
          </button>
        ))}
      </div>
      <DomainTable
        domains={listed}
        chosen={chosen}
        label={words.all(count(row.domains.length))}
        verdictOf={(domain) => spreadVerdict(row, domain)}
        words={words}
        onPin={onPin}
      />
    </>
  );
}

interface BarProps {
  readonly row: SpreadRow;
  readonly pods: number;
  readonly verdict: DomainVerdict;
}

/** More Pods than this are not told apart in a bar. */
const CELLS_MAX = 24;

/** All lengths are shares of the axis, so the same parts stand or lie. */
function Bar({ row, pods, verdict }: BarProps): ReactElement {
  const axis = axisOf(row);
  const share = {
    '--pods': pods,
    '--axis': axis,
    '--limit': limitOf(row),
  } as CSSProperties;
  return (
    <span className="topo-track" style={share} aria-hidden="true">
      {pods > 0 && <i className={axis <= CELLS_MAX ? 'topo-pods cells' : 'topo-pods'} />}
      {row.selfMatch && <i className={`topo-self ${verdict}`} />}
      <i className="topo-line" />
    </span>
  );
}

interface FigureProps {
  readonly pods: number;
  readonly verdict: DomainVerdict;
  readonly words: TopologyWords;
}

function Figure({ pods, verdict, words }: FigureProps): ReactElement {
  return (
    <span className="topo-figure num">
      <b>{count(pods)}</b>
      {verdict !== 'yes' && <span className={verdict === 'no' ? 'bad' : 'i2'}> {words.verdicts[verdict]}</span>}
    </span>
  );
}

function Sum({ row, domain, words }: RowProps & { readonly domain: TopologyDomain }): ReactElement {
  const { maxSkew, minimum, selfMatch } = row;
  const { pods, skew = 0 } = domain;
  const ok = spreadVerdict(row, domain) === 'yes';
  return (
    <span className="num">
      {words.sum(count(pods.length), selfMatch ? '1' : '0', count(minimum), count(skew))}
      {words.listComma}
      <b>{ok ? words.within(count(maxSkew)) : words.beyond(count(maxSkew))}</b>
    </span>
  );
}

function Notes({ row, words }: RowProps): ReactElement {
  return (
    <>
      {ignoredGroups(row).map(({ why, nodes }) => (
        <NodesNote key={why} text={words.ignored[why](count(nodes.length))} nodes={nodes} data={why} words={words} />
      ))}
      {row.barred.map(({ node, pods }) => (
        <p key={node} className="t1 i2">
          {words.barred(node, pods.join(words.listComma))}
        </p>
      ))}
    </>
  );
}
