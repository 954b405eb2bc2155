/** Small things that every picture uses. */
import { createContext, use } from 'react';
import { span } from '../../derive/words/numbers.ts';
import { workloadWords, type WorkloadWords } from '../../derive/words/workloads.ts';
import { readPart, type WorkloadPart } from '../../derive/workload-parts.ts';
import type { Axis } from '../../derive/workloads.ts';
import type { At } from '../../protocol/protocol.ts';
import { useLayout, useSession, useShell } from '../kit/shell.ts';

export const useWorkloadWords = (): WorkloadWords => workloadWords(useLayout((s) => s.language));

/** What of the object is shown. */
export function usePart(key: string | undefined): WorkloadPart {
  const focus = useSession((s) => s.focus);
  return readPart(key ?? '', focus);
}

export const AxisContext = createContext<Axis | undefined>(undefined);

/** The clock that all bars of a picture share. */
export function useAxis(): Axis {
  const axis = use(AxisContext);
  if (axis === undefined) throw new Error('a bar stands outside its clock');
  return axis;
}

/** Ticks as a span: "2.05 s". */
export function useSpan(): (ticks: number) => string {
  const { run } = useShell();
  const perSecond = run?.answer.ticksPerSecond ?? 1e6;
  return (ticks) => span((Math.max(0, ticks) / perSecond) * 1e6);
}

export const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** Is a moment ahead of the step that is shown? */
export const isAhead = (at: At, step: number): boolean => at.step > step;
