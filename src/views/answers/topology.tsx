/** What spread and affinity count: Pods a domain, skew, and the limit. */
import type { ReactElement } from 'react';

interface TopologyProps {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly step: number;
}

export function Topology(_props: TopologyProps): ReactElement | undefined {
  return undefined;
}
