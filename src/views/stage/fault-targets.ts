/** What of the stage can be broken: lines between a client and the api-server, and components where nothing else is pressed. */
import { contains, distanceTo, type Point } from '../../derive/geometry.ts';
import type { StageLayout } from '../../derive/layout-types.ts';
import { isLesson } from '../../derive/messages.ts';
import { dropX } from '../../derive/node-layout.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import type { StageView } from '../../protocol/protocol.ts';
import type { StagePage, Target } from './pointer.ts';

/** So near to a line it is meant. */
const NEAR = 6;
const MANAGER = 'kube-controller-manager';
const SCHEDULER = 'kube-scheduler';

/** One of several stands for all; the others can be chosen on the page that opens. */
const lessonOf = ({ controllers }: StageView): string => controllers.find(({ name }) => isLesson(name))?.name ?? '';

export function lineTarget(layout: StageLayout, view: StageView, words: StageWords, spot: Point): Target | undefined {
  const client = clientOf(layout, view, spot);
  return client === undefined ? undefined : faultTarget(`line ${client}`, words.lineTo(client), words, spot);
}

function clientOf(layout: StageLayout, view: StageView, { x, y }: Point): string | undefined {
  const { lines, nodes, busY } = layout;
  const near = (...candidates: readonly (readonly Point[] | undefined)[]): boolean =>
    candidates.some((line) => line !== undefined && distanceTo(line, x, y) <= NEAR);
  if (layout.controllers !== undefined && near(lines.controllersUp, lines.controllersDown)) return MANAGER;
  if (near(lines.lessonUp, lines.lessonDown)) return lessonOf(view);
  if (near(lines.schedulerUp, lines.schedulerDown)) return SCHEDULER;
  if (y < busY || nodes.style === 'tile' || nodes.style === 'cell') return undefined;
  const index = nodes.boxes.findIndex((box, i) => y < box.y && i < nodes.columns && Math.abs(dropX(box) - x) <= NEAR);
  const node = view.nodes[index];
  return node === undefined ? undefined : `kubelet ${node.name}`;
}

/** The rest of a component's box. */
export function componentTarget(
  layout: StageLayout,
  view: StageView,
  words: StageWords,
  spot: Point,
): Target | undefined {
  const { controllers, lessons, scheduler } = layout;
  const boxes = [
    [controllers, MANAGER],
    [lessons, lessonOf(view)],
    [scheduler, SCHEDULER],
  ] as const;
  const found = boxes.find(([box]) => box !== undefined && contains(box, spot.x, spot.y))?.[1];
  return found === undefined ? undefined : faultTarget(found, found, words, spot);
}

function faultTarget(focus: string, title: string, words: StageWords, { x, y }: Point): Target {
  const spot = { x, y: y + 14, top: y - 8 };
  return { id: `fault/${focus}`, opens: 'faults', focus, object: undefined, ...spot, title, lines: [words.toFaults] };
}

/** The page that a part of the stage leads to where nothing in it can be chosen. */
export function pageOfPart(
  part: string,
  view: StageView | undefined,
): { readonly page: StagePage; readonly focus?: string } | undefined {
  if (part === 'api-server') return { page: 'api-server' };
  if (part === 'controllers') return { page: 'faults', focus: MANAGER };
  if (part === 'lessons' && view !== undefined) return { page: 'faults', focus: lessonOf(view) };
  return part === 'scheduler' ? { page: 'faults', focus: SCHEDULER } : undefined;
}
