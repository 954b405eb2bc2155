/** The upper row: kubectl, the api-server with etcd's strip, the controller manager, and the lines between them. */
import type { ReactElement } from 'react';
import type { Box } from '../../derive/geometry.ts';
import type { StageLayout } from '../../derive/layout-types.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import { textWidth } from '../../derive/text-width.ts';
import type { StageView } from '../../protocol/protocol.ts';
import { cut, Edge, Frame, Part, Word } from './parts.tsx';

export interface PictureProps {
  readonly layout: StageLayout;
  readonly view: StageView;
  readonly words: StageWords;
  /** Lines on which something of this step travels. */
  readonly now: ReadonlySet<string>;
  /** What a person did last: "apply web". */
  readonly deed: string;
}

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

function Strip({ layout, view }: PictureProps): ReactElement {
  const { strip, cells, kind } = layout;
  const w = strip.w / cells;
  const shown = view.revisions.slice(-cells);
  const two = kind !== 'phone';
  return (
    <g>
      {Array.from({ length: cells }, (_, i) => {
        const cell = shown[i - (cells - shown.length)];
        const now = cell?.step === view.step && view.step > 0;
        const x = strip.x + i * w;
        return (
          <g key={i} className={now ? 'st-cell now' : 'st-cell'}>
            <rect x={x + 0.5} y={strip.y + 0.5} width={w} height={strip.h} />
            {cell === undefined ? undefined : (
              <>
                <Word x={x + w / 2} y={strip.y + (two ? 16 : strip.h / 2 + 4)} anchor="middle">
                  {cut(cell.kind, w - 2, 5.6)}
                </Word>
                {two ? (
                  <Word x={x + w / 2} y={strip.y + 32} as="f" anchor="middle">
                    {cell.revision}
                  </Word>
                ) : undefined}
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}

function ApiServer(props: PictureProps): ReactElement {
  const { layout, view, words } = props;
  const { api, strip, kind } = layout;
  const phone = kind === 'phone';
  const inset = phone ? 10 : 16;
  const now = view.revisions.some((cell) => cell.step === view.step && view.step > 0);
  const name = phone ? 'api-server' : 'kube-apiserver';
  const room = api.w - 2 * inset - textWidth(name, 13, true) - textWidth(String(view.revision), 13, true) - 16;
  return (
    <Part id="api-server" at={api} label={`kube-apiserver, ${words.revision} ${view.revision}`}>
      <Frame at={api} className="st-box api" />
      <Word x={api.x + inset} y={api.y + (phone ? 18 : 24)} as="t">
        {name}
      </Word>
      <text x={api.x + api.w - inset} y={api.y + (phone ? 18 : 24)} textAnchor="end" className="st-w l">
        {textWidth(words.revision) <= room ? `${words.revision} ` : ''}
        <tspan className={now ? 'st-rev now' : 'st-rev'}>{view.revision}</tspan>
      </text>
      <Strip {...props} />
      {phone ? undefined : (
        <Word x={strip.x} y={strip.y + strip.h + 18} as="f">
          {cut(api.w > 400 ? words.etcd : words.etcdShort, api.w - 20, 5.4)}
        </Word>
      )}
    </Part>
  );
}

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
      <title>{`${controllerName(mark)} ${mark.processing} ${words.queued(mark.queued)}`.replace('  ', ' ')}</title>
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

function Controllers({ layout, view, words }: PictureProps): ReactElement | undefined {
  const { controllers: at } = layout;
  if (at === undefined) return undefined;
  const { shown, pitch, hidden } = controllerRows(view.controllers, at.h - HEAD - 2);
  const row = (i: number): Box => ({ x: at.x + 12, y: at.y + HEAD + i * pitch, w: at.w - 24, h: pitch });
  const queued = view.controllers.reduce((sum, c) => sum + c.queued, 0);
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

function ClientLines({ layout, words, now }: PictureProps): ReactElement {
  const { lines, api, controllers, kubectl } = layout;
  const right = lines.controllersDown[0];
  const write = lines.controllersUp[0];
  if (right === undefined || write === undefined || kubectl === undefined || controllers === undefined) return <g />;
  const gap = (api.x + api.w + controllers.x) / 2;
  const busy = now.has('line/controllers/up') || now.has('line/controllers/down');
  return (
    <g>
      <Edge points={lines.kubectlUp} />
      <Edge points={lines.kubectlDown} />
      <Edge points={lines.controllersDown} watch />
      <Edge points={lines.controllersUp} />
      {busy ? undefined : (
        <>
          <Word x={gap} y={right.y - 12} anchor="middle">
            {words.watch}
          </Word>
          <Word x={gap} y={write.y + 21} anchor="middle">
            {words.write}
          </Word>
        </>
      )}
    </g>
  );
}

export function Clients(props: PictureProps): ReactElement {
  const { layout, deed } = props;
  const { kubectl } = layout;
  return (
    <>
      {kubectl === undefined ? undefined : (
        <>
          <ClientLines {...props} />
          <Part id="kubectl" at={kubectl} label="kubectl">
            <Frame at={kubectl} />
            <Word x={kubectl.x + 12} y={kubectl.y + 23} as="t">
              kubectl
            </Word>
            <Word x={kubectl.x + 12} y={kubectl.y + 42} as="m">
              {cut(deed, kubectl.w - 20, 6.8)}
            </Word>
          </Part>
        </>
      )}
      <ApiServer {...props} />
      <Controllers {...props} />
    </>
  );
}
