/** Who watches from where: a row a watch, all on one axis of revisions, under the window that the watch cache has. */
import { useState, type ReactElement } from 'react';
import { axisOf, placeOn, trouble, watchGroups, type Axis, type WatchGroup } from '../../derive/api-server.ts';
import { count, simTime, span } from '../../derive/words/numbers.ts';
import type { ApiServerAnswer, WindowView } from '../../protocol/protocol.ts';
import { MoreButton } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { useShell } from '../kit/shell.ts';
import { useRoomWords } from './room.ts';
import { WatchLine } from './watch-line.tsx';

/** Watches of a resource that are shown at first. */
const FIRST = 4;

export function Watchers({ answer }: { readonly answer: ApiServerAnswer }): ReactElement {
  const own = useRoomWords();
  const axis = axisOf(answer);
  const groups = watchGroups(answer);
  const watched = groups.filter(({ watches }) => watches.length > 0);
  const [quiet, setQuiet] = useState(false);
  const busy = watched.filter(isBusy);
  const still = watched.length - busy.length;
  const others = groups.filter(({ watches, window }) => watches.length === 0 && hadEvents(window));
  return (
    <section className="plain" aria-label={own.watchers} data-testid="watches" data-count={answer.watchCount}>
      <h2>{own.watchers}</h2>
      <p className="i2">{own.watchersHint}</p>
      <Faults answer={answer} />
      {watched.length === 0 ? (
        <p className="i3">{own.nobodyWatches}</p>
      ) : (
        <div className="aps-axis">
          <Ruler axis={axis} answer={answer} />
          {(quiet ? watched : busy).map((group) => (
            <Group key={group.window.resource} group={group} axis={axis} answer={answer} />
          ))}
          {still > 0 && (
            <p className="aps-still">
              <MoreButton
                open={quiet}
                onOpen={setQuiet}
                more={own.stillWatched(count(still))}
                fewer={own.fewerWatches}
              />
            </p>
          )}
          <Legend />
        </div>
      )}
      {others.length > 0 && (
        <p className="t1 i3 aps-after">{own.unwatched(others.map(({ window }) => window.resource).join(', '))}</p>
      )}
      {answer.watches.length < answer.watchCount && (
        <p className="t1 i3">{own.onlyFirst(count(answer.watches.length), count(answer.watchCount))}</p>
      )}
    </section>
  );
}

const hadEvents = ({ events, forgotten }: WindowView): boolean => events > 0 || forgotten === true;

/** There is something to see: events, or there were some, or a watch in trouble. */
const isBusy = ({ window, watches }: WatchGroup): boolean =>
  hadEvents(window) ||
  watches.some((watch) => trouble(watch) > 0 || watch.underWay > 0 || watch.seen > watch.openedFrom);

function Faults({ answer: { faults } }: { readonly answer: ApiServerAnswer }): ReactElement | undefined {
  const own = useRoomWords();
  const { run } = useShell();
  const perSecond = run?.answer.ticksPerSecond ?? 1;
  if (faults.length === 0) return undefined;
  return (
    <ul className="aps-faults" aria-label={own.faults}>
      {faults.map(({ id, target, kind, ticks, sinceTick }) => (
        <li key={id} className="note warn-note">
          <Icon name="warn" />
          <span>
            {own.faultKinds[kind]} <span className="mono">{target}</span>
            {ticks > 0 && ` · ${own.slowed(span((ticks / perSecond) * 1e6))}`}
            {` · ${own.since(simTime((sinceTick / perSecond) * 1e6))}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface AxisProps {
  readonly axis: Axis;
  readonly answer: ApiServerAnswer;
}

/** Figures of the axis, the present revision in the colour of this step where this step wrote it, and the compaction. */
function Ruler({ axis, answer }: AxisProps): ReactElement {
  const own = useRoomWords();
  const fresh = answer.commits[0]?.step === answer.step && answer.step > 0;
  const { compacted, revision } = answer;
  return (
    <div className="aps-row aps-ruler" aria-hidden="true">
      <span className="aps-who">{compacted > 0 ? own.compactedBelow(count(compacted)) : ''}</span>
      <span className="aps-place num">
        {axis.ticks
          .filter((tick) => placeOn(axis, tick) < 90)
          .map((tick) => (
            <span key={tick} className="tick" style={{ left: `${String(placeOn(axis, tick))}%` }}>
              {count(tick)}
            </span>
          ))}
        <span className={`tick head ${fresh ? 'is-now' : ''}`} style={{ left: '100%' }}>
          {count(revision)}
        </span>
      </span>
      <span />
    </div>
  );
}

function Group({ group, axis, answer }: AxisProps & { readonly group: WatchGroup }): ReactElement {
  const own = useRoomWords();
  const [all, setAll] = useState(false);
  const { window, watches } = group;
  const shown = all ? watches : watches.slice(0, FIRST);
  return (
    <div className="aps-group" role="group" aria-label={window.resource} data-resource={window.resource}>
      <Window group={group} axis={axis} answer={answer} />
      {shown.map((watch) => (
        <WatchLine key={watch.id} watch={watch} axis={axis} />
      ))}
      {watches.length > FIRST && (
        <MoreButton
          open={all}
          onOpen={setAll}
          more={own.moreWatches(count(watches.length - FIRST))}
          fewer={own.fewerWatches}
        />
      )}
    </div>
  );
}

/** The resource with its window: what the watch cache has, and what it has forgotten. */
function Window({ group: { window }, axis, answer }: AxisProps & { readonly group: WatchGroup }): ReactElement {
  const own = useRoomWords();
  const { resource, oldest, newest, events, capacity, objects, goneBelow, forgotten } = window;
  const gone = Math.max(goneBelow, answer.compacted);
  const held = oldest !== undefined && newest !== undefined;
  return (
    <div
      className="aps-row aps-window"
      data-gone={gone}
      data-forgotten={forgotten}
      data-oldest={oldest}
      data-newest={newest}
    >
      <span className="aps-who">
        <b className="mono">{resource}</b> <span className="i3">{own.objects(count(objects))}</span>
      </span>
      <span className="aps-place" aria-hidden="true">
        {gone > axis.from && <span className="gone" style={{ width: `${String(placeOn(axis, gone))}%` }} />}
        {held && (
          <span
            className="held"
            style={{
              left: `${String(placeOn(axis, oldest))}%`,
              width: `${String(Math.max(0, placeOn(axis, newest) - placeOn(axis, oldest)))}%`,
            }}
          />
        )}
      </span>
      <span className="aps-told t1 i3 num">
        {events === 0 ? (forgotten ? own.forgotten : own.noEvents) : own.events(count(events), count(capacity))}
        {gone > 0 && ` · ${own.goneBelow(count(gone))}`}
      </span>
    </div>
  );
}

function Legend(): ReactElement {
  const own = useRoomWords();
  return (
    <ul className="aps-legend t1 i3">
      {own.legend.map(([mark, text]) => (
        <li key={mark}>
          <span className={`aps-mark ${mark}`} aria-hidden="true" /> {text}
        </li>
      ))}
    </ul>
  );
}
