/** A term of affinity to Pods or away from them: where they are, and whether the Pod may go there. */
import { useState, type ReactElement } from 'react';
import { DRAWN_MAX, firstToTell, termDomains } from '../../derive/topology.ts';
import { whereOf, whoOf, type TopologyWords } from '../../derive/words/topology.ts';
import { count } from '../../derive/words/numbers.ts';
import type { AffinityRow, TopologyDomain } from '../../protocol/protocol.ts';
import { DomainDetail, DomainTable, NodesNote } from './topology-domain.tsx';

interface TermProps {
  readonly row: AffinityRow;
  readonly host: string;
  /** How many required affinity terms one Pod has to match. */
  readonly together: number;
  readonly words: TopologyWords;
}

export function AffinityTerm({ row, host, together, words }: TermProps): ReactElement {
  const [pinned, setPinned] = useState<string | undefined>(undefined);
  const [pointed, setPointed] = useState<string | undefined>(undefined);
  const drawn = termDomains(row);
  const chosen = pointed ?? pinned ?? firstToTell(drawn, host);
  const told = row.domains.find(({ value }) => value === chosen);
  const theirs = row.kind.startsWith('existing');
  const rest = row.domains.length - drawn.length;
  return (
    <article
      className="topo-row"
      data-constraint={row.topologyKey}
      data-rule={row.kind}
      data-weight={row.weight}
      data-first={row.first}
    >
      <Head row={row} together={together} words={words} />
      <div className="topo-body">
        {' '}
        {drawn.length <= 2 * DRAWN_MAX ? (
          <div className="topo-chips">
            {drawn.map((domain) => (
              <Chip
                key={domain.value}
                row={row}
                domain={domain}
                on={domain.value === chosen}
                host={host}
                words={words}
                onPin={setPinned}
                onPoint={setPointed}
              />
            ))}
          </div>
        ) : (
          <DomainTable
            domains={drawn}
            chosen={chosen}
            label={words.all(count(drawn.length))}
            verdictOf={({ allowed }) => (allowed ? 'yes' : 'no')}
            words={words}
            onPin={setPinned}
          />
        )}
        {told !== undefined && (
          <DomainDetail
            key={told.value}
            domain={told}
            host={host}
            words={words}
            pods={theirs ? words.owners : words.matches}
          />
        )}
      </div>{' '}
      {rest > 0 && <p className="t1 i2">{words.others(count(rest))}</p>}
      <Notes row={row} words={words} />
    </article>
  );
}

/** A wish adds to the score or takes from it. */
const signed = ({ kind, weight }: AffinityRow): string =>
  kind.endsWith('anti-affinity') ? count(-weight) : `+${count(weight)}`;

function Head({ row, together, words }: Pick<TermProps, 'row' | 'together' | 'words'>): ReactElement {
  const required = row.weight === 0;
  const where = whereOf(row, words);
  return (
    <header className="topo-head">
      <h3>
        {words.kinds[row.kind]} <span className="tag num">{required ? words.required : words.weight(signed(row))}</span>
      </h3>
      <p className="t1 i2">
        <span className="mono">{whoOf(row, words)}</span>
        {where !== '' && ` · ${where}`} · {words.each(row.topologyKey)}
      </p>
      {row.first ? <p>{words.first}</p> : together > 1 && <p>{words.together(count(together))}</p>}
    </header>
  );
}

interface ChipProps {
  readonly row: AffinityRow;
  readonly domain: TopologyDomain;
  readonly on: boolean;
  readonly host: string;
  readonly words: TopologyWords;
  readonly onPin: (value: string) => void;
  readonly onPoint: (value: string | undefined) => void;
}

function Chip({ row, domain, on, host, words, onPin, onPoint }: ChipProps): ReactElement {
  const { value, pods, nodes, allowed } = domain;
  const verdict = row.weight === 0 ? words.verdicts[allowed ? 'yes' : 'no'] : '';
  return (
    <button
      type="button"
      className={`topo-chip ${allowed ? '' : 'refused'} ${nodes.includes(host) ? 'host' : ''}`}
      data-domain={value}
      data-count={pods.length}
      data-allowed={allowed}
      aria-pressed={on}
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
      <span className="mono topo-value">{value}</span>
      <b className="num">{count(pods.length)}</b>
      {verdict !== '' && <span className={allowed ? 'i2' : 'bad'}>{verdict}</span>}
    </button>
  );
}

function Notes({ row, words }: Pick<TermProps, 'row' | 'words'>): ReactElement {
  const n = count(row.unlabelled.length);
  const needed = row.kind === 'affinity' && row.weight === 0;
  return (
    <>
      {row.unlabelled.length > 0 && (
        <NodesNote
          text={needed ? words.unlabelledNo(n) : words.unlabelled(n)}
          nodes={row.unlabelled}
          data="no-label"
          words={words}
        />
      )}
      {row.barred.map(({ node, pods }, i) => (
        <p key={`${String(i)} ${node}`} className="t1 i2">
          {words.barred(node, pods.join(words.listComma))}
        </p>
      ))}
    </>
  );
}
