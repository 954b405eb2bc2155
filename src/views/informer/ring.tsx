/** The ring of a listener, unrolled left to right, or the bounded channel of the article's form. */
import type { ReactElement } from 'react';
import { ringOf, type Ring } from '../../derive/informer.ts';
import type { InformerWords } from '../../derive/words/informer.ts';
import { count, simTime } from '../../derive/words/numbers.ts';
import type { InformerAnswer, ListenerView } from '../../protocol/protocol.ts';
import { useShell } from '../kit/shell.ts';
import { useInformerWords } from './use-informer.ts';

const HEIGHT = 28;

interface RingProps {
  readonly answer: InformerAnswer;
  readonly listener: ListenerView;
  readonly slow: boolean;
}

export function RingPicture({ answer, listener, slow }: RingProps): ReactElement {
  const own = useInformerWords();
  const { run } = useShell();
  const blocking = answer.distribution === 'blocking';
  const ring = ringOf(listener, blocking);
  const { pending, read, write, doubledAt } = listener;
  const last = doubledAt.at(-1);
  const doubled =
    last === undefined || run === undefined ? '' : own.doubled(doubledAt.length, simTime(run.trace.time(last)));
  return (
    <div className="inf-cell inf-ring" data-cells={ring.cells}>
      <span className="inf-label">{blocking ? own.heads.channel : own.heads.ring + own.heads.ringGrows}</span>
      <div className="inf-cells" aria-hidden="true">
        <svg
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${String(ring.cells)} ${String(HEIGHT)}`}
          preserveAspectRatio="none"
        >
          <path className="empty" d={cellsPath([[0, ring.cells]])} />
          <path className={slow ? 'slow' : 'held'} d={cellsPath(ring.filled)} />
        </svg>
        {!blocking && <Marks ring={ring} own={own} pending={pending} />}
      </div>
      <p className="inf-count num">
        {amount(listener, blocking, own)}
        {doubled === '' ? '' : `; ${doubled}`}
        {!blocking && <span className="inf-hidden">; {own.slots(count(read), count(write))}</span>}
      </p>
    </div>
  );
}

/** A cell leaves a gap to the next, however many there are. */
const GAP = 0.12;
const cellsPath = (stretches: Ring['filled']): string =>
  stretches
    .flatMap(([from, to]) =>
      Array.from(
        { length: to - from },
        (_, i) => `M${String(from + i)} 0h${String(1 - GAP)}v${String(HEIGHT)}h${String(GAP - 1)}z`,
      ),
    )
    .join('');

/** Share of the ring by which two labels must be apart to be read. */
const LABELS_APART = 0.25;

/** Both marks; where they stand near each other, one label names both. */
function Marks({
  ring,
  own,
  pending,
}: {
  readonly ring: Ring;
  readonly own: InformerWords;
  readonly pending: number;
}): ReactElement {
  const both = pending > 0 && Math.abs(ring.read - ring.write) < LABELS_APART;
  return (
    <>
      <Mark at={ring.read} label={both ? own.readWrite : own.read} />
      {pending > 0 && <Mark at={ring.write} label={both ? '' : own.write} />}
    </>
  );
}

/** @param props.at 0..1; the label leans to the side that has room */
function Mark({ at, label }: { readonly at: number; readonly label: string }): ReactElement {
  const percent = `${String(at * 100)}%`;
  return (
    <i className="inf-mark" style={{ insetInlineStart: percent }}>
      {label !== '' && <span style={{ transform: `translateX(-${percent})` }}>{label}</span>}
    </i>
  );
}

function amount(listener: ListenerView, blocking: boolean, own: InformerWords): string {
  const { pending, capacity, blocksSender, inHandler } = listener;
  if (blocking && capacity === 0) {
    const { noRoom } = own;
    return blocksSender ? noRoom.waits : inHandler === undefined ? noRoom.idle : noRoom.busy;
  }
  if (blocking && pending >= capacity) return own.full(count(capacity));
  return own.waiting(count(pending), count(capacity));
}
