/** What a kubelet decides about exits and phases, and when a lost one is given up; worked by hand (source client-go-hand). */
import { evictionTime, isUnresponsive } from '../../components/controllers/controllers.ts';
import {
  CrashLoopBackOff,
  podPhase,
  type ContainerFacts,
  type CrashLoopLimits,
} from '../../components/kubelet/kubelet.ts';
import type { Adapter } from '../types.ts';

interface CrashLoopStep {
  readonly op: string;
  readonly at: number;
  readonly finishedAt?: number;
  readonly key?: string;
}

export const handCrashLoop: Adapter = {
  source: 'client-go-hand',
  kind: 'crashloop',
  run({ given, steps = [] }) {
    const backOff = new CrashLoopBackOff(new Map(), given as CrashLoopLimits);
    const results = steps.map((raw) => {
      const { op, at, finishedAt = at, key = 'pod/c' } = raw as unknown as CrashLoopStep;
      if (op === 'sync') return backOff.tryStart(key, finishedAt, at);
      if (op !== 'gc') throw new Error(`unknown operation ${op}`);
      backOff.gc(at);
      return null;
    });
    return { results };
  },
};

interface WrittenPod {
  readonly restartPolicy: string;
  readonly podIsTerminal: boolean;
  readonly initContainers: readonly ContainerFacts[];
  readonly containers: readonly ContainerFacts[];
}

export const handPodPhase: Adapter = {
  source: 'client-go-hand',
  kind: 'podphase',
  run: ({ given }) => ({ phase: podPhase({ ...(given as WrittenPod), sidecars: [] }) }),
};

interface WrittenLoss {
  readonly lastHeartbeatAt: number;
  readonly monitorPeriodS: number;
  readonly monitorGraceS: number;
  readonly tolerationSeconds: number;
}

/** Phases of the controller's ticker that are tried, a millisecond apart. */
const PER_SECOND = 1000;

/** The first check that gives the Node up, for a ticker of this phase. */
function givenUp({ lastHeartbeatAt, monitorPeriodS, monitorGraceS }: WrittenLoss, phase: number): number {
  let now = lastHeartbeatAt + phase;
  while (!isUnresponsive(lastHeartbeatAt, now, monitorGraceS)) now += monitorPeriodS;
  return now;
}

/** Whole seconds between which all of them lie. */
const window = (times: readonly number[]): readonly number[] => [
  Math.floor(Math.min(...times)),
  Math.ceil(Math.max(...times)),
];

export const handNodeLifecycle: Adapter = {
  source: 'client-go-hand',
  kind: 'nodelifecycle',
  run({ given }) {
    const loss = given as WrittenLoss;
    const count = loss.monitorPeriodS * PER_SECOND;
    const times = Array.from({ length: count }, (_, i) => givenUp(loss, i / PER_SECOND));
    const deletions = times.flatMap((time) => evictionTime(time, loss.tolerationSeconds) ?? []);
    return { readyUnknownWindowS: window(times), podDeleteWindowS: window(deletions) };
  },
};
