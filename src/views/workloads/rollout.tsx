/** A rollout as a picture: Pods of each revision stacked over time, between the most and the fewest that there may be. */
import type { ReactElement } from 'react';
import { keyParts } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import {
  bandsOf,
  ceilingOf,
  isLeaving,
  labelsOf,
  podsOfSet,
  stepLine,
  stretchAt,
  type Axis,
  type Band,
} from '../../derive/workloads.ts';
import type { BoundsPoint, CountsPoint, RolloutView, SetView, WorkloadAnswer } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useShell } from '../kit/shell.ts';
import { NowLine } from './clock.tsx';
import { percent, useAxis, useWorkloadWords } from './room.ts';

interface RolloutProps {
  readonly answer: WorkloadAnswer;
  readonly rollout: RolloutView;
}

/** A Pod has at most so much of the chart's height, and the chart at most so much of the page. */
const UNIT_MAX = 28;
const HEIGHT_MAX = 220;

export function RolloutChart({ answer, rollout }: RolloutProps): ReactElement {
  const own = useWorkloadWords();
  const axis = useAxis();
  const bands = bandsOf(rollout.sets, answer.pods, axis, answer);
  const ceiling = ceilingOf(bands, rollout.bounds);
  const height = Math.round(Math.min(HEIGHT_MAX, UNIT_MAX * ceiling));
  const place = (pods: number): string => percent(pods / ceiling);
  return (
    <div
      className="wl-row wl-chart"
      data-testid="rollout-chart"
      data-bands={bands.length}
      role="img"
      aria-label={own.chart(keyParts(answer.key).name)}
    >
      <div className="wl-scale num t1 i3" style={{ height }}>
        <span style={{ bottom: '100%' }}>{count(ceiling)}</span>
        <span style={{ bottom: 0 }}>0</span>
      </div>
      <div className="wl-track wl-stack" style={{ height }}>
        {bands.map((band) => (
          <BandBox
            key={`${String(band.set)} ${band.phase} ${String(band.from)} ${String(band.bottom)}`}
            band={band}
            place={place}
            sets={rollout.sets}
          />
        ))}
        {labelsOf(bands).map(({ set, from, bottom, top }) => (
          <span
            key={set}
            className="wl-band-name t1 num"
            style={{ left: percent(from), bottom: place((bottom + top) / 2) }}
            title={own.revisionN(count(rollout.sets[set]?.revision ?? 0))}
          >
            {count(rollout.sets[set]?.revision ?? 0)}
          </span>
        ))}
        <Lines rollout={rollout} axis={axis} ceiling={ceiling} />
        <NowLine at={axis.place(answer)} />
      </div>
      <Labels answer={answer} rollout={rollout} ceiling={ceiling} height={height} />
    </div>
  );
}

interface BandBoxProps {
  readonly band: Band;
  readonly sets: readonly SetView[];
  readonly place: (pods: number) => string;
}

function BandBox({ band, sets, place }: BandBoxProps): ReactElement {
  const { from, to, bottom, top, phase, set, ahead } = band;
  const old = sets[set]?.current !== true;
  return (
    <span
      className={`wl-band ${old ? 'old' : ''} ${ahead ? 'ahead' : ''}`}
      data-phase={phase}
      data-pods={top - bottom}
      style={{
        left: percent(from),
        width: percent(to - from),
        bottom: place(bottom),
        height: place(top - bottom),
        backgroundColor: `var(--p-${phase})`,
        borderColor: `var(--p-${phase}-l)`,
      }}
    />
  );
}

interface LinesProps {
  readonly rollout: RolloutView;
  readonly axis: Axis;
  readonly ceiling: number;
}

/** The bounds, and what the status counts as available: lines that step. */
function Lines({ rollout, axis, ceiling }: LinesProps): ReactElement {
  const path = (corners: readonly (readonly [number, number])[]): string =>
    corners
      .map(
        ([x, value], i) =>
          `${i === 0 ? 'M' : 'L'}${(x * 1000).toFixed(2)} ${(1000 - (value / ceiling) * 1000).toFixed(2)}`,
      )
      .join('');
  const most = stepLine(rollout.bounds, (point) => point.most, axis);
  const least = stepLine(rollout.bounds, (point) => point.least, axis);
  const available = stepLine(rollout.counts, (point) => point.available, axis);
  return (
    <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
      <path className="most" d={path(most)} />
      <path className="least" d={path(least)} />
      <path className="halo" d={path(available)} />
      <path className="available" d={path(available)} />
    </svg>
  );
}

/** Labels must not lie on each other: the chart is at least so high a line. */
const LABEL = 16;

function Labels({
  answer,
  rollout,
  ceiling,
  height,
}: RolloutProps & { readonly ceiling: number; readonly height: number }): ReactElement {
  const own = useWorkloadWords();
  const bounds = stretchAt(rollout.bounds, answer.step);
  if (bounds === undefined) return <span />;
  const { replicas, most, least } = bounds;
  const rows = [
    ...(most === undefined
      ? []
      : [{ id: 'most', value: most, text: own.mostLine(count(most), count(replicas), count(most - replicas)) }]),
    ...(least === undefined
      ? []
      : [{ id: 'least', value: least, text: own.leastLine(count(least), count(replicas), count(replicas - least)) }]),
  ];
  let above = -Infinity;
  return (
    <div className="wl-labels t1 num" style={{ height }}>
      {rows.map(({ id, value, text }) => {
        const top = Math.max(above + LABEL, height - (value / ceiling) * height - LABEL / 2);
        above = top;
        return (
          <span key={id} className={id} data-bound={id} data-pods={value} style={{ top }}>
            {text}
          </span>
        );
      })}
    </div>
  );
}

// --- numbers ---

export function Numbers({ answer, rollout }: RolloutProps): ReactElement {
  const own = useWorkloadWords();
  const counts = stretchAt<CountsPoint>(rollout.counts, answer.step);
  const bounds = stretchAt<BoundsPoint>(rollout.bounds, answer.step);
  const wanted = bounds?.replicas ?? 0;
  const { misscheduled = 0 } = counts ?? {};
  const rows = [
    ['wanted', wanted],
    ['replicas', counts?.replicas ?? 0],
    ['updated', counts?.updated ?? 0],
    ['ready', counts?.ready ?? 0],
    ['available', counts?.available ?? 0],
    ['unavailable', counts?.unavailable ?? 0],
    ...(misscheduled > 0 ? [['misscheduled', misscheduled] as const] : []),
  ] as const;
  return (
    <dl className="wl-numbers num" data-testid="rollout-numbers">
      {rows.map(([name, value]) => (
        <div key={name} data-count={name} data-value={value} className={name === 'available' ? 'line' : ''}>
          <dt>{own.counts[name]}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

// --- revisions with their Pods ---

export function Sets({ answer, rollout }: RolloutProps): ReactElement {
  const own = useWorkloadWords();
  const shown = [...rollout.sets]
    .reverse()
    .filter((set) => set.current || set.wanted > 0 || podsOfSet(answer.pods, set.hash, answer.step).length > 0);
  return (
    <section className="plain">
      <h2>{own.sets}</h2>
      <ul className="wl-sets">
        {shown.map((set) => (
          <SetRow key={set.key} set={set} answer={answer} />
        ))}
      </ul>
    </section>
  );
}

function SetRow({ set, answer }: { readonly set: SetView; readonly answer: WorkloadAnswer }): ReactElement {
  const own = useWorkloadWords();
  const { selection } = useShell();
  const pods = [...podsOfSet(answer.pods, set.hash, answer.step)].sort(
    (a, b) => Number(isLeaving(a.stretch.stage)) - Number(isLeaving(b.stretch.stage)),
  );
  const staying = pods.filter(({ stretch }) => !isLeaving(stretch.stage)).length;
  return (
    <li data-set={set.key} data-current={set.current} data-pods={pods.length}>
      <div className="wl-set-name">
        <b>{set.revision === 0 ? keyParts(set.key).name : own.revisionN(count(set.revision))}</b>
        {set.current && <span className="wl-tag">{own.current}</span>}
        <span className="t1 i3 mono ell" title={set.key}>
          {keyParts(set.key).name}
        </span>
        <span className="t1 i2 mono ell">{set.images.join(', ')}</span>
      </div>
      <div className="wl-tokens">
        {pods.map(({ life, stretch }) => (
          <button
            key={life.uid}
            type="button"
            className="wl-token"
            data-phase={stretch.phase}
            title={`${keyParts(life.key).name}: ${own.stages[stretch.stage]}`}
            aria-label={`${keyParts(life.key).name}: ${own.stages[stretch.stage]}`}
            onClick={() => {
              selection.select(life.key);
            }}
          >
            <PodGlyph phase={stretch.phase} size={20} />
          </button>
        ))}
      </div>
      <span className="num wl-set-count">
        {set.wanted < 0 ? count(staying) : own.ofWanted(count(staying), count(set.wanted))}
        {staying < pods.length && <span className="t1 i2 wl-leaving">{own.leaving(count(pods.length - staying))}</span>}
      </span>
    </li>
  );
}
