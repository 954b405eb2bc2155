/** Views that are not on the first screen: loaded when they are shown, or before, when the page has nothing to do. */
import { lazy } from 'react';

const load = {
  timeline: () => import('../views/timeline/timeline.tsx').then((file) => ({ default: file.Timeline })),
  breakpoints: () => import('../views/timeline/breakpoints.tsx'),
  breachNotice: () => import('../views/timeline/breach-notice.tsx'),
  stillDue: () => import('../views/timeline/still-due.tsx'),
  timelineTools: () => import('../views/timeline/tools.tsx'),
  help: () => import('../views/panels/help.tsx'),
  why: () => import('../views/answers/why-pending.tsx'),
  whyNode: () => import('../views/answers/why-node.tsx'),
  queues: () => import('../views/answers/queues.tsx'),
  informer: () => import('../views/informer/informer.tsx'),
  apiServer: () => import('../views/api-server/api-server.tsx'),
  faults: () => import('../views/faults/faults.tsx'),
  workloads: () => import('../views/workloads/workloads.tsx'),
  whatIf: () => import('../views/answers/what-if.tsx'),
  lab: () => import('./lab-room.tsx'),
  summary: () => import('../views/panels/summary.tsx'),
};

export const Timeline = lazy(load.timeline);
export const Breakpoints = lazy(load.breakpoints);
export const BreachNotice = lazy(load.breachNotice);
export const StillDue = lazy(load.stillDue);
export const TimelineTools = lazy(load.timelineTools);
export const Help = lazy(load.help);
export const Why = lazy(load.why);
export const WhyNode = lazy(load.whyNode);
export const Queues = lazy(load.queues);
export const Informer = lazy(load.informer);
export const ApiServer = lazy(load.apiServer);
export const Faults = lazy(load.faults);
export const Workloads = lazy(load.workloads);
export const WhatIf = lazy(load.whatIf);
export const Lab = lazy(load.lab);
export const Summary = lazy(load.summary);

/** One after the other: what they need is then here without the network. One that does not come is asked for again later. */
export async function preloadViews(): Promise<void> {
  for (const view of Object.values(load)) await view().catch(() => undefined);
}
