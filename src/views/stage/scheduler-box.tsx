/** The scheduler: what its informer holds, its three queues, and the cycle that is going on. */
import type { ReactElement } from 'react';
import type { Box } from '../../derive/geometry.ts';
import { chevronOf } from '../../derive/homes.ts';
import { fitName, lastPart, type Homes } from '../../derive/homes-draft.ts';
import { textWidth } from '../../derive/text-width.ts';
import type { QueueMark } from '../../protocol/protocol.ts';
import type { PictureProps } from './picture-props.ts';
import { HeatMap } from './heat-map.tsx';
import { Edge, Frame, Part, Word } from './parts.tsx';

export interface SchedulerProps extends PictureProps {
  readonly homes: Homes;
}

const CHIP: Readonly<Record<string, string>> = {
  Added: 'ADD',
  Updated: 'UPD',
  Deleted: 'DEL',
  Replaced: 'REP',
  Sync: 'SYN',
};

function Fifo({ layout, view, words }: PictureProps): ReactElement | undefined {
  const [first] = layout.fifo;
  const last = layout.fifo[layout.fifo.length - 1];
  if (first === undefined || last === undefined) return undefined;
  const at: Box = { ...first, w: last.x + last.w - first.x };
  const more = view.lengths.fifo - layout.fifo.length;
  const title = `${words.podInformer} · ${view.fifoName}`;
  // A long name of the queue leaves no room for the hint; a count has it always.
  const hint = textWidth(title) + textWidth(words.headFirst) + BETWEEN > at.w ? '' : words.headFirst;
  return (
    <Part id="fifo" at={at} r={3} label={`${words.podInformer}, ${view.fifoName}, ${view.lengths.fifo}`}>
      <Word x={at.x} y={at.y - 6}>
        {title}
      </Word>
      <Word x={at.x + at.w} y={at.y - 6} as="f" anchor="end">
        {more > 0 ? words.more(more) : hint}
      </Word>
      {layout.fifo.map((slot, i) => {
        const entry = view.fifo[i];
        return (
          <g key={slot.x}>
            <Frame at={slot} className="st-slot" r={3} />
            {entry === undefined ? undefined : (
              <>
                <title>{`${entry.key} ${entry.deltas.join(', ')}`}</title>
                {entry.deltas.slice(0, 2).map((delta, k) => (
                  <g key={k}>
                    <rect
                      x={slot.x + 4.5 + k * 31}
                      y={slot.y + 4.5}
                      width={28}
                      height={14}
                      rx={2}
                      className={delta === 'Deleted' ? 'st-chip gone' : 'st-chip'}
                    />
                    <Word x={slot.x + 18.5 + k * 31} y={slot.y + 15.5} as="chip" anchor="middle">
                      {CHIP[delta] ?? delta.slice(0, 3).toUpperCase()}
                    </Word>
                  </g>
                ))}
                {entry.deltas.length < 2 && entry.revision > 0 ? (
                  <Word x={slot.x + slot.w - 5} y={slot.y + 15} as="f" anchor="end">
                    {entry.revision}
                  </Word>
                ) : undefined}
                <Word x={slot.x + 6} y={slot.y + slot.h - 5} as="m">
                  {lastPart(entry.key)}
                </Word>
              </>
            )}
          </g>
        );
      })}
    </Part>
  );
}

interface QueueProps extends SchedulerProps {
  readonly id: string;
  readonly at: Box;
  readonly title: string;
  readonly hint: string;
  readonly marks: readonly QueueMark[];
  readonly length: number;
}

function Queue({ id, at, title, hint, marks, length, words, homes }: QueueProps): ReactElement {
  const slots = homes.slots.filter((slot) => slot.y === at.y);
  const names = marks.map((mark) => `${mark.key.slice(4)} ${words.phases[mark.phase]}`).join(', ');
  return (
    <Part id={`queue/${id}`} at={at} r={3} label={`${title}, ${words.pods(length)}${names === '' ? '' : `: ${names}`}`}>
      <Word x={at.x} y={at.y - 6} as="l strong">
        {title}
      </Word>
      <Word x={at.x + at.w} y={at.y - 6} as="f" anchor="end">
        {hint}
      </Word>
      {(slots.length === 0 ? [at] : slots).map((slot) => (
        <Frame key={slot.x} at={slot} className="st-slot" r={3} />
      ))}
      {length === 0 ? (
        <Word x={at.x + 10} y={at.y + at.h / 2 + 4.5} as="f">
          {words.empty}
        </Word>
      ) : undefined}
    </Part>
  );
}

function Queues(props: SchedulerProps): ReactElement {
  const { layout, view, words } = props;
  const { active, backoff, unschedulable } = layout;
  const { lengths } = view;
  return (
    <>
      <Queue
        {...props}
        id="active"
        at={active}
        title="activeQ"
        hint={words.activeHint}
        marks={view.active}
        length={lengths.active}
      />
      {backoff === undefined ? undefined : (
        <Queue
          {...props}
          id="backoff"
          at={backoff}
          title="backoffQ"
          hint={words.backoffHint}
          marks={view.backoff}
          length={lengths.backoff}
        />
      )}
      {unschedulable === undefined ? undefined : (
        <Queue
          {...props}
          id="unschedulable"
          at={unschedulable}
          title="unschedulablePods"
          hint={words.unschedulableHint}
          marks={view.unschedulable}
          length={lengths.unschedulable}
        />
      )}
    </>
  );
}

function Chevrons({ layout, view }: PictureProps): ReactElement {
  const { cycle } = view;
  const reached = cycle === undefined || cycle.point === '' ? -1 : chevronOf(layout, cycle.point);
  const last = layout.chevrons.length - 1;
  return (
    <g>
      {layout.chevrons.map((at, i) => {
        const text = cycle?.point === 'PostFilter' && layout.points[i] === 'Score' ? 'PostFilter' : layout.points[i];
        const state = i === reached && cycle?.open === true ? 'now' : i <= reached ? 'done' : 'ahead';
        const tip = layout.folded ? 7 : 6;
        const half = at.h / 2;
        const back = i === 0 && !layout.folded ? '' : `l${tip} -${half}`;
        return (
          <g key={layout.points[i]} className={`st-chevron ${state}`}>
            <path d={`M${at.x} ${at.y}h${at.w - tip}l${tip} ${half}l-${tip} ${half}h-${at.w - tip}${back}z`} />
            <Word x={at.x + at.w / 2 + (i === 0 ? -1 : i === last ? 1 : 2)} y={at.y + half + 4} anchor="middle">
              {text}
            </Word>
          </g>
        );
      })}
    </g>
  );
}

/** Width of a character of the title's mono type. */
const MONO_W = 6.7;
/** Half of what travels: over the middle of the last chevron, a binding leaves. */
const BESIDE = 18;

function Cycle(props: PictureProps): ReactElement | undefined {
  const { layout, view, words } = props;
  const at = layout.cycle;
  if (at === undefined) return <Chevrons {...props} />;
  const { cycle } = view;
  const titleY = at.y + 20;
  const room =
    at.w - textWidth(`${words.cycle}${words.attempt(cycle?.attempt ?? 1)}`, 11, true) - 16 - at.w / 12 - BESIDE;
  const pod = cycle?.pod.slice(cycle.pod.lastIndexOf('/') + 1) ?? '';
  return (
    <Part
      id="cycle"
      at={{ ...at, y: at.y + 8, h: at.h - 16 }}
      r={3}
      label={`${words.cycle} ${pod} ${cycle?.point ?? ''}`}
    >
      <text x={at.x} y={titleY} className="st-w l strong">
        {words.cycle}
        {cycle === undefined ? undefined : (
          <>
            <tspan className="st-mono" dx={8}>
              {fitName(pod, Math.max(10, Math.floor(room / MONO_W)))}
            </tspan>
            <tspan className="st-faint" dx={8}>
              {words.attempt(cycle.attempt)}
            </tspan>
          </>
        )}
      </text>
      <Chevrons {...props} />
      {cycle === undefined ? (
        <Word x={at.x} y={(layout.chevrons[0]?.y ?? 0) + 46} as="f">
          {words.noCycle}
        </Word>
      ) : (
        <HeatMap {...props} cycle={cycle} at={at} />
      )}
    </Part>
  );
}

function Joints({ layout }: { layout: PictureProps['layout'] }): ReactElement | undefined {
  const [head] = layout.fifo;
  const { active, cycle, chevrons } = layout;
  const [first] = chevrons;
  if (head === undefined || cycle === undefined || first === undefined) return undefined;
  const middle = active.y + active.h / 2;
  const right = active.x + active.w;
  return (
    <g>
      <Edge
        points={[
          { x: head.x, y: head.y + head.h / 2 },
          { x: head.x - 9, y: head.y + head.h / 2 },
          { x: head.x - 9, y: middle },
          { x: head.x - 1, y: middle },
        ]}
      />
      <Edge
        points={[
          { x: right, y: middle },
          { x: right + 18, y: middle },
          { x: right + 18, y: first.y + first.h / 2 },
          { x: cycle.x - 3, y: first.y + first.h / 2 },
        ]}
      />
    </g>
  );
}

function PhoneScheduler(props: SchedulerProps): ReactElement {
  const { layout, view, words } = props;
  const { lengths } = view;
  const waiting = lengths.active + lengths.backoff + lengths.unschedulable;
  const names = [...view.active, ...view.backoff, ...view.unschedulable];
  return (
    <>
      <Part id="scheduler" at={layout.scheduler} label="kube-scheduler">
        <Frame at={layout.scheduler} />
        <Word x={layout.active.x} y={layout.scheduler.y + (layout.kind === 'phone' ? 18 : 24)} as="t">
          {layout.kind === 'phone' ? 'scheduler' : 'kube-scheduler'}
        </Word>
        <Chevrons {...props} />
      </Part>
      <Part
        id="queue/active"
        at={layout.active}
        r={3}
        label={`${words.pods(waiting)}: ${names.map((mark) => `${mark.key.slice(4)} ${words.phases[mark.phase]}`).join(', ')}`}
      >
        <Frame at={layout.active} className="st-slot" r={3} />
        {waiting === 0 ? (
          <Word x={layout.active.x + layout.active.w / 2} y={layout.active.y + 19} as="f" anchor="middle">
            {words.empty}
          </Word>
        ) : undefined}
      </Part>
    </>
  );
}

/** Standing labels keep this far from their line, so that what travels does not cover them. */
const ASIDE = 18;
/** And from each other. */
const BETWEEN = 12;

/** The watch into the informer and the write back up. */
function SchedulerLines({ layout, words, now }: PictureProps): ReactElement {
  const { lines, api, scheduler, folded } = layout;
  const y = (api.y + api.h + scheduler.y) / 2 + 4;
  const down = lines.schedulerDown[0];
  const up = lines.schedulerUp.at(-1);
  const upTurn = lines.schedulerUp.at(-2);
  if (down === undefined || up === undefined || upTurn === undefined) return <g />;
  const room = up.x - down.x - 2 * ASIDE - textWidth(words.bind) - BETWEEN;
  const long = !folded && !now.has('line/scheduler/up') && textWidth(words.watchPods) <= room;
  const speaks = (...who: readonly string[]): boolean =>
    who.some((name) => now.has(`line/${name}/up`) || now.has(`line/${name}/down`));
  // On the phone, what others send is named in the same gap.
  const watchGives = now.has('line/scheduler/down') || (folded && speaks('kubectl'));
  const bindGives = now.has('line/scheduler/up') || (folded && speaks('controllers', 'lesson'));
  return (
    <g>
      <Edge points={lines.schedulerDown} watch />
      <Edge points={[{ x: upTurn.x, y: scheduler.y }, up]} />
      {watchGives ? undefined : (
        <Word x={down.x + ASIDE} y={y}>
          {long ? words.watchPods : words.watch}
        </Word>
      )}
      {bindGives ? undefined : (
        <Word x={up.x - ASIDE} y={y} anchor="end">
          {words.bind}
        </Word>
      )}
    </g>
  );
}

export function SchedulerBox(props: SchedulerProps): ReactElement {
  const { layout } = props;
  if (layout.folded) {
    return (
      <>
        <SchedulerLines {...props} />
        <PhoneScheduler {...props} />
      </>
    );
  }
  return (
    <>
      <SchedulerLines {...props} />
      <Part id="scheduler" at={layout.scheduler} label="kube-scheduler">
        <Frame at={layout.scheduler} />
        <Word x={layout.scheduler.x + 16} y={layout.scheduler.y + (layout.tight ? 24 : 28)} as="t">
          kube-scheduler
        </Word>
      </Part>
      <Joints layout={layout} />
      <Fifo {...props} />
      <Queues {...props} />
      <Cycle {...props} />
    </>
  );
}
