/**
 * Where each Pod lives at a step: on a node, in a queue, in the scheduling cycle, or with the api-server alone. Exactly one
 * home a Pod, and from it exactly one solid token on the stage.
 */
import type { PodMark, QueueMark, StageView } from '../protocol/protocol.ts';
import { chevronMiddle, type Box } from './geometry.ts';
import { fitName, lastPart, nameOf, settle, type Homes, type HomesDraft } from './homes-draft.ts';
import type { StageLayout } from './layout-types.ts';
import { nodeHomes } from './node-homes.ts';

const QUEUE_TOKEN = 17;
const SMALL_SLOT = 76;
const TOKEN_PITCH = 20;
/** Room for "+123" at the right end of a queue. */
const COUNT_ROOM = 44;
const MONO_CHAR = 6.7;

/** "Pod/ns/name" of what a cycle or an event calls its Pod. */
export const podKey = (text: string): string => (text === '' || text.startsWith('Pod/') ? text : `Pod/${text}`);

interface QueueRow {
  readonly group: string;
  readonly marks: readonly QueueMark[];
  readonly length: number;
  readonly box: Box;
}

function oneInQueue(draft: HomesDraft, row: QueueRow, mark: QueueMark, info: string): void {
  const { box, group } = row;
  const y = box.y + box.h / 2 + 0.5;
  settle(draft, { ...mark, x: box.x + 16, y, size: QUEUE_TOKEN, group, hidden: false });
  const room = Math.floor((box.w - 38 - info.length * 6.2) / MONO_CHAR);
  draft.labels.push({
    x: box.x + 30,
    y: y + 4,
    text: fitName(nameOf(mark.key), room),
    anchor: 'start',
    tone: 'mono',
  });
  if (info !== '') {
    draft.labels.push({ x: box.x + box.w - 8, y: y + 4, text: info, anchor: 'end', tone: 'plain' });
  }
  draft.slots.push(box);
}

function fewInQueue(draft: HomesDraft, row: QueueRow): void {
  const { box, group } = row;
  const y = box.y + box.h / 2 + 0.5;
  row.marks.forEach((mark, i) => {
    const x = box.x + i * SMALL_SLOT;
    settle(draft, { ...mark, x: x + 14, y, size: QUEUE_TOKEN, group, hidden: false });
    draft.labels.push({ x: x + 28, y: y + 4, text: lastPart(mark.key), anchor: 'start', tone: 'mono' });
  });
  for (let i = 0; i < 3; i++) draft.slots.push({ ...box, x: box.x + i * SMALL_SLOT, w: SMALL_SLOT - 4 });
}

function manyInQueue(draft: HomesDraft, row: QueueRow): void {
  const { box, group, length } = row;
  const y = box.y + box.h / 2 + 0.5;
  const room = Math.max(1, Math.floor((box.w - COUNT_ROOM) / TOKEN_PITCH));
  const shown = Math.min(room, row.marks.length);
  row.marks.forEach((mark, i) => {
    const x = box.x + 14 + Math.min(i, shown) * TOKEN_PITCH;
    settle(draft, { ...mark, x, y, size: QUEUE_TOKEN, group, hidden: i >= shown });
  });
  if (length > shown) {
    const count = length - shown;
    draft.groups.push({ id: `group/${group}`, x: box.x + box.w - 8, y, size: 0, group, count });
  }
  draft.slots.push(box);
}

function queueHomes(draft: HomesDraft, row: QueueRow, info: (mark: QueueMark) => string): void {
  const [first] = row.marks;
  if (first !== undefined && row.length === 1) oneInQueue(draft, row, first, info(first));
  else if (row.length > 1 && row.length <= 3 && row.box.w >= 3 * SMALL_SLOT - 4) fewInQueue(draft, row);
  else manyInQueue(draft, row);
}

function queues(draft: HomesDraft, view: StageView, layout: StageLayout, seconds: (ticks: number) => string): void {
  const { active, backoff, unschedulable, lengths } = view;
  if (layout.backoff === undefined || layout.unschedulable === undefined) {
    const marks = [...active, ...backoff, ...unschedulable];
    const length = lengths.active + lengths.backoff + lengths.unschedulable;
    manyInQueue(draft, { group: 'queue/active', marks, length, box: { ...layout.active, w: layout.active.w } });
    return;
  }
  const row = (group: string, marks: readonly QueueMark[], length: number, box: Box): QueueRow => ({
    group,
    marks,
    length,
    box,
  });
  queueHomes(draft, row('queue/active', active, lengths.active, layout.active), () => '');
  queueHomes(draft, row('queue/backoff', backoff, lengths.backoff, layout.backoff), (m) =>
    m.waitTicks === undefined ? '' : seconds(m.waitTicks),
  );
  queueHomes(
    draft,
    row('queue/unschedulable', unschedulable, lengths.unschedulable, layout.unschedulable),
    (m) => m.plugins[0] ?? '',
  );
}

/** The chevron of a point; PostFilter stands where Score is, because it comes instead of it. */
export function chevronOf(layout: StageLayout, extensionPoint: string): number {
  const at = layout.points.indexOf(extensionPoint);
  if (at >= 0) return at;
  const instead: Readonly<Record<string, string>> = {
    PreFilter: 'Filter',
    PostFilter: 'Score',
    Reserve: 'Score',
    Permit: 'Score',
  };
  return Math.max(0, layout.points.indexOf(instead[extensionPoint] ?? ''));
}

function inCycle(draft: HomesDraft, layout: StageLayout, mark: PodMark, extensionPoint: string, back: number): void {
  const chevron = layout.chevrons[chevronOf(layout, extensionPoint)] ?? layout.scheduler;
  const x = chevronMiddle(chevron) - back * 24;
  const size = layout.tight ? QUEUE_TOKEN : 20;
  settle(draft, { ...mark, x, y: layout.cycleLane, size, group: 'cycle', hidden: false });
}

/** Pods that no queue and no node holds. */
function elsewhere(draft: HomesDraft, view: StageView, layout: StageLayout): void {
  const cycling = view.cycle?.open === true ? podKey(view.cycle.pod) : '';
  const waiting: PodMark[] = [];
  let binding = 0;
  for (const mark of view.elsewhere) {
    const slot = view.fifo.findIndex((entry) => podKey(entry.key) === mark.key);
    const box = layout.fifo[slot];
    if (mark.key === cycling) inCycle(draft, layout, mark, view.cycle?.point ?? '', 0);
    else if (mark.phase === 'sched') inCycle(draft, layout, mark, 'Bind', ++binding);
    else if (box !== undefined) {
      const size = 13;
      settle(draft, { ...mark, x: box.x + box.w - 10, y: box.y + box.h - 11, size, group: 'fifo', hidden: false });
    } else if (!draft.spots.has(mark.key)) waiting.push(mark);
  }
  if (cycling !== '') inCycle(draft, layout, { key: cycling, phase: 'sched' }, view.cycle?.point ?? '', 0);
  waitWithApiServer(draft, layout, waiting);
}

function waitWithApiServer(draft: HomesDraft, layout: StageLayout, marks: readonly PodMark[]): void {
  const { waiting } = layout;
  const fits = Math.max(1, Math.floor(waiting.w / TOKEN_PITCH));
  const shown = marks.length <= fits ? marks.length : fits - 1;
  const y = waiting.y + waiting.h / 2;
  marks.forEach((mark, i) => {
    const x = waiting.x + 8 + Math.min(i, shown) * TOKEN_PITCH;
    settle(draft, { ...mark, x, y, size: 16, group: 'api-server', hidden: i >= shown });
  });
  if (marks.length > shown) {
    const count = marks.length - shown;
    const x = waiting.x + shown * TOKEN_PITCH + 26;
    draft.groups.push({ id: 'group/api-server', x, y, size: 0, group: 'api-server', count });
  }
}

const NONE: ReadonlySet<string> = new Set();

/**
 * @param seconds says how long a back-off still lasts ("1.6 s")
 * @param alive see `nodeHomes`; nothing else needs it
 */
export function homesOf(
  view: StageView,
  layout: StageLayout,
  seconds: (ticks: number) => string,
  alive: ReadonlySet<string> = NONE,
): Homes {
  const draft: HomesDraft = { spots: new Map(), ghosts: [], groups: [], labels: [], slots: [] };
  nodeHomes(draft, view, layout, alive);
  queues(draft, view, layout, seconds);
  elsewhere(draft, view, layout);
  return draft;
}
