/** Nodes as cards, slim cards or boxes; tiles and cells are painted (see under-painter.ts). */
import type { ReactElement } from 'react';
import type { Box } from '../../derive/geometry.ts';
import { fitName } from '../../derive/homes-draft.ts';
import { dropX } from '../../derive/node-layout.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import type { NodeMark } from '../../protocol/protocol.ts';
import type { PictureProps } from './clients.tsx';
import { cut, Edge, Frame, Part, Word } from './parts.tsx';

interface CardsProps extends PictureProps {
  readonly selection: string | undefined;
}

const GIB = 1024 ** 3;
const short = (n: number): string => (Number.isInteger(n) ? String(n) : n.toFixed(1));

/** "1.7 / 4": cores. */
export const cpuText = ([used, total]: NodeMark['cpu'], gap = ' '): string =>
  `${(used / 1000).toFixed(1)}${gap}/${gap}${short(Math.round(total / 100) / 10)}`;

/** "1.7 / 8 Gi". */
export const memoryText = ([used, total]: NodeMark['memory'], gap = ' '): string =>
  `${(used / GIB).toFixed(1)}${gap}/${gap}${short(Math.round((total / GIB) * 10) / 10)} Gi`;

export const share = ([used, total]: readonly [number, number]): number => (total > 0 ? Math.min(1, used / total) : 0);

export function nodeLabel(node: NodeMark, words: StageWords): string {
  const state = [node.ready ? '' : words.notReady, node.cordoned ? words.cordoned : ''].filter((s) => s !== '');
  const parts = [
    node.name,
    ...state,
    `cpu ${cpuText(node.cpu)}`,
    `memory ${memoryText(node.memory)}`,
    words.pods(node.pods.length),
  ];
  return parts.join(', ');
}

function Gauge({ at, value }: { at: Box; value: number }): ReactElement {
  return (
    <g>
      <rect x={at.x} y={at.y} width={at.w} height={at.h} className="st-track" />
      <rect
        x={at.x}
        y={at.y}
        width={at.w * value}
        height={at.h}
        className={value > 0.95 ? 'st-mark full' : 'st-mark'}
      />
    </g>
  );
}

function FullCard({ node, at, tight }: { node: NodeMark; at: Box; tight: boolean }): ReactElement {
  const rows = [
    ['cpu', share(node.cpu), cpuText(node.cpu)],
    ['mem', share(node.memory), memoryText(node.memory)],
  ] as const;
  return (
    <>
      {rows.map(([name, value, text], k) => {
        const y = at.y + (tight ? 28 : 33) + k * (tight ? 13 : 17);
        return (
          <g key={name}>
            <Word x={at.x + 12} y={y + 8} as="f">
              {name}
            </Word>
            <Gauge at={{ x: at.x + 46, y: y + 1, w: Math.max(10, at.w - 46 - 86), h: 7 }} value={value} />
            <Word x={at.x + at.w - 12} y={y + 8} anchor="end">
              {text}
            </Word>
          </g>
        );
      })}
    </>
  );
}

/** Beside the tokens, without numbers: the picture of the whole says which node is full, not by how much. */
function SideGauges({ node, at }: { node: NodeMark; at: Box }): ReactElement {
  return (
    <>
      <Gauge at={{ x: at.x + 12, y: at.y + 34, w: 90, h: 6 }} value={share(node.cpu)} />
      <Gauge at={{ x: at.x + 12, y: at.y + 50, w: 90, h: 6 }} value={share(node.memory)} />
    </>
  );
}

/** Base line of a slim card's only line of words. */
const slimLine = (at: Box): number => at.y + (at.h >= 48 ? 17 : 14);

function SlimGauges({ node, at }: { node: NodeMark; at: Box }): ReactElement {
  const line = slimLine(at);
  const right = at.x + at.w - 10;
  const memory = memoryText(node.memory, '');
  const cpu = cpuText(node.cpu, '');
  const memoryW = memory.length * 5.8;
  const cpuW = cpu.length * 5.8;
  const cpuRight = right - memoryW - 34;
  return (
    <>
      <Gauge at={{ x: right - memoryW - 26, y: line - 7, w: 22, h: 5 }} value={share(node.memory)} />
      <Word x={right} y={line} as="f" anchor="end">
        {memory}
      </Word>
      <Gauge at={{ x: cpuRight - cpuW - 26, y: line - 7, w: 22, h: 5 }} value={share(node.cpu)} />
      <Word x={cpuRight} y={line} as="f" anchor="end">
        {cpu}
      </Word>
    </>
  );
}

function stateOf(node: NodeMark, words: StageWords): string {
  if (!node.ready) return words.notReady;
  return node.cordoned ? words.cordoned : node.zone;
}

function Card({ node, at, ...props }: CardsProps & { node: NodeMark; at: Box }): ReactElement {
  const { layout, view, words, selection } = props;
  const phone = layout.kind === 'phone';
  const slim = layout.nodes.style === 'slim';
  const chosen = view.cycle?.open === true && view.cycle.host === node.name;
  const now =
    chosen || props.now.has(`line/kubelet/${node.name}/down`) || props.now.has(`line/kubelet/${node.name}/up`);
  const tone = now || selection === `Node/${node.name}` ? 'st-box now' : node.ready ? 'st-box' : 'st-box down';
  const nameW = phone ? at.w - 14 : slim ? at.w - 150 : at.w * 0.6;
  return (
    <Part id={`node/${node.name}`} at={at} label={nodeLabel(node, words)}>
      <title>{node.name}</title>
      <Frame at={at} className={tone} />
      <Word
        x={at.x + (phone ? 8 : slim ? 10 : 12)}
        y={slim ? slimLine(at) : at.y + (phone ? 17 : 20)}
        as={phone || slim ? 'l strong' : 't'}
      >
        {fitName(node.name, Math.max(8, Math.floor(nameW / (phone || slim ? 6.2 : 7.4))))}
      </Word>
      {phone ? <Gauge at={{ x: at.x + 8, y: at.y + 24, w: at.w - 16, h: 5 }} value={share(node.cpu)} /> : undefined}
      {slim ? <SlimGauges node={node} at={at} /> : undefined}
      {layout.kind === 'simple' ? <SideGauges node={node} at={at} /> : undefined}
      {layout.folded || slim ? undefined : (
        <>
          <Word x={at.x + at.w - 12} y={at.y + 20} as={node.ready && !node.cordoned ? 'f' : 'l strong'} anchor="end">
            {cut(stateOf(node, words), at.w * 0.5)}
          </Word>
          <FullCard node={node} at={at} tight={layout.tight} />
        </>
      )}
    </Part>
  );
}

/** Over every column one drop from the bus to the first row. */
function Bus({ layout, words }: CardsProps): ReactElement {
  const { lines, nodes, busY, kind, nodeArea } = layout;
  const drops = nodes.style === 'card' || nodes.style === 'slim' ? nodes.boxes.slice(0, nodes.columns) : [];
  return (
    <g>
      <Edge points={lines.bus} watch arrow={drops.length === 0} />
      {drops.map((at) => (
        <Edge
          key={at.x}
          watch
          points={[
            { x: dropX(at), y: busY },
            { x: dropX(at), y: at.y - 1 },
          ]}
        />
      ))}
      {kind === 'phone' ? undefined : (
        <Word x={nodeArea.x} y={busY - 8} as="t">
          {words.kubelets}
        </Word>
      )}
    </g>
  );
}

function BusHint({ layout, words, now }: CardsProps): ReactElement | undefined {
  const { busY, kind, nodeArea } = layout;
  const busy = [...now].some((id) => id.startsWith('line/kubelet/'));
  if (busy && kind === 'phone') return undefined;
  const narrow = kind === 'phone' || nodeArea.w < 760 || busy;
  return (
    <Word x={nodeArea.x + (kind === 'phone' ? 46 : 68)} y={busY - 8} as={kind === 'phone' ? 'l' : 'f'}>
      {narrow ? words.kubeletsHintShort : words.kubeletsHint}
    </Word>
  );
}

export function NodeCards(props: CardsProps): ReactElement {
  const { layout, view, words } = props;
  const { style, boxes } = layout.nodes;
  return (
    <>
      <Bus {...props} />
      <BusHint {...props} />
      {style === 'card' || style === 'slim' ? (
        view.nodes.map((node, i) => {
          const at = boxes[i];
          return at === undefined ? undefined : <Card key={node.name} {...props} node={node} at={at} />;
        })
      ) : (
        <Part id="nodes" at={layout.nodeArea} r={3} label={`${view.nodes.length} nodes, ${words.kubelets}`}>
          <rect
            x={layout.nodeArea.x}
            y={layout.nodeArea.y}
            width={layout.nodeArea.w}
            height={layout.nodeArea.h}
            className="st-clear"
          />
        </Part>
      )}
    </>
  );
}
