/** The visible table of what conformance can judge: one line a (source, kind). */
import { apiDefault, apiError } from './adapters/api-manifest.ts';
import { apiOperation } from './adapters/api-operation.ts';
import {
  jsonMergePatch,
  jsonPatch,
  serverSideApply,
  strategicMergeCreate,
  strategicMergePatch,
} from './adapters/api-patch.ts';
import {
  clientGoFlowcontrolBackoff,
  clientGoWaitBackoff,
  clientGoWaitExponential,
  handBackoff,
} from './adapters/client-go-backoffs.ts';
import { clientGoExpectations, clientGoPodDeletionOrder } from './adapters/client-go-controllers.ts';
import { clientGoDeltaFifo } from './adapters/client-go-deltafifo.ts';
import { clientGoFieldSelector } from './adapters/client-go-field-selector.ts';
import {
  handCronJobHistory,
  handCronJobRecent,
  handCronJobRequeue,
  handCronNext,
} from './adapters/client-go-hand-cron.ts';
import { handCronJobSync } from './adapters/client-go-hand-cronjob.ts';
import { handCrashLoop, handNodeLifecycle, handPodPhase } from './adapters/client-go-hand-kubelet.ts';
import { handChunkSize, handParallelize, handParallelizeErrors } from './adapters/client-go-hand-parallelize.ts';
import { clientGoIndexer } from './adapters/client-go-indexer.ts';
import { clientGoLabelSelector } from './adapters/client-go-label-selector.ts';
import {
  clientGoLeaderElectionConfig,
  clientGoLeaderElectionWindow,
  handLeaderElection,
  handLeaderElectionConfig,
} from './adapters/client-go-leaderelection.ts';
import { clientGoNameValidation } from './adapters/client-go-name-validation.ts';
import { clientGoChunkSize, clientGoParallelize } from './adapters/client-go-parallelize.ts';
import { clientGoProcessorListener } from './adapters/client-go-processorlistener.ts';
import { clientGoQuantity } from './adapters/client-go-quantity.ts';
import { clientGoRateLimiter, handRateLimiter } from './adapters/client-go-ratelimiter.ts';
import { clientGoRealFifo, clientGoRealFifoConstruct } from './adapters/client-go-realfifo.ts';
import { clientGoReflectorBackoff } from './adapters/client-go-reflector-backoff.ts';
import { clientGoResourceVersionCompare } from './adapters/client-go-resourceversion-compare.ts';
import { handApiServer } from './adapters/client-go-hand-apiserver.ts';
import { handServerSideApply } from './adapters/client-go-hand-ssa.ts';
import { handList, handWatch, handWatchSelector } from './adapters/client-go-hand-watch.ts';
import { handDeltaFifo, handRealFifo } from './adapters/client-go-hand-fifo.ts';
import { handInformer, handInformerLateJoin, handInformerUpdate } from './adapters/client-go-hand-informer.ts';
import { handProcessorListener, handResyncPeriod, handSharedProcessor } from './adapters/client-go-hand-listeners.ts';
import { handReflector, handReflectorBackoff } from './adapters/client-go-hand-reflector.ts';
import { clientGoSharedInformer } from './adapters/client-go-shared-informer.ts';
import { clientGoWorkQueue, handWorkQueue } from './adapters/client-go-workqueue.ts';
import { field } from './adapters/field.ts';
import { schedulerFilter, schedulerHandFilter } from './adapters/scheduler-filter.ts';
import { schedulerHandNormalize, schedulerHandSchedule, schedulerHandTable } from './adapters/scheduler-hand.ts';
import { schedulerHandMessage } from './adapters/scheduler-hand-message.ts';
import { schedulerHandQueue } from './adapters/scheduler-hand-queue.ts';
import { pendingMessage } from './adapters/scheduler-pending-message.ts';
import { schedulerHandPreempt, schedulerPreempt } from './adapters/scheduler-preempt.ts';
import { schedulerQuantity } from './adapters/scheduler-quantity.ts';
import { schedulerQueue } from './adapters/scheduler-queue.ts';
import { schedulerSchedule } from './adapters/scheduler-schedule.ts';
import { schedulerScheduleBig } from './adapters/scheduler-schedule-big.ts';
import { schedulerHandScore, schedulerScore } from './adapters/scheduler-score.ts';
import { schedulerSelector } from './adapters/scheduler-selector.ts';
import { schedulerSequence } from './adapters/scheduler-sequence.ts';
import { schedulerToleration } from './adapters/scheduler-toleration.ts';
import { trace } from './adapters/trace.ts';
import { goOutcome } from './go-lab/outcome.ts';
import { goRace } from './go-lab/race.ts';
import type { Adapter, GoAdapter, RuleAdapter } from './types.ts';

export const ADAPTERS: readonly (Adapter | GoAdapter | RuleAdapter)[] = [
  schedulerQuantity,
  schedulerSelector,
  schedulerToleration,
  schedulerFilter,
  schedulerScore,
  schedulerSchedule,
  schedulerScheduleBig,
  schedulerSequence,
  schedulerPreempt,
  schedulerQueue,
  schedulerHandPreempt,
  schedulerHandQueue,
  schedulerHandMessage,
  schedulerHandNormalize,
  schedulerHandSchedule,
  schedulerHandTable,
  pendingMessage,
  schedulerHandFilter,
  schedulerHandScore,
  clientGoQuantity,
  clientGoLabelSelector,
  clientGoFieldSelector,
  clientGoNameValidation,
  clientGoResourceVersionCompare,
  clientGoDeltaFifo,
  clientGoRealFifo,
  clientGoRealFifoConstruct,
  clientGoIndexer,
  clientGoWorkQueue,
  clientGoProcessorListener,
  clientGoSharedInformer,
  handDeltaFifo,
  handRealFifo,
  handInformer,
  handInformerUpdate,
  handInformerLateJoin,
  handProcessorListener,
  handSharedProcessor,
  handResyncPeriod,
  handReflector,
  handReflectorBackoff,
  clientGoReflectorBackoff,
  clientGoRateLimiter,
  clientGoWaitBackoff,
  clientGoWaitExponential,
  clientGoFlowcontrolBackoff,
  handWorkQueue,
  handRateLimiter,
  handBackoff,
  clientGoLeaderElectionConfig,
  clientGoLeaderElectionWindow,
  handLeaderElection,
  handLeaderElectionConfig,
  clientGoExpectations,
  clientGoPodDeletionOrder,
  handCronNext,
  handCronJobRecent,
  handCronJobRequeue,
  handCronJobHistory,
  handCronJobSync,
  handCrashLoop,
  handPodPhase,
  handNodeLifecycle,
  clientGoParallelize,
  clientGoChunkSize,
  handChunkSize,
  handParallelize,
  handParallelizeErrors,
  apiOperation,
  apiDefault,
  apiError,
  jsonPatch,
  jsonMergePatch,
  strategicMergePatch,
  strategicMergeCreate,
  serverSideApply,
  handApiServer,
  handList,
  handWatch,
  handWatchSelector,
  handServerSideApply,
  field,
  trace,
  goOutcome,
  goRace,
];

const byKind = new Map(ADAPTERS.map((adapter) => [`${adapter.source} ${adapter.kind}`, adapter]));

/** Dispatch is by source and kind, never by file name. */
export const adapterFor = (source: string, kind: string): Adapter | GoAdapter | RuleAdapter | undefined =>
  byKind.get(`${source} ${kind}`);
