/**
 * The workload views: a rollout, a node's eviction clock, a drain with its budgets, a CronJob's calendar and the lives of Pods, each
 * of the object that is selected, at any step. What they tell is worked out by engine/workloads; nothing here knows a controller.
 */
import { Tabs } from 'radix-ui';
import { useState, type ReactElement } from 'react';
import { objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import { kindOf, partsOf, type WorkloadPart } from '../../derive/workload-parts.ts';
import { axisOf, isTrouble, stretchAt, type Scale } from '../../derive/workloads.ts';
import type { PodLife, WorkloadAnswer } from '../../protocol/protocol.ts';
import { ToStep } from '../answers/answer-page.tsx';
import { Empty } from '../kit/controls.tsx';
import { BackToStage } from '../kit/back-to-stage.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { usePlayback, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { CalendarAside, Runs, Schedule } from './calendar.tsx';
import { Clock, Ruler, ScaleChoice } from './clock.tsx';
import { Budgets, DrainAside, DrainPods } from './drain.tsx';
import { useSubject } from './first-view.ts';
import { Containers, LifeDetail } from './life-detail.tsx';
import { Lives } from './lives.tsx';
import { momentsFor } from './moments.ts';
import { NodeAside, NodeFacts, NodePods } from './node-clock.tsx';
import { usePart, useWorkloadWords } from './room.ts';
import { RolloutAside } from './rollout-aside.tsx';
import { Numbers, RolloutChart, Sets } from './rollout.tsx';
import { Slots } from './slots.tsx';
import { SubjectChoice } from './subject.tsx';
import { TimerAside } from './timer.tsx';
import '../answers/answers.css';
import './workloads.css';
import './rollout.css';
import './node-clock.css';
import './calendar.css';
import './drain.css';

interface RoomProps {
  readonly onClose?: (() => void) | undefined;
}

export default function Workloads({ onClose }: RoomProps): ReactElement {
  const own = useWorkloadWords();
  const { run, session } = useShell();
  const step = usePlayback((s) => s.step);
  const steps = usePlayback((s) => s.steps);
  const { subject, nothing } = useSubject();
  const part = usePart(subject);
  // What lies ahead belongs to the picture, so a run that goes on asks again.
  const question =
    run === undefined || subject === undefined
      ? undefined
      : `${String(run.id)}:${String(step)}:${String(steps)}:${subject}`;
  const found = useAsk(question, () =>
    run === undefined || subject === undefined ? Promise.resolve(undefined) : run.workload(step, subject),
  );
  const answer = found?.key === subject ? found : undefined;
  return (
    <section
      className="ans wl"
      data-testid="workloads"
      data-part={part}
      data-object={subject ?? ''}
      data-step={answer?.step}
      aria-label={own.title}
    >
      <Tabs.Root
        className="ans-cols"
        value={part}
        activationMode="manual"
        onValueChange={(value) => {
          session.setView('workloads', value);
        }}
      >
        {subject === undefined ? (
          <div className="ans-left">
            <Head subject={undefined} part={part} answer={undefined} onClose={onClose} />
            {nothing && <Empty title={own.nothing}>{own.nothingHint}</Empty>}
          </div>
        ) : (
          <Picture key={subject} subject={subject} part={part} answer={answer} onClose={onClose} />
        )}
      </Tabs.Root>
    </section>
  );
}

interface PictureProps extends RoomProps {
  readonly subject: string;
  readonly part: WorkloadPart;
  readonly answer: WorkloadAnswer | undefined;
}

/** Parts in which a stretch of time and one of steps tell different things. */
const SCALED: ReadonlySet<WorkloadPart> = new Set(['rollout', 'lives', 'drain']);

function Picture({ subject, part, answer, onClose }: PictureProps): ReactElement {
  const own = useWorkloadWords();
  const { run } = useShell();
  const [scale, setScale] = useState<Scale>('time');
  const [uid, setUid] = useState<string>();
  const chosen = answer === undefined ? undefined : chosenLife(answer, uid);
  const axis =
    answer === undefined
      ? undefined
      : axisOf(momentsFor(part, answer), SCALED.has(part) ? scale : 'time', run?.answer.ticksPerSecond ?? 1e6);
  return (
    <>
      <Tabs.Content value={part} className="ans-left" tabIndex={-1}>
        <Head subject={subject} part={part} answer={answer} onClose={onClose} />
        {answer !== undefined && axis !== undefined && (
          <>
            {SCALED.has(part) && (
              <div className="wl-line">
                <ScaleChoice scale={scale} onScale={setScale} />
              </div>
            )}
            <Gone answer={answer} />
            <Body part={part} answer={answer} axis={axis} chosen={chosen} onChoose={setUid} />
          </>
        )}
      </Tabs.Content>
      <ScrollRegion className="ans-right" label={own.particulars}>
        {answer !== undefined && <Side part={part} answer={answer} chosen={chosen} />}
      </ScrollRegion>
    </>
  );
}

/** The Pod that is told in full: the person's choice, the object itself, one in trouble, or the first. */
function chosenLife({ pods, step, key }: WorkloadAnswer, uid: string | undefined): PodLife | undefined {
  const here = pods.filter(({ stretches }) => (stretches[0]?.step ?? 0) <= step);
  return (
    pods.find((life) => life.uid === uid) ??
    (kindOf(key) === 'Pod' ? here.at(-1) : undefined) ??
    here.find(({ stretches }) => isTrouble(stretchAt(stretches, step)?.stage ?? 'gone')) ??
    here[0] ??
    pods[0]
  );
}

interface BodyProps {
  readonly part: WorkloadPart;
  readonly answer: WorkloadAnswer;
  readonly axis: ReturnType<typeof axisOf>;
  readonly chosen: PodLife | undefined;
  readonly onChoose: (uid: string) => void;
}

function Body({ part, answer, axis, chosen, onChoose }: BodyProps): ReactElement | undefined {
  const own = useWorkloadWords();
  const { rollout, clock, calendar, drain } = answer;
  if (part === 'rollout' && rollout !== undefined) {
    return (
      <>
        <Numbers answer={answer} rollout={rollout} />
        <Clock axis={axis}>
          <Ruler now={answer} />
          <RolloutChart answer={answer} rollout={rollout} />
          <p className="t1 i3">{own.chartHint}</p>
        </Clock>
        <Slots rollout={rollout} />
        <Sets answer={answer} rollout={rollout} />
      </>
    );
  }
  if (part === 'clock' && clock !== undefined) {
    return (
      <>
        <NodeFacts answer={answer} clock={clock} />
        <Clock axis={axis}>
          <NodePods answer={answer} clock={clock} />
        </Clock>
      </>
    );
  }
  if (part === 'calendar' && calendar !== undefined) {
    return (
      <>
        <Schedule answer={answer} calendar={calendar} />
        <section className="plain">
          <h2>{own.runs}</h2>
          <Clock axis={axis}>
            <Ruler now={answer} />
            <Runs answer={answer} calendar={calendar} />
          </Clock>
        </section>
      </>
    );
  }
  if (part === 'drain' && drain !== undefined) {
    return (
      <Clock axis={axis}>
        <DrainPods answer={answer} drain={drain} />
        <Budgets answer={answer} drain={drain} />
      </Clock>
    );
  }
  if (part !== 'lives') return undefined;
  return (
    <Clock axis={axis}>
      <p className="t1 i3">{own.livesHint}</p>
      <Ruler now={answer} />
      <Lives answer={answer} chosen={chosen?.uid} onChoose={onChoose} />
      {chosen !== undefined && <Containers life={chosen} answer={answer} />}
    </Clock>
  );
}

interface SideProps {
  readonly part: WorkloadPart;
  readonly answer: WorkloadAnswer;
  readonly chosen: PodLife | undefined;
}

function Side({ part, answer, chosen }: SideProps): ReactElement | undefined {
  const { rollout, clock, calendar, drain } = answer;
  if (part === 'rollout' && rollout !== undefined) return <RolloutAside answer={answer} rollout={rollout} />;
  if (part === 'clock' && clock !== undefined) return <NodeAside answer={answer} clock={clock} />;
  if (part === 'drain' && drain !== undefined) return <DrainAside answer={answer} drain={drain} />;
  if (part === 'calendar' && calendar !== undefined) {
    return (
      <>
        <CalendarAside answer={answer} calendar={calendar} />
        <TimerAside calendar={calendar} />
      </>
    );
  }
  return chosen === undefined ? undefined : <LifeDetail life={chosen} answer={answer} />;
}

function Gone({ answer }: { readonly answer: WorkloadAnswer }): ReactElement | undefined {
  const own = useWorkloadWords();
  if (answer.exists) return undefined;
  const ahead = answer.born !== undefined && answer.born.step > answer.step ? answer.born : undefined;
  return (
    <p className="wl-gone" data-testid="not-there">
      {own.notThere} {ahead !== undefined && own.notThereYet(count(ahead.step))}{' '}
      {ahead !== undefined && <ToStep step={ahead.step} />}
    </p>
  );
}

interface HeadProps extends RoomProps {
  readonly subject: string | undefined;
  readonly part: WorkloadPart;
  readonly answer: WorkloadAnswer | undefined;
}

function Head({ subject, part, answer, onClose }: HeadProps): ReactElement {
  const own = useWorkloadWords();
  const parts = partsOf(subject ?? '');
  const there = answer?.pods.filter(({ stretches }) => {
    const stage = stretchAt(stretches, answer.step)?.stage;
    return stage !== undefined && stage !== 'gone';
  }).length;
  const born = answer?.pods.filter(({ stretches }) => (stretches[0]?.step ?? 0) <= answer.step).length ?? 0;
  const known = answer !== undefined && answer.podCount > answer.pods.length ? answer.podCount : born;
  const [only] = answer?.pods ?? [];
  const now =
    subject !== undefined && kindOf(subject) === 'Pod' && only !== undefined
      ? stretchAt(only.stretches, answer?.step ?? 0)
      : undefined;
  return (
    <>
      <header className="ans-head">
        {now !== undefined && <PodGlyph phase={now.phase} size={28} />}
        <div>
          <h1>{subject === undefined ? own.title : objectName(subject)}</h1>
          <p>
            {answer === undefined
              ? '\u00a0'
              : now === undefined
                ? own.podsNow(count(there ?? 0), count(known))
                : own.stages[now.stage]}
          </p>
        </div>
        <BackToStage onClose={onClose} />
      </header>
      <SubjectChoice key={subject} subject={subject} part={part} />
      {parts.length > 0 && (
        <Tabs.List className="tabs wl-tabs" aria-label={own.partsLabel}>
          {parts.map((one) => (
            <Tabs.Trigger key={one} value={one}>
              {own.parts[one]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      )}
    </>
  );
}
