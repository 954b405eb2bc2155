/** One chunk of the lanes, by key or by pointer: who took it, when, and which nodes are in it. */
import type { ReactElement } from 'react';
import { laneWords } from '../../derive/words/lanes.ts';
import { count } from '../../derive/words/numbers.ts';
import type { LanesOfPoint } from '../../protocol/protocol.ts';
import { useLayout } from '../kit/shell.ts';

interface LaneChoiceProps {
  readonly point: LanesOfPoint;
  readonly host: string;
  readonly chosen: number;
  readonly onChoose: (chunk: number) => void;
  readonly time: (ticks: number) => string;
}

/** As many names as a person looks through. */
const NAMES_MAX = 100;

export function LaneChoice({ point, host, chosen, onChoose, time }: LaneChoiceProps): ReactElement | undefined {
  const words = laneWords(useLayout((s) => s.language));
  const { chunks, walk } = point;
  const chunk = chunks[chosen];
  if (chunk === undefined) return undefined;
  const { worker, first, start, end } = chunk;
  const nodes = walk.slice(first, first + chunk.count);
  const span = `${time(start)} – ${time(end)}`;
  const said = words.chosen(String(worker), count(first + 1), count(first + chunk.count), span);
  return (
    <div className="lane-choice" data-chunk={chosen}>
      <label className="t1">
        <span>
          {words.chunk} <b className="num">{count(chosen + 1)}</b> / {count(chunks.length)}
        </span>
        <input
          type="range"
          min={0}
          max={chunks.length - 1}
          value={chosen}
          aria-valuetext={`${count(chosen + 1)}: ${said}`}
          onChange={(event) => {
            onChoose(Number(event.currentTarget.value));
          }}
        />
      </label>
      <p className="t1 num">
        {said}
        {nodes.includes(host) && <b className="acc"> · {words.hostHere(host)}</b>}
      </p>
      <p className="lane-nodes mono t1">
        {nodes.slice(0, NAMES_MAX).map((name, i) => (
          <span key={name} className={name === host ? 'acc' : ''}>
            {i > 0 ? ' ' : ''}
            {name}
          </span>
        ))}
        {nodes.length > NAMES_MAX && ` ${words.moreNodes(count(nodes.length - NAMES_MAX))}`}
      </p>
    </div>
  );
}
