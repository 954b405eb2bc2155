/** kubernetes pkg/scheduler/framework/plugins/nodename/node_name.go (v1.37: PreFilter narrows, C-26). */
import { type CycleContext, type Plugin, SKIP, unresolvable } from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';

const OTHER_NODE = unresolvable("node(s) didn't match the requested node name");

const filter = ({ pod }: CycleContext, { name }: NodeInfo) => {
  const { nodeName = '' } = pod.pod.spec;
  return nodeName === '' || nodeName === name ? undefined : OTHER_NODE;
};

export const nodeName: Plugin = {
  name: 'NodeName',
  preFilter(cx) {
    const { nodeName: wanted = '' } = cx.pod.pod.spec;
    const run = { filter: (node: NodeInfo) => filter(cx, node) };
    if (cx.minor < 37) return { kind: 'run', run };
    return wanted === '' ? SKIP : { kind: 'run', run, nodes: new Set([wanted]) };
  },
  hints: () => [{ events: ['NodeAdd'] }],
};
