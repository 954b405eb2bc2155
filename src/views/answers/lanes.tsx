/** The workers of the Parallelizer, a lane each: Filter and Score of a Pod's last cycle on axes of virtual time. */
import { useState, type PointerEvent, type ReactElement } from 'react';
import { chunkAt, chunkPath, laneChart, nodePath, type LaneChart, type LaneRow } from '../../derive/lanes.ts';
import { laneTime, laneWords } from '../../derive/words/lanes.ts';
import { count } from '../../derive/words/numbers.ts';
import type { LanesOfPoint } from '../../protocol/protocol.ts';
import { useLayout, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { LaneChoice } from './lanes-choice.tsx';
import './lanes.css';

interface LanesProps {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly step: number;
}

export function Lanes({ pod, step }: LanesProps): ReactElement | undefined {
  const words = laneWords(useLayout((s) => s.language));
  const { run } = useShell();
  const asked = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}:${pod}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.lanes(step, pod),
  );
  if (asked?.pod !== pod || asked.points.length === 0) return undefined;
  return (
    <section className="lanes" data-testid="lanes">
      <h2 className="sub">{words.title}</h2>
      {asked.points.map((point) => (
        <Point key={`${String(asked.step)}:${point.point}`} point={point} host={asked.host} />
      ))}
      <p className="t1 i3">{words.note}</p>
    </section>
  );
}

interface PointProps {
  readonly point: LanesOfPoint;
  readonly host: string;
}

/** Virtual time as a person reads it. */
function useTime(): (ticks: number) => string {
  const { run } = useShell();
  const perSecond = run?.answer.ticksPerSecond ?? 1;
  return (ticks) => laneTime(ticks, perSecond);
}

function Point({ point, host }: PointProps): ReactElement {
  const words = laneWords(useLayout((s) => s.language));
  const time = useTime();
  const chart = laneChart(point, host);
  const [chosen, setChosen] = useState(Math.max(0, chart.hostChunk));
  const { chunks, chunkSize, workers, walk, makespan, alone } = point;
  const times = alone / makespan;
  const figures = { nodes: walk.length, chunks: chunks.length, size: chunkSize, started: chart.started, workers };
  return (
    <div className="lane-point" data-point={point.point}>
      <div className="lane-head">
        <h3>
          {point.point}
          <span className="i2"> {words.head({ ...figures, text: count })}</span>
        </h3>
        <span className="t1 num" data-speed={times.toFixed(1)}>
          {times > 1.05 ? words.faster(times.toFixed(1), time(makespan), time(alone)) : words.alone}
        </span>
      </div>
      <Chart point={point} chart={chart} chosen={chosen} onChoose={setChosen} />
      <Axis point={point} time={time} />
      {chunks.length > 0 && <LaneChoice point={point} host={host} chosen={chosen} onChoose={setChosen} time={time} />}
    </div>
  );
}

interface ChartProps {
  readonly point: LanesOfPoint;
  readonly chart: LaneChart;
  readonly chosen: number;
  readonly onChoose: (chunk: number) => void;
}

function Chart({ point, chart, chosen, onChoose }: ChartProps): ReactElement {
  const words = laneWords(useLayout((s) => s.language));
  const { rows, hidden } = chart;
  const aim = (event: PointerEvent<HTMLDivElement>): void => {
    const lane = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-worker]') : null;
    const track = lane?.querySelector('svg')?.getBoundingClientRect();
    if (lane === null || track === undefined) return;
    const at = chunkAt(point, Number(lane.dataset['worker']), (event.clientX - track.left) / track.width);
    if (at >= 0) onChoose(at);
  };
  return (
    <div className="lane-chart" onPointerMove={aim} onPointerDown={aim}>
      {rows.map((row) => (
        <Lane key={row.worker} row={row} last={rows.length - 1} point={point} chart={chart} chosen={chosen} />
      ))}
      {point.stoppedAt !== undefined && <span className="lane-stop" data-stop={point.stoppedAt} />}
      {hidden > 0 && <p className="t1 i3">{words.moreWorkers(count(hidden))}</p>}
    </div>
  );
}

const WIDTH = 1000;

interface LaneProps {
  readonly row: LaneRow;
  readonly last: number;
  readonly point: LanesOfPoint;
  readonly chart: LaneChart;
  readonly chosen: number;
}

function Lane({ row, last, point, chart, chosen }: LaneProps): ReactElement {
  const words = laneWords(useLayout((s) => s.language));
  const { worker, chunks } = row;
  const { makespan } = point;
  const [hostChunk, chosenChunk] = [point.chunks[chart.hostChunk], point.chunks[chosen]];
  const named = worker === 0 || worker === last;
  return (
    <div className={chunks.length === 0 ? 'lane idle' : 'lane'} data-worker={worker} data-chunks={chunks.length}>
      <span className="lane-name">{named ? words.worker(String(worker)) : ''}</span>
      <svg viewBox={`0 0 ${String(WIDTH)} 1`} preserveAspectRatio="none" aria-hidden="true">
        <path d={chunks.map((chunk) => chunkPath(chunk, makespan, WIDTH)).join('')} />
        {chosenChunk?.worker === worker && <path className="chosen" d={chunkPath(chosenChunk, makespan, WIDTH)} />}
        {hostChunk?.worker === worker && <path className="host" d={nodePath(hostChunk, chart.host, makespan, WIDTH)} />}
      </svg>
      {chunks.length === 0 && worker === last && <span className="lane-idle">{words.idle}</span>}
    </div>
  );
}

function Axis({
  point,
  time,
}: {
  readonly point: LanesOfPoint;
  readonly time: (ticks: number) => string;
}): ReactElement {
  const words = laneWords(useLayout((s) => s.language));
  const { makespan, stoppedAt, nodes, walk } = point;
  const stopper = stoppedAt === undefined ? undefined : walk[stoppedAt];
  return (
    <>
      <div className="lane-axis t1 num i3">
        <span>0</span>
        <span>{words.virtual}</span>
        <span>{time(makespan)}</span>
      </div>
      {stopper !== undefined && (
        <p className="lane-stopped t1 num">{words.stop(stopper, count(nodes - walk.length))}</p>
      )}
    </>
  );
}
