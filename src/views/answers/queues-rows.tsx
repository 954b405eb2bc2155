/** The Pods of one queue, a row each. */
import type { ReactElement } from 'react';
import { keyParts, objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import { QUEUE_TITLES, queueWords } from '../../derive/words/queues.ts';
import { shortSentence } from '../../derive/words/sentence.ts';
import { wakers } from '../../derive/words/wakers.ts';
import type { QueueId, QueueRow } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { eventAt, useLayout, useShell } from '../kit/shell.ts';
import { ToStep, useAnswerWords } from './answer-page.tsx';

interface QueueRowsProps {
  readonly id: QueueId;
  readonly rows: readonly QueueRow[];
}

/** A plugin said no to them, or holds them back. */
const REJECTED: ReadonlySet<QueueId> = new Set(['backoff', 'unschedulable', 'gated']);
const WAITS: ReadonlySet<QueueId> = new Set(['unschedulable', 'gated']);

export function QueueRows({ id, rows }: QueueRowsProps): ReactElement {
  const words = useAnswerWords();
  const own = queueWords(useLayout((s) => s.language));
  const timer = own.timers[id];
  return (
    <ScrollRegion className="table-scroll" label={QUEUE_TITLES[id]}>
      <table className="t num">
        <thead>
          <tr>
            <th scope="col" className="n">
              {own.order}
            </th>
            <th scope="col">{words.pod}</th>
            {id === 'active' && (
              <th scope="col" className="n">
                {own.priority}
              </th>
            )}
            <th scope="col" className="n">
              {words.tries}
            </th>
            {id === 'inflight' && <th scope="col">{own.state}</th>}
            {timer !== undefined && (
              <th scope="col" className="n">
                {timer}
              </th>
            )}
            {REJECTED.has(id) && <th scope="col">{words.rejectedBy}</th>}
            {WAITS.has(id) && <th scope="col">{words.wouldMove}</th>}
            <th scope="col">{own.cause}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <Row key={row.pod} id={id} row={row} place={i + 1} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface RowProps {
  readonly id: QueueId;
  readonly row: QueueRow;
  readonly place: number;
}

function Row({ id, row, place }: RowProps): ReactElement {
  const lang = useLayout((s) => s.language);
  const own = queueWords(lang);
  const { run } = useShell();
  const perSecond = run?.answer.ticksPerSecond ?? 1;
  return (
    <tr data-object={row.pod} data-moved={row.movedAt}>
      <td className="n">{count(place)}</td>
      <th scope="row">
        <PodName row={row} />
      </th>
      {id === 'active' && <td className="n">{count(row.priority)}</td>}
      <td className="n">{count(row.attempts)}</td>
      {id === 'inflight' && <td>{row.binding ? own.binding : own.cycling}</td>}
      {own.timers[id] !== undefined && (
        <td className="n" data-wait={row.waitTicks}>
          {row.waitTicks === undefined ? '' : own.seconds((row.waitTicks / perSecond).toFixed(1))}
        </td>
      )}
      {REJECTED.has(id) && <td className="wrap">{row.plugins.join(', ')}</td>}
      {WAITS.has(id) && (
        <td className="wrap i2">
          {row.plugins
            .map((plugin) => wakers(plugin, lang))
            .filter((text) => text !== '')
            .join('; ')}
        </td>
      )}
      <td className="wrap cause">
        <Cause row={row} />
      </td>
    </tr>
  );
}

function PodName({ row }: { readonly row: QueueRow }): ReactElement {
  const { selection, session } = useShell();
  return (
    <button
      type="button"
      className="row-name"
      title={objectName(row.pod)}
      onClick={() => {
        selection.select(row.pod);
        session.setView('why');
      }}
    >
      <PodGlyph phase={row.phase} />
      <span className="mono">{keyParts(row.pod).name}</span>
    </button>
  );
}

/** The event that put it here: the event of the step at which its place changed. */
function Cause({ row }: { readonly row: QueueRow }): ReactElement {
  const lang = useLayout((s) => s.language);
  const own = queueWords(lang);
  const { run } = useShell();
  if (run === undefined || row.movedAt === 0) return <span className="i3">{own.fromStart}</span>;
  return (
    <>
      <ToStep step={row.movedAt} /> <span>{shortSentence(eventAt(run.trace, row.movedAt), lang)}</span>
      {row.from !== undefined && <span className="i3"> {own.cameFrom(QUEUE_TITLES[row.from])}</span>}
    </>
  );
}
