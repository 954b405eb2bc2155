/** One of two pictures: nodes with their Pods; and the numbers of both side by side. */
import type { ReactElement } from 'react';
import type { Counts as CountsOf, NodeRow } from '../../derive/beside.ts';
import { keyParts, shortName } from '../../derive/words/names.ts';
import { count, simTime } from '../../derive/words/numbers.ts';
import type { ObjectState, Tale } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useFaultWords } from './use-targets.ts';

/** "Running", with its node or restarts where these are what is not the same in the other. */
export function stateWord(state: ObjectState | undefined, other?: ObjectState): string {
  if (state === undefined) return '';
  const { text, node, restarts, disrupted } = state;
  const more = [
    ...(other !== undefined && other.node !== node && node !== '' ? [node] : []),
    ...(other !== undefined && other.restarts !== restarts ? [`×${count(restarts)}`] : []),
    ...(disrupted !== '' && other?.disrupted !== disrupted ? [disrupted] : []),
  ];
  return [text === '' ? '-' : text, ...more].join(', ');
}

interface PictureProps {
  readonly letter: string;
  readonly name: string;
  /** What was done to it. */
  readonly text: string;
  readonly rows: readonly NodeRow[];
  readonly tale: Tale;
  /** It is the run on screen. */
  readonly here: boolean;
}

export function Picture({ letter, name, text, rows, tale, here }: PictureProps): ReactElement {
  const words = useFaultWords();
  return (
    <section className={here ? 'fb-side here' : 'fb-side'} data-side={letter} aria-label={name}>
      <h2>
        <span className="fb-letter">{letter}</span> {name}
        {here && <span className="tag">{words.hereNow}</span>}
      </h2>
      <p className="t1 i2 num">
        {text} {tale.state === 'running' ? words.goesOn(simTime(tale.micros)) : ''}
      </p>
      <ul className="fb-nodes">
        {rows.map((row) => (
          <NodeCard key={row.node} row={row} />
        ))}
      </ul>
    </section>
  );
}

/** More Pods than a card can show. */
const PODS_MAX = 24;

function NodeCard({ row: { node, state, pods } }: { readonly row: NodeRow }): ReactElement {
  const words = useFaultWords();
  const isGone = node !== '' && state === undefined;
  const tone = node === '' ? 'none' : state?.ready === true ? '' : 'bad';
  return (
    <li className={`fb-node ${tone}`} data-node={node} data-pods={pods.length}>
      <div className="fb-node-head">
        <b className="ell" title={node}>
          {node === '' ? words.noNode : node}
        </b>
        <span className="t1 i2">{node === '' ? count(pods.length) : isGone ? words.nodeGone : state?.text}</span>
      </div>
      <div className="fb-pods">
        {pods.slice(0, PODS_MAX).map(({ key, state: pod, differs }) => {
          const { name } = keyParts(key);
          const said = `${name}: ${stateWord(pod)}`;
          return (
            <span key={key} className={differs ? 'fb-pod differs' : 'fb-pod'} title={said} data-pod={key}>
              <PodGlyph phase={pod.phase === '' ? 'pending' : pod.phase} name={said} />
              {differs && <span className="t1 mono">{shortName(name).slice(-5)}</span>}
            </span>
          );
        })}
        {pods.length === 0 && <span className="t1 i3">{words.noPods}</span>}
        {pods.length > PODS_MAX && <span className="t1 i3 num">+{count(pods.length - PODS_MAX)}</span>}
      </div>
    </li>
  );
}

const MEASURES = ['ready', 'waiting', 'readyNodes', 'restarts', 'evictions'] as const;

/** Bars compare, numbers tell. */
export function Counts({ original, branch }: { readonly original: CountsOf; readonly branch: CountsOf }): ReactElement {
  const words = useFaultWords();
  return (
    <table className="t fb-counts num">
      <thead>
        <tr>
          <th scope="col">{words.measure}</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {MEASURES.map((measure) => {
          const [a, b] = [original[measure], branch[measure]];
          const most = Math.max(1, a, b);
          return (
            <tr key={measure} data-measure={measure} className={a === b ? '' : 'differs'}>
              <th scope="row">{words.counts[measure]}</th>
              {[a, b].map((value, i) => (
                <td key={i}>
                  <span className="fb-bar" aria-hidden="true">
                    <i style={{ width: `${String((value / most) * 100)}%` }} />
                  </span>
                  <b>{count(value)}</b>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
