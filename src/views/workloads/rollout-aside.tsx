/** Beside a rollout: why it is not further, the clock that it runs against, and the way back. */
import type { ReactElement } from 'react';
import { keyParts, objectName, shortName } from '../../derive/words/names.ts';
import { count, span } from '../../derive/words/numbers.ts';
import type { WaitParams } from '../../derive/words/workloads.ts';
import { stretchAt, undoCommand } from '../../derive/workloads.ts';
import type { RolloutView, WaitRow, WorkloadAnswer } from '../../protocol/protocol.ts';
import { CopyButton, ToStep } from '../answers/answer-page.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useShell } from '../kit/shell.ts';
import { useSpan, useWorkloadWords } from './room.ts';

interface AsideProps {
  readonly answer: WorkloadAnswer;
  readonly rollout: RolloutView;
}

export function RolloutAside({ answer, rollout }: AsideProps): ReactElement {
  const own = useWorkloadWords();
  const { selection } = useShell();
  return (
    <>
      <section data-testid="waits">
        <h2>{own.why}</h2>
        <Waits answer={answer} waits={rollout.waits} />
      </section>
      {rollout.deadline !== undefined && <Deadline answer={answer} deadline={rollout.deadline} />}
      <Bounds answer={answer} rollout={rollout} />
      {rollout.sets.length > 0 && rollout.kind !== 'ReplicaSet' && <History answer={answer} rollout={rollout} />}
      {rollout.owner !== '' && (
        <button
          type="button"
          className="btn"
          onClick={() => {
            selection.select(rollout.owner);
          }}
        >
          {own.toOwner(objectName(rollout.owner))}
        </button>
      )}
    </>
  );
}

function Waits({
  answer,
  waits,
}: {
  readonly answer: WorkloadAnswer;
  readonly waits: readonly WaitRow[];
}): ReactElement {
  const own = useWorkloadWords();
  if (waits.length === 0) return <p className="i2">{own.nothingToWait}</p>;
  const whole = waits.filter(({ pod, code }) => pod === undefined || code === 'ordinal');
  const single = waits.filter(({ pod, code }) => pod !== undefined && code !== 'ordinal');
  return (
    <>
      {whole.map((wait) => (
        <p key={wait.code} className={`wl-wait ${wait.code}`} data-wait={wait.code}>
          <WaitText wait={wait} />
        </p>
      ))}
      {single.length > 0 && (
        <ul className="wl-waits">
          {single.map((wait) => (
            <PodWait key={wait.pod} answer={answer} wait={wait} />
          ))}
        </ul>
      )}
    </>
  );
}

function PodWait({ answer, wait }: { readonly answer: WorkloadAnswer; readonly wait: WaitRow }): ReactElement {
  const { selection } = useShell();
  // A Pod of a StatefulSet has the name of those before it: the last one that was born is meant.
  const life = answer.pods
    .filter(({ key, stretches }) => key === wait.pod && stretchAt(stretches, answer.step) !== undefined)
    .at(-1);
  const now = life === undefined ? undefined : stretchAt(life.stretches, answer.step);
  const { reason, message } = wait.params;
  return (
    <li data-wait={wait.code} data-pod={wait.pod}>
      <button
        type="button"
        className="row-name mono"
        title={wait.pod}
        onClick={() => {
          selection.select(wait.pod);
        }}
      >
        <PodGlyph phase={now?.phase ?? 'pending'} />
        <span>{shortName(keyParts(wait.pod ?? '').name)}</span>
      </button>
      <span className="i2">
        <WaitText wait={wait} />
      </span>
      {reason !== undefined && reason !== '' && <span className="mono t1 i2 wl-said">{reason}</span>}
      {message !== undefined && message !== '' && <span className="t1 i2 wl-said">{message}</span>}
    </li>
  );
}

/** Micros are told as spans, stages in the reader's words. */
function WaitText({ wait }: { readonly wait: WaitRow }): ReactElement {
  const own = useWorkloadWords();
  const { code, params } = wait;
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) texts[name] = typeof value === 'number' ? count(value) : value;
  const micros = Number(params['micros'] ?? 0);
  const stage = String(params['stage'] ?? '');
  const told: WaitParams = {
    ...texts,
    since: span(micros),
    left: span(micros),
    stage: stage in own.stages ? own.stages[stage as keyof typeof own.stages] : stage,
  };
  return <>{own.waits[code](told)}</>;
}

function Deadline({
  answer,
  deadline,
}: {
  readonly answer: WorkloadAnswer;
  readonly deadline: NonNullable<RolloutView['deadline']>;
}): ReactElement {
  const own = useWorkloadWords();
  const spanOf = useSpan();
  const { seconds, sinceTick, dueTick, reason } = deadline;
  const share = dueTick === undefined ? 0 : Math.min(1, (answer.tick - sinceTick) / Math.max(1, dueTick - sinceTick));
  return (
    <section data-testid="deadline" data-runs={dueTick !== undefined}>
      <h2>{own.deadline}</h2>
      <p className="mono t1 i2">{reason}</p>
      {dueTick === undefined ? (
        <p className="i2">{own.deadlineStands}</p>
      ) : (
        <>
          <Gauge share={share} />
          <p className="num">{own.deadlineLeft(spanOf(dueTick - answer.tick), count(seconds))}</p>
        </>
      )}
    </section>
  );
}

/** What of a span is over. The number stands beside it. */
export function Gauge({ share }: { readonly share: number }): ReactElement {
  return (
    <div className="wl-gauge" aria-hidden="true">
      <span style={{ width: `${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%` }} />
    </div>
  );
}

function Bounds({ rollout }: AsideProps): ReactElement | undefined {
  const own = useWorkloadWords();
  const { surge, unavailable, strategy, partition, minReadySeconds } = rollout;
  if (strategy === '') return undefined;
  return (
    <section>
      <h2>{strategy}</h2>
      <ul className="wl-facts num">
        {surge === undefined && unavailable === undefined && <li className="i2">{own.noFence(strategy)}</li>}
        {surge !== undefined && (
          <li data-fence="maxSurge" data-pods={surge.pods}>
            {own.fences('maxSurge', surge.asked, count(surge.pods))}
          </li>
        )}
        {unavailable !== undefined && (
          <li data-fence="maxUnavailable" data-pods={unavailable.pods}>
            {own.fences('maxUnavailable', unavailable.asked, count(unavailable.pods))}
          </li>
        )}
        {partition !== undefined && partition > 0 && <li>{own.partition(count(partition))}</li>}
        {minReadySeconds > 0 && <li>minReadySeconds {count(minReadySeconds)}</li>}
      </ul>
    </section>
  );
}

function History({ answer, rollout }: AsideProps): ReactElement {
  const own = useWorkloadWords();
  const known = [...rollout.sets].reverse().filter(({ created }) => created.step <= answer.step);
  return (
    <section data-testid="revisions">
      <h2>{own.history}</h2>
      <p className="i2">{own.historyHint}</p>
      <ol className="wl-history">
        {known.map((set) => {
          const command = undoCommand(answer.key, set.revision);
          return (
            <li key={set.key} data-revision={set.revision} data-current={set.current}>
              <div className="row">
                <b>{own.revisionN(count(set.revision))}</b>
                {set.current && <span className="wl-tag">{own.current}</span>}
                {!set.exists && <span className="t1 i3">{own.removed}</span>}
                <span className="sp" />
                <ToStep step={set.created.step} />
              </div>
              <p className="mono t1 i2">{set.images.join(', ')}</p>
              {set.cause !== '' && <p className="t1 i2">{set.cause}</p>}
              {!set.current && set.exists && set.revision > 0 && (
                <div className="command-line">
                  <div className="command-text">
                    <code>{command}</code>
                  </div>
                  <CopyButton text={command} label={own.undo} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
