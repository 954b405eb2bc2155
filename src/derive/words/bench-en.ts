import type { RowKindName } from './bench.ts';

/** Words of the benchmark, English. */
export const benchEn = {
  title: 'Real time per write',
  measuredHere: 'measured here',
  notYet: 'not measured yet',
  legend: (n: string) => `dot: one batch · bar: median with 95 % interval, n = ${n}`,
  published: (machine: string) => `dashed: the article’s published Go, ${machine}`,
  recordedGo: (go: string, machine: string) => `◇ recorded: ${go}, ${machine}, 2 cores, not this machine`,
  effort: 'How much is measured',
  efforts: { quick: 'quick', standard: 'standard', long: 'long' },
  effortHint: {
    quick: '6 batches a row, smaller ones: some 10 s',
    standard: '20 batches a row: 1 to 2 minutes',
    long: '40 batches a row: 3 to 4 minutes',
  },
  run: 'Measure',
  again: 'Run again',
  cancel: 'Cancel',
  progress: 'Progress of the run',
  batches: (done: string, total: string) => `${done} of ${total} batches`,
  starting: 'Starting the workers …',
  copyGo: 'Copy as Go benchmark',
  copied: 'Copied',
  csv: 'CSV',
  svg: 'SVG',
  rows: {
    mutex: 'mutex',
    rwmutex: 'RW lock, writing',
    counter: 'atomic counter',
    message: 'message port',
  } as Record<Exclude<RowKindName, 'channel' | 'handover'>, string>,
  handover: { spin: 'channel 0, spins', park: 'channel 0, parks' },
  channel: (buffer: string) => `channel ${buffer}`,
  writers: (n: string) => (n === '1' ? '1 writer' : `${n} writers`),
  crowded: (workers: string, cores: string) =>
    `up to ${workers} workers on ${cores} ${cores === '1' ? 'core' : 'cores'}`,
  median: 'median',
  unavailable: 'unavailable',
  void: 'void',
  chartOf: (writers: string) => `Time per write, ${writers}; the table below has the same figures`,
  isolation: 'Locks cannot be measured here',
  isolationWhy:
    'This page is not cross-origin isolated, so the browser lets workers share no memory, and a lock cannot be measured. The clock is coarse, too. No number is estimated in its place; the message port needs no shared memory and is measured.',
  isolationHow:
    'Whoever serves the page can give it to all who visit: with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp (npm start and steplane serve send them), in a tab of its own.',
  isolate: 'Allow precise timing (reloads once)',
  isolateHint:
    'A small worker of this page adds the two headers in your browser; it can be removed with the site’s data. Your text and step stay.',
  isolationStates: {
    tried:
      'It was tried and did not help: this browser or this window does not allow it (a private window, blocked service workers). The page works on without it.',
    framed: 'This page stands inside another one, which would have to be isolated, too: open it in a tab of its own.',
    'no-worker': 'This browser runs no service worker here, which needs https or this machine’s own address.',
  },
  busy: (percent: string) =>
    `The machine was busy: in the middle row the median is known to ± ${percent} % only. Close what else works and measure again, or choose “standard”. Figures with ~ may be others next time.`,
  recordedHint: 'Marked ◇: figures of a recorded Go run. They were not measured here.',
  ends: {
    cancelled: 'Cancelled. What was measured until then stands below; it is not a whole run.',
    hidden:
      'Void: the tab was hidden while it ran, and browsers slow hidden tabs down. Run it again with the tab in sight.',
    failed: (why: string) => `It failed: ${why}`,
  },
  stamp: {
    cores: (n: string) => `${n} ${n === '1' ? 'core' : 'cores'}`,
    isolated: 'isolated',
    notIsolated: 'not isolated',
    step: (t: string) => `clock step ${t}`,
    batch: (t: string) => `a batch ≥ ${t}, so ≤ 1 %`,
    warmUp: (n: string) => `${n} warm-up batches dropped`,
    outliers: (severe: string, mild: string) => `outliers kept: ${severe} severe, ${mild} mild`,
    checked: (n: string) => `${n} batches checked, all right`,
    wrong: (n: string) => `${n} rows void`,
  },
  compareTitle: 'What is proven',
  against: (a: string, b: string) => `${a} against ${b}`,
  p: (p: string) => `p = ${p}`,
  pBelow: 'p < 0.001',
  compareNote:
    'Mann-Whitney, α = 0.05; ~ where nothing is proven. Before a median ~ says that it is known to ± 25 % or less well.',
  scoringTitle: 'Parallel scoring, for real',
  scoringLead: (nodes: string) =>
    `The scheduler’s own Score plugins over a frozen snapshot of ${nodes} nodes; workers take chunks as upstream’s Parallelizer does, one slot a node, and every score is checked against a cycle of the engine.`,
  speedUp: 'speed-up',
  workers: 'workers',
  chunk: 'chunk',
  perCycle: 'all nodes',
  ideal: 'ideal, up to the cores',
  measured: 'measured',
  recordedParallel: 'recorded Go, 2 cores',
  speedUpChart:
    'Speed-up by number of workers, on axes that double: measured, and apart from it what the cost model predicts; the tables beside it have the same figures',
  virtualMark: 'virtual time: cost model',
  virtualTitle: 'Virtual time, not measured',
  virtualLead: (nodes: string) =>
    `What the engine’s cost model says of the same ${nodes} nodes: every plugin takes as long on one node as on another, nothing else disturbs, every worker has a core. 16 is upstream’s default.`,
  virtualTime: 'virtual time',
  virtualSpeedUp: 'predicted',
  virtualLanes: (workers: string, chunks: string) => `Virtual lanes: ${workers} workers take ${chunks} chunks`,
  virtualWorker: (n: string) => `worker ${n}`,
  scoresChecked: (n: string) => `${n} scores checked`,
  table: 'All figures as a table',
  columns: {
    row: 'what',
    writers: 'writers',
    workers: 'workers',
    median: 'median',
    interval: '95 %',
    n: 'n',
    outliers: 'mild + severe',
    batch: 'writes a batch',
    checked: 'checked',
    go: 'recorded Go',
  },
  bounds: 'What bounds each',
  boundsText:
    'A lock that nobody else wants costs two atomic instructions. Where workers meet, the cache line that holds the lock travels between cores. A worker that parks costs a system call and a wake-up, a thousand times what the write costs: Go parks goroutines, not threads, and so a small buffer costs it far less. A ring with space lets both ends work at once. This is not sync.Mutex: it is the same work with what a browser has.',
};

export type BenchWords = typeof benchEn;
