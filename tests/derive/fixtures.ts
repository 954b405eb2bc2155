/**
 * Traces and views that a person can read. A trace is one line an event, a view one line a fact; both print as they are
 * written here, so a failing test shows its world.
 */
import { EVENT, EVENT_KINDS, LANE, LANES, type EventKind, type LaneName } from '../../src/model/events.ts';
import type {
  CycleMark,
  CycleNodeMark,
  Frame,
  NodeMark,
  PodMark,
  QueueMark,
  StageView,
  TokenPhase,
} from '../../src/protocol/protocol.ts';
import { TraceBuffer } from '../../src/derive/trace-buffer.ts';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function laneOf(kind: string, subject: string): LaneName {
  if (/^(store|request\.(served|refused))/.test(kind)) return 'api-server';
  if (/^(watch|list|informer|handler)/.test(kind)) return subject.startsWith('kubelet') ? 'kubelets' : 'informers';
  if (subject.startsWith('kubectl')) return 'clients';
  if (subject.startsWith('kubelet')) return 'kubelets';
  return subject.startsWith('kube-scheduler') ? 'scheduler' : 'controllers';
}

const isKind = (name: string): name is EventKind => name in EVENT;

/**
 * One event a line: `micros kind [<cause] [~] | subject | object | detail | number`; `~` marks periodic work.
 * @returns the rows as one frame that begins at step `from`
 */
export function frameOf(text: string, from = 1, firstText = 1): Frame {
  const rows = linesOf(text).map((line) => line.split('|').map((part) => part.trim()));
  const texts: string[] = [];
  const intern = (word: string | undefined): number => {
    if (word === undefined || word === '') return 0;
    if (!texts.includes(word)) texts.push(word);
    return firstText + texts.indexOf(word);
  };
  const head = rows.map((row) => (row[0] ?? '').split(/\s+/));
  const column = (read: (i: number) => number): number[] => rows.map((_, i) => read(i));
  const kindOf = (i: number): EventKind => {
    const name = head[i]?.[1] ?? '';
    if (!isKind(name)) throw new Error(`no event kind "${name}"`);
    return name;
  };
  const time = column((i) => Number(head[i]?.[0]));
  return {
    branch: 0,
    from,
    length: rows.length,
    time: Float64Array.from(time),
    kind: Uint8Array.from(column((i) => EVENT[kindOf(i)])),
    lane: Uint8Array.from(column((i) => LANE[laneOf(kindOf(i), rows[i]?.[1] ?? '')])),
    cause: Uint32Array.from(column((i) => Number((head[i]?.find((word) => word.startsWith('<')) ?? '<0').slice(1)))),
    subject: Uint32Array.from(column((i) => intern(rows[i]?.[1]))),
    object: Uint32Array.from(column((i) => intern(rows[i]?.[2]))),
    detail: Uint32Array.from(column((i) => intern(rows[i]?.[3]))),
    number: Float64Array.from(column((i) => Number(rows[i]?.[4] ?? 0))),
    flags: Uint8Array.from(column((i) => (head[i]?.includes('~') === true ? 1 : 0))),
    firstText,
    texts,
    status: { steps: from + rows.length - 1, simMicros: time.at(-1) ?? 0, state: 'quiescent' },
  };
}

export const TABLES = { kinds: EVENT_KINDS, lanes: LANES };

export function traceOf(text: string): TraceBuffer {
  const trace = new TraceBuffer(TABLES);
  trace.append(frameOf(text));
  return trace;
}

const podKey = (name: string): string => `Pod/${name.includes('/') ? name : `default/${name}`}`;
const PHASES: readonly string[] = ['pending', 'sched', 'bound', 'run', 'unsched', 'term', 'done', 'fail'];
const isPhase = (word: string): word is TokenPhase => PHASES.includes(word);

/** "run:web-1" */
function podOf(word: string): PodMark {
  const [phase = '', name = ''] = word.split(':');
  if (!isPhase(phase)) throw new Error(`no phase "${phase}" in "${word}"`);
  return { key: podKey(name), phase };
}

/** "node-a zone-1 cpu 1.7/4 mem 1.7/8 pods run:web-1 bound:web-2 ghosts sched:web-3 notready cordoned" */
function nodeOf(words: readonly string[]): NodeMark {
  const after = (name: string): string => words[words.indexOf(name) + 1] ?? '';
  const pair = (name: string, unit: number): [number, number] => {
    if (!words.includes(name)) return [0, 4 * unit];
    const [used = 0, total = 0] = after(name).split('/').map(Number);
    return [used * unit, total * unit];
  };
  const list = (name: string): PodMark[] => {
    const start = words.indexOf(name);
    if (start < 0) return [];
    const rest = words.slice(start + 1);
    const end = rest.findIndex((word) => !word.includes(':'));
    return rest.slice(0, end < 0 ? rest.length : end).map(podOf);
  };
  const [name = '', zone = ''] = words;
  return {
    name,
    zone: zone === '-' ? '' : zone,
    ready: !words.includes('notready'),
    cordoned: words.includes('cordoned'),
    cpu: pair('cpu', 1000),
    memory: pair('mem', 1024 ** 3),
    pods: list('pods'),
    podLimit: 110,
    ghosts: list('ghosts'),
  };
}

function cycleOf(lines: readonly (readonly string[])[]): CycleMark | undefined {
  const head = lines.find(([word]) => word === 'cycle');
  if (head === undefined) return undefined;
  const plugins = (lines.find(([word]) => word === 'plugins') ?? []).slice(1).map((word) => {
    const [name = '', weight = '1'] = word.split('*');
    return { name, weight: Number(weight) };
  });
  const nodes = lines.flatMap((words): CycleNodeMark[] => {
    const [what, node = '', plugin = ''] = words;
    if (what === 'filtered') return [{ node, plugin, reason: words.slice(3).join(' '), scores: [], total: 0 }];
    if (what === 'passed') return [{ node, plugin: '', reason: '', scores: [], total: 0 }];
    if (what !== 'scored') return [];
    const scores = words.slice(2).map(Number);
    return [{ node, plugin: '', reason: '', scores, total: scores.reduce((sum, score) => sum + score, 0) }];
  });
  const host = head.includes('host') ? (head[head.indexOf('host') + 1] ?? '') : '';
  return {
    pod: podKey(head[1] ?? ''),
    attempt: 1,
    startStep: 1,
    point: head[2] ?? '',
    open: head.includes('open'),
    plugins,
    nodes,
    host,
    maxTotal: plugins.reduce((sum, { weight }) => sum + 100 * weight, 0),
  };
}

function queueOf(lines: readonly (readonly string[])[], name: string): QueueMark[] {
  return lines
    .filter(([word]) => word === name)
    .map(([, pod = '', extra = '']) => ({
      ...podOf(pod),
      attempts: 1,
      plugins: name === 'unschedulable' && extra !== '' ? [extra] : [],
      ...(name === 'backoff' ? { waitTicks: Number(extra) * 1e6 } : {}),
    }));
}

function countPhases(
  view: Pick<StageView, 'active' | 'backoff' | 'unschedulable' | 'nodes' | 'elsewhere'>,
): Record<TokenPhase, number> {
  const counts = { pending: 0, sched: 0, bound: 0, run: 0, unsched: 0, term: 0, done: 0, fail: 0 };
  const lists = [view.active, view.backoff, view.unschedulable, view.elsewhere, ...view.nodes.map((node) => node.pods)];
  for (const list of lists) for (const mark of list) counts[mark.phase]++;
  return counts;
}

/** A view, one fact a line; what is not said is empty. See the tests for examples. */
export function viewOf(text: string): StageView {
  const lines = linesOf(text).map((line) => line.split(/\s+/));
  const all = (name: string): string[][] => lines.filter(([word]) => word === name).map((words) => words.slice(1));
  const number = (name: string): number => Number(all(name)[0]?.[0] ?? 0);
  const fifo = all('fifo').map(([name = '', deltas = '', revision = '0']) => ({
    key: podKey(name),
    deltas: deltas.split(','),
    revision: Number(revision),
  }));
  const [active, backoff, unschedulable] = ['active', 'backoff', 'unschedulable'].map((name) => queueOf(lines, name));
  const parts = {
    active: active ?? [],
    backoff: backoff ?? [],
    unschedulable: unschedulable ?? [],
    nodes: all('node').map(nodeOf),
    elsewhere: all('elsewhere').flat().map(podOf),
  };
  const cycle = cycleOf(lines);
  return {
    step: number('step'),
    micros: number('micros'),
    revision: number('revision'),
    revisions: (all('revisions')[0] ?? []).map((word) => {
      const [kind = '', revision, step] = word.split(':');
      return { kind, revision: Number(revision), step: Number(step) };
    }),
    fifo,
    fifoName: all('fifoName')[0]?.[0] ?? 'RealFIFO',
    ...parts,
    lengths: {
      fifo: fifo.length,
      active: parts.active.length,
      backoff: parts.backoff.length,
      unschedulable: parts.unschedulable.length,
    },
    ...(cycle === undefined ? {} : { cycle }),
    controllers: all('controller').map(([name = '', queued = '0', processing = '']) => ({
      name,
      queued: Number(queued),
      processing,
    })),
    phases: countPhases(parts),
    digest: `digest-${number('step')}`,
  };
}
