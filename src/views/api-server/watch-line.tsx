/** One watch: where it was opened, what reached it, and what is under way. */
import type { ReactElement } from 'react';
import { placeOn, trouble, type Axis } from '../../derive/api-server.ts';
import { count, span } from '../../derive/words/numbers.ts';
import type { WatchView } from '../../protocol/protocol.ts';
import { useShell } from '../kit/shell.ts';
import { useRoomWords } from './room.ts';

interface WatchLineProps {
  readonly watch: WatchView;
  readonly axis: Axis;
}

export function WatchLine({ watch, axis }: WatchLineProps): ReactElement {
  const own = useRoomWords();
  const { id, client, selector, openedFrom, seen, lastSent, underWay } = watch;
  const from = placeOn(axis, openedFrom);
  const to = placeOn(axis, seen);
  const end = placeOn(axis, Math.max(seen, lastSent));
  const at = (left: number): { readonly left: string } => ({ left: `${String(left)}%` });
  return (
    <div
      className={`aps-row aps-watch ${trouble(watch) > 0 ? 'slow' : ''}`}
      data-watch={id}
      data-opened={openedFrom}
      data-seen={seen}
      data-under-way={underWay}
    >
      <span className="aps-who" title={id}>
        <span className="ell">{client}</span>
        <span className="ell mono t1 i3">{selector === '' ? own.everything : selector}</span>
      </span>
      <span className="aps-place" aria-hidden="true">
        <span className="line" style={{ ...at(from), width: `${String(Math.max(0, to - from))}%` }} />
        {end > to && <span className="way" style={{ ...at(to), width: `${String(end - to)}%` }} />}
        <span className={`opened ${openedFrom < axis.from ? 'older' : ''}`} style={at(from)} />
        <span className="seen" style={at(to)} />
      </span>
      <span className="aps-told t1 num">
        <span className="i3">
          {own.openedFrom(count(openedFrom))} · {own.seen(count(seen))}
        </span>
        <Lag watch={watch} />
      </span>
    </div>
  );
}

function Lag({ watch }: { readonly watch: WatchView }): ReactElement {
  const own = useRoomWords();
  const { run } = useShell();
  const perSecond = run?.answer.ticksPerSecond ?? 1;
  const { underWay, slowedTicks = 0, cut, stalled } = watch;
  return (
    <>
      <span className={underWay > 0 ? '' : 'i3'}>{underWay > 0 ? own.behind(count(underWay)) : own.upToDate}</span>
      {slowedTicks > 0 && <span className="tag warn">{own.slowed(span((slowedTicks / perSecond) * 1e6))}</span>}
      {stalled && <span className="tag warn">{own.stalled}</span>}
      {cut && <span className="tag warn">{own.cut}</span>}
    </>
  );
}
