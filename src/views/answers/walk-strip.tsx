/** The walk over the nodes from the rotating start: what fits, what was rejected, and what the search never came to. */
import type { ReactElement } from 'react';
import { nodesToFind, type Walk } from '../../derive/scores.ts';
import { count } from '../../derive/words/numbers.ts';
import type { WhyNode } from '../../protocol/protocol.ts';
import { useAnswerWords } from './answer-page.tsx';

interface WalkStripProps {
  readonly walk: Walk;
  readonly nodes: readonly WhyNode[];
  /** The winner, and rivals worth a name. */
  readonly named: readonly string[];
  readonly nominated: boolean;
}

const UNREACHED_NAMED = 200;

export function WalkStrip({ walk, nodes, named, nominated }: WalkStripProps): ReactElement {
  const words = useAnswerWords();
  const { visited } = walk;
  const all = walk.nodes.length;
  const unreached = walk.nodes.slice(visited);
  const find = nodesToFind(all);
  const stop = nominated ? words.nominatedStop : words.foundStop(count(walk.fits));
  return (
    <section className="walk">
      <h2 className="sub">{words.looked}</h2>
      <div className="walk-line t1 num">
        <span className="i2">{words.startsAt(walk.nodes[0]?.name ?? '')}</span>
        <span>{unreached.length === 0 ? words.allLooked(count(all)) : <b>{stop}</b>}</span>
        <span />
      </div>
      <Strip walk={walk} named={named} />
      <div className="walk-line t1 i3 num">
        <span>{all >= 100 && words.toFind(count(find.count), count(all), String(find.percentage))}</span>
        <span />
        <span>{walk.fits < visited && words.rejectedLine(rejections(nodes))}</span>
      </div>
      {unreached.length > 0 && (
        <details className="never" data-testid="never-reached">
          <summary>{words.neverLooked(count(unreached.length))}</summary>
          <p className="mono t1">
            {unreached
              .slice(0, UNREACHED_NAMED)
              .map(({ name }) => name)
              .join(' ')}
            {unreached.length > UNREACHED_NAMED && ' …'}
          </p>
        </details>
      )}
    </section>
  );
}

/** "9 Insufficient cpu, 2 unschedulable", the most frequent first. */
function rejections(nodes: readonly WhyNode[]): string {
  const counts = new Map<string, number>();
  for (const { plugin, reasons } of nodes) {
    if (plugin === '') continue;
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, n]) => `${count(n)} ${reason}`)
    .join(', ');
}

const WIDTH = 1000;
/** Of so few, a rejected one is a line as long as it is wide. */
const FEW = 40;

/** Marks only, so that it may be stretched; names stand below it at their share of the width. */
function Strip({ walk, named }: Pick<WalkStripProps, 'walk' | 'named'>): ReactElement {
  const all = Math.max(1, walk.nodes.length);
  const w = WIDTH / all;
  const paths = { fits: '', rejected: '', unreached: '' };
  walk.nodes.forEach(({ state }, k) => {
    const x = (k * w).toFixed(2);
    const middle = ((k + 0.5) * w).toFixed(2);
    if (state === 'fits')
      paths.fits += `M${x} 0h${Math.max(0.4, w - Math.min(1, w * 0.2)).toFixed(2)}v14h-${Math.max(0.4, w - Math.min(1, w * 0.2)).toFixed(2)}z`;
    else if (state === 'unreached') paths.unreached += `M${middle} 5v4`;
    else paths.rejected += all > FEW ? `M${middle} 1v12` : `M${x} 7h${(w - 2).toFixed(2)}`;
  });
  const at = (name: string): number => (walk.nodes.findIndex((node) => node.name === name) + 0.5) / all;
  return (
    <div className="walk-strip">
      <svg viewBox={`0 0 ${String(WIDTH)} 14`} preserveAspectRatio="none" aria-hidden="true">
        <path d={paths.fits} className="fits" />
        <path d={paths.rejected} className="rejected" />
        <path d={paths.unreached} className="unreached" />
        {walk.visited < all && <path d={`M${(walk.visited * w).toFixed(2)} 0v14`} className="stop" />}
      </svg>
      <div className="walk-names t1" aria-hidden="true">
        {spread(named.map((name) => ({ name, at: at(name) }))).map(({ name, at: share }) => (
          <span
            key={name}
            className={`${name === named[0] ? 'acc' : 'i2'} ${share > 0.85 ? 'left' : ''}`}
            style={{ insetInlineStart: `${(share * 100).toFixed(2)}%` }}
          >
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

interface Named {
  readonly name: string;
  readonly at: number;
}

/** Names closer than this would lie on each other: the first ones stay. */
const APART = 0.12;

function spread(names: readonly Named[]): Named[] {
  const kept: Named[] = [];
  for (const item of names) if (kept.every(({ at }) => Math.abs(at - item.at) > APART)) kept.push(item);
  return kept;
}
