/** Nodes as cards, slim cards or boxes; tiles and cells are painted (see under-painter.ts). */
import type { ReactElement } from 'react';
import type { Box } from '../../derive/geometry.ts';
import { fitName, hostLabel } from '../../derive/homes-draft.ts';
import type { StageLayout } from '../../derive/layout-types.ts';
import { TWO_LINES } from '../../derive/node-homes.ts';
import { dropX } from '../../derive/node-layout.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import { textWidth } from '../../derive/text-width.ts';
import type { NodeMark } from '../../protocol/protocol.ts';
import type { PictureProps } from './picture-props.ts';
import { Sign, SIGN_PITCH, statesOf, type NodeLook } from './node-state.tsx';
import { Edge, Frame, Part, Word } from './parts.tsx';

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

export function nodeLabel(node: NodeLook, words: StageWords): string {
  const parts = [
    node.name,
    ...statesOf(node, words).map(({ text }) => text),
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
  const numbers = Math.max(...rows.map(([, , text]) => textWidth(text)));
  return (
    <>
      {rows.map(([name, value, text], k) => {
        const y = at.y + (tight ? 28 : 33) + k * (tight ? 13 : 17);
        return (
          <g key={name}>
            <Word x={at.x + 12} y={y + 8} as="f">
              {name}
            </Word>
            <Gauge at={{ x: at.x + 46, y: y + 1, w: Math.max(8, at.w - 46 - 20 - numbers), h: 7 }} value={value} />
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

/** Base line of a slim card's line of words. */
const slimLine = (at: Box): number => at.y + (at.h >= 48 ? 17 : 14);
const BAR = 26;

/** The numbers on a line of their own; the bars take what room they leave. */
function SlimNumbers({ node, at }: { node: NodeMark; at: Box }): ReactElement {
  const line = at.y + 32;
  const right = at.x + at.w - 10;
  const memory = memoryText(node.memory, '');
  const bare = cpuText(node.cpu, '');
  const free = (cpu: string): number => at.w - 20 - textWidth(cpu) - textWidth(memory) - 18;
  const cpu = free(`${bare} cpu`) >= 2 * 12 ? `${bare} cpu` : bare;
  const bar = Math.min(BAR, Math.floor(free(cpu) / 2));
  const bars = bar >= 8;
  return (
    <>
      {bars ? <Gauge at={{ x: at.x + 10, y: line - 7, w: bar, h: 5 }} value={share(node.cpu)} /> : undefined}
      <Word x={at.x + 10 + (bars ? bar + 4 : 0)} y={line} as="f">
        {cpu}
      </Word>
      {bars ? (
        <Gauge at={{ x: right - textWidth(memory) - 4 - bar, y: line - 7, w: bar, h: 5 }} value={share(node.memory)} />
      ) : undefined}
      <Word x={right} y={line} as="f" anchor="end">
        {memory}
      </Word>
    </>
  );
}

/** Where a card has one line only, two bars beside the name: cpu over memory. */
function SlimBars({ node, at }: { node: NodeMark; at: Box }): ReactElement {
  const x = at.x + at.w - 10 - BAR;
  const line = slimLine(at);
  return (
    <>
      <Gauge at={{ x, y: line - 9, w: BAR, h: 4 }} value={share(node.cpu)} />
      <Gauge at={{ x, y: line - 3, w: BAR, h: 4 }} value={share(node.memory)} />
    </>
  );
}

interface HeadMeasures {
  /** The line of words: left end, base line, and its room. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly title: boolean;
}

function headOf(layout: StageLayout, at: Box): HeadMeasures {
  if (layout.kind === 'phone') return { x: at.x + 8, y: at.y + 17, w: at.w - 14, title: false };
  if (layout.nodes.style === 'card') return { x: at.x + 12, y: at.y + 20, w: at.w - 24, title: true };
  const bars = at.h < TWO_LINES ? BAR + 8 : 0;
  return { x: at.x + 10, y: slimLine(at), w: at.w - 20 - bars, title: false };
}

/** The name, and the node's state as words where they fit beside it, as marks where they do not. */
function Head({ node, at, layout, words }: CardsProps & { node: NodeLook; at: Box }): ReactElement {
  const { x, y, w, title } = headOf(layout, at);
  const size = title ? 13 : 11;
  const states = statesOf(node, words);
  const zone = layout.nodes.style === 'card' && !layout.folded ? node.zone : '';
  const said = states.length > 0 ? states.map(({ text }) => text).join(', ') : zone;
  const spoken = said !== '' && textWidth(hostLabel(node.name), size, true) + 8 + textWidth(said, 11, true) <= w;
  const marks = spoken ? [] : states;
  const room = w - (spoken ? textWidth(said, 11, true) + 8 : marks.length * SIGN_PITCH);
  return (
    <>
      <Word x={x} y={y} as={title ? 't' : 'l strong'}>
        {fitName(node.name, Math.max(8, Math.floor(room / textWidth('m', size, true))))}
      </Word>
      {spoken ? (
        <Word x={x + w} y={y} as={states.length === 0 ? 'f' : 'l strong'} anchor="end">
          {said}
        </Word>
      ) : undefined}
      {marks.map((state, i) => (
        <Sign key={state.kind} state={state} x={x + w - 5 - (marks.length - 1 - i) * SIGN_PITCH} y={y - 4} />
      ))}
    </>
  );
}

function Card({ node, at, ...props }: CardsProps & { node: NodeMark; at: Box }): ReactElement {
  const { layout, view, words, selection } = props;
  const slim = layout.nodes.style === 'slim';
  const chosen = view.cycle?.open === true && view.cycle.host === node.name;
  const now =
    chosen || props.now.has(`line/kubelet/${node.name}/down`) || props.now.has(`line/kubelet/${node.name}/up`);
  const tone = now || selection === `Node/${node.name}` ? 'st-box now' : node.ready ? 'st-box' : 'st-box down';
  return (
    <Part id={`node/${node.name}`} at={at} label={nodeLabel(node, words)}>
      <title>{node.name}</title>
      <Frame at={at} className={tone} />
      <Head {...props} node={node} at={at} />
      {layout.kind === 'phone' ? (
        <Gauge at={{ x: at.x + 8, y: at.y + 24, w: at.w - 16, h: 5 }} value={share(node.cpu)} />
      ) : undefined}
      {slim && at.h >= TWO_LINES ? <SlimNumbers node={node} at={at} /> : undefined}
      {slim && at.h < TWO_LINES ? <SlimBars node={node} at={at} /> : undefined}
      {layout.kind === 'simple' ? <SideGauges node={node} at={at} /> : undefined}
      {layout.folded || slim ? undefined : <FullCard node={node} at={at} tight={layout.tight} />}
    </Part>
  );
}

/** Over every column one drop from the bus to the first row. */
function Bus({ layout, view, words }: CardsProps): ReactElement {
  const { lines, nodes, busY, kind, nodeArea } = layout;
  const drops = nodes.style === 'card' || nodes.style === 'slim' ? nodes.boxes.slice(0, nodes.columns) : [];
  return (
    <g>
      {view.nodes.length === 0 ? undefined : <Edge points={lines.bus} watch arrow={drops.length === 0} />}
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

function BusHint({ layout, view, words, now }: CardsProps): ReactElement | undefined {
  const { busY, kind, nodeArea } = layout;
  const busy = [...now].some((id) => id.startsWith('line/kubelet/'));
  if (busy && kind === 'phone') return undefined;
  const narrow = kind === 'phone' || nodeArea.w < 760 || busy;
  return (
    <Word x={nodeArea.x + (kind === 'phone' ? 46 : 68)} y={busY - 8} as={kind === 'phone' ? 'l' : 'f'}>
      {view.nodes.length === 0 ? words.noNodes : narrow ? words.kubeletsHintShort : words.kubeletsHint}
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
