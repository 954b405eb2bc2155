/** A listener's lane: pop's hand, the ring, the handler, and the queue that the handler feeds. */
import type { ReactElement } from 'react';
import { isSlow, progressOf, type Hop } from '../../derive/informer.ts';
import { count, span } from '../../derive/words/numbers.ts';
import type { InformerAnswer, ListenerView } from '../../protocol/protocol.ts';
import { Feeds } from './feeds.tsx';
import { Arrow } from './parts.tsx';
import { RingPicture } from './ring.tsx';
import { useInformerWords } from './use-informer.ts';
import { laneId } from './waiting-row.tsx';

export interface LaneProps {
  readonly answer: InformerAnswer;
  readonly hop: Hop;
  /** In the order in which the listeners are told, from 0. */
  readonly place: number;
}

interface InLaneProps extends LaneProps {
  readonly listener: ListenerView;
}

export function Lane(props: LaneProps): ReactElement | undefined {
  const listener = props.answer.listeners[props.place];
  return listener === undefined ? undefined : <OpenLane {...props} listener={listener} />;
}

function OpenLane(props: InLaneProps): ReactElement {
  const own = useInformerWords();
  const { answer, listener, hop, place } = props;
  const { name, handlerTicks, pending, capacity, read, write, inHand, blocksSender, doubledAt } = listener;
  const slow = isSlow(listener);
  const called = hop.at === 'handler' && hop.listener === name;
  const fed = listener.workQueue !== undefined || listener.schedulerQueues !== undefined;
  const told = hop.at === 'pop' && listener.told;
  const blocking = answer.distribution === 'blocking';
  const pinned = blocksSender && place > 0;
  return (
    <section
      id={laneId(place)}
      tabIndex={-1}
      className={`inf-lane ${slow ? 'slow' : ''} ${told ? 'told' : ''}`}
      aria-label={name}
      data-listener={name}
      data-pending={pending}
      data-capacity={capacity}
      data-read={read}
      data-write={write}
      data-doubled={doubledAt.length}
      data-hand={inHand?.key}
      data-blocks={blocksSender}
      data-slow={slow}
      data-pinned={pinned}
    >
      <div className="inf-name inf-box">
        <h3>{name}</h3>
        <p>{own.each(span(handlerTicks))}</p>
        {pinned && <p className="inf-pinned">{own.pinned(count(place + 1), count(answer.listeners.length))}</p>}
      </div>
      <Arrow gap={!blocking} on={told} />
      <Hand listener={listener} blocking={blocking} />
      <Arrow />
      <RingPicture answer={answer} listener={listener} slow={slow} />
      <Arrow gap={!blocking} on={called} />
      <HandlerBox {...props} called={called} />
      {fed ? <Arrow on={called} /> : <span />}
      <Feeds listener={listener} slow={slow} blocking={blocking} />
    </section>
  );
}

/** What pop holds out; in the blocking form, where the sender stands. */
function Hand({ listener, blocking }: { readonly listener: ListenerView; readonly blocking: boolean }): ReactElement {
  const own = useInformerWords();
  const { inHand } = listener;
  const away = blocking ? own.senderAway : own.idle;
  const text = inHand === undefined ? away : blocking ? own.senderHere : own.inHand;
  return (
    <div className={`inf-cell inf-hand ${inHand === undefined ? '' : 'full'}`}>
      <span className="inf-label">{blocking ? own.heads.sender : own.heads.pop}</span>
      <p title={inHand?.key}>{text}</p>
      {inHand !== undefined && <span className="inf-hidden">{`${METHOD[inHand.kind]} ${inHand.key}`}</span>}
    </div>
  );
}

const METHOD = { add: 'OnAdd', update: 'OnUpdate', delete: 'OnDelete', sync: 'OnUpdate' } as const;

/** A call takes its time: how much of it is over is a matter of the step's time alone. */
function HandlerBox({ answer, listener, hop, called }: InLaneProps & { readonly called: boolean }): ReactElement {
  const own = useInformerWords();
  const { inHandler } = listener;
  const part = progressOf(listener, answer.now);
  const done = called && hop.at === 'handler' && inHandler === undefined;
  const stuck = inHandler !== undefined && inHandler.endsTick === undefined;
  const call = inHandler ?? (done ? { kind: callKind(hop.call), key: hop.key } : undefined);
  const text = call === undefined ? own.idle : `${METHOD[call.kind]} ${call.key.slice(call.key.lastIndexOf('/') + 1)}`;
  const percent = count(Math.round((part ?? (done ? 1 : 0)) * 100));
  return (
    <div
      className={`inf-cell inf-handler ${called ? 'on' : ''}`}
      data-call={call === undefined ? undefined : `${call.kind} ${call.key}`}
      data-progress={part?.toFixed(3)}
    >
      <span className="inf-label">{own.heads.handler}</span>
      <p className="mono" title={call?.key}>
        <span className="ell">{text}</span>
        {inHandler?.revision !== undefined && <span className="i3">{count(Number(inHandler.revision))}</span>}
      </p>
      <div className="inf-bar" aria-hidden="true">
        <i style={{ inlineSize: `${percent}%` }} />
      </div>
      {stuck ? <p className="warn t1">{own.stuck}</p> : <span className="inf-hidden">{own.percent(percent)}</span>}
    </div>
  );
}

const callKind = (call: string): keyof typeof METHOD => (call === 'add' || call === 'delete' ? call : 'update');
