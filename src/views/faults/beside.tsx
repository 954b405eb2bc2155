/** Two runs on one clock: where they part, both pictures at the time shown, what differs, and what it cost. */
import type { ReactElement } from 'react';
import { countsAt, differencesAt, nodeRows, partingOf, recoveryOf, type Difference } from '../../derive/beside.ts';
import type { FaultWords } from '../../derive/words/faults.ts';
import { objectName, shortKey } from '../../derive/words/names.ts';
import { count, simTime, span } from '../../derive/words/numbers.ts';
import type { BesideAnswer, ObjectState } from '../../protocol/protocol.ts';
import { AnswerPage } from '../answers/answer-page.tsx';
import { Empty } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { usePlayback, useShell, useWords } from '../kit/shell.ts';
import { Counts, Picture, stateWord } from './beside-sides.tsx';
import { entryText } from './entry-text.ts';
import { Strips } from './beside-strips.tsx';
import { useBeside, type Both } from './use-beside.ts';
import { useFaultWords } from './use-targets.ts';

export function Beside({ onClose }: { readonly onClose: (() => void) | undefined }): ReactElement {
  const words = useFaultWords();
  const { session } = useShell();
  const both = useBeside();
  const { answer, known } = both;
  const micros = useMicros();
  if (answer === undefined) {
    return (
      <AnswerPage testId="beside" label={words.beside} phase={undefined} title={words.beside} lead="" onClose={onClose}>
        {known ? (
          <Empty title={words.notABranch}>
            <button
              type="button"
              className="btn"
              onClick={() => {
                session.setView('faults');
              }}
            >
              {words.breakIt}
            </button>
          </Empty>
        ) : (
          <p className="i2 fb-looking">{words.looking}</p>
        )}
      </AnswerPage>
    );
  }
  const at = Math.max(micros, answer.fromMicros);
  const title = words.besideTitle(count(answer.from), simTime(at));
  return (
    <AnswerPage
      testId="beside"
      label={words.beside}
      phase={undefined}
      title={title}
      lead={<Lead answer={answer} />}
      onClose={onClose}
      action={<Deeds both={both} answer={answer} at={at} />}
    >
      <Sides both={both} answer={answer} at={at} />
    </AnswerPage>
  );
}

/** Of the moment shown. */
function useMicros(): number {
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  return run === undefined || step === 0 ? 0 : run.trace.time(step);
}

function partingText(answer: BesideAnswer, words: FaultWords): string {
  const parting = partingOf(answer);
  if (parting === undefined) return answer.branch.state === 'running' ? words.notYet : words.neverPart;
  return words.parts(simTime(parting.micros), differs(parting, words));
}

function differs({ key, original, branch }: Difference, words: FaultWords): string {
  const name = objectName(shortKey(key));
  if (original === undefined) return words.onlyBranch(name, stateWord(branch));
  if (branch === undefined) return words.onlyOriginal(name, stateWord(original));
  return words.inBoth(name, stateWord(original, branch), stateWord(branch, original));
}

function Lead({ answer }: { readonly answer: BesideAnswer }): ReactElement {
  const words = useFaultWords();
  const page = useWords();
  return (
    <span className="num">
      {words.besideLead(answer.entries.map((entry) => entryText(entry, words)).join(page.listComma))}{' '}
      <span data-testid="parting">{partingText(answer, words)}</span>
    </span>
  );
}

interface SidesProps {
  readonly both: Both;
  readonly answer: BesideAnswer;
  /** Microseconds. */
  readonly at: number;
}

function Sides({ both, answer, at }: SidesProps): ReactElement {
  const words = useFaultWords();
  const rows = nodeRows(answer, at);
  const onBranch = both.kept === undefined;
  const original = countsAt(answer, answer.original, at);
  const branch = countsAt(answer, answer.branch, at);
  const early = at === answer.fromMicros;
  return (
    <>
      <p className="t1 i2 num fb-at" data-testid="beside-at" data-micros={at}>
        {[
          ...(early ? [words.beforeFork(count(answer.from))] : []),
          ...(rows.original.length > 0 ? [words.differs] : []),
        ].join(' · ')}
      </p>
      <div className="fb-sides">
        <Picture
          letter="A"
          name={words.original}
          text={answer.original.broken ? words.asWritten : words.asItWas}
          rows={rows.original}
          tale={answer.original}
          here={!onBranch}
        />
        <Picture
          letter="B"
          name={words.branch}
          text={answer.entries.map((entry) => entryText(entry, words)).join(', ')}
          rows={rows.branch}
          tale={answer.branch}
          here={onBranch}
        />
      </div>
      {rows.same > 0 && <p className="t1 i3 num">{words.moreNodes(count(rows.same))}</p>}
      <Strips answer={answer} at={at} parting={partingOf(answer)?.micros} />
      <Counts original={original} branch={branch} />
      <Recovery answer={answer} />
    </>
  );
}

function Recovery({ answer }: { readonly answer: BesideAnswer }): ReactElement {
  const words = useFaultWords();
  const recovery = recoveryOf(answer);
  return (
    <p className="fb-recovery num" data-testid="recovery" data-kind={recovery.kind}>
      <b>{words.recovery}</b>{' '}
      {recovery.kind === 'unharmed'
        ? words.unharmed
        : recovery.kind === 'recovered'
          ? words.recovered(span(recovery.micros))
          : words.missing(count(recovery.missing))}
    </p>
  );
}

function Deeds({ both, answer, at }: SidesProps): ReactElement {
  const words = useFaultWords();
  const { run, session, commands } = useShell();
  const onBranch = both.kept === undefined;
  const parting = partingOf(answer);
  // Of the run on screen, whichever it is.
  const step = parting === undefined ? 0 : (run?.trace.stepOfTime(parting.micros) ?? 0);
  return (
    <>
      <section>
        <div className="fb-go" role="group" aria-label={words.beside}>
          <Go
            name={words.original}
            text={words.goOriginal}
            here={!onBranch}
            go={both.goOriginal}
            testId="go-original"
          />
          <Go name={words.branch} text={words.goBranch} here={onBranch} go={both.goBranch} testId="go-branch" />
        </div>
        <p className="t1 i2 num">{words.goHint(simTime(at))}</p>
        <div className="fb-more">
          {parting !== undefined && step > 0 && (
            <button
              type="button"
              className={at < parting.micros ? 'btn pri' : 'btn'}
              data-testid="go-parting"
              onClick={() => {
                commands.jump(step);
              }}
            >
              <Icon name="runto" />
              {words.goParting(count(step))}
            </button>
          )}
          <button
            type="button"
            className="btn"
            onClick={() => {
              session.setView('faults');
            }}
          >
            <Icon name="fork" />
            {words.again}
          </button>
        </div>
      </section>
      <Differences answer={answer} at={at} />
    </>
  );
}

interface GoProps {
  readonly name: string;
  readonly text: string;
  readonly here: boolean;
  readonly go: () => Promise<void>;
  readonly testId: string;
}

function Go({ name, text, here, go, testId }: GoProps): ReactElement {
  const words = useFaultWords();
  return (
    <button
      type="button"
      className={here ? 'btn fb-here' : 'btn'}
      aria-disabled={here}
      data-testid={testId}
      onClick={() => {
        if (!here) void go();
      }}
    >
      {here ? `${name}: ${words.hereNow}` : text}
    </button>
  );
}

/** More rows than anybody reads. */
const ROWS_MAX = 100;

function Differences({ answer, at }: { readonly answer: BesideAnswer; readonly at: number }): ReactElement {
  const words = useFaultWords();
  const rows = differencesAt(answer, at);
  if (rows.length === 0) {
    const parting = partingOf(answer);
    return (
      <section data-testid="differences" data-count={0}>
        <h2>{words.noDifferences}</h2>
        <p className="i2 num">
          {parting === undefined
            ? words.alike
            : at < parting.micros
              ? words.differsLater(simTime(parting.micros))
              : words.alikeAgain}
        </p>
      </section>
    );
  }
  return (
    <section data-testid="differences" data-count={rows.length}>
      <h2 className="num">{words.differences(count(rows.length))}</h2>
      <ScrollRegion className="table-scroll" label={words.differences(count(rows.length))}>
        <table className="t">
          <thead>
            <tr>
              <th scope="col">{words.object}</th>
              <th scope="col">A</th>
              <th scope="col">B</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS_MAX).map((row) => (
              <Row key={row.key} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function Row({ row }: { readonly row: Difference }): ReactElement {
  const words = useFaultWords();
  const { selection, session } = useShell();
  const cell = (state: ObjectState | undefined, other: ObjectState | undefined): ReactElement =>
    state === undefined ? <span className="i3">{words.gone}</span> : <span>{stateWord(state, other)}</span>;
  return (
    <tr data-differs={row.key}>
      <td className="wrap mono">
        <button
          type="button"
          className="link"
          onClick={() => {
            selection.select(row.key);
            session.setView('stage');
          }}
        >
          {objectName(row.key)}
        </button>
      </td>
      <td className="wrap">{cell(row.original, row.branch)}</td>
      <td className="wrap">{cell(row.branch, row.original)}</td>
    </tr>
  );
}
