/** What the pointer is over: a token first, then a node, then a place that leads to a page of its own. */
import { contains, type Box } from '../../derive/geometry.ts';
import { hostLabel } from '../../derive/homes-draft.ts';
import { pick, type Scene, type SceneItem } from '../../derive/scene.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import type { StageView } from '../../protocol/protocol.ts';
import { componentTarget, lineTarget } from './fault-targets.ts';
import { cpuText, memoryText } from './node-cards.tsx';
import { statesOf, taintsOf, type NodeLook } from './node-state.tsx';

/** Pages that places of the stage lead to. */
export type StagePage = 'queues' | 'cycle' | 'informer' | 'api-server' | 'faults';

export interface Target {
  readonly id: string;
  /** What a click opens instead of selecting. */
  readonly opens?: StagePage;
  /** What that page is then about. */
  readonly focus?: string;
  /** What a click selects; undefined where it selects nothing. */
  readonly object: string | undefined;
  readonly x: number;
  readonly y: number;
  /** The tip stands above this where it has no room below `y`. */
  readonly top: number;
  readonly title: string;
  readonly lines: readonly string[];
}

function itemTarget(item: SceneItem, words: StageWords): Target {
  const [, namespace = '', name = ''] = (item.object ?? '').split('/');
  const phase = item.phase === undefined ? [] : [words.phases[item.phase]];
  const isPod = item.kind === 'token' || item.kind === 'ghost';
  return {
    id: item.id,
    object: item.object,
    x: item.x,
    y: item.y + item.h / 2 + 8,
    top: item.y - item.h / 2 - 8,
    title: isPod ? name : (item.object ?? item.text ?? ''),
    lines: isPod ? [...phase, namespace] : item.kind === 'group' ? phase : [],
  };
}

function nodeTarget(node: NodeLook, x: number, y: number, top: number, words: StageWords): Target {
  const title = hostLabel(node.name);
  return {
    id: `Node/${node.name}`,
    object: `Node/${node.name}`,
    x,
    y: y + 8,
    top,
    title,
    lines: [
      ...(title === node.name ? [] : [node.name]),
      ...statesOf(node, words).flatMap(({ kind, text }) => (kind === 'taint' ? taintsOf(node) : [text])),
      ...(node.zone === '' ? [] : [node.zone]),
      `cpu ${cpuText(node.cpu)}`,
      `memory ${memoryText(node.memory)}`,
      words.pods(node.pods.length),
    ],
  };
}

/** A queue's name stands above its slot. */
const TITLE_H = 20;
const withTitle = (box: Box): Box => ({ ...box, y: box.y - TITLE_H, h: box.h + TITLE_H });

type Layout = Scene['layout'];

function pageTarget({ layout }: Scene, view: StageView, words: StageWords, x: number, y: number): Target | undefined {
  const { active, backoff, unschedulable, cycle, folded } = layout;
  const { lengths } = view;
  const queues = [
    { title: folded ? words.queues : 'activeQ', box: active, length: lengths.active },
    { title: 'backoffQ', box: backoff, length: lengths.backoff },
    { title: 'unschedulablePods', box: unschedulable, length: lengths.unschedulable },
  ];
  for (const { title, box, length } of queues) {
    if (box === undefined || !contains(folded ? box : withTitle(box), x, y)) continue;
    const all = folded ? lengths.active + lengths.backoff + lengths.unschedulable : length;
    const spot = { x: box.x + 20, y: box.y + box.h + 8, top: box.y - TITLE_H - 4 };
    return {
      id: `page/${title}`,
      opens: 'queues',
      object: undefined,
      ...spot,
      title,
      lines: [words.pods(all), words.toQueues],
    };
  }
  return (
    apiTarget(layout, view, words, x, y) ??
    fifoTarget(layout, view, words, x, y) ??
    cycleTarget(cycle, view, words, x, y)
  );
}

function apiTarget({ api: box }: Layout, view: StageView, words: StageWords, x: number, y: number): Target | undefined {
  if (!contains(box, x, y)) return undefined;
  const spot = { x: box.x + 20, y: box.y + box.h + 8, top: box.y - 4 };
  const lines = [`${words.revision} ${String(view.revision)}`, words.toApiServer];
  return { id: 'page/api-server', opens: 'api-server', object: undefined, ...spot, title: 'kube-apiserver', lines };
}

function fifoTarget({ fifo }: Layout, view: StageView, words: StageWords, x: number, y: number): Target | undefined {
  const [first] = fifo;
  const last = fifo.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const box = { ...first, w: last.x + last.w - first.x };
  if (!contains(withTitle(box), x, y)) return undefined;
  const spot = { x: box.x + 20, y: box.y + box.h + 8, top: box.y - TITLE_H - 4 };
  const title = `${words.podInformer} · ${view.fifoName}`;
  return { id: 'page/fifo', opens: 'informer', object: undefined, ...spot, title, lines: [words.toInformer] };
}

function cycleTarget(
  cycle: Layout['cycle'],
  view: StageView,
  words: StageWords,
  x: number,
  y: number,
): Target | undefined {
  const title = cycle === undefined ? undefined : { ...cycle, y: cycle.y + 4, h: TITLE_H };
  if (title === undefined || view.cycle === undefined || !contains(title, x, y)) return undefined;
  const spot = { x: title.x + 20, y: title.y + title.h + 8, top: title.y - 4 };
  return { id: 'page/cycle', opens: 'cycle', object: undefined, ...spot, title: words.cycle, lines: [words.toCycle] };
}

export function targetAt(scene: Scene, view: StageView, words: StageWords, x: number, y: number): Target | undefined {
  const item = pick(scene, x, y);
  if (item !== undefined && (item.object !== undefined || !item.group.startsWith('queue/')))
    return itemTarget(item, words);
  const page = pageTarget(scene, view, words, x, y);
  if (page !== undefined) return page;
  const line = lineTarget(scene.layout, view, words, { x, y });
  if (line !== undefined) return line;
  const index = scene.layout.nodes.boxes.findIndex((box) => contains(box, x, y));
  const node = view.nodes[index];
  const box = scene.layout.nodes.boxes[index];
  return node === undefined || box === undefined
    ? componentTarget(scene.layout, view, words, { x, y })
    : nodeTarget(node, Math.min(x, box.x + box.w), box.y + Math.min(box.h, 48), box.y - 4, words);
}

/** Objects that the keyboard can choose inside a part: the node itself, then its Pods; a queue's Pods in order; of tiles, each. */
export function objectsOfPart(part: string, scene: Scene | undefined, view: StageView | undefined): readonly string[] {
  if (part === 'nodes') return (view?.nodes ?? []).map((node) => `Node/${node.name}`);
  const inside = (scene?.items ?? [])
    .filter((item) => item.kind === 'token' && item.group === part)
    .map((item) => item.id);
  return part.startsWith('node/') ? [`Node/${part.slice(5)}`, ...inside] : inside;
}
