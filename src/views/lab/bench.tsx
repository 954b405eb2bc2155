import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  BenchRun,
  type Effort,
  isBusy,
  isVoid,
  planOf,
  PUBLISHED,
  RECORDED,
  type Results,
  spreadOf,
  warmUp,
} from '../../bench/concurrency/page.ts';
import type { BenchWords } from '../../derive/words/bench.ts';
import { count } from '../../derive/words/numbers.ts';
import { Segmented } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { useLayout } from '../kit/shell.ts';
import { BenchChart } from './bench-chart.tsx';
import { Comparisons, Stamp } from './bench-facts.tsx';
import { copyGoText, saveCsv, saveSvg } from './bench-export.ts';
import { Scoring } from './bench-scoring.tsx';
import { BenchTable } from './bench-table.tsx';
import { useBenchWords } from './bench-words.ts';
import { isolate, isolation } from './isolation.ts';
import './bench.css';

/** The page has settled by then: from here on it can be measured without the network. */
const WARM_MILLIS = 1500;

/** The benchmark: what is measured on this machine, beside figures from elsewhere that are told apart. */
export function BenchView(): ReactElement {
  const words = useBenchWords();
  const [run] = useState(() => new BenchRun());
  const [effort, setEffort] = useState<Effort>('standard');
  const results = useSyncExternalStore(run.subscribe, run.read);
  const running = useSyncExternalStore(run.subscribe, () => run.running);
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    const warm = setTimeout(() => void warmUp(), WARM_MILLIS);
    return () => {
      clearTimeout(warm);
      run.stop('cancelled');
    };
  }, [run]);
  const shown = results !== undefined && !isVoid(results) ? results : undefined;
  return (
    <section
      className="bench"
      data-testid="bench"
      data-state={stateOf(results, running)}
      ref={root}
      aria-labelledby="bench-title"
    >
      <header className="bench-head">
        <h2 id="bench-title">{words.title}</h2>
        <span className={shown === undefined ? 'tag' : 'tag acc'}>
          {shown === undefined ? words.notYet : words.measuredHere}
        </span>
        <Legend words={words} batches={shown?.stamp.batches ?? planOf(effort).batches} />
      </header>
      <Controls run={run} running={running} results={results} effort={effort} onEffort={setEffort} />
      <Notes results={results} words={words} />
      <BenchChart results={shown} />
      {shown !== undefined && <Stamp results={shown} />}
      {shown !== undefined && !running && <Exports results={shown} root={root} />}
      <div className="bench-more">
        <Comparisons results={shown} />
        <Scoring results={shown} />
      </div>
      <section className="bench-bounds">
        <h3>{words.bounds}</h3>
        <p className="i2">{words.boundsText}</p>
      </section>
      <BenchTable results={shown} />
    </section>
  );
}

function stateOf(results: Results | undefined, running: boolean): string {
  if (running) return 'running';
  const end = results?.end;
  if (end === undefined) return 'idle';
  return typeof end === 'string' ? end : 'failed';
}

function Legend({ words, batches }: { readonly words: BenchWords; readonly batches: number }): ReactElement {
  return (
    <ul className="bench-legend t1 i2">
      <li>{words.legend(count(batches))}</li>
      <li>{words.published(PUBLISHED.machine)}</li>
      <li>{words.recordedGo(RECORDED.go, RECORDED.machine)}</li>
    </ul>
  );
}

interface ControlsProps {
  readonly run: BenchRun;
  readonly running: boolean;
  readonly results: Results | undefined;
  readonly effort: Effort;
  readonly onEffort: (effort: Effort) => void;
}

function Controls({ run, running, results, effort, onEffort }: ControlsProps): ReactElement {
  const words = useBenchWords();
  if (running) {
    const done = results?.done ?? 0;
    const total = results?.total ?? 1;
    return (
      <div className="bench-controls">
        <button
          type="button"
          className="btn"
          onClick={() => {
            run.stop('cancelled');
          }}
        >
          <Icon name="close" />
          {words.cancel}
        </button>
        <progress aria-label={words.progress} max={total} value={done} />
        <span className="num i2" role="status">
          {results === undefined ? words.starting : words.batches(count(done), count(total))}
        </span>
      </div>
    );
  }
  return (
    <div className="bench-controls">
      <button type="button" className="btn pri" onClick={() => void run.start(effort)}>
        <Icon name={results === undefined ? 'play' : 'reset'} />
        {results === undefined ? words.run : words.again}
      </button>
      <Segmented
        label={words.effort}
        value={effort}
        options={EFFORTS.map((value) => ({ value, text: words.efforts[value] }))}
        onChange={onEffort}
      />
      <span className="i2 t1">{words.effortHint[effort]}</span>
    </div>
  );
}

const EFFORTS: readonly Effort[] = ['quick', 'standard', 'long'];

function Notes({
  results,
  words,
}: {
  readonly results: Results | undefined;
  readonly words: BenchWords;
}): ReactElement {
  const end = results?.end;
  const said =
    end === undefined || end === 'complete'
      ? undefined
      : typeof end === 'string'
        ? words.ends[end]
        : words.ends.failed(end.failed);
  return (
    <>
      {results !== undefined && end === 'complete' && isBusy(results) && (
        <p className="note warn-note bench-note" role="status" data-testid="bench-busy">
          <Icon name="warn" />
          <span>{words.busy(count(Math.round(100 * spreadOf(results))))}</span>
        </p>
      )}
      {said !== undefined && (
        <p className="note warn-note bench-note" role="status">
          <Icon name="warn" />
          <span>{said}</span>
        </p>
      )}
      {!crossOriginIsolated && <NotIsolated words={words} />}
    </>
  );
}

/** Why locks cannot be measured, and the way to it: by consent where a reload can bring it, else what whoever serves it must do. */
function NotIsolated({ words }: { readonly words: BenchWords }): ReactElement {
  const [state, setState] = useState(isolation);
  const [failed, setFailed] = useState('');
  const [busy, setBusy] = useState(false);
  const ask = (): void => {
    setBusy(true);
    isolate().catch((error: unknown) => {
      setBusy(false);
      setState('tried');
      setFailed(error instanceof Error ? error.message : String(error));
    });
  };
  return (
    <div className="note bench-note" data-testid="not-isolated" data-isolation={state}>
      <Icon name="info" />
      <div>
        <b>{words.isolation}</b>
        <p>{words.isolationWhy}</p>
        {state === 'can-ask' ? (
          <p className="bench-consent">
            <button type="button" className="btn pri" disabled={busy} onClick={ask}>
              <Icon name="reset" />
              {words.isolate}
            </button>{' '}
            <span className="i2">{words.isolateHint}</span>
          </p>
        ) : (
          <p className="i2" role="status">
            {words.isolationStates[state === 'isolated' ? 'tried' : state]} {failed}
          </p>
        )}
        <p className="i2">{words.isolationHow}</p>
        <p className="i2">{words.recordedHint}</p>
      </div>
    </div>
  );
}

interface ExportsProps {
  readonly results: Results;
  readonly root: React.RefObject<HTMLElement | null>;
}

function Exports({ results, root }: ExportsProps): ReactElement {
  const words = useBenchWords();
  const [copied, setCopied] = useState(false);
  const language = useLayout((s) => s.language);
  return (
    <div className="bench-controls">
      <button type="button" className="btn" onClick={() => void copyGoText(results).then(setCopied)}>
        <Icon name={copied ? 'check' : 'copy'} />
        {copied ? words.copied : words.copyGo}
      </button>
      <button
        type="button"
        className="btn"
        onClick={() => {
          saveCsv(results);
        }}
      >
        <Icon name="download" />
        {words.csv}
      </button>
      <button
        type="button"
        className="btn"
        onClick={() => {
          if (root.current !== null)
            saveSvg(root.current, `${words.title}: ${words.legend(count(results.stamp.batches))}`, language);
        }}
      >
        <Icon name="download" />
        {words.svg}
      </button>
    </div>
  );
}
