/** A domain in full: which Pods count and which nodes are in it; and many domains as a table. */
import { useState, type ReactElement, type ReactNode } from 'react';
import type { DomainVerdict } from '../../derive/topology.ts';
import type { TopologyWords } from '../../derive/words/topology.ts';
import { count } from '../../derive/words/numbers.ts';
import { objectName } from '../../derive/words/names.ts';
import type { TopologyDomain } from '../../protocol/protocol.ts';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useShell } from '../kit/shell.ts';

const NAMED_AT_FIRST = 24;
const ROWS_AT_FIRST = 200;

interface DetailProps {
  readonly domain: TopologyDomain;
  readonly host: string;
  readonly words: TopologyWords;
  /** "3 Pods count:". */
  readonly pods: (n: string) => string;
  /** What else there is to say of it. */
  readonly children?: ReactNode;
}

export function DomainDetail({ domain, host, words, pods, children }: DetailProps): ReactElement {
  const { value, nodes } = domain;
  return (
    <div className="topo-detail" data-told={value}>
      <p className="topo-detail-head">
        <b className="mono">{value}</b>
        {children}
        {nodes.includes(host) && <span className="acc">{words.here}</span>}
      </p>
      <p>
        {pods(count(domain.pods.length))} <Names kind="Pod" names={domain.pods} words={words} />
      </p>
      <p className="i2">
        {words.onNodes(count(nodes.length))} <Names kind="Node" names={nodes} words={words} />
      </p>
    </div>
  );
}

interface NamesProps {
  readonly kind: 'Pod' | 'Node';
  readonly names: readonly string[];
  readonly words: TopologyWords;
}

/** Each selects its object. */
function Names({ kind, names, words }: NamesProps): ReactElement {
  const { selection } = useShell();
  const [all, setAll] = useState(false);
  const shown = all ? names : names.slice(0, NAMED_AT_FIRST);
  return (
    <span className="topo-names">
      {shown.map((name) => (
        <button
          key={name}
          type="button"
          className="link mono"
          data-object={`${kind}/${name}`}
          onClick={() => {
            selection.select(`${kind}/${name}`);
          }}
        >
          {objectName(name)}
        </button>
      ))}
      {shown.length < names.length && (
        <button
          type="button"
          className="link"
          onClick={() => {
            setAll(true);
          }}
        >
          {words.more(count(names.length - shown.length))}
        </button>
      )}
    </span>
  );
}

interface TableProps {
  readonly domains: readonly TopologyDomain[];
  readonly chosen: string;
  readonly label: string;
  readonly verdictOf: (domain: TopologyDomain) => DomainVerdict;
  readonly words: TopologyWords;
  readonly onPin: (value: string) => void;
}

export function DomainTable({ domains, chosen, label, verdictOf, words, onPin }: TableProps): ReactElement {
  const [all, setAll] = useState(false);
  const shown = all ? domains : domains.slice(0, ROWS_AT_FIRST);
  return (
    <ScrollRegion className="topo-list" label={label}>
      {shown.map((domain) => {
        const { value, pods, skew, allowed } = domain;
        const verdict = verdictOf(domain);
        return (
          <button
            key={value}
            type="button"
            className="topo-item"
            data-domain={value}
            data-count={pods.length}
            data-skew={skew}
            data-allowed={allowed}
            aria-pressed={value === chosen}
            onClick={() => {
              onPin(value);
            }}
          >
            <span className="mono topo-value">{value}</span>
            <span className="num">
              <b>{count(pods.length)}</b>
              <span className={verdict === 'no' ? 'bad' : 'i2'}> {words.verdicts[verdict]}</span>
            </span>
          </button>
        );
      })}
      {shown.length < domains.length && (
        <button
          type="button"
          className="btn"
          onClick={() => {
            setAll(true);
          }}
        >
          {words.showAll(count(domains.length))}
        </button>
      )}
    </ScrollRegion>
  );
}

interface NoteProps {
  readonly text: string;
  readonly nodes: readonly string[];
  /** Why, for scripts. */
  readonly data: string;
  readonly words: TopologyWords;
}

/** How many nodes, and on demand which. */
export function NodesNote({ text, nodes, data, words }: NoteProps): ReactElement {
  return (
    <details className="topo-note" data-ignored={data} data-count={nodes.length}>
      <summary>{text}</summary>
      <Names kind="Node" names={nodes} words={words} />
    </details>
  );
}
