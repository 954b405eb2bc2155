/** What keeps Pods away from a node: not ready, cordoned, tainted. As words, and as marks where there is no room for words. */
import type { ReactElement } from 'react';
import type { StageWords } from '../../derive/stage-words.ts';
import type { NodeMark } from '../../protocol/protocol.ts';

/** @property taints "key=value:Effect"; undefined where the engine does not tell */
export interface NodeLook extends NodeMark {
  readonly taints?: readonly string[];
}

export interface NodeState {
  readonly kind: 'down' | 'cordon' | 'taint';
  readonly text: string;
}

/** Follows from the cordon that is said anyway. Those of a node that is not ready say what it does to its Pods: they are told. */
const IMPLIED = /^node\.kubernetes\.io\/unschedulable\b/;

export const taintsOf = ({ taints }: NodeLook): readonly string[] => (taints ?? []).filter((t) => !IMPLIED.test(t));

export function statesOf(node: NodeLook, words: StageWords): readonly NodeState[] {
  const states: NodeState[] = [];
  if (!node.ready) states.push({ kind: 'down', text: words.notReady });
  if (node.cordoned) states.push({ kind: 'cordon', text: words.cordoned });
  const taints = taintsOf(node).length;
  if (taints > 0) states.push({ kind: 'taint', text: words.tainted(taints) });
  return states;
}

/** Distance of two marks. */
export const SIGN_PITCH = 15;

const SHAPES: Readonly<Record<NodeState['kind'], string>> = {
  down: 'M-4 -4 4 4M4 -4-4 4',
  cordon: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M-3.2 3.2 3.2-3.2',
  taint: 'M0-5 5 0 0 5-5 0Z',
};

/** @param props.x middle */
export function Sign({ state, x, y }: { state: NodeState; x: number; y: number }): ReactElement {
  return (
    <g className={`st-sign ${state.kind}`} transform={`translate(${x} ${y})`}>
      <title>{state.text}</title>
      <path d={SHAPES[state.kind]} />
    </g>
  );
}
