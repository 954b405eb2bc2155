/** What a handler feeds: the controller's work queue, or the scheduler's queues. */
import type { ReactElement } from 'react';
import { QUEUE_TITLES } from '../../derive/words/queues.ts';
import { count, span } from '../../derive/words/numbers.ts';
import type { ListenerView, WorkQueueView } from '../../protocol/protocol.ts';
import { useInformerWords } from './use-informer.ts';

/** Chips of a set that have room. */
const CHIPS = 3;

interface FeedsProps {
  readonly listener: ListenerView;
  readonly slow: boolean;
  readonly blocking: boolean;
}

export function Feeds({ listener, slow, blocking }: FeedsProps): ReactElement {
  const own = useInformerWords();
  const { workQueue, schedulerQueues, oldestTicks, pending } = listener;
  const old = slow && pending > 0 && oldestTicks !== undefined ? own.oldest(span(oldestTicks)) : '';
  if (workQueue !== undefined) return <WorkQueue queue={workQueue} old={old} />;
  if (schedulerQueues !== undefined) return <SchedulerQueues queues={schedulerQueues} old={old} />;
  return (
    <div className="inf-cell inf-feeds none">
      <p>{blocking ? own.noQueueChannel : own.noQueue}</p>
      {old !== '' && <b className="warn">{old}</b>}
    </div>
  );
}

interface Member {
  readonly key: string;
  readonly note?: string;
}

interface RowProps {
  readonly name: string;
  readonly title?: string;
  readonly members: readonly Member[];
  readonly length: number;
  readonly now?: boolean;
  readonly note?: string;
}

function Row({ name, title, members, length, now = false, note = '' }: RowProps): ReactElement {
  const own = useInformerWords();
  const shown = members.slice(0, CHIPS);
  return (
    <div className="inf-set" data-set={name} data-length={length}>
      <dt title={title}>{name}</dt>
      <dd>
        {length === 0 && <span className="i3">{own.queueEmpty}</span>}
        {shown.map(({ key, note: beside }) => (
          <span key={key} className={now ? 'inf-tag lit' : 'inf-tag'} title={key}>
            {key.slice(key.lastIndexOf('/') + 1)}
            {beside !== undefined && ` ${beside}`}
          </span>
        ))}
        {length > shown.length && <span className="i3 num">{own.more(count(length - shown.length))}</span>}
        {note !== '' && <span className="i3">{note}</span>}
      </dd>
    </div>
  );
}

function WorkQueue({ queue, old }: { readonly queue: WorkQueueView; readonly old: string }): ReactElement {
  const own = useInformerWords();
  const failed = new Map(queue.failures.map(({ key, count: times }) => [key, times]));
  const member = (key: string): Member => {
    const times = failed.get(key);
    return times === undefined ? { key } : { key, note: `(${own.failures(count(times))})` };
  };
  const { lengths } = queue;
  const again = queue.processing.some((key) => queue.dirty.includes(key));
  return (
    <div className="inf-cell inf-feeds" data-work-queue={queue.controller}>
      <dl>
        <Row name="queue" members={queue.queue.map(member)} length={lengths.queue} />
        <Row
          name="processing"
          members={queue.processing.map(member)}
          length={lengths.processing}
          now
          note={again ? own.runAgain : ''}
        />
        <Row name="dirty" members={queue.dirty.map((key) => ({ key }))} length={lengths.dirty} />
        <Row
          name="delaying"
          members={queue.delaying.map(({ key, waitTicks }) => ({ key, note: span(waitTicks) }))}
          length={lengths.delaying}
        />
      </dl>
      {old !== '' && <b className="warn">{old}</b>}
    </div>
  );
}

interface SchedulerProps {
  readonly queues: NonNullable<ListenerView['schedulerQueues']>;
  readonly old: string;
}

function SchedulerQueues({ queues, old }: SchedulerProps): ReactElement {
  const own = useInformerWords();
  const shown = queues.filter(({ queue, length }) => length > 0 || queue === 'active' || queue === 'inflight');
  return (
    <div className="inf-cell inf-feeds" data-work-queue="kube-scheduler">
      <dl>
        {shown.map(({ queue, length, pods }) => (
          <Row
            key={queue}
            name={own.schedulerQueues[queue]}
            title={QUEUE_TITLES[queue]}
            members={pods.map((key) => ({ key }))}
            length={length}
            now={queue === 'inflight'}
          />
        ))}
      </dl>
      {old !== '' && <b className="warn">{old}</b>}
    </div>
  );
}
