import { actor, objectName, watcher } from './names.ts';
import { count, span } from './numbers.ts';
import type { EventWords, Sentences } from './sentence.ts';

const who = (e: EventWords): string => actor(e.subject, 'en');
const listener = (e: EventWords): string => actor(watcher(e.subject).who, 'en');
/** "pods watch" */
const watchOf = (e: EventWords): string => `${watcher(e.subject).what} watch`.trim();
const what = (e: EventWords): string => objectName(e.object);
const plural = (n: number, one: string): string => `${count(n)} ${one}${n === 1 ? '' : 's'}`;
const revision = (n: number): string => (n > 0 ? `, revision ${String(n)}` : '');
const because = (detail: string): string => (detail === '' ? '' : `: ${detail}`);

const ASKS: Readonly<Record<string, string>> = {
  create: 'create',
  bind: 'bind',
  update: 'update',
  'update status': 'update the status of',
  patch: 'patch',
  'patch status': 'patch the status of',
  apply: 'apply',
  delete: 'delete',
  evict: 'evict',
  get: 'read',
  list: 'list',
  watch: 'watch',
};
const asks = (detail: string): string => ASKS[detail] ?? detail;

function stored(e: EventWords): string {
  const rest = revision(e.number);
  switch (e.detail) {
    case 'create':
      return `the api-server stores the new ${what(e)} for ${who(e)}${rest}.`;
    case 'bind':
      return `the api-server stores the binding of ${what(e)} that ${who(e)} asked for${rest}.`;
    case 'delete':
      return `the api-server carries out the delete of ${what(e)} for ${who(e)}${rest}.`;
    case 'patch status':
    case 'update status':
      return `the api-server stores the status of ${what(e)} that ${who(e)} reported${rest}.`;
    default:
      return `the api-server stores what ${who(e)} changed in ${what(e)} (${e.detail})${rest}.`;
  }
}

const CHANGES: Readonly<Record<string, string>> = {
  ADDED: 'was added',
  MODIFIED: 'has changed',
  DELETED: 'was deleted',
  add: 'was added',
  update: 'has changed',
  delete: 'was deleted',
};
const changed = (detail: string): string => CHANGES[detail] ?? `changed (${detail})`;

function heard(e: EventWords): string {
  if (e.detail === 'BOOKMARK')
    return `${listener(e)} gets a bookmark: it has heard all up to revision ${String(e.number)}.`;
  if (e.detail === 'CLOSED') return `the ${watchOf(e)} of ${listener(e)} is over, or could not be opened.`;
  if (e.detail === 'ERROR')
    return `the ${watchOf(e)} of ${listener(e)} ends with an error${revision(e.number)}; it has to list again.`;
  const who = listener(e);
  return `${who} ${who.endsWith('kubelets') ? 'hear' : 'hears'} that ${what(e)} ${changed(e.detail)}${revision(e.number)}.`;
}

/** Informer-side method that the event's detail names. */
const METHODS: Readonly<Record<string, string>> = { add: 'OnAdd', update: 'OnUpdate', delete: 'OnDelete' };

/** The event is the end of the call, which may have begun long before. */
function handled(e: EventWords): string {
  if (e.detail === 'panic') return `a handler of ${listener(e)} panics over ${what(e)}.`;
  return `${listener(e)} has handled what its informer told it, that ${what(e)} ${changed(e.detail)}: ${METHODS[e.detail] ?? e.detail} returns.`;
}

type FaultWords = Readonly<Record<string, (whom: string, number: number) => string>>;

const events = (n: number): string => (n === 1 ? 'the next event' : `the next ${String(n)} events`);
const ahead = (ticks: number): string => `${span(Math.abs(ticks))} ${ticks < 0 ? 'behind' : 'ahead'}`;

const FAULT_BEGAN: FaultWords = {
  kubeletPauses: (node) => `the kubelet of ${node} is stopped (SIGSTOP): its containers run on, and it says nothing.`,
  kubeletStops: (node) => `the machine ${node} stops for good; its containers stop with it.`,
  crash: (whom) => `${whom} dies; all that it had in memory is gone.`,
  pause: (whom) => `${whom} freezes; it keeps its memory and its connections, and does nothing.`,
  cut: (whom) => `the way between ${whom} and the api-server is cut.`,
  partition: (whom) => `the network swallows every byte between ${whom} and the api-server, and tells neither.`,
  slow: (whom, ticks) => `what ${whom} watches now comes ${span(ticks)} late.`,
  drop: (whom, count) => `${events(count)} of what ${whom} watches will be lost on the way.`,
  duplicate: (whom, count) => `${events(count)} of what ${whom} watches will come twice.`,
  skewClock: (whom, ticks) => `the clock of ${whom} is ${ahead(ticks)} from now on.`,
  leaderChange: (whom) => `the leader of ${whom} cannot renew its Lease any more; another candidate waits for it.`,
  compact: () => 'etcd forgets every revision before the present one, and the api-server’s watch cache begins anew.',
};

const FAULT_ENDED: FaultWords = {
  kubeletPauses: (node) => `the kubelet of ${node} goes on (SIGCONT) where it was stopped.`,
  crash: (whom) => `${whom} starts again, with nothing in memory.`,
  pause: (whom) => `${whom} goes on where it stood; all that waited for it comes now.`,
  cut: (whom) => `the way between ${whom} and the api-server is open again.`,
  partition: (whom) =>
    `${whom} and the api-server hear each other again; what was swallowed and not given up comes now.`,
  skewClock: (whom) => `the clock of ${whom} is right again.`,
  slow: (whom) => `what ${whom} watches comes in time again.`,
  drop: (whom) => `what is sent to ${whom} arrives again.`,
  duplicate: (whom) => `what is sent to ${whom} comes only once from now on.`,
};

/** Whose subject is a machine. */
const OF_MACHINES: ReadonlySet<string> = new Set(['kubeletStops', 'kubeletPauses']);

/** "slow 2000000" is a fault and its number. */
function faultSentence(words: FaultWords, e: EventWords): string | undefined {
  const [verb = '', number] = e.detail.split(' ');
  return words[verb]?.(OF_MACHINES.has(verb) ? e.subject : who(e), Number(number ?? 0));
}

function faultBegan(e: EventWords): string {
  const [whom, verb] = [who(e), e.detail];
  if (MACHINE_VERBS.has(verb.split(' ')[0] ?? '')) return machineFault(e);
  return faultSentence(FAULT_BEGAN, e) ?? `a fault befalls ${whom}: ${verb}.`;
}

function faultEnded(e: EventWords): string {
  const [verb = '', rest = ''] = e.detail.split(' ');
  const whom = who(e);
  if (verb === 'probe') return `probes of ${e.subject} are answered as before.`;
  if (verb === 'fillDisk') return `${e.subject} has enough again (${rest}).`;
  return faultSentence(FAULT_ENDED, e) ?? `a fault of ${whom} is over: ${verb}.`;
}

const MACHINE_VERBS: ReadonlySet<string> = new Set(['containerExits', 'probe', 'fillDisk']);

/** "containerExits 137 OOMKilled", "probe readiness failure", "fillDisk nodefs.available". */
function machineFault(e: EventWords): string {
  const [verb, first, second] = e.detail.split(' ');
  if (verb === 'containerExits') {
    const why = second === undefined ? '' : ` (${second})`;
    return e.number === 0
      ? `no container of ${e.subject} runs that could exit with ${first}.`
      : `${plural(e.number, 'container')} of ${e.subject} exit${e.number === 1 ? 's' : ''} with ${first}${why}.`;
  }
  if (verb === 'probe') return `from now on a ${first} probe of ${e.subject} is answered with ${second}.`;
  return `${e.subject} runs short: ${first} falls below its threshold.`;
}

const firstWord = (detail: string): string => detail.split(' ')[0] ?? '';
const afterFirst = (detail: string): string => detail.split(' ').slice(1).join(' ');

/** "app readiness failure". */
function probed(e: EventWords): string {
  const [container, type, result] = e.detail.split(' ');
  const says = result === 'failure' ? 'fails' : 'succeeds';
  return `${who(e)} asks the ${type} probe of container ${container} of ${what(e)}: it ${says}.`;
}

const QUEUES: Readonly<Record<string, string>> = {
  unschedulable: 'unschedulablePods',
  backoff: 'backoffQ',
  active: 'activeQ',
};
const queue = (detail: string): string => QUEUES[detail] ?? detail;

export const SENTENCES_EN: Sentences = {
  'request.sent': (e) => `${who(e)} asks the api-server to ${asks(e.detail)} ${what(e)}.`,
  'store.written': stored,
  'request.served': (e) =>
    `the api-server answers ${who(e)} about ${what(e)} with ${String(e.number)}; nothing was written.`,
  'request.refused': (e) =>
    `the api-server refuses what ${who(e)} asked for ${what(e)}${e.detail === '' ? '' : `: ${e.detail}`} (${String(e.number)}).`,
  'response.delivered': (e) => `${who(e)} gets the answer about ${what(e)}: ${String(e.number)}.`,
  'watch.delivered': heard,
  'list.delivered': (e) => `${listener(e)} gets the list it asked for: ${plural(e.number, 'object')}.`,
  'informer.popped': (e) =>
    `the informer of ${listener(e)} takes ${e.object === '' ? 'a whole list' : what(e)} off its queue (${e.detail}) and updates its cache; ${count(e.number)} left.`,
  'handler.called': handled,
  'queue.flushed': (e) => `${plural(e.number, 'Pod')} moved between the scheduler's queues${because(e.detail)}.`,
  'cycle.started': (e) => `the scheduler takes ${what(e)} from activeQ, attempt ${count(e.number)}.`,
  'cycle.prefilter': (e) =>
    e.detail === ''
      ? `PreFilter prepares ${what(e)}: ${plural(e.number, 'node')} to look at.`
      : `PreFilter: ${e.detail} rejects ${what(e)} before any node is looked at.`,
  'cycle.filter': (e) =>
    e.number === 0
      ? `Filter: no node can take ${what(e)}.`
      : `Filter: ${plural(e.number, 'node')} can take ${what(e)}.`,
  'cycle.postfilter': (e) =>
    e.detail === ''
      ? `PostFilter finds no Pod whose eviction would help ${what(e)}.`
      : `PostFilter nominates ${e.detail} for ${what(e)}.`,
  'cycle.score': (e) =>
    e.number === 0
      ? `${e.detail} is the only node left for ${what(e)}; there is nothing to score.`
      : `Score picks ${e.detail} for ${what(e)}, ${count(e.number)} points.`,
  'cycle.reserve': (e) => `the scheduler reserves ${e.detail} for ${what(e)} in its own cache.`,
  'cycle.permit': (e) => `Permit lets ${what(e)} go on to ${e.detail}.`,
  'cycle.failed': (e) => `no node takes ${what(e)}, ${count(e.number)} tried; it waits in ${queue(e.detail)}.`,
  'cycle.bound': (e) => `${what(e)} is bound to ${e.detail}; its scheduling cycle is over.`,
  'sync.started': (e) => `${who(e)} starts to reconcile ${what(e)}; ${plural(e.number, 'key')} left in its queue.`,
  'sync.finished': (e) =>
    e.detail === '' ? `${who(e)} is done with ${what(e)}.` : `${who(e)} leaves ${what(e)} for now: ${e.detail}.`,
  'workqueue.added': (e) => `the delay of ${what(e)} is over; it goes into the queue of ${who(e)}.`,
  'kubelet.admitted': (e) => `${who(e)} takes ${what(e)} on.`,
  'kubelet.rejected': (e) => `${who(e)} refuses ${what(e)}${because(e.detail)}.`,
  'image.pulling': (e) => `${who(e)} pulls the image ${e.detail} for ${what(e)}.`,
  'image.pulled': (e) => `${who(e)} has the image ${e.detail} for ${what(e)}.`,
  'container.started': (e) => `${who(e)} starts container ${e.detail} of ${what(e)}.`,
  'container.stopping': (e) => `${who(e)} asks container ${e.detail} of ${what(e)} to stop.`,
  'container.stopped': (e) => `container ${e.detail} of ${what(e)} has stopped.`,
  'kubelet.observed': (e) => `${who(e)} works out the status of ${what(e)}: ${e.detail}.`,
  'image.failed': (e) => `${who(e)} cannot get the image ${e.detail} for ${what(e)}.`,
  'container.failed': (e) =>
    `${who(e)} cannot make container ${firstWord(e.detail)} of ${what(e)}: ${afterFirst(e.detail)}.`,
  'probe.answered': probed,
  'kubelet.short': (e) => `${who(e)} is short of ${e.detail}, and finds no Pod to end.`,
  'kubelet.evicting': (e) => `${who(e)} is short of ${e.detail} and ends ${what(e)}.`,
  'pod.gone': (e) => `${what(e)} is gone.`,
  'pod.ready': (e) => `${what(e)} is Ready: all its containers run.`,
  'lease.due': (e) => `${who(e)} is due to renew its Lease.`,
  'fault.began': faultBegan,
  'fault.ended': faultEnded,
  'leader.elected': (e) => `${who(e)} wins ${what(e)} and leads now.`,
  'leader.lost': (e) => `${who(e)} could not renew ${what(e)} in time and stops leading.`,
  'watch.opened': (e) =>
    e.detail === 'initial'
      ? `${listener(e)} opens its ${watchOf(e)} again and asks for every object first.`
      : `${listener(e)} opens its ${watchOf(e)} again, from revision ${String(e.number)}.`,
  'resync.checked': (e) =>
    e.number === 0
      ? `the informer of ${listener(e)} checks who is due for a resync: nobody is.`
      : `the informer of ${listener(e)} resyncs for ${e.detail.replaceAll(',', ', ')}: all that is cached is told again.`,
  'sender.resumed': (e) => `${e.detail} has room again; the sender of ${listener(e)} goes on.`,
  'cache.altered': (e) => `the mutation detector of ${listener(e)} panics: ${e.detail}.`,
  'command.ended': (e) =>
    e.detail === 'drain' ? `${who(e)} has drained ${what(e)}.` : `${who(e)} gives up draining ${what(e)}.`,
};
