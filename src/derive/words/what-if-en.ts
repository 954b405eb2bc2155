/** Words of "What if …": three questions about changes, and what came of them. */
const pods = (n: string): string => `${n} ${n === '1' ? 'Pod' : 'Pods'}`;
const nodes = (n: string): string => `${n} ${n === '1' ? 'node' : 'nodes'}`;

export const whatIfEn = {
  lead: (step: string) => `Tried on this engine from step ${step}. The run stays as it is until you press Do it.`,
  question: 'Question',
  questions: { fit: 'Fit more', drain: 'Drain', add: 'Add nodes' },
  titles: {
    fit: 'How many more Pods fit?',
    drain: 'Who moves when a node is drained?',
    add: 'Who finds a place on more nodes?',
  },

  // Forms.
  source: 'Like what',
  sources: { like: 'Like one that is there', text: 'From YAML or JSON' },
  like: 'Pod or workload',
  workloads: 'Workloads',
  pods: 'Pods',
  morePods: (shown: string, all: string) =>
    `The first ${shown} of ${all} Pods. Any other: select it among the objects and come back.`,
  noLike: 'No Pod and no workload is there at this step.',
  text: 'A Pod, or what has a template of one',
  textHint: 'What you type stays here, also when you step or close this page.',
  max: 'Stop at',
  maxHint: (most: string) => `1 to ${most}`,
  node: 'Node',
  noNode: 'No node is there at this step.',
  force: 'Also delete Pods that nobody makes anew (--force)',
  count: 'How many',
  likeNode: 'Like',
  wrongNumber: (most: string) => `A whole number from 1 to ${most}.`,
  nothingTyped: 'Write or paste a Pod first.',
  ask: { fit: 'Count', drain: 'Try the drain', add: 'Try the nodes' },
  trying: (step: string) => `Trying it from step ${step} …`,
  unanswered: 'It is not there any more at this step: choose another.',

  // An answer and its step.
  stale: (then: string, now: string) => `This was tried from step ${then}. You stand at step ${now}.`,
  askAgain: (step: string) => `Ask again from step ${step}`,
  backTo: (step: string) => `Back to step ${step}`,

  // Fit.
  fits: (n: string) => (n === '1' ? '1 more fits' : `${n} more fit`),
  fitsAtLeast: (n: string) => `At least ${n} more fit`,
  likeThis: (name: string) => `like ${name}`,
  perNode: (n: string) => `On ${nodes(n)}`,
  nodeColumn: 'node',
  moreColumn: 'more',
  stopsNext: 'What stops the next one',
  stopMax: (n: string) => `Nothing yet: counting stopped at ${n}, as asked.`,
  stopCutOff: 'Nothing yet: counting was cut off after 100,000 steps.',
  stopRefused: 'The api-server refuses it:',
  stopNotTried: 'It is never tried: a scheduling gate holds it back, or nobody serves its schedulerName.',
  reasonNodes: 'nodes',
  reasonPlugin: 'plugin',
  reasonText: 'reason',

  // Drain.
  drained: (node: string) => `Drain ${node}`,
  drainSums: (moved: string, lost: string, blocked: string) =>
    `${pods(moved)} would move, ${lost === '0' ? '' : `${lost} would be gone for good, `}${blocked} would stay or wait.`,
  drainStops: (alone: string) =>
    `kubectl drain would cordon the node and evict nobody: ${pods(alone)} there ${alone === '1' ? 'has' : 'have'} no controller.`,
  drainNothing: 'Nothing there would move: only Pods of DaemonSets, or none at all.',
  standIns: (makers: string) =>
    `No ${makers} acts here: a copy, named -2, stands in for each Pod that it would make anew.`,
  moves: 'Evicted, and made anew',
  lost: 'Deleted for good: nobody makes them anew',
  stuck: {
    'no-controller': 'Stay: nobody would make them anew',
    refused: 'Stay: their eviction is refused',
    pending: 'Wait: no node takes them',
  },
  forceHint: 'With --force they would be deleted for good, and the others would move.',
  budget: (name: string, desired: string, healthy: string, allowed: string) =>
    `PodDisruptionBudget ${name}: ${desired} must be healthy, ${healthy} are, ${allowed} may go.`,
  uncounted: (name: string) =>
    `PodDisruptionBudget ${name} has no status, and nothing here counts it: until it has one, nothing may go.`,
  meanwhile: 'Elsewhere meanwhile',
  as: (name: string) => `as ${name}`,
  waits: 'waits',
  gone: 'gone',

  // Add nodes.
  added: (n: string, like: string) => `Add ${nodes(n)} like ${like}`,
  addSums: (moved: string, blocked: string) => `${pods(moved)} would find a place, ${blocked} would still wait.`,
  nobodyWaits: 'Nobody waits: the new nodes would stay empty.',
  places: 'Who finds a place',
  stillWait: 'Still wait',
  newNode: 'new',
  notTried: 'Not tried yet',

  // To be done.
  inBranch: 'In a branch of its own',
  doIt: 'Do it',
  doHint: (step: string) => `Makes a branch right after step ${step}. Undo brings this one back.`,
  doStale: 'Ask again first: a branch begins where you stand.',
  nothingToDo: 'There is nothing to do.',
  oneANode: 'A DaemonSet makes these, one a node: no number of them can be raised. More nodes bring more of them.',
  verified: 'Verified',
  cameToRest: (span: string, steps: string) => `came to rest after ${span}, ${steps} steps`,
  cutOff: (steps: string) => `cut off after ${steps} steps: it had not come to rest`,
  created: (n: string) => `${pods(n)} created one after the other, each bound`,
  command: 'The same as a command',
  bounds: 'How it is tried',
  boundsText: {
    fit: 'Copies are created one after the other until one is not bound at its first try. Room that preemption could make does not count. After 100,000 steps counting is cut off, and the answer says so.',
    drain:
      'The node is cordoned and its Pods are evicted, as kubectl drain does: a refused eviction is tried again every 5 s. The run goes on until it rests, for at most 10 simulated minutes or 100,000 steps; beyond that the answer says that it was cut off.',
    add: 'The nodes come up ready and empty. The run goes on until it rests, for at most 10 simulated minutes or 100,000 steps; beyond that the answer says that it was cut off.',
  },
};

export type WhatIfWords = typeof whatIfEn;
