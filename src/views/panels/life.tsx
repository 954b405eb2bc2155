import { useMemo, type ReactElement } from 'react';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import { stageWords } from '../../derive/stage-words.ts';
import { span } from '../../derive/words/numbers.ts';
import type { TokenPhase } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useLayout, usePlayback, useShell, useWords } from '../kit/shell.ts';

interface Stretch {
  readonly phase: TokenPhase;
  readonly step: number;
  /** Ticks. */
  readonly from: number;
}

/** The phase that a step puts a Pod into; undefined where it stays as it is. */
function phaseAfter(trace: TraceBuffer, step: number): TokenPhase | undefined {
  switch (trace.kindName(step)) {
    case 'cycle.started':
      return 'sched';
    case 'cycle.failed':
      return 'unsched';
    case 'container.started':
      return 'run';
    case 'kubelet.rejected':
      return 'fail';
    case 'container.stopping':
      return 'term';
    case 'store.written':
      return { create: 'pending', bind: 'bound', delete: 'term' }[trace.detail(step)] as TokenPhase | undefined;
    default:
      return undefined;
  }
}

function lifeOf(trace: TraceBuffer, key: string): readonly Stretch[] {
  const life: Stretch[] = [];
  for (const step of trace.eventsOfObject(key)) {
    const phase = phaseAfter(trace, step);
    if (phase !== undefined && phase !== life.at(-1)?.phase) life.push({ phase, step, from: trace.time(step) });
  }
  return life;
}

/** A Pod's phases in the order it went through them, with how long each lasted; ghosts are ahead. */
export function Life({ podKey, step }: { readonly podKey: string; readonly step: number }): ReactElement {
  const words = useWords();
  const { run, commands } = useShell();
  const { phases } = stageWords(useLayout((s) => s.language));
  const steps = usePlayback((s) => s.steps);
  const life = useMemo(() => (run === undefined || steps < 0 ? [] : lifeOf(run.trace, podKey)), [run, podKey, steps]);
  if (run === undefined || life.length === 0) return <p className="i2">{words.ranBefore}</p>;
  const micros = (ticks: number): number => (ticks / run.answer.ticksPerSecond) * 1e6;
  const now = run.trace.time(step);
  return (
    <ol className="life num">
      {life.map((stretch, i) => {
        const ahead = stretch.step > step;
        const end = life[i + 1];
        const until = end === undefined || end.step > step ? now : end.from;
        return (
          <li key={stretch.step} className={ahead ? 'ahead' : ''}>
            <button
              type="button"
              onClick={() => {
                commands.jump(stretch.step);
              }}
            >
              <PodGlyph phase={stretch.phase} ghost={ahead} />
              <span>{phases[stretch.phase]}</span>
              <span className="i3">{ahead ? words.ahead : span(micros(Math.max(0, until - stretch.from)))}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
