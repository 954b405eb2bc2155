import type { ReactElement } from 'react';
import type { Variant } from '../../labs/lab.ts';
import { goName, type LabWords } from '../../derive/words/lab.ts';
import { count } from '../../derive/words/numbers.ts';
import type { LabExploration, LabOutcome, LabTrouble } from '../../protocol/lab.ts';
import { labOf, variantOf } from '../../store/lab-state.ts';
import { Icon } from '../kit/icons.tsx';
import { useLab, useLabState, useLabWords } from './use-lab.ts';

/** Every way the program can end, and the trouble on the way. */
export function Explore(): ReactElement {
  const lab = useLab();
  const words = useLabWords();
  const found = useLabState((s) => s.exploration);
  const exploring = useLabState((s) => s.exploring);
  const broken = useLabState((s) => s.problems.length > 0);
  return (
    <section
      className="lab-explore"
      data-testid="explore"
      data-state={exploring ? 'running' : found === undefined ? 'idle' : found.done ? 'done' : 'cancelled'}
      data-outcomes={found?.outcomes.length ?? 0}
      data-troubles={found?.troubles.length ?? 0}
      data-complete={String(found?.complete ?? false)}
      aria-labelledby="lab-explore"
    >
      <div className="row">
        <h2 className="lab-h" id="lab-explore">
          {words.explorer}
        </h2>
        <span className="sp" />
        {exploring ? (
          <button
            type="button"
            className="btn"
            onClick={() => {
              lab.stopExploring();
            }}
          >
            <Icon name="close" />
            {words.cancel}
          </button>
        ) : (
          <button
            type="button"
            className="btn"
            disabled={broken}
            {...(broken ? { 'aria-describedby': 'lab-explore-broken' } : {})}
            onClick={() => void lab.explore()}
          >
            <Icon name="search" />
            {found === undefined ? words.explore : words.exploreAgain}
          </button>
        )}
      </div>
      {broken && (
        <p className="t1 i2" id="lab-explore-broken">
          {words.broken}
        </p>
      )}
      {exploring && <progress aria-label={words.explorer} />}
      {found !== undefined && <Statement found={found} exploring={exploring} words={words} />}
      {found !== undefined && <Troubles found={found} />}
      {found !== undefined && <Outcomes found={found} />}
    </section>
  );
}

interface StatementProps {
  readonly found: LabExploration;
  readonly exploring: boolean;
  readonly words: LabWords;
}

function Statement({ found, exploring, words }: StatementProps): ReactElement {
  const states = count(found.states);
  const said = exploring
    ? words.exploring(states, count(found.steps))
    : found.complete
      ? words.exhaustive(states)
      : found.bound === 'none'
        ? words.cancelled(states)
        : words.bound[found.bound](states);
  return (
    <p className="t1 i2 num" role="status">
      {said}
    </p>
  );
}

function useVariant(): Variant {
  const lab = useLabState((s) => s.lab);
  return variantOf(
    labOf(lab),
    useLabState((s) => s.variant),
  );
}

/** The program itself says that the trouble of its lab happened. */
const isSign = ({ stdout }: LabOutcome, sign: string | undefined): boolean =>
  sign !== undefined && stdout.some((line) => line.startsWith(sign));

function Troubles({ found }: { readonly found: LabExploration }): ReactElement | undefined {
  const lab = useLab();
  const words = useLabWords();
  const { sign } = useVariant();
  if (found.outcomes.some((one) => isSign(one, sign)) && found.troubles.length === 0) return undefined;
  if (found.troubles.length === 0) return <p>{found.complete ? words.noTrouble : words.noTroubleYet}</p>;
  return (
    <ul className="lab-rows" aria-label={words.troubles(count(found.troubles.length))}>
      {found.troubles.map((one, index) => {
        const { kind, lines, picks, steps } = one;
        const isFatal = kind === 'panic' && one.detail.startsWith('fatal error');
        const title = words.trouble[isFatal ? 'fatal' : kind];
        const detail = detailOf(one, words);
        return (
          <li key={index} data-trouble={kind}>
            <div className="row">
              <span className="bad">
                <Icon name="warn" />
              </span>
              <b>{title}</b>
              <span className="sp" />
              <button
                type="button"
                className="btn"
                aria-label={words.showOutcome(`${title} ${detail}`)}
                onClick={() => void lab.showWay(picks, steps, lines)}
              >
                {words.show}
              </button>
            </div>
            <p className="t1 i2">
              <span className={PROSE.has(kind) ? '' : 'mono'}>{detail}</span>
              {lines.length > 0 && !PROSE.has(kind) && ` (${placesOf(one, words)})`}
              {PROSE.has(kind) ? '; ' : ' '}
              {words.afterSteps(count(steps))}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** "write line 15, read line 17": where what was done differs, it is said. */
const placesOf = ({ lines, deeds }: LabTrouble, words: LabWords): string =>
  lines
    .map((line, index) => {
      const deed = deeds?.[index];
      return deed === undefined ? words.line(count(line)) : words.deeds[deed](count(line));
    })
    .join(', ');

/** These say their lines themselves. */
const PROSE: ReadonlySet<LabTrouble['kind']> = new Set(['hang', 'endless']);

function detailOf({ kind, detail, lines, goroutines }: LabTrouble, words: LabWords): string {
  if (!PROSE.has(kind)) return detail;
  const places = goroutines.map((id, index) => [goName(id), count(lines[index] ?? 0)] as const);
  if (kind === 'endless') {
    return [...places.map(([g, line]) => words.endlessOf(g, line)), words.endlessHow[detail] ?? ''].join('; ');
  }
  if (places.length === 0) return words.pastHorizon;
  return words.spinsOf(places.map(([g, line]) => words.spinPlace(g, line)).join(', '));
}

/** Endings that stand open without a press. */
const SHOWN_MAX = 6;

function Outcomes({ found }: { readonly found: LabExploration }): ReactElement {
  const lab = useLab();
  const words = useLabWords();
  const { sign, expect } = useVariant();
  // Those that show the fault come first, and in sight.
  const signed = found.outcomes.filter((one) => isSign(one, sign));
  const ordered = [...signed, ...found.outcomes.filter((one) => !isSign(one, sign))];
  return (
    <details open={signed.length > 0 || ordered.length <= SHOWN_MAX}>
      <summary>{words.outcomes(count(found.outcomes.length))}</summary>
      <ul className="lab-rows">
        {ordered.map((one, index) => {
          const text = textOf(one, words);
          return (
            <li key={index} data-outcome={one.exit ?? 'none'} data-sign={String(isSign(one, sign))}>
              <div className="row">
                {isSign(one, sign) && (
                  <b className="bad lab-sign">
                    <Icon name="warn" />
                    {words.trouble[expect]}
                  </b>
                )}
                <span className="mono t1 lab-outcome">{text}</span>
                <span className="sp" />
                <button
                  type="button"
                  className="btn"
                  aria-label={words.showOutcome(text)}
                  onClick={() => void lab.showWay(one.picks, one.steps)}
                >
                  {words.show}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Without the goroutines that were still there: endings that differ in these alone are one. */
function textOf({ stdout, stderr, exit, endless }: LabExploration['outcomes'][number], words: LabWords): string {
  const lines = [...stdout, ...(stderr === '' ? [] : [stderr])];
  const said = lines.length === 0 ? words.nothingPrinted : lines.join(' / ');
  const stays = endless.map(({ goroutine, line }) => words.endlessOf(goName(goroutine), count(line)));
  const never = stays.length === 0 ? words.trouble.hang : `${words.trouble.endless}: ${stays.join(', ')}`;
  const end = exit === undefined ? never : exit === 0 ? '' : words.ended(String(exit));
  return [said, end].filter((one) => one !== '').join('; ');
}

/** Races of the run on screen: the report, and its two lines. */
export function Races(): ReactElement | undefined {
  const lab = useLab();
  const words = useLabWords();
  const races = useLabState((s) => s.main?.run.races);
  if (races === undefined || races.length === 0) return undefined;
  return (
    <section className="lab-race note warn-note" data-testid="lab-race">
      <Icon name="warn" />
      <div>
        <b>{words.race}</b>
        {races.slice(0, 3).map(({ first, second, report }, index) => (
          <div key={index}>
            <pre className="mono t1">{report.join('\n')}</pre>
            <button
              type="button"
              className="btn"
              onClick={() => {
                lab.mark([first.line, second.line]);
                lab.seek(second.step);
              }}
            >
              {words.showLines}
            </button>
          </div>
        ))}
      </div>
    </section>
  );
}
