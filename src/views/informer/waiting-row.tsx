/** Who has a line in front of its handler, and the way to its lane. There is always one row, so that nothing jumps. */
import type { ReactElement } from 'react';
import { waitingListeners, type WaitingListener } from '../../derive/informer-choice.ts';
import { count, span } from '../../derive/words/numbers.ts';
import type { InformerAnswer } from '../../protocol/protocol.ts';
import { useInformerWords } from './use-informer.ts';

/** Listeners that have room. */
const SHOWN = 4;

export const laneId = (place: number): string => `inf-lane-${String(place)}`;

/** The lane takes the focus, so that the keyboard goes on from there. */
function goToLane(place: number): void {
  const lane = document.getElementById(laneId(place));
  lane?.scrollIntoView({ block: 'center' });
  lane?.focus({ preventScroll: true });
}

export function WaitingRow({ answer }: { readonly answer: InformerAnswer }): ReactElement {
  const own = useInformerWords();
  const all = waitingListeners(answer);
  return (
    <nav className="inf-waiting" aria-label={own.waitingTitle} data-testid="informer-waiting" data-count={all.length}>
      <span className="i3">{all.length === 0 ? own.nobodyWaits : own.waitingTitle}</span>
      {all.slice(0, SHOWN).map((row) => (
        <Entry key={row.place} row={row} />
      ))}
      {all.length > SHOWN && <span className="i3 num">{own.more(count(all.length - SHOWN))}</span>}
    </nav>
  );
}

function Entry({ row }: { readonly row: WaitingListener }): ReactElement {
  const own = useInformerWords();
  const { listener, place, waiting, state } = row;
  const { name, oldestTicks } = listener;
  return (
    <button
      type="button"
      className={`btn ${state}`}
      data-lane={name}
      data-state={state}
      data-waiting={waiting}
      onClick={() => {
        goToLane(place);
      }}
    >
      <b>{name}</b>
      {state === 'blocks' && <span>{own.blocksAll}</span>}
      <span className="num">{own.inLine(count(waiting))}</span>
      {oldestTicks !== undefined && <span className="num">{own.oldestOf(span(oldestTicks))}</span>}
    </button>
  );
}
