/** Words of the workload views, in both languages. Figures come as texts. */
import type {
  CronRun,
  DrainPodView,
  NodeClockView,
  NodePodView,
  PodStage,
  SlotView,
  WaitRow,
} from '../../protocol/protocol.ts';
import type { ManifestFault, Rhythm, ScheduleField } from '../cron-text.ts';
import type { WorkloadPart } from '../workload-parts.ts';
import type { Scale } from '../workloads.ts';
import type { Lang } from './lang.ts';
import { WORKLOADS_EN } from './workloads-en.ts';
import { WORKLOADS_JA } from './workloads-ja.ts';

/** Parameters of a wait, spans as texts already. */
export type WaitParams = Readonly<Record<string, string>>;

export interface WorkloadWords {
  readonly title: string;
  readonly parts: Readonly<Record<WorkloadPart, string>>;
  readonly partsLabel: string;
  /** What stands beside a picture. */
  readonly particulars: string;
  readonly subject: string;
  readonly drainOf: (node: string) => string;
  readonly subjectPlaceholder: string;
  readonly nothing: string;
  readonly nothingHint: string;
  readonly notThere: string;
  readonly notThereYet: (step: string) => string;
  readonly noPicture: (kind: string) => string;
  readonly scale: string;
  readonly scales: Readonly<Record<Scale, string>>;
  readonly now: string;
  readonly step: string;
  readonly ago: (span: string) => string;
  readonly in: (span: string) => string;
  readonly nobody: string;
  readonly stages: Readonly<Record<PodStage, string>>;
  readonly ahead: string;

  // Lives.
  readonly livesHint: string;
  readonly noPods: string;
  readonly cutTo: (shown: string, all: string) => string;
  readonly allRows: (count: string) => string;
  readonly fewerRows: string;
  readonly lifeOf: (pod: string, stage: string) => string;
  readonly stage: string;
  readonly since: string;
  readonly lasted: string;
  readonly reason: string;
  readonly containers: string;
  readonly init: string;
  readonly restart: (count: string, exit: string) => string;
  readonly noRestarts: string;
  readonly containerStates: Readonly<Record<'waiting' | 'running' | 'terminated', string>>;
  readonly notReady: string;
  readonly exit: (code: string) => string;
  readonly podsNow: (there: string, all: string) => string;
  readonly leaving: (count: string) => string;
  readonly restartsCount: (count: string) => string;

  // Rollouts.
  readonly counts: Readonly<
    Record<'wanted' | 'replicas' | 'updated' | 'ready' | 'available' | 'unavailable' | 'misscheduled', string>
  >;
  readonly chart: (name: string) => string;
  readonly chartHint: string;
  readonly mostLine: (most: string, replicas: string, surge: string) => string;
  readonly leastLine: (least: string, replicas: string, unavailable: string) => string;
  readonly availableLine: string;
  readonly fences: (name: string, asked: string, pods: string) => string;
  readonly noFence: (strategy: string) => string;
  readonly sets: string;
  readonly revision: string;
  readonly revisionN: (revision: string) => string;
  readonly current: string;
  readonly removed: string;
  readonly pods: string;
  readonly ofWanted: (pods: string, wanted: string) => string;
  readonly image: string;
  readonly why: string;
  readonly waits: Readonly<Record<WaitRow['code'], (params: WaitParams) => string>>;
  readonly nothingToWait: string;
  readonly deadline: string;
  readonly deadlineLeft: (left: string, seconds: string) => string;
  readonly deadlineStands: string;
  readonly history: string;
  readonly historyHint: string;
  readonly undo: string;
  readonly partition: (partition: string) => string;
  readonly slots: Readonly<Record<'StatefulSet' | 'DaemonSet', string>>;
  readonly slotHint: Readonly<Record<'StatefulSet' | 'DaemonSet', string>>;
  readonly plans: Readonly<Record<SlotView['plan'], string>>;
  readonly slotColumns: Readonly<Record<'ordinal' | 'node' | 'pod' | 'revision' | 'plan', string>>;
  readonly toOwner: (owner: string) => string;

  // A node that is not heard.
  readonly heard: string;
  readonly neverHeard: string;
  readonly grace: string;
  readonly graceLeft: (left: string) => string;
  readonly graceOver: (span: string) => string;
  readonly readyNow: Readonly<Record<'True' | 'False' | 'Unknown' | '', string>>;
  readonly conditions: string;
  readonly taints: string;
  readonly noTaints: string;
  readonly evicts: string;
  readonly happened: string;
  readonly marks: Readonly<Record<NodeClockView['marks'][number]['code'], string>>;
  readonly noMarks: string;
  readonly clockPods: string;
  readonly clockHint: Readonly<Record<'real' | 'would', string>>;
  readonly verdicts: Readonly<Record<NodePodView['verdict'], string>>;
  readonly whys: Readonly<Record<NodePodView['why'], string>>;
  readonly due: string;
  readonly toleration: (seconds: string) => string;
  readonly taint: string;
  readonly nobodyHere: string;
  readonly leavingHint: string;
  readonly rulesTitle: string;
  readonly clockRules: readonly string[];

  // Calendars.
  readonly schedule: string;
  readonly rhythm: (rhythm: Rhythm) => string;
  readonly fields: Readonly<Record<ScheduleField['name'], string>>;
  readonly any: string;
  readonly zone: string;
  readonly ownZone: string;
  readonly policy: string;
  readonly policies: Readonly<Record<string, string>>;
  readonly startingDeadline: string;
  readonly noDeadline: string;
  readonly keeps: (complete: string, failed: string) => string;
  readonly keepsTitle: string;
  readonly suspended: string;
  readonly cannotRead: string;
  readonly nextRun: string;
  readonly noNext: string;
  readonly runs: string;
  readonly noRuns: string;
  readonly runColumns: Readonly<Record<'due' | 'outcome' | 'job' | 'started' | 'lasted', string>>;
  readonly outcomes: Readonly<Record<CronRun['outcome'], string>>;
  readonly skips: Readonly<Record<Exclude<CronRun['why'], ''>, string>>;
  readonly holds: string;
  readonly states: Readonly<Record<Exclude<CronRun['state'], ''>, string>>;
  readonly late: (span: string) => string;
  readonly jobGone: string;
  readonly lastSchedule: string;
  readonly lastSuccess: string;
  readonly never: string;
  readonly timer: string;
  readonly timerHint: string;
  readonly faultsFound: Readonly<Record<ManifestFault, string>>;
  readonly noFaults: string;
  readonly cured: string;
  readonly curedWhy: string;
  readonly command: string;

  // Drains.
  readonly cordonedSince: string;
  readonly notCordoned: string;
  readonly drainPods: string;
  readonly drainHint: string;
  readonly drainStates: Readonly<Record<DrainPodView['state'], string>>;
  readonly drainColumns: Readonly<Record<'pod' | 'state' | 'tries' | 'instead', string>>;
  readonly refusedAt: string;
  readonly grantedAt: string;
  readonly budgetSaid: (healthy: string, desired: string, leaving: number) => string;
  readonly until: string;
  readonly stillRefused: string;
  readonly refusedTitle: string;
  readonly gaveUp: string;
  readonly leftTitle: string;
  readonly leftHint: string;
  readonly onNode: (node: string) => string;
  readonly noNode: string;
  readonly budgets: string;
  readonly noBudgets: string;
  readonly budgetNumbers: Readonly<Record<'allowed' | 'healthy' | 'desired' | 'expected', string>>;
  readonly budgetOf: (rule: string) => string;
  readonly spare: (spare: string) => string;
  readonly noSpare: string;
  readonly disrupted: (pods: string) => string;
  readonly overTime: string;

  readonly openHere: string;
}

export const workloadWords = (lang: Lang): WorkloadWords => (lang === 'ja' ? WORKLOADS_JA : WORKLOADS_EN);
