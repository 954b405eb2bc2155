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

/** Both marks; where they stand together one word is enough. */
function Marks({
  ring,
  own,
  pending,
}: {
  readonly ring: Ring;
  readonly own: InformerWords;
  readonly pending: number;
}): ReactElement {
  const near = Math.abs(ring.read - ring.write) < 0.1;
  return (
    <>
      <i className={`inf-mark ${near ? 'before' : ''}`} style={{ insetInlineStart: `${String(ring.read * 100)}%` }}>
        <span>{own.read}</span>
      </i>
      {pending > 0 && (
        <i className={`inf-mark ${near ? 'after' : ''}`} style={{ insetInlineStart: `${String(ring.write * 100)}%` }}>
          <span>{own.write}</span>
        </i>
      )}
    </>
  );
}

function amount({ pending, capacity }: ListenerView, blocking: boolean, own: InformerWords): string {
  if (blocking && pending >= capacity) return own.full(count(capacity));
  return own.waiting(count(pending), count(capacity));
}
