import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { objectName } from '../../derive/words/names.ts';
import type { WhyAnswer, WhyNode } from '../../protocol/protocol.ts';
import { Empty, StepLink } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { usePlayback, useSelection, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';

const PENDING_MAX = 200;

/** Why a Pod waits: the message as the scheduler wrote it, and for each node the first plugin that said no. */
export default function Why({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const words = useWords();
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const object = useSelection((s) => s.object);
  const pod = object?.startsWith('Pod/') === true ? object : undefined;
  const question = run === undefined || pod === undefined ? undefined : `${String(run.id)}:${String(step)}:${pod}`;
  const answer = useAsk(question, () =>
    run === undefined || pod === undefined ? Promise.resolve(undefined) : run.why(step, pod),
  );
  return (
    <section className="answer" data-testid="why" aria-label={words.whyPending}>
      <header className="q">
        <PodGlyph phase="unsched" size={28} />
        <div>
          <h1>{pod === undefined ? words.whyPending : words.whyTitle(objectName(pod))}</h1>
          {answer !== undefined && <p className="i2">{words.whyStates[answer.state] ?? answer.state}</p>}
        </div>
        {onClose !== undefined && (
          <button type="button" className="btn" onClick={onClose}>
            <Icon name="close" />
            {words.backToStage}
          </button>
        )}
      </header>
      {pod === undefined && <PendingPods step={step} />}
      {answer !== undefined && pod === answer.pod && <Body answer={answer} />}
    </section>
  );
}

/** Where no Pod is chosen: those that wait. */
function PendingPods({ step }: { readonly step: number }): ReactElement {
  const words = useWords();
  const { run, selection } = useShell();
  const rows = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.objects(step),
  );
  const waiting = rows?.filter(({ phase }) => phase === 'unsched' || phase === 'pending') ?? [];
  if (waiting.length === 0) return <Empty title={words.noPendingPods}>{words.selectPodHint}</Empty>;
  return (
    <div className="answer-body">
      <section>
        <h2>{words.pendingPods}</h2>
        <ul>
          {waiting.slice(0, PENDING_MAX).map(({ key, phase }) => (
            <li key={key}>
              <button
                type="button"
                className="row-name"
                onClick={() => {
                  selection.select(key);
                }}
              >
                <PodGlyph phase={phase === 'unsched' ? 'unsched' : 'pending'} />
                <span className="mono">{objectName(key)}</span>
              </button>
            </li>
          ))}
        </ul>
        {waiting.length > PENDING_MAX && (
          <p className="i3 num">{words.moreRows(count(waiting.length - PENDING_MAX))}</p>
        )}
      </section>
    </div>
  );
}

function Body({ answer }: { readonly answer: WhyAnswer }): ReactElement {
  const words = useWords();
  const { commands } = useShell();
  const rejected = answer.nodes.filter((node) => node.plugin !== '');
  return (
    <div className="answer-body">
      {answer.message !== '' && (
        <p className="message mono" data-testid="fit-error">
          {answer.message}
        </p>
      )}
      {answer.needs.length > 0 && <Needs kinds={answer.needs} />}
      {answer.attempts.length > 0 && (
        <section>
          <h2>{words.attempts}</h2>
          <ol className="attempts num">
            {answer.attempts.map((attempt) => (
              <li key={attempt.step}>
                <span className="i3">{words.attemptN(count(attempt.number))}</span>{' '}
                <StepLink step={attempt.step} onJump={commands.jump} name={words.stepN(count(attempt.step))}>
                  {words.stepN(count(attempt.step))}
                </StepLink>
                <span className="i2">{attempt.host === '' ? words.noNodeFits : words.picked(attempt.host)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {answer.nodes.length > 0 && (
        <section>
          <h2>{words.nodesAndReasons}</h2>
          <p className="i2 num">{words.rejectedOf(count(rejected.length), count(answer.nodes.length))}</p>
          <Groups nodes={rejected} />
          <NodeTable nodes={answer.nodes} />
        </section>
      )}
      {answer.nodes.length === 0 && answer.state === 'not-tried' && (
        <Empty title={words.notTried}>{words.notTriedHint}</Empty>
      )}
    </div>
  );
}

function Needs({ kinds }: { readonly kinds: readonly string[] }): ReactElement {
  const words = useWords();
  return (
    <div className="note warn-note">
      <Icon name="warn" />
      <div>
        <b>{words.needsKinds(kinds.join(', '))}</b>
        <p>
          <code>{kubectlFor(kinds)}</code>
        </p>
      </div>
    </div>
  );
}

/** The command that brings what the input left out. */
export const kubectlFor = (kinds: readonly string[]): string =>
  `kubectl get ${kinds.map((kind) => kind.toLowerCase()).join(',')} -A -o yaml`;

/** How many nodes each plugin rejected, in the order the plugins run. */
function Groups({ nodes }: { readonly nodes: readonly WhyNode[] }): ReactElement {
  const words = useWords();
  const groups = new Map<string, WhyNode[]>();
  for (const node of nodes) {
    const group = groups.get(node.plugin);
    if (group === undefined) groups.set(node.plugin, [node]);
    else group.push(node);
  }
  const total = Math.max(1, nodes.length);
  return (
    <ul className="sieve">
      {[...groups].map(([plugin, members]) => (
        <li key={plugin}>
          <b>{plugin}</b>
          <span className="num">{count(members.length)}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="8" fill="var(--n3)" />
            <rect width={(members.length / total) * 100} height="8" fill="var(--mark)" />
          </svg>
          <span className="i2">
            {[...new Set(members.flatMap((node) => node.reasons))].slice(0, 3).join(words.listComma)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function NodeTable({ nodes }: { readonly nodes: readonly WhyNode[] }): ReactElement {
  const words = useWords();
  return (
    <ScrollRegion className="table-scroll why-nodes" label={words.nodesAndReasons}>
      <table className="t num">
        <thead>
          <tr>
            <th scope="col">{words.node}</th>
            <th scope="col">{words.saidNo}</th>
            <th scope="col">{words.reason}</th>
            <th scope="col">{words.askedAndFree}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.name} data-node={node.name} data-plugin={node.plugin} data-status={node.status}>
              <td className="mono">{node.name}</td>
              <td>{node.plugin === '' ? <span className="ok">{words.fits}</span> : node.plugin}</td>
              <td className="wrap">{node.reasons.join(words.listComma)}</td>
              <td className="wrap">
                {node.numbers.map((figure) => (
                  <div key={figure.resource}>
                    {words.figures(
                      figure.resource,
                      amount(figure.resource, figure.asked),
                      amount(figure.resource, figure.free),
                      amount(figure.resource, figure.total),
                    )}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** cpu in milli-cores, memory and storage in Mi, the rest as it is. */
function amount(resource: string, value: number): string {
  if (resource === 'cpu') return `${count(value)}m`;
  if (/memory|storage/.test(resource)) return `${count(value / 1048576)}Mi`;
  return count(value);
}
