/** Where the informer microscope looks first: which informer it opens with, and which listeners are told above their lanes. */
import type { InformerAnswer, InformerRow, ListenerView } from '../protocol/protocol.ts';
import { isSlow } from './informer.ts';
import type { TraceBuffer } from './trace-buffer.ts';

const FIRST = 'kube-scheduler pods';

/**
 * The informer that the step concerns, else the one with most waiting, else the last one looked at.
 * @param last "" = none was
 * @returns undefined where the cluster has none
 */
export function startingInformer(
  trace: TraceBuffer,
  step: number,
  rows: readonly InformerRow[],
  last: string,
): string | undefined {
  const known = (id: string): InformerRow | undefined => rows.find((row) => row.id === id);
  const found = concerned(trace, step, rows) ?? busiest(rows) ?? known(last) ?? known(FIRST) ?? rows[0];
  return found?.id;
}

const waits = ({ waiting, queued }: InformerRow): number => waiting + queued;

function busiest(rows: readonly InformerRow[]): InformerRow | undefined {
  const [first] = [...rows].sort((a, b) => waits(b) - waits(a));
  return first === undefined || waits(first) === 0 ? undefined : first;
}

function concerned(trace: TraceBuffer, step: number, rows: readonly InformerRow[]): InformerRow | undefined {
  const subject = step < 1 ? '' : trace.subject(step);
  if (subject === '') return undefined;
  const [kind = ''] = trace.object(step).split('/');
  const own = rows.filter(({ process, listeners }) => process === subject || listeners.includes(subject));
  return (
    rows.find(({ id }) => id === subject) ??
    own.find((row) => row.kind === kind) ??
    // A fault befalls a process, that is all of its informers.
    (trace.kindName(step).startsWith('fault.') ? (busiest(own) ?? own[0]) : undefined)
  );
}

/** A listener with something in front of its handler. */
export interface WaitingListener {
  readonly listener: ListenerView;
  /** In the order in which it is told, from 0. */
  readonly place: number;
  /** Notifications in front of the handler; none that it works on. */
  readonly waiting: number;
  readonly state: 'blocks' | 'slow' | 'waits';
}

const URGENCY = { blocks: 2, slow: 1, waits: 0 } as const;

/** What blocks first, then what is slow; the longest line first. */
export function waitingListeners({ listeners }: Pick<InformerAnswer, 'listeners'>): readonly WaitingListener[] {
  return listeners
    .map((listener, place) => ({ listener, place, waiting: inFront(listener), state: stateOf(listener) }))
    .filter(({ waiting }) => waiting > 0)
    .sort((a, b) => URGENCY[b.state] - URGENCY[a.state] || b.waiting - a.waiting);
}

const inFront = ({ pending, inHand }: ListenerView): number => pending + (inHand === undefined ? 0 : 1);

function stateOf(listener: ListenerView): WaitingListener['state'] {
  if (listener.blocksSender) return 'blocks';
  return isSlow(listener) ? 'slow' : 'waits';
}

/** The lane that everyone waits for comes first, the others in the order in which they are told. */
export function laneOrder({ listeners }: Pick<InformerAnswer, 'listeners'>): readonly number[] {
  const places = listeners.map((_, place) => place);
  const blocks = (place: number): boolean => listeners[place]?.blocksSender === true;
  return [...places.filter(blocks), ...places.filter((place) => !blocks(place))];
}
