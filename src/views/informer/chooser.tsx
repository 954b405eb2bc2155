/** Which informer: all of the cluster, by process and resource, each with what it holds and how far it is behind. */
import { Popover } from 'radix-ui';
import { useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { InformerRow } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { usePlayback, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useInformerWords } from './use-informer.ts';

export function Chooser({ id }: { readonly id: string }): ReactElement {
  const own = useInformerWords();
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="btn inf-pick" aria-label={`${own.choose}: ${id}`} data-testid="informer-choose">
        <Icon name="list" />
        <span className="ell">{id}</span>
        <Icon name="down" size={12} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pop inf-choices"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={own.chooseTitle}
        >
          <h2>{own.chooseTitle}</h2>
          <p className="t1 i2">{own.behindHint}</p>
          <Rows
            id={id}
            onChosen={() => {
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Rows({ id, onChosen }: { readonly id: string; readonly onChosen: () => void }): ReactElement {
  const own = useInformerWords();
  const { run, session } = useShell();
  const step = usePlayback((s) => s.step);
  const answer = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.informers(step),
  );
  const { columns } = own;
  return (
    <ScrollRegion label={own.chooseTitle} className="inf-scroll">
      <table className="inf-table">
        <thead>
          <tr>
            <th scope="col">{columns.process}</th>
            <th scope="col">{columns.resource}</th>
            {[columns.objects, columns.queued, columns.waiting, columns.behind, columns.lastSeen].map((name) => (
              <th key={name} scope="col" className="n">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer?.rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              on={row.id === id}
              onChoose={() => {
                session.setView('informer', row.id);
                onChosen();
              }}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface RowProps {
  readonly row: InformerRow;
  readonly on: boolean;
  readonly onChoose: () => void;
}

function Row({ row, on, onChoose }: RowProps): ReactElement {
  const { id, process, resource, objects, queued, waiting, behind, lastRevision } = row;
  return (
    <tr
      className={on ? 'on' : ''}
      onClick={onChoose}
      data-informer={id}
      data-objects={objects}
      data-queued={queued}
      data-waiting={waiting}
      data-behind={behind}
    >
      <td className="i2">{process}</td>
      <th scope="row">
        {/* The button is the keyboard's way; its press reaches the row. */}
        <button type="button" className="link" aria-current={on}>
          {resource}
        </button>
      </th>
      <td className="n">{count(objects)}</td>
      <td className="n">{count(queued)}</td>
      <td className={waiting > 0 ? 'n strong' : 'n'}>{count(waiting)}</td>
      <td className="n">{count(behind)}</td>
      <td className="n i2">{count(lastRevision)}</td>
    </tr>
  );
}
