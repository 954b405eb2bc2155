/** The workers of the Parallelizer, a lane each. */
import type { ReactElement } from 'react';

interface LanesProps {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly step: number;
}

export function Lanes(_props: LanesProps): ReactElement | undefined {
  return undefined;
}
