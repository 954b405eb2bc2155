/** Why a Pod waits: the exact message, the sieve of nodes, what would wake it, and the smallest change that would help. */
import { useState, type ReactElement } from 'react';
import { attemptsOf } from '../../derive/attempts.ts';
import { messageParts } from '../../derive/fit-error.ts';
import { sieveOf, type Sieve } from '../../derive/sieve.ts';
import type { AnswerWords } from '../../derive/words/answers.ts';
import { keyParts, objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { TokenPhase, WhyAnswer } from '../../protocol/protocol.ts';
import { Empty } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { kubectlFor } from '../kit/kubectl-for.ts';
import { usePlayback, useSelection, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { AnswerPage, CopyButton, useAnswerWords } from './answer-page.tsx';
import { Fixes } from './fixes.tsx';
import { FitError } from './message.tsx';
import { NextTry } from './next-try.tsx';
import { NoPods, WhoWaits } from './no-pods.tsx';
import { NotRunning } from './not-running.tsx';
import { Preemption } from './preemption.tsx';
import { Reasons } from './reasons.tsx';
import { SieveChart } from './sieve-chart.tsx';
import { Topology } from './topology.tsx';

interface WhyProps {
  readonly onClose?: () => void;
}

const WORKLOAD = /^(?:ReplicaSet|Deployment|StatefulSet|DaemonSet|Job|CronJob)\//;

export default function WhyPending({ onClose }: WhyProps): ReactElement {
  const object = useSelection((s) => s.object);
  const close = onClose === undefined ? {} : { onClose };
  if (object?.startsWith('Pod/') === true) return <OfPod key={object} pod={object} {...close} />;
  return object !== undefined && WORKLOAD.test(object) ? (
    <NoPods key={object} owner={object} {...close} />
  ) : (
    <WhoWaits {...close} />
  );
}

const PHASES: Readonly<Record<string, TokenPhase>> = {
  bound: 'bound',
  running: 'run',
  finished: 'done',
  'not-tried': 'pending',
  gone: 'term',
};
/** States in which a change of the Pod or the cluster could let it bind. */
const WAITS: ReadonlySet<string> = new Set(['pending', 'gated', 'no-scheduler', 'not-tried']);

function OfPod({ pod, onClose }: WhyProps & { readonly pod: string }): ReactElement {
  const words = useWords();
  const answers = useAnswerWords();
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const asked = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.why(step, pod),
  );
  const answer = asked?.pod === pod ? asked : undefined;
  const waits = answer !== undefined && WAITS.has(answer.state);
  const { name } = keyParts(pod);
  const title =
    waits || answer === undefined
      ? words.whyTitle(name)
      : answer.state === 'bound'
        ? answers.whyNotRunning(name)
        : objectName(pod);
  return (
    <AnswerPage
      testId="why"
      label={words.whyPending}
      phase={PHASES[answer?.state ?? ''] ?? 'unsched'}
      title={title}
      lead={answer === undefined ? '' : <Lead answer={answer} />}
      onClose={onClose}
      {...(waits ? { action: <Action answer={answer} step={step} /> } : {})}
    >
      {answer !== undefined && <Argument answer={answer} step={step} />}
    </AnswerPage>
  );
}

function Action({ answer, step }: { readonly answer: WhyAnswer; readonly step: number }): ReactElement {
  return (
    <>
      <Fixes pod={answer.pod} step={step} />
      <NextTry answer={answer} step={step} />
    </>
  );
}

/** What there is to say in one line. */
function Lead({ answer }: { readonly answer: WhyAnswer }): ReactElement {
  const words = useWords();
  const answers = useAnswerWords();
  const sieve = sieveOf(answer.nodes);
  if (answer.state !== 'pending' || sieve.rows.length === 0) {
    const told = answer.state === 'not-tried' && answer.message !== '' ? 'told' : answer.state;
    return <>{words.whyStates[told] ?? told}</>;
  }
  return <>{leadOf(sieve, answers)}</>;
}

export function leadOf({ rows, looked }: Sieve, words: AnswerWords): string {
  const [only] = rows;
  const said =
    rows.length === 1 && only !== undefined
      ? words.lead.onePlugin(count(looked), only.plugin)
      : words.lead.pending(count(looked));
  const fit = rows.length > 1 ? rows.find(({ plugin }) => plugin === 'NodeResourcesFit') : undefined;
  const close = fit?.nodes.filter(({ numbers }) => numbers.length === 1) ?? [];
  const resources = new Set(close.map(({ numbers }) => numbers[0]?.resource));
  const [resource] = resources;
  if (resources.size !== 1 || resource === undefined) return said;
  return `${said} ${words.lead.close(count(close.length), resource)}`;
}

function Argument({ answer, step }: { readonly answer: WhyAnswer; readonly step: number }): ReactElement {
  const answers = useAnswerWords();
  const sieve = sieveOf(answer.nodes);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  // Until a person opens another one: the plugin that the nodes which came farthest failed at.
  const open = chosen ?? sieve.rows.at(-1)?.plugin ?? '';
  const toggle = (plugin: string): void => {
    setChosen(plugin === open ? '' : plugin);
  };
  return (
    <>
      {answer.message !== '' && (
        <div className="msg">
          <FitError parts={messageParts(answer.message, answer.nodes)} open={open} onOpen={setChosen} />
          <CopyButton text={answer.message} label={answers.copy} />
        </div>
      )}
      {answer.needs.length > 0 && <Needs kinds={answer.needs} />}
      {(answer.state === 'bound' || answer.state === 'running') && (
        <NotRunning pod={answer.pod} step={step} running={answer.state === 'running'} />
      )}
      {sieve.rows.length > 0 && WAITS.has(answer.state) && (
        <>
          <SieveChart sieve={sieve} open={open} onOpen={toggle} />
          <Reasons sieve={sieve} step={step} open={open} onOpen={toggle} />
        </>
      )}
      <Preemption pod={answer.pod} step={step} />
      <Topology pod={answer.pod} step={step} />
      {answer.nodes.length === 0 && answer.state === 'not-tried' && <NotTried pod={answer.pod} step={step} />}
    </>
  );
}

/** Nothing is known yet; the way to where something is, and what will be known there. */
function NotTried({ pod, step }: { readonly pod: string; readonly step: number }): ReactElement {
  const words = useWords();
  const { run, commands } = useShell();
  const steps = usePlayback((s) => s.steps);
  const first = run === undefined ? undefined : attemptsOf(run.trace, pod, steps).find((tried) => tried.step > step);
  const at = first?.end?.step ?? first?.step;
  return (
    <>
      <Empty title={words.notTried}>{words.notTriedHint}</Empty>
      {at !== undefined && (
        <>
          <p className="plain">
            <button
              type="button"
              className="btn num"
              onClick={() => {
                commands.jump(at);
              }}
            >
              {words.toFirstTry(count(at))}
            </button>
          </p>
          <Ahead pod={pod} at={at} />
        </>
      )}
    </>
  );
}

/** The nodes as the first try will find them. */
function Ahead({ pod, at }: { readonly pod: string; readonly at: number }): ReactElement | undefined {
  const words = useWords();
  const { run } = useShell();
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const answer = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(at)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.why(at, pod),
  );
  const sieve = sieveOf(answer?.nodes ?? []);
  if (answer?.state !== 'pending' || sieve.rows.length === 0) return undefined;
  const open = chosen ?? sieve.rows.at(-1)?.plugin ?? '';
  const toggle = (plugin: string): void => {
    setChosen(plugin === open ? '' : plugin);
  };
  return (
    <section className="plain" data-testid="ahead">
      <h2 className="num">{words.atFirstTry(count(at))}</h2>
      <SieveChart sieve={sieve} open={open} onOpen={toggle} />
      <Reasons sieve={sieve} step={at} open={open} onOpen={toggle} />
    </section>
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
