/** What the pointer is over: a token first, then a node, then nothing that can be chosen. */
import { contains } from '../../derive/geometry.ts';
import { hostLabel } from '../../derive/homes-draft.ts';
import { pick, type Scene, type SceneItem } from '../../derive/scene.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import type { StageView } from '../../protocol/protocol.ts';
import { cpuText, memoryText } from './node-cards.tsx';
import { statesOf, taintsOf, type NodeLook } from './node-state.tsx';

export interface Target {
  readonly id: string;
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

export function targetAt(scene: Scene, view: StageView, words: StageWords, x: number, y: number): Target | undefined {
  const item = pick(scene, x, y);
  if (item !== undefined) return itemTarget(item, words);
  const index = scene.layout.nodes.boxes.findIndex((box) => contains(box, x, y));
  const node = view.nodes[index];
  const box = scene.layout.nodes.boxes[index];
  return node === undefined || box === undefined
    ? undefined
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
