/** What would come of a drain, or of more nodes: who goes where, who is stuck, and why. */
import type { ReactElement } from 'react';
import { objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { BlockedPod, ChangeAnswer, MovedPod } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { useWords } from '../kit/shell.ts';
import { useAnswerWords } from './answer-page.tsx';
import { useWhatIfWords } from './what-if-trial.ts';

export function DrainResult({ answer, node }: { readonly answer: ChangeAnswer; readonly node: string }): ReactElement {
  const words = useWhatIfWords();
  const page = useWords();
  const { moved, blocked, makers } = answer;
  const left = moved.filter(({ from }) => from === node);
  const lost = left.filter(({ as }) => as === '');
  const moves = left.filter(({ as }) => as !== '');
  const placed = moves.filter(({ to }) => to !== '');
  const meanwhile = moved.filter(({ from }) => from !== node);
  const nothing = left.length === 0 && blocked.length === 0;
  const alone = blocked.filter(({ reason }) => reason === 'no-controller').length;
  const sums =
    alone > 0
      ? words.drainStops(count(alone))
      : words.drainSums(count(placed.length), count(lost.length), count(blocked.length));
  return (
    <>
      <h3 className="wi-sum">{words.drained(node)}</h3>
      <p className="num" data-testid="what-if-sums" data-moved={placed.length} data-blocked={blocked.length}>
        {nothing ? words.drainNothing : sums}
      </p>
      {makers.length > 0 && (
        <p className="i2" data-testid="what-if-stand-ins">
          {words.standIns(makers.join(page.listComma))}
        </p>
      )}
      <Moves title={words.moves} rows={moves} />
      <Moves title={words.lost} rows={lost} />
      <Stuck rows={blocked} reason="no-controller" />
      <Stuck rows={blocked} reason="refused" />
      <Stuck rows={blocked} reason="pending" />
      <Moves title={words.meanwhile} rows={meanwhile} />
    </>
  );
}

/** Names of the nodes that are added. */
const newNodes = ({ entries }: ChangeAnswer): ReadonlySet<string> =>
  new Set(entries.map(({ body }) => (body as { readonly metadata?: { readonly name?: string } }).metadata?.name ?? ''));

export function AddResult({ answer, like }: { readonly answer: ChangeAnswer; readonly like: string }): ReactElement {
  const words = useWhatIfWords();
  const { moved, blocked, entries } = answer;
  const placed = moved.filter(({ from, to }) => from === '' && to !== '');
  const meanwhile = moved.filter((row) => !placed.includes(row));
  const nobody = placed.length === 0 && blocked.length === 0;
  return (
    <>
      <h3 className="wi-sum num">{words.added(count(entries.length), like)}</h3>
      <p className="num" data-testid="what-if-sums" data-moved={placed.length} data-blocked={blocked.length}>
        {nobody ? words.nobodyWaits : words.addSums(count(placed.length), count(blocked.length))}
      </p>
      <Moves title={words.places} rows={placed} fresh={newNodes(answer)} />
      <Stuck rows={blocked} reason="pending" title={words.stillWait} />
      <Moves title={words.meanwhile} rows={meanwhile} />
    </>
  );
}

/** More rows than anybody reads. */
const ROWS_MAX = 100;

interface MovesProps {
  readonly title: string;
  readonly rows: readonly MovedPod[];
  /** Nodes that were not there before. */
  readonly fresh?: ReadonlySet<string>;
}

function Moves({ title, rows, fresh }: MovesProps): ReactElement | undefined {
  const answers = useAnswerWords();
  const words = useWhatIfWords();
  if (rows.length === 0) return undefined;
  return (
    <section className="wi-part">
      <h3 className="num">
        {title} <span className="i3">{count(rows.length)}</span>
      </h3>
      <ul className="wi-moves">
        {rows.slice(0, ROWS_MAX).map(({ pod, from, as, to }) => (
          <li key={pod} data-pod={pod} data-from={from} data-to={to}>
            <div>
              <b className="mono">{objectName(pod)}</b>
              {as !== '' && as !== pod && <div className="t1 i3 mono">{words.as(objectName(as))}</div>}
            </div>
            <div className="wi-way mono">
              <span>{from === '' ? words.waits : from}</span>
              <Icon name="arrow" />
              <span>
                {to === '' ? (as === '' ? words.gone : words.waits) : to}{' '}
                {fresh?.has(to) === true && <span className="tag">{words.newNode}</span>}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {rows.length > ROWS_MAX && <p className="t1 i3 num">{answers.moreRows(count(rows.length - ROWS_MAX))}</p>}
    </section>
  );
}

interface StuckProps {
  readonly rows: readonly BlockedPod[];
  readonly reason: BlockedPod['reason'];
  readonly title?: string;
}

function Stuck({ rows, reason, title }: StuckProps): ReactElement | undefined {
  const answers = useAnswerWords();
  const words = useWhatIfWords();
  const stuck = rows.filter((row) => row.reason === reason);
  if (stuck.length === 0) return undefined;
  return (
    <section className="wi-part" data-reason={reason}>
      <h3 className="num">
        {title ?? words.stuck[reason]} <span className="i3">{count(stuck.length)}</span>
      </h3>
      {groups(stuck).map(({ message, budget, pods }) => (
        <div key={`${message} ${budget?.name ?? ''}`} className="wi-stuck">
          <ul>
            {pods.slice(0, ROWS_MAX).map((pod) => (
              <li key={pod} className="mono" data-pod={pod}>
                {objectName(pod)}
              </li>
            ))}
          </ul>
          {pods.length > ROWS_MAX && <p className="t1 i3 num">{answers.moreRows(count(pods.length - ROWS_MAX))}</p>}
          {reason === 'no-controller' ? (
            <p className="i2">{words.forceHint}</p>
          ) : (
            <p className="msg-text i2">{message === '' ? words.notTried : message}</p>
          )}
          {budget !== undefined && <Budget budget={budget} />}
        </div>
      ))}
    </section>
  );
}

/** Pods under the same message together, the largest group first. */
function groups(rows: readonly BlockedPod[]): readonly (Omit<BlockedPod, 'pod'> & { readonly pods: string[] })[] {
  const found = new Map<string, Omit<BlockedPod, 'pod'> & { readonly pods: string[] }>();
  for (const { pod, ...row } of rows) {
    const key = `${row.message} ${row.budget?.name ?? ''}`;
    const group = found.get(key) ?? { ...row, pods: [] };
    group.pods.push(pod);
    found.set(key, group);
  }
  return [...found.values()].sort((a, b) => b.pods.length - a.pods.length);
}

function Budget({ budget }: { readonly budget: NonNullable<BlockedPod['budget']> }): ReactElement {
  const words = useWhatIfWords();
  const { name, desiredHealthy, currentHealthy, disruptionsAllowed, uncounted } = budget;
  return (
    <p className="i2 num" data-budget={name}>
      {uncounted
        ? words.uncounted(name)
        : words.budget(name, count(desiredHealthy), count(currentHealthy), count(disruptionsAllowed))}
    </p>
  );
}
