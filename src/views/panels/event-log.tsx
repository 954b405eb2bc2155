import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import { count } from '../../derive/words/numbers.ts';
import { sentence, shortSentence } from '../../derive/words/sentence.ts';
import type { Lang } from '../../derive/words/lang.ts';
import { Empty, IconButton, SearchField } from '../kit/controls.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { eventAt, useLayout, usePlayback, useShell, useWords } from '../kit/shell.ts';

/** Rows that the filter lets through; undefined = all steps, 1 .. steps. */
function useMatches(filter: string, quiet: boolean, steps: number, lang: Lang): readonly number[] | undefined {
  const { run } = useShell();
  return useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    if ((wanted === '' && !quiet) || run === undefined) return undefined;
    const { trace } = run;
    const found: number[] = [];
    for (let step = 1; step <= steps; step++) {
      if (quiet && trace.periodic(step)) continue;
      if (wanted === '' || matches(trace, step, wanted, lang)) found.push(step);
    }
    return found;
  }, [filter, quiet, steps, run, lang]);
}

function matches(trace: TraceBuffer, step: number, wanted: string, lang: Lang): boolean {
  const texts = [trace.kindName(step), trace.object(step), trace.subject(step), trace.detail(step)];
  return (
    texts.some((text) => text.toLowerCase().includes(wanted)) ||
    sentence(eventAt(trace, step), lang).toLowerCase().includes(wanted)
  );
}

/** Arrows move from row to row; Enter jumps there. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('li button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const current = buttons.findIndex((button) => button.closest('li')?.classList.contains('on') === true);
  (buttons[at < 0 ? Math.max(0, current) : at + by] ?? buttons[at])?.focus();
}

/** Every step, one sentence a row; the row of this step is marked and in sight. */
export function EventLog(): ReactElement {
  const words = useWords();
  const { run } = useShell();
  const lang = useLayout((s) => s.language);
  const step = usePlayback((s) => s.step);
  const steps = usePlayback((s) => s.steps);
  const [filter, setFilter] = useState('');
  const [quiet, setQuiet] = useState(false);
  const found = useMatches(filter, quiet, steps, lang);
  return (
    <section className="log" aria-label={words.eventLog}>
      <div className="panel-tools">
        <SearchField value={filter} onChange={setFilter} label={words.filterLog} placeholder={words.filter} />
        <span className="t1 i3 num">{words.rows(count(found?.length ?? steps))}</span>
        <IconButton
          icon="clock"
          className={quiet ? 'on' : ''}
          label={words.hidePeriodic}
          aria-pressed={quiet}
          onClick={() => {
            setQuiet(!quiet);
          }}
        />
      </div>
      {run === undefined ? undefined : <Rows trace={run.trace} found={found} step={step} steps={steps} lang={lang} />}
    </section>
  );
}

/** The last row whose step is at or before `step`; -1 where there is none. */
function rowAtOrBefore(found: readonly number[], step: number): number {
  const after = found.findIndex((k) => k > step);
  return after < 0 ? found.length - 1 : after - 1;
}

interface RowsProps {
  readonly trace: TraceBuffer;
  readonly found: readonly number[] | undefined;
  readonly step: number;
  readonly steps: number;
  readonly lang: Lang;
}

function Rows({ trace, found, step, steps, lang }: RowsProps): ReactElement {
  const words = useWords();
  const { commands } = useShell();
  const scroller = useRef<HTMLDivElement>(null);
  const size = found?.length ?? steps;
  const stepOf = (row: number): number => found?.[row] ?? row + 1;
  const list = useVirtualizer({
    count: size,
    getScrollElement: () => scroller.current,
    estimateSize: () => 40,
    getItemKey: (row) => stepOf(row),
    overscan: 8,
  });
  const at = found === undefined ? step - 1 : rowAtOrBefore(found, step);
  // The list object is new at each render; only a new row or another height asks for scrolling.
  const newest = useRef(list);
  useEffect(() => {
    newest.current = list;
  });
  // What stands above may grow, and take room from the list.
  const height = list.scrollRect?.height ?? 0;
  const there = at < size;
  const shown = useRef<{ readonly at: number; readonly align: 'auto' | 'center' }>({ at: -1, align: 'auto' });
  useEffect(() => {
    // After a leap, what comes before the row is in sight, too.
    const far = Math.abs(at - shown.current.at);
    if (far > 0) shown.current = { at, align: far > 1 ? 'center' : 'auto' };
    if (at < 0) newest.current.scrollToOffset(0);
    else if (there) newest.current.scrollToIndex(at, { align: shown.current.align });
  }, [at, there, height]);
  if (size === 0) return <Empty title={found === undefined ? words.nothingYet : words.noMatch} />;
  return (
    <ScrollRegion
      ref={scroller}
      className="log-rows"
      data-testid="event-log"
      label={words.eventLog}
      onKeyDown={walkRows}
    >
      <ol style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const k = stepOf(item.index);
          return (
            <li
              key={item.key}
              ref={list.measureElement}
              data-index={item.index}
              data-step={k}
              className={`${k === step ? 'on' : ''} ${k > step ? 'ahead' : ''}`}
              aria-current={k === step ? 'step' : undefined}
              style={{ transform: `translateY(${String(item.start)}px)` }}
            >
              <button
                type="button"
                title={trace.object(k)}
                tabIndex={-1}
                onClick={() => {
                  commands.jump(k);
                }}
              >
                <span className="num">{count(k)}</span>
                <span>{shortSentence(eventAt(trace, k), lang)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </ScrollRegion>
  );
}
