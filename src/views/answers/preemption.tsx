/** Who had to go for a Pod, or for whom it had to go: candidates, victims, the rule that chose. */
import type { ReactElement } from 'react';

interface PreemptionProps {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly step: number;
}

export function Preemption(_props: PreemptionProps): ReactElement | undefined {
  return undefined;
}
