/** Words of the fault bench: what can be broken, how, and what came of it. */
const objects = (n: string): string => `${n} ${n === '1' ? 'object differs' : 'objects differ'}`;

export interface FaultText {
  readonly name: string;
  readonly what: string;
  /** Said of one that was carried out, after its target: "kube-scheduler: dies". */
  readonly short: string;
}

/** By verb of the timeline; one that is not here is called by its verb. */
export type FaultTexts = Readonly<Record<string, FaultText>>;

const faults: FaultTexts = {
  crash: {
    name: 'It dies',
    what: 'Everything it had in memory is gone: caches, queues, expectations. It lists again when it starts.',
    short: 'dies',
  },
  pause: {
    name: 'It freezes',
    what: 'It does nothing for a while, as after SIGSTOP, and then goes on with what it knew.',
    short: 'freezes',
  },
  leaderChange: {
    name: 'It loses the lease',
    what: 'Another replica becomes the leader and begins with an empty memory.',
    short: 'loses the lease',
  },
  skewClock: {
    name: 'Its clock is wrong',
    what: 'It reads another time than the rest of the cluster.',
    short: 'has a wrong clock',
  },
  compact: {
    name: 'etcd forgets',
    what: 'Every revision before the present one is gone, and the watch cache begins anew: who watches from before gets 410.',
    short: 'forgets the past',
  },
  kubeletStops: {
    name: 'The machine is gone',
    what: 'Power off, for good. Nothing on it reports any more; its Node and Pods stay as they were last written.',
    short: 'is gone for good',
  },
  kubeletPauses: {
    name: 'The kubelet freezes',
    what: 'Containers go on, but nobody reports: the lease runs out and the node is given up.',
    short: 'freezes',
  },
  fillDisk: {
    name: 'Its disk is full',
    what: 'The kubelet reports DiskPressure and evicts.',
    short: 'has a full disk',
  },
  partition: {
    name: 'It is cut off',
    what: 'It runs, but reaches nobody, and nobody reaches it.',
    short: 'is cut off',
  },
  cut: {
    name: 'Cut',
    what: 'Watches end and requests fail until the line is open again.',
    short: 'is cut',
  },
  slow: {
    name: 'Slow',
    what: 'What is watched comes late; the order stays.',
    short: 'is slow',
  },
  drop: { name: 'Loses an event', what: 'The next event of the watch never comes.', short: 'loses an event' },
  duplicate: {
    name: 'Says it twice',
    what: 'The next event of the watch comes a second time.',
    short: 'says it twice',
  },
};

export const faultsEn = {
  breakIt: 'Break it …',
  title: 'Break it …',
  lead: (step: string) => `In a branch of its own, right after step ${step}. The original stays, one Undo away.`,
  what: 'What',
  groups: {
    'api-server': 'The api-server and etcd',
    process: 'Processes',
    node: 'Nodes',
    line: 'Lines to the api-server',
  },
  line: (client: string) => `${client} ↔ kube-apiserver`,
  apiServer: 'kube-apiserver, etcd',
  how: 'How',
  faults,
  fields: { for: 'For', by: 'By', watch: 'Which watch', next: 'How many' },
  forHint: 'Like 30s or 5m. Empty: until the end.',
  durationHint: 'Like 500ms, 30s or 5m.',
  signedHint: 'Like 30s or -30s.',
  wrongDuration: 'A time like 500ms, 30s or 5m.',
  wrongCount: 'A whole number from 1 to 100.',
  allWatches: 'all of them',
  doIt: 'Break it',
  noFaults: 'Nothing can be broken here.',
  notHere: (target: string) => `${target} is not there at this step: choose another.`,
  after: 'And then',
  afterText:
    'The branch takes the stage, and this page shows it beside the original: where they part, what differs at each moment, and how long it takes to recover.',

  includesDeeds: (n: string) =>
    n === '1' ? 'what was done in this branch:' : `what was done in this branch, ${n} deeds:`,

  // Side by side.
  beside: 'Two runs, one clock',
  besideTitle: (from: string, time: string) => `The branch from step ${from} beside the original, both at ${time}`,
  parts: (time: string, what: string) => `The first difference comes at ${time}: ${what}`,
  neverPart: 'No object ever differs.',
  notYet: 'No object differs so far.',
  inBoth: (object: string, original: string, branch: string) =>
    `${object} is “${original}” in the original and “${branch}” in the branch.`,
  onlyOriginal: (object: string, original: string) =>
    `${object} is “${original}” in the original, and is not there in the branch.`,
  onlyBranch: (object: string, branch: string) =>
    `${object} is “${branch}” in the branch, and is not there in the original.`,
  besideLead: (what: string) => `Done in the branch: ${what}.`,
  goParting: (step: string) => `To the first difference, step ${step}`,
  original: 'original',
  branch: 'branch',
  asItWas: 'Nothing was broken.',
  asWritten: 'As it was: only what its own timeline breaks.',
  beforeFork: (step: string) => `Up to step ${step} both are one: this is how they part.`,
  until: (time: string) => `It came to rest at ${time}, and stays so.`,
  goesOn: (time: string) => `Simulated up to ${time}.`,
  noNode: 'no node yet',
  nodeGone: 'not there',
  noPods: 'no Pod',
  moreNodes: (n: string) => `${n} more nodes, alike in both`,
  differs: 'underlined: not the same in both',
  counts: {
    ready: 'Pods ready',
    waiting: 'Pods without a node',
    readyNodes: 'nodes ready',
    restarts: 'restarts since',
    evictions: 'evictions since',
  },
  measure: 'Count',
  recovery: 'Recovery',
  unharmed: 'Never were fewer Pods ready than in the original.',
  recovered: (time: string) => `After ${time} as many Pods are ready as in the original, and stay so.`,
  missing: (n: string) => `${n} ${n === '1' ? 'Pod' : 'Pods'} fewer ready than in the original when the branch ends.`,
  differences: (n: string) => `${objects(n)} now`,
  noDifferences: 'Nothing differs now.',
  differsLater: (time: string) => `The first difference comes at ${time}.`,
  alikeAgain: 'What differed is alike again.',
  alike: 'Every object is the same in both runs.',
  object: 'Object',
  step: 'Step',
  gone: 'not there',
  density: 'Events of both runs over time',
  strips: 'Events a moment: the original above, the branch below',
  togetherUntil: 'one run',
  goOriginal: 'Go to the original',
  goBranch: 'Go to the branch',
  hereNow: 'on screen',
  goHint: (time: string) => `Both buttons keep the time: ${time}.`,
  again: 'Break something else',
  notABranch: 'This run was not broken yet.',
  looking: 'Both runs are being made …',
};

export type FaultWords = typeof faultsEn;
