import { useMemo, useRef, type ReactElement } from 'react';
import { goName, opSentence } from '../../derive/words/lab.ts';
import { count } from '../../derive/words/numbers.ts';
import type { LabRun, LabView } from '../../protocol/lab.ts';
import { draftOf, labOf, textIn, timeOf, variantOf, type Bench } from '../../store/lab-state.ts';
import { Icon } from '../kit/icons.tsx';
import { useLayout } from '../kit/shell.ts';
import type { Editor, Marks } from './editor-view.ts';
import { GoEditor } from './editor.tsx';
import { LanesView } from './lanes.tsx';
import { useLab, useLabState, useLabWords, useStale } from './use-lab.ts';

/** The program that is edited and stepped, its lanes and its problems. */
export function MainProgram(): ReactElement {
  const lab = useLab();
  const words = useLabWords();
  const language = useLayout((s) => s.language);
  const id = useLabState((s) => s.lab);
  const variantId = useLabState((s) => s.variant);
  const text = useLabState((s) => textIn(s, s.variant));
  const edited = useLabState((s) => draftOf(s, s.variant) !== undefined);
  const main = useLabState((s) => s.main);
  const problems = useLabState((s) => s.problems);
  const marked = useLabState((s) => s.marked);
  const variant = variantOf(labOf(id), variantId);
  const stale = useStale();
  const editor = useRef<Editor | undefined>(undefined);
  const marks = useMarks(stale ? undefined : main, marked, problems);
  return (
    <section className="lab-program" data-program={variantId} aria-label={words.program(variant.title[language])}>
      <div className="lab-source">
        <div className="row">
          <h2 className="lab-h">{variant.title[language]}</h2>
          {edited && <span className="tag">{words.edited}</span>}
          <span className="sp" />
          {edited && (
            <button type="button" className="btn" onClick={() => void lab.reset()}>
              {words.reset}
            </button>
          )}
          <button
            type="button"
            className={stale ? 'btn pri' : 'btn'}
            title={`${words.run} (${words.runKeys})`}
            onClick={() => void lab.run()}
          >
            <Icon name="play" />
            {words.run}
          </button>
        </div>
        <GoEditor
          key={`${id}/${variantId}`}
          text={text}
          label={words.program(variant.title[language])}
          marks={marks}
          handle={editor}
          onEdit={(now) => {
            lab.edit(now);
          }}
          onRun={() => void lab.run()}
        />
        <Problems
          onGo={(line, column) => {
            editor.current?.goTo(line, column);
          }}
          stale={stale}
        />
      </div>
      {main !== undefined && (
        <div className={stale ? 'lab-old' : undefined}>
          <Lanes bench={main} seekable />
        </div>
      )}
    </section>
  );
}

/** The other program, at the same moment of virtual time. */
export function OtherProgram({ bench }: { readonly bench: Bench }): ReactElement {
  const words = useLabWords();
  const language = useLayout((s) => s.language);
  const id = useLabState((s) => s.lab);
  const text = useLabState((s) => textIn(s, bench.variant));
  const variant = variantOf(labOf(id), bench.variant);
  const marks = useMarks(bench, NONE, NO_PROBLEMS);
  return (
    <section className="lab-program" data-program={variant.id} aria-label={words.program(variant.title[language])}>
      <div className="lab-source">
        <h2 className="lab-h">{variant.title[language]}</h2>
        <GoEditor key={variant.id} readOnly text={text} label={words.program(variant.title[language])} marks={marks} />
      </div>
      <Lanes bench={bench} />
    </section>
  );
}

const NONE: readonly number[] = [];
const NO_PROBLEMS: Marks['problems'] = [];

function useMarks(bench: Bench | undefined, marked: readonly number[], problems: Marks['problems']): Marks {
  const view = bench?.view;
  const op = bench === undefined ? undefined : bench.run.ops[bench.step - 1];
  return useMemo(
    () => ({ lines: linesOf(view), now: nowLine(view, op?.goroutine ?? 1), marked, problems }),
    [view, op, marked, problems],
  );
}

function linesOf(view: LabView | undefined): ReadonlyMap<number, readonly string[]> {
  const lines = new Map<number, string[]>();
  for (const { id, state, line } of view?.goroutines ?? [])
    if (state !== 'done' && line > 0) lines.set(line, [...(lines.get(line) ?? []), goName(id)]);
  return lines;
}

const nowLine = (view: LabView | undefined, last: number): number =>
  view?.goroutines.find((one) => one.id === last && one.state !== 'done')?.line ?? 0;

interface ProblemsProps {
  readonly stale: boolean;
  readonly onGo: (line: number, column: number) => void;
}

function Problems({ stale, onGo }: ProblemsProps): ReactElement {
  const words = useLabWords();
  const problems = useLabState((s) => s.problems);
  const found = problems.length > 0 ? words.problems(count(problems.length)) : '';
  // Problems keep a text from being run: what is shown beside it is another text's.
  const said = [found, stale ? words.changed : ''].filter((one) => one !== '').join('; ');
  return (
    <div className="lab-problems t1" data-testid="lab-problems" data-count={problems.length}>
      <p className="i2" role="status">
        {said === '' ? words.noProblems : said}
        <span className="i3"> · {words.tab}</span>
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ line, column, message }, index) => (
            <li key={index}>
              <button
                type="button"
                className="link"
                onClick={() => {
                  onGo(line, column);
                }}
              >
                {words.line(count(line))}
              </button>{' '}
              <span className="mono bad">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Lanes({ bench, seekable = false }: { readonly bench: Bench; readonly seekable?: boolean }): ReactElement {
  const lab = useLab();
  const words = useLabWords();
  const { run, step } = bench;
  const { parks, wakes } = useMemo(() => countParks(run, step), [run, step]);
  const op = run.ops[step - 1];
  return (
    <div className="lab-lanes">
      <div className="row">
        <span className="t1 i2" title={words.virtualHint}>
          {words.virtualTime}
        </span>
        <span className="sp" />
        <span className="t1 num" title={words.costNote}>
          {words.costs(count(parks), count(wakes))}
        </span>
      </div>
      <LanesView
        run={run}
        step={step}
        onSeek={(wanted) => {
          if (seekable) lab.seek(wanted);
          else lab.goToTime(timeOf(run, wanted));
        }}
      />
      <p className="lab-op" data-testid={seekable ? 'lab-op' : undefined} data-kind={op?.kind ?? ''}>
        {op === undefined ? words.sentenceStart : opSentence(op, words)}
      </p>
    </div>
  );
}

function countParks(run: LabRun, step: number): { readonly parks: number; readonly wakes: number } {
  let [parks, wakes] = [0, 0];
  for (const op of run.ops.slice(0, step))
    for (const { goroutine, state } of op.turned) {
      if (state === 'blocked') parks++;
      else if (state === 'runnable' && goroutine !== op.goroutine && op.kind !== 'start') wakes++;
    }
  return { parks, wakes };
}
