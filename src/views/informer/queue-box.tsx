/** The queue in the shape of its generation: DeltaFIFO stacks deltas on a key, RealFIFO has one a slot. */
import type { ReactElement } from 'react';
import { slotsShown, type Hop, type ShownSlot } from '../../derive/informer.ts';
import { QUEUE_NAMES } from '../../derive/words/informer-names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { InformerWords } from '../../derive/words/informer.ts';
import type { DeltaView, InformerAnswer } from '../../protocol/protocol.ts';
import { useSize } from '../lab/use-size.ts';
import { DeltaChip, Fact } from './parts.tsx';
import { QueueNote } from './queue-note.tsx';
import { useInformerWords } from './use-informer.ts';

const SLOT_W = 146;
/** Room for the count of those that have none. */
const MORE_W = 64;
/** Chips of a stack that have room. */
const STACK = 5;

interface QueueProps {
  readonly answer: InformerAnswer;
  readonly hop: Hop;
}

export function QueueBox({ answer, hop }: QueueProps): ReactElement {
  const own = useInformerWords();
  const { queue, generation } = answer;
  const { keys, deltas, entries, hasSynced, initialLeft, lockHeldBy, blockedWrites } = queue;
  const on = queue.dedup !== undefined || (hop.at === 'reflector' && hop.into !== '');
  return (
    <section
      className={`inf-box inf-queue ${generation}`}
      aria-label={QUEUE_NAMES[generation]}
      data-testid="informer-queue"
      data-keys={keys}
      data-deltas={deltas}
      data-entries={entries}
      data-synced={hasSynced}
      data-lock={lockHeldBy}
      data-lit={on}
    >
      <header>
        <h2>{QUEUE_NAMES[generation]}</h2>
        <p className="inf-hint">{own.queueHints[generation]}</p>
        <p className="inf-amount num">
          {own.amount[generation]({ keys: count(keys), deltas: count(deltas), entries: count(entries) })}
        </p>
      </header>
      <Slots answer={answer} hop={hop} />
      <div className="inf-under">
        <dl className="inf-facts">
          <Fact name={own.hasSynced} strong>
            {String(hasSynced)}
          </Fact>
          <Fact name={own.initialLeft}>{count(initialLeft)}</Fact>
          <Fact name={own.lock}>{lockHeldBy ?? own.free}</Fact>
          {blockedWrites > 0 && <p className="warn t1">{own.writesWait(blockedWrites)}</p>}
        </dl>
        <QueueNote answer={answer} />
      </div>
    </section>
  );
}

/** "Deleted* 12": a tombstone has a star. */
const deltaText = ({ type, tombstone, revision = '' }: DeltaView): string =>
  `${type}${tombstone ? '*' : ''} ${revision}`.trim();

/** A whole list, a resync of all, or a bookmark. */
function listName([delta]: readonly DeltaView[], own: InformerWords): string {
  return delta?.objects === undefined ? '' : own.wholeList(count(delta.objects));
}

function Slots({ answer, hop }: QueueProps): ReactElement {
  const own = useInformerWords();
  const [element, width] = useSize();
  const { queue, generation } = answer;
  const rows = generation === 'deltafifo' ? 1 : 2;
  const columns = Math.max(1, Math.floor((width - MORE_W) / SLOT_W));
  const { shown, more } = slotsShown(queue, hop, columns * rows);
  return (
    <div ref={element} className="inf-slots">
      {shown.length === 0 && (
        <p className="i3 t1">
          {answer.listeners.some(({ blocksSender }) => blocksSender) ? own.emptyQueue : own.popWaits}
        </p>
      )}
      {shown.length > 0 && (
        <ol>
          {shown.map((slot) => (
            <Slot key={slot.place} {...slot} />
          ))}
        </ol>
      )}
      {more > 0 && (
        <p className="inf-more">
          <b className="num">{own.more(count(more))}</b>
          <span>{own.tail}</span>
        </p>
      )}
    </div>
  );
}

function Slot({ place, slot, chips, now, skipped }: ShownSlot): ReactElement {
  const own = useInformerWords();
  // The line that counts those left out takes the place of one.
  const hidden = chips.length > STACK ? chips.length - STACK + 1 : 0;
  const { key, deltas } = slot;
  const name = key.slice(key.lastIndexOf('/') + 1);
  return (
    <li
      className={now ? 'inf-slot lit' : 'inf-slot'}
      data-slot={key}
      data-place={place}
      data-deltas={deltas.map(deltaText).join(', ')}
    >
      <p className="inf-where">{place === 0 ? own.head : skipped > 0 ? own.more(count(skipped)) : ''}</p>
      {hidden > 0 && <p className="inf-older">{own.older(count(hidden))}</p>}
      <ol>
        {chips.slice(hidden).map((chip, i) => (
          <DeltaChip key={i} chip={chip} />
        ))}
      </ol>
      <p className="inf-key mono" title={key}>
        {key === '' ? listName(deltas, own) : name}
      </p>
    </li>
  );
}
