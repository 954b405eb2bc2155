/** Why a Pod went where it went: which nodes were looked at, every score in its three beats, the margin, the tie rule. */
import { useState, type ReactElement } from 'react';
import { scoreTable, walkOf, type ScoreTable } from '../../derive/scores.ts';
import { keyParts } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { WhyAnswer } from '../../protocol/protocol.ts';
import { Empty } from '../kit/controls.tsx';
import { usePlayback, useSelection, useSession, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { AnswerPage, useAnswerWords } from './answer-page.tsx';
import { Lanes } from './lanes.tsx';
import { Preemption } from './preemption.tsx';
import { Rival } from './rival.tsx';
import { ScoreMap } from './score-map.tsx';
import { TieRules } from './tie-rules.tsx';
import { Topology } from './topology.tsx';
import { Totals } from './totals.tsx';
import { WalkStrip } from './walk-strip.tsx';

/** Of a Pod that has its node, as WhyAnswer has it. */
const PLACED: ReadonlySet<string> = new Set(['bound', 'running', 'finished']);

export default function WhyNode({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const page = useWords();
  const words = useAnswerWords();
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const object = useSelection((s) => s.object);
  const pod = object?.startsWith('Pod/') === true ? object : undefined;
  const asked = useAsk(
    run === undefined || pod === undefined ? undefined : `${String(run.id)}:${String(step)}:${pod}`,
    () => (run === undefined || pod === undefined ? Promise.resolve(undefined) : run.why(step, pod)),
  );
  const answer = asked?.pod === pod ? asked : undefined;
  const attempt = answer?.attempts.at(-1);
  const host = attempt?.host ?? '';
  if (answer === undefined || attempt === undefined || host === '') {
    return (
      <AnswerPage
        testId="why-node"
        label={words.why}
        phase="sched"
        title={pod === undefined ? page.noPodSelected : keyParts(pod).name}
        lead=""
        onClose={onClose}
      >
        {pod === undefined && <Empty title={page.noPodSelected}>{page.selectPodHint}</Empty>}
        {answer !== undefined && (
          <Empty title={words.noNodeYet}>
            {attempt === undefined && PLACED.has(answer.state) ? words.before : words.noNodeYetHint}
          </Empty>
        )}
      </AnswerPage>
    );
  }
  const table = scoreTable(answer.scores, host);
  return (
    <AnswerPage
      testId="why-node"
      label={words.whyNode(host)}
      phase="sched"
      title={words.whyNode(host)}
      lead={<Lead answer={answer} attempt={attempt.number} table={table} />}
      onClose={onClose}
      {...(table === undefined ? {} : { action: <Action key={answer.pod} table={table} /> })}
    >
      <Argument answer={answer} table={table} step={step} />
    </AnswerPage>
  );
}

interface LeadProps {
  readonly answer: WhyAnswer;
  readonly attempt: number;
  readonly table: ScoreTable | undefined;
}

function Lead({ answer, attempt, table }: LeadProps): ReactElement {
  const words = useAnswerWords();
  const minor = useMinor();
  const alone = answer.nominated === true ? words.wasNominated : words.onlyOne;
  const said = words.whyNodeOf(keyParts(answer.pod).name, count(attempt));
  return (
    <>
      {said}
      {words.stop}
      {table === undefined ? alone : verdict(table, minor, words)}
    </>
  );
}

function verdict(table: ScoreTable, minor: number, words: ReturnType<typeof useAnswerWords>): string {
  const [winner, next] = table.rows;
  if (winner === undefined || next === undefined) return words.onlyOne;
  const ties = count(table.tied.length);
  if (table.tied.length > 1) {
    return minor >= HEAP_SINCE
      ? words.tieHeap(ties, count(winner.total), count(winner.position))
      : words.tieRandom(ties, count(winner.total));
  }
  return words.wins(count(winner.total - next.total), next.node);
}

/** 1.35 and later pick the root of a heap; before it, one of the best is drawn. */
const HEAP_SINCE = 35;

function useMinor(): number {
  const version = useSession((s) => s.answer?.kubernetesVersion ?? '1.35');
  return Number(version.split('.')[1] ?? HEAP_SINCE);
}

interface ArgumentProps {
  readonly answer: WhyAnswer;
  readonly table: ScoreTable | undefined;
  readonly step: number;
}

function Argument({ answer, table, step }: ArgumentProps): ReactElement {
  return (
    <>
      <WalkStrip
        walk={walkOf(answer.nodes, answer.start)}
        nodes={answer.nodes}
        named={(table?.rows ?? []).slice(0, 3).map(({ node }) => node)}
        nominated={answer.nominated === true}
      />
      {table !== undefined && <ScoreMap table={table} />}
      <Lanes pod={answer.pod} step={step} />
      <Topology pod={answer.pod} step={step} />
      <Preemption pod={answer.pod} step={step} />
    </>
  );
}

function Action({ table }: { readonly table: ScoreTable }): ReactElement {
  const [rival, setRival] = useState<string | undefined>(undefined);
  const minor = useMinor();
  return (
    <>
      <Rival table={table} chosen={rival} onChoose={setRival} />
      <Totals table={table} />
      <TieRules table={table} heap={minor >= HEAP_SINCE} />
    </>
  );
}
