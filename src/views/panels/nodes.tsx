import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { NodeMark } from '../../protocol/protocol.ts';
import { usePlayback, useShell, useView, useWords } from '../kit/shell.ts';

const SHOWN_MAX = 200;

/** Nodes with their two gauges, for the phone's sheet. */
export function Nodes(): ReactElement {
  const words = useWords();
  const step = usePlayback((s) => s.step);
  const view = useView(step);
  if (view === undefined) return <p className="i2">{words.loading}</p>;
  return (
    <ul className="node-list num">
      {view.nodes.slice(0, SHOWN_MAX).map((node) => (
        <NodeRow key={node.name} node={node} />
      ))}
    </ul>
  );
}

function NodeRow({ node }: { readonly node: NodeMark }): ReactElement {
  const { selection, layout } = useShell();
  const words = useWords();
  const [cpu, cpuTotal] = node.cpu;
  const [memory, memoryTotal] = node.memory;
  return (
    <li>
      <button
        type="button"
        onClick={() => {
          selection.select(`Node/${node.name}`);
          layout.setSheetTab('pod');
        }}
      >
        <b>{node.name}</b>
        <span className="i3">{words.podsOn(count(node.pods.length))}</span>
        <Gauge used={cpu} total={cpuTotal} text={`cpu ${count(cpu / 1000, 1)} / ${count(cpuTotal / 1000)}`} />
        <Gauge used={memory} total={memoryTotal} text={`mem ${gib(memory)} / ${gib(memoryTotal)} Gi`} />
      </button>
    </li>
  );
}

const gib = (n: number): string => count(n / 2 ** 30, 1);

function Gauge({
  used,
  total,
  text,
}: {
  readonly used: number;
  readonly total: number;
  readonly text: string;
}): ReactElement {
  const share = total > 0 ? Math.min(1, used / total) : 0;
  return (
    <span className="gauge">
      <svg viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="7" fill="var(--n3)" />
        <rect width={share * 100} height="7" fill={share > 0.95 ? 'var(--p-unsched)' : 'var(--mark)'} />
      </svg>
      <span className="t1">{text}</span>
    </span>
  );
}
