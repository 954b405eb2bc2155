import type { ReactElement } from 'react';
import { goName, virtualTime } from '../../derive/words/lab.ts';
import { count } from '../../derive/words/numbers.ts';
import type { LabGoroutine, LabObject, LabView } from '../../protocol/lab.ts';
import { Icon } from '../kit/icons.tsx';
import { useLab, useLabState, useLabWords, useStale } from './use-lab.ts';

/** The state after the step shown: goroutines, objects, output, and what could come next. */
export function MachineState(): ReactElement | undefined {
  const view = useLabState((s) => s.main?.view);
  const words = useLabWords();
  const stale = useStale();
  if (view === undefined) return undefined;
  return (
    <div className={stale ? 'lab-state lab-old' : 'lab-state'} data-stale={stale}>
      {stale && <p className="t1">{words.ofTextBefore}</p>}
      <Goroutines goroutines={view.goroutines} />
      <Objects objects={view.objects} />
      <div className="lab-next">
        <Output view={view} />
        <Choices view={view} />
      </div>
    </div>
  );
}

function Goroutines({ goroutines }: { readonly goroutines: readonly LabGoroutine[] }): ReactElement {
  const words = useLabWords();
  return (
    <section aria-labelledby="lab-goroutines">
      <h2 className="lab-h" id="lab-goroutines">
        {words.goroutines}
      </h2>
      <ul className="lab-rows">
        {goroutines.map(({ id, name, state, wait, line, stack, locals }) => (
          <li key={id} data-goroutine={id} data-state={state} data-line={line}>
            <div className="row">
              <b className="lab-go">{goName(id)}</b>
              <span className="mono t1 ell">{name}</span>
              <span className="sp" />
              <span className={state === 'running' ? 'tag acc' : 'tag'}>
                {words.states[state]}
                {wait !== '' && `: ${wait}`}
              </span>
            </div>
            {state !== 'done' && (
              <p className="mono t1 i2">
                {stack
                  .filter((one) => one.line > 0)
                  .map((one) => `${one.func}:${String(one.line)}`)
                  .join(' ← ')}
                {locals.length > 0 && <br />}
                {locals.map(({ name: local, value }) => `${local}=${value}`).join('  ')}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const names = (ids: readonly number[]): string => ids.map(goName).join(' ');

function Objects({ objects }: { readonly objects: readonly LabObject[] }): ReactElement {
  const words = useLabWords();
  return (
    <section aria-labelledby="lab-objects">
      <h2 className="lab-h" id="lab-objects">
        {words.objects}
      </h2>
      {objects.length === 0 && <p className="i2">{words.noObjects}</p>}
      <ul className="lab-rows">
        {objects.filter(isLive).map((one, index) => (
          <li key={index} data-object={one.name} data-kind={one.kind}>
            <ObjectRow object={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sleep that is over says nothing more. */
const isLive = (one: LabObject): boolean => one.kind !== 'counter' || one.of !== 'timer' || one.value !== 'stopped';

const PLACES_MAX = 24;

function ObjectRow({ object }: { readonly object: LabObject }): ReactElement {
  const words = useLabWords();
  const head = (kind: string, value: string): ReactElement => (
    <div className="row">
      <b className="mono">{object.name}</b>
      <span className="t1 i3">{kind}</span>
      <span className="sp" />
      <span className="num t1">{value}</span>
    </div>
  );
  const waits = (label: string, ids: readonly number[]): ReactElement | undefined =>
    ids.length === 0 ? undefined : (
      <p className="t1 i2">
        {label}: <b>{names(ids)}</b>
      </p>
    );
  switch (object.kind) {
    case 'chan': {
      const { capacity, buffer, closed, senders, receivers } = object;
      const size = capacity === 0 ? words.unbuffered : words.bufferOf(count(buffer.length), count(capacity));
      return (
        <>
          {head(words.kinds.chan, closed ? `${size}, ${words.closed}` : size)}
          {capacity > 0 && (
            <div className="lab-buffer mono t1">
              {Array.from({ length: Math.min(capacity, PLACES_MAX) }, (_, place) => (
                <span key={place} className={place < buffer.length ? 'full' : ''}>
                  {buffer[place] ?? ''}
                </span>
              ))}
            </div>
          )}
          {waits(words.senders, senders)}
          {waits(words.receivers, receivers)}
        </>
      );
    }
    case 'mutex':
      return (
        <>
          {head(words.kinds.mutex, `${words.owner}: ${object.owner === 0 ? words.nobody : goName(object.owner)}`)}
          {waits(words.readers, object.readers)}
          {waits(words.waiters, object.waiters)}
        </>
      );
    case 'map':
      return (
        <>
          {head(words.kinds.map, words.entries(count(object.length)))}
          <p className="mono t1 i2">
            {object.entries
              .slice(0, PLACES_MAX)
              .map(({ key, value }) => `${key}:${value}`)
              .join('  ')}
          </p>
        </>
      );
    case 'counter':
      return (
        <>
          {head(
            isNamed(object.of) ? words.of[object.of] : object.of,
            object.of === 'timer' ? virtualTime(Number(object.value)) : object.value,
          )}
          {waits(words.waiters, object.waiters)}
        </>
      );
  }
}

const NAMED = ['waitgroup', 'atomic', 'variable', 'once', 'context', 'timer', 'cond'] as const;
const isNamed = (of: string): of is (typeof NAMED)[number] => NAMED.some((one) => one === of);

function Output({ view }: { readonly view: LabView }): ReactElement {
  const words = useLabWords();
  const run = useLabState((s) => s.main?.run);
  const step = useLabState((s) => s.main?.step ?? 0);
  const ended = step === run?.ops.length;
  const outcome = run?.outcome;
  const stderr = outcome?.stderr ?? '';
  return (
    <section aria-labelledby="lab-output" data-testid="lab-output">
      <h2 className="lab-h" id="lab-output">
        {words.output}
      </h2>
      {view.stdout.length + view.stderr.length === 0 && !ended && <p className="i2">{words.noOutput}</p>}
      {view.stdout.length > 0 && <pre className="mono t1">{view.stdout.join('\n')}</pre>}
      {view.stderr.length > 0 && (
        <pre className="mono t1" data-testid="lab-own-stderr" title={words.standardError}>
          {view.stderr.join('\n')}
        </pre>
      )}
      {ended && stderr !== '' && (
        <pre className="mono t1 bad" data-testid="lab-stderr">
          {stderr}
        </pre>
      )}
      {ended && outcome?.exit !== undefined && (
        <p className="t1 i2" data-exit={outcome.exit}>
          {words.ended(String(outcome.exit))}
          {outcome.leaked > 0 && `; ${words.leaked(count(outcome.leaked))}`}
        </p>
      )}
      {ended && run.cut && (
        <p className="t1 i2" data-endless={run.endless?.goroutine}>
          {run.endless === undefined
            ? words.endless
            : words.endlessRun(goName(run.endless.goroutine), count(run.endless.line))}
        </p>
      )}
    </section>
  );
}

function Choices({ view }: { readonly view: LabView }): ReactElement {
  const lab = useLab();
  const words = useLabWords();
  return (
    <section aria-labelledby="lab-choices" data-testid="lab-choices" data-count={view.choices.length}>
      <h2 className="lab-h" id="lab-choices">
        {words.choices}
      </h2>
      <p className="t1 i2">{view.choices.length === 0 ? words.noChoice : words.choicesHint}</p>
      <ul className="lab-choice-list">
        {view.choices.map(({ goroutine, label, taken, schedule }, index) => {
          const text = [goName(goroutine), label].filter((one) => one !== '').join(': ');
          return (
            <li key={index}>
              <button
                type="button"
                className="btn"
                aria-pressed={taken}
                data-goroutine-choice={goroutine}
                onClick={() => void lab.fork(schedule, view.step + 1)}
              >
                {taken ? <Icon name="check" /> : <Icon name="fork" />}
                {text}
                {taken && <span className="t1 i3">{words.willHappen}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
