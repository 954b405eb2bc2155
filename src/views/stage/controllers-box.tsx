/** The right end of the upper row: kube-controller-manager, and the processes of lesson controllers under it. */
import type { ReactElement } from 'react';
import type { Box } from '../../derive/geometry.ts';
import { isLesson } from '../../derive/messages.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import { textWidth } from '../../derive/text-width.ts';
import type { StageView } from '../../protocol/protocol.ts';
import type { PictureProps } from './picture-props.ts';
import { cut, Frame, Part, Word } from './parts.tsx';

const CONTROLLER_NAMES: Readonly<Record<string, string>> = {
  deployment: 'Deployment',
  replicaset: 'ReplicaSet',
  daemonset: 'DaemonSet',
  statefulset: 'StatefulSet',
  job: 'Job',
  horizontalpodautoscaler: 'Horizontal autoscaler',
  cronjob: 'CronJob',
  'node-lifecycle': 'Node lifecycle',
  nodelifecycle: 'Node lifecycle',
  garbagecollector: 'Garbage collector',
  'garbage-collector': 'Garbage collector',
  'persistentvolume-binder': 'PersistentVolume binder',
  'ttl-after-finished': 'TTL after finished',
  'job-orphan-pods': 'Job, orphan Pods',
};

/** Where a name would run into the slots of its row. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'persistentvolume-binder': 'PV binder',
  horizontalpodautoscaler: 'Autoscaler',
};

const ROW = 19;
/** Closer than this, rows of 11 px type touch. */
const LEAST_ROW = 15;
const HEAD = 32;
const SLOTS = 4;
const TITLE = 'kube-controller-manager';

type ControllerMark = StageView['controllers'][number];

interface ControllerRows {
  readonly shown: readonly ControllerMark[];
  readonly pitch: number;
  /** Left out: there is a last row that counts them. */
  readonly hidden: readonly ControllerMark[];
}

/** Where not all fit, those that have something to do stay; the order is always the same. */
function controllerRows(all: readonly ControllerMark[], room: number): ControllerRows {
  const pitch = Math.min(ROW, room / Math.max(1, all.length));
  if (pitch >= LEAST_ROW) return { shown: all, pitch, hidden: [] };
  const busy = (mark: ControllerMark): number => (mark.queued > 0 || mark.processing !== '' ? 1 : 0);
  // One row: who works now, or else all names.
  if (room < 2 * LEAST_ROW) {
    const shown = all.filter((mark) => busy(mark) > 0).slice(0, 1);
    return { shown, pitch: LEAST_ROW, hidden: shown.length > 0 ? [] : all };
  }
  const fits = Math.max(1, Math.floor(room / LEAST_ROW) - 1);
  const stay = new Set([...all].sort((a, b) => busy(b) - busy(a)).slice(0, fits));
  return {
    shown: all.filter((mark) => stay.has(mark)),
    pitch: LEAST_ROW,
    hidden: all.filter((mark) => !stay.has(mark)),
  };
}

const controllerName = ({ name }: ControllerMark): string => CONTROLLER_NAMES[name] ?? name;

function nameThatFits(mark: ControllerMark, room: number): string {
  const name = controllerName(mark);
  return textWidth(name) <= room ? name : (SHORT_NAMES[mark.name] ?? cut(name, room));
}

interface ControllerRowProps {
  readonly mark: ControllerMark;
  readonly at: Box;
  readonly words: StageWords;
}

/** Name, and a slot a key: the one that is being worked on first. */
function ControllerRow({ mark, at, words }: ControllerRowProps): ReactElement {
  const right = at.x + at.w;
  const busy = mark.processing === '' ? 0 : 1;
  const more = mark.queued + busy - SLOTS;
  return (
    <g>
      <title>
        {`${controllerName(mark)} ${mark.processing} ${words.queued(mark.queued)}`.replace('  ', ' ').trim()}
      </title>
      <Word x={at.x} y={at.y + at.h / 2 + 4}>
        {nameThatFits(mark, at.w - SLOTS * 12 - 6 - (more > 0 ? 24 : 0))}
      </Word>
      {more > 0 ? (
        <Word x={right - SLOTS * 12 - 6} y={at.y + at.h / 2 + 4} as="f" anchor="end">
          {words.more(more)}
        </Word>
      ) : undefined}
      {Array.from({ length: SLOTS }, (_, k) => (
        <rect
          key={k}
          x={right - (SLOTS - k) * 12 + 0.5}
          y={Math.round(at.y + at.h / 2 - 5.5) + 0.5}
          width={10}
          height={11}
          className={k < busy ? 'st-slot busy' : k < mark.queued + busy ? 'st-slot full' : 'st-slot'}
        />
      ))}
    </g>
  );
}

export function Controllers({ layout, view, words }: PictureProps): ReactElement | undefined {
  const { controllers: at } = layout;
  if (at === undefined) return undefined;
  const own = view.controllers.filter(({ name }) => !isLesson(name));
  const { shown, pitch, hidden } = controllerRows(own, at.h - HEAD - 2);
  const row = (i: number): Box => ({ x: at.x + 12, y: at.y + HEAD + i * pitch, w: at.w - 24, h: pitch });
  const queued = own.reduce((sum, c) => sum + c.queued, 0);
  return (
    <Part id="controllers" at={at} label={`${TITLE}, ${words.queued(queued)}`}>
      <Frame at={at} />
      <Word x={at.x + 12} y={at.y + 22} as="t">
        {textWidth(TITLE, 13, true) <= at.w - 20 ? TITLE : words.controllers}
      </Word>
      {shown.map((mark, i) => (
        <ControllerRow key={mark.name} mark={mark} at={row(i)} words={words} />
      ))}
      {hidden.length === 0 ? undefined : (
        <Word x={at.x + 12} y={row(shown.length).y + pitch / 2 + 4} as="f">
          {cut(
            `${words.more(hidden.length)} ${hidden.map((mark) => SHORT_NAMES[mark.name] ?? controllerName(mark)).join(', ')}`,
            at.w - 24,
            5.8,
          )}
        </Word>
      )}
    </Part>
  );
}

/** The processes of lesson controllers: they are ours, and no part of kube-controller-manager. */
export function Lessons({ layout, view, words }: PictureProps): ReactElement | undefined {
  const { lessons: at } = layout;
  const marks = view.controllers.filter(({ name }) => isLesson(name));
  const [first, ...others] = marks;
  if (at === undefined || first === undefined) return undefined;
  const queued = marks.reduce((sum, mark) => sum + mark.queued, 0);
  const rows = others.length === 0 ? [{ ...first, name: '' }] : marks.slice(0, 2);
  const all = others.length === 0 ? first.name : words.lessons;
  const head = others.length > 1 ? `${all} (${String(marks.length)})` : all;
  const pitch = (at.h - 26) / Math.max(2, rows.length);
  return (
    <Part id="lessons" at={at} label={`${marks.map(({ name }) => name).join(', ')}, ${words.queued(queued)}`}>
      <Frame at={at} />
      <Word x={at.x + 12} y={at.y + 19} as="l strong">
        {textWidth(head, 11, true) <= at.w - 13 ? head : cut(head, at.w - 20, 6.2)}
      </Word>
      {rows.map((mark, i) => (
        <ControllerRow
          key={mark.name}
          mark={mark}
          at={{ x: at.x + 12, y: at.y + 25 + i * pitch, w: at.w - 24, h: others.length === 0 ? 22 : pitch }}
          words={words}
        />
      ))}
      {others.length === 0 && first.processing !== '' && (
        <Word x={at.x + 12} y={at.y + 40} as="m">
          {cut(first.processing, at.w - 24 - SLOTS * 12 - 8, 6.8)}
        </Word>
      )}
    </Part>
  );
}
