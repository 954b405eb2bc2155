/** The smallest changes that would let the Pod bind, each proved by the engine; one press carries one out in a fork. */
import { useEffect, useState, type ReactElement } from 'react';
import { boundAfter } from '../../derive/attempts.ts';
import { editsWords, fixWords } from '../../derive/words/fixes.ts';
import { objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { Fix, FixesAnswer } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useLayout, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { CopyButton, useAnswerWords } from './answer-page.tsx';
import { useAsAnswered, type AsAnswered } from './as-answered.ts';

/** Proving takes the engine a while: it is asked once the person stands still. */
const STILL_MILLIS = 250;

function useStill(step: number): number | undefined {
  const [still, setStill] = useState<number | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => {
      setStill(step);
    }, STILL_MILLIS);
    return () => {
      clearTimeout(timer);
    };
  }, [step]);
  return still === step ? step : undefined;
}

export function Fixes({ pod, step }: { readonly pod: string; readonly step: number }): ReactElement {
  const words = useAnswerWords();
  const { run } = useShell();
  const still = useStill(step);
  const asked = useAsk(
    run === undefined || still === undefined ? undefined : `${String(run.id)}:${String(step)}`,
    () => (run === undefined ? Promise.resolve(undefined) : run.fixes(step, pod)),
  );
  const answer = asked?.pod === pod && asked.step === step ? asked : undefined;
  return (
    <section className="fixes" aria-busy={answer === undefined}>
      <h2>{words.smallestFix}</h2>
      {answer === undefined ? <p className="i2">{words.lookingForFixes}</p> : <Found answer={answer} />}
    </section>
  );
}

function Found({ answer }: { readonly answer: FixesAnswer }): ReactElement {
  const words = useAnswerWords();
  const lang = useLayout((s) => s.language);
  const { fixes, tried, none } = answer;
  const asAnswered = useAsAnswered(answer.step);
  return (
    <>
      {fixes.length > 0 && (
        <p className="i2">
          {words.fixIntro}
          {asAnswered.leavesOut && ` ${words.leavesOut}`}
        </p>
      )}
      {none !== undefined && (
        <p className="no-fix" data-testid="no-fix" data-code={none.code}>
          {fixWords(none, lang)}
        </p>
      )}
      {fixes.map((fix) => (
        <FixItem key={fix.id} fix={fix} asAnswered={asAnswered} />
      ))}
      {tried.length > 0 && (
        <p className="tried i2">
          {words.triedNoHelp}{' '}
          <span className="i3">{[...new Set(tried.map((note) => fixWords(note, lang)))].join('; ')}</span>
        </p>
      )}
    </>
  );
}

interface FixItemProps {
  readonly fix: Fix;
  readonly asAnswered: AsAnswered;
}

function FixItem({ fix, asAnswered }: FixItemProps): ReactElement {
  const page = useWords();
  const words = useAnswerWords();
  const lang = useLayout((s) => s.language);
  const { commands, selection } = useShell();
  const [busy, setBusy] = useState(false);
  const { outcome } = fix;
  const apply = async (): Promise<void> => {
    setBusy(true);
    const goal: NonNullable<Parameters<typeof commands.fork>[0]['goal']> = (trace, from) =>
      boundAfter(trace, outcome.pod, from);
    const taken = await commands.fork({ entries: asAnswered.entries(fix.entries), goal });
    if (taken) selection.select(outcome.pod);
    else setBusy(false);
  };
  return (
    <article className="fix">
      <h3>{editsWords(fix.edits, lang)}</h3>
      <button
        type="button"
        className="btn"
        data-testid="fix"
        data-fix={fix.code}
        aria-disabled={busy}
        aria-label={`${words.applyFix}: ${editsWords(fix.edits, lang)}`}
        onClick={() => {
          if (!busy) void apply();
        }}
      >
        <Icon name="fork" />
        {words.applyFix}
      </button>
      <Changes fix={fix} />
      <p className="fix-outcome num">
        <span className="ok">
          <Icon name="check" />
        </span>
        <span>
          <b className="ok">{words.verified}</b>
          {page.listComma}
          {words.boundTo(fix.node, count(outcome.steps))}
          {outcome.evicted.length === 0
            ? `${page.listComma}${words.noOtherMoved}`
            : `${page.listComma}${words.evicts(outcome.evicted.join(page.listComma))}`}
        </span>
      </p>
      <Command text={fix.command} />
    </article>
  );
}

const CHANGES_MAX = 6;

function Changes({ fix }: { readonly fix: Fix }): ReactElement | undefined {
  const page = useWords();
  const words = useAnswerWords();
  if (fix.changes.length === 0) return undefined;
  const shown = fix.changes.slice(0, CHANGES_MAX);
  return (
    <div className="diff">
      {shown.map(({ object, path, before, after }, i) => (
        <div key={i} className="diff-field">
          <div className="p">
            {object === fix.outcome.pod ? '' : `${objectName(object)} `}
            {path === '' ? words.whole : path}
          </div>
          {path !== '' && before !== undefined && <div className="d">− {before}</div>}
          {path !== '' && after !== undefined && <div className="a">+ {after}</div>}
          {path === '' && (
            <div className={after === undefined ? 'd' : 'a'}>
              {after === undefined ? '−' : '+'} {objectName(object)}
            </div>
          )}
        </div>
      ))}
      {fix.changes.length > CHANGES_MAX && (
        <div className="p num">{page.moreFields(count(fix.changes.length - CHANGES_MAX))}</div>
      )}
    </div>
  );
}

/** The same for a shell: closed at first where it is long, since the diff above says what it does. */
function Command({ text }: { readonly text: string }): ReactElement {
  const words = useAnswerWords();
  return (
    <div className="command-line">
      <ScrollRegion className="command-text" label={words.asCommand}>
        <code>{text}</code>
      </ScrollRegion>
      <CopyButton text={text} label={words.copyCommand} />
    </div>
  );
}
