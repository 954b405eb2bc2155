/** The Reflector: from where it watches, the list that the cache came from, and what it waits for. */
import type { ReactElement } from 'react';
import type { Hop } from '../../derive/informer.ts';
import { count, span } from '../../derive/words/numbers.ts';
import type { InformerWords } from '../../derive/words/informer.ts';
import type { InformerAnswer, ReflectorView } from '../../protocol/protocol.ts';
import { Fact } from './parts.tsx';
import { useInformerWords } from './use-informer.ts';

interface ReflectorProps {
  readonly answer: InformerAnswer;
  readonly hop: Hop;
}

export function ReflectorBox({ answer, hop }: ReflectorProps): ReactElement {
  const own = useInformerWords();
  const { reflector, resource } = answer;
  const { state, lastRevision, watchFrom, relists, backoffTicks, resyncTicks, bookmarks } = reflector;
  return (
    <section
      className={`inf-box inf-reflector ${hop.at === 'reflector' ? 'on' : ''}`}
      aria-label="Reflector"
      data-part="reflector"
      data-state={state}
      data-last={lastRevision}
      data-watch-from={watchFrom}
      data-relists={relists}
    >
      <h2>Reflector</h2>
      <p className="inf-hint">
        {own.allOf(resource)}; {own.states[state]}
      </p>
      <Row
        name={own.watch}
        value={watchFrom === undefined ? '' : own.from(count(watchFrom))}
        on={hop.at === 'reflector' && watches(hop.what)}
      >
        {watchText(reflector, own)}
      </Row>
      <Row
        name={listName(reflector, own)}
        value={askedOf(reflector, own)}
        on={state === 'listing' || (hop.at === 'reflector' && lists(hop.what))}
      >
        {listText(reflector, own)}
      </Row>
      <Row name={own.bookmark} value="" on={hop.at === 'reflector' && hop.what === 'BOOKMARK'}>
        {own.seen(count(bookmarks))}
      </Row>
      <dl className="inf-facts">
        <div className="inf-fact big">
          <dt>{own.lastSeen}</dt>
          <dd className="num">{count(lastRevision)}</dd>
        </div>
        <Fact name={own.relists}>{count(relists)}</Fact>
        <Fact name={own.backoff}>{backoffTicks === undefined ? own.none : own.left(span(backoffTicks))}</Fact>
        <Fact name={own.resync}>{resyncTicks === undefined ? own.off : own.left(span(resyncTicks))}</Fact>
      </dl>
    </section>
  );
}

const lists = (what: string): boolean =>
  what === 'list.delivered' || what.startsWith('request.') || what.startsWith('response.');

const watches = (what: string): boolean => what !== 'BOOKMARK' && !lists(what) && what !== 'resync.checked';

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly on: boolean;
  readonly children: string;
}

function Row({ name, value, on, children }: RowProps): ReactElement {
  return (
    <div className={`inf-row ${on ? 'on' : ''}`}>
      <b>{name}</b>
      <span className="mono">{value}</span>
      <p>{children}</p>
    </div>
  );
}

function watchText({ watchFrom, lastEnd }: ReflectorView, own: InformerWords): string {
  if (watchFrom !== undefined) return lastEnd === undefined ? own.open : `${own.open}; ${own.ended(lastEnd)}`;
  return lastEnd === undefined ? own.noWatch : own.ended(lastEnd);
}

function listName({ mode, relists }: ReflectorView, own: InformerWords): string {
  if (mode === 'watch-list') return own.watchList;
  return relists > 0 ? own.listAgain : own.list;
}

function askedOf({ list }: ReflectorView, own: InformerWords): string {
  if (list === undefined) return own.noList;
  const { resourceVersion } = list;
  if (resourceVersion === '') return own.listNewest;
  return resourceVersion === '0' ? own.listAny : own.listAtLeast(count(Number(resourceVersion)));
}

function listText({ list }: ReflectorView, own: InformerWords): string {
  if (list === undefined) return own.noListWhy;
  const { objects, revision } = list;
  return objects === undefined
    ? own.listOnItsWay
    : own.listed(count(objects), revision === undefined ? '' : count(revision));
}
