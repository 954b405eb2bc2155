/** Mistakes in what is written and told: Events, counters, fields, who wrote them and when. */
import { get, list, number, text } from '../../src/model/fields.ts';
import { conditionsOf, type Recording, type Write } from '../../src/conformance/trace/recording.ts';
import {
  becomesReady,
  changeAt,
  changeFrom,
  changed,
  containersOf,
  find,
  hasCondition,
  insertAfter,
  isAdded,
  isMarking,
  modified,
  on,
  requiredEvent,
  withCondition,
  withContainers,
  withEvents,
  withField,
  writeOfFact,
  type Plant,
  type Site,
} from './plant-tools.ts';

export const OF_EVENTS: readonly Plant[] = [
  ['an event is dropped', undefined],
  ['an event has another reason', { reason: 'Whatever' }],
  ['an event says something else', { message: 'words that nobody ever said' }],
  [
    'an event comes from another component',
    { reportingComponent: 'cloud-controller', source: { component: 'cloud-controller' } },
  ],
  ['an event happens once more', 'again'] as const,
].map(([what, change]): Plant => ({
  what: what as string,
  words: /event:/,
  plant: (site) =>
    on(requiredEvent(site), (event) => {
      const rest = site.recording.events.filter((one) => one !== event);
      if (change === undefined) return withEvents(site.recording, rest);
      if (change === 'again') return withEvents(site.recording, [...rest, { ...event, count: event.count + 1 }]);
      const object = { ...event.object, ...(change as object) };
      return withEvents(site.recording, [...rest, { ...event, object }]);
    }),
}));

/** A counter that a row wants at the end of a phase, and the last write of the phase that has it. */
function settledCounter(
  { recording, candidate, expected }: Site,
  holds: (counter: string) => boolean,
): { write: Write; path: readonly string[] } | undefined {
  for (const [object, { settled = {} }] of Object.entries(expected.objects)) {
    for (const [phase, counters] of Object.entries(settled)) {
      const counter = Object.keys(counters).find(holds);
      const last = recording.writes
        .filter((w) => candidate.names.full(w.key) === object && candidate.phaseOf(w.entry) === Number(phase))
        .at(-1);
      if (counter !== undefined && last !== undefined && last.type !== 'DELETED')
        return { write: last, path: counter.split('.') };
    }
  }
  return undefined;
}

const countedWrong = (site: Site, holds: (counter: string) => boolean): Recording | undefined =>
  on(settledCounter(site, holds), ({ write, path }) =>
    changeAt(site.recording, write, (w) => ({
      ...w,
      object: withField(w.object, path, number(w.object, ...path) + 1),
    })),
  );

export const FACTS: readonly Plant[] = [
  {
    what: 'another component wrote it',
    words: /by:/,
    ofSpec: true,
    plant: (site) => {
      for (const [object, { facts }] of Object.entries(site.expected.objects)) {
        const fact = facts.find(({ by }) => by !== undefined);
        const write = fact === undefined ? undefined : writeOfFact(site.candidate, object, fact);
        if (write?.by !== undefined) return changeAt(site.recording, write, (w) => ({ ...w, by: 'cloud-controller' }));
      }
      return undefined;
    },
  },
  {
    what: 'a counter of a status is one too high',
    words: /settled|before/,
    plant: (site) => countedWrong(site, (counter) => counter.startsWith('status.') && !counter.endsWith('Generation')),
  },
  {
    what: 'a generation is one too high',
    words: /settled/,
    ofSpec: true,
    plant: (site) => countedWrong(site, (counter) => counter === 'metadata.generation'),
  },
  {
    what: 'a container was restarted once more',
    words: /track|value|final/,
    plant: (site) =>
      on(find(site, becomesReady), (ready) =>
        changeFrom(site.recording, ready, (object) =>
          withContainers(object, (one) => ({ ...one, restartCount: number(one, 'restartCount') + 1 })),
        ),
      ),
  },
  {
    what: 'a condition that nobody knows',
    words: /track/,
    plant: (site) =>
      on(
        find(site, (w) => w.type === 'MODIFIED' && list(w.object, 'status', 'conditions').length > 0),
        (w) => changeFrom(site.recording, w, (object) => withCondition(object, 'Astonished', { status: 'True' })),
      ),
  },
  {
    what: 'a condition has another reason',
    words: /track|value|fact/,
    plant: (site) =>
      on(
        find(site, (w) => w.type === 'MODIFIED' && w.kind === 'Pod' && hasCondition(w, 'ContainersReady')),
        (w) => changeFrom(site.recording, w, (o) => withCondition(o, 'ContainersReady', { reason: 'Mood' })),
      ),
  },
  {
    what: 'a Pod that waits is told something else',
    words: /track|message|fact/,
    plant: (site) =>
      on(
        find(site, (w) => text(conditionsOf(w.object).get('PodScheduled'), 'reason') === 'Unschedulable'),
        (w) =>
          changeFrom(site.recording, w, (o) =>
            withCondition(o, 'PodScheduled', { message: '0/3 nodes feel like it.' }),
          ),
      ),
  },
  {
    what: 'a taint is missing',
    words: /track|fact/,
    plant: (site) =>
      on(
        find(
          site,
          (w) => w.kind === 'Node' && list(w.object, 'spec', 'taints').length > list(w.before, 'spec', 'taints').length,
        ),
        (w) => changeFrom(site.recording, w, (o) => withField(o, ['spec', 'taints'], list(w.before, 'spec', 'taints'))),
      ),
  },
  {
    what: 'DisruptionTarget is missing',
    words: /track|fact/,
    plant: (site) =>
      on(
        find(site, (w) => hasCondition(w, 'DisruptionTarget')),
        (w) => changeFrom(site.recording, w, (o) => withCondition(o, 'DisruptionTarget', undefined)),
      ),
  },
  {
    what: 'a container is never seen running',
    words: /track|fact/,
    plant: (site) =>
      on(
        find(
          site,
          (w) => w.by === 'kubelet' && containersOf(w.object).some((one) => get(one, 'state', 'running') !== undefined),
        ),
        (w) =>
          changeFrom(site.recording, w, (o) =>
            withContainers(o, (one) => ({ ...one, state: { waiting: { reason: 'ContainerCreating' } } })),
          ),
      ),
  },
  {
    what: 'what is one write becomes two',
    words: /write:/,
    plant: (site) =>
      on(
        find(
          site,
          (w) =>
            modified(w, 'Pod') &&
            w.before !== undefined &&
            text(w.object, 'status', 'phase') === 'Running' &&
            changed(w, 'status', 'phase') &&
            changed(w, 'status', 'containerStatuses'),
        ),
        (w) =>
          changeAt(insertAfter(site.recording, w, [{ object: w.object, by: w.by }]), w, (first) => ({
            ...first,
            object: withField(w.object, ['status', 'phase'], text(w.before, 'status', 'phase')),
          })),
      ),
  },
  {
    what: 'a Pod loses its readiness for a moment',
    words: /track|value|order/,
    plant: (site) =>
      on(find(site, becomesReady), (w) =>
        insertAfter(site.recording, w, [
          {
            object: withCondition(w.object, 'Ready', { status: 'False', reason: 'ContainersNotReady' }),
            by: 'kubelet',
          },
          { object: w.object, by: 'kubelet' },
        ]),
      ),
  },
  {
    what: 'a Pod that has finished runs again',
    words: /law: phase/,
    plant: (site) =>
      on(
        find(site, (w) => w.kind === 'Pod' && text(w.object, 'status', 'phase') === 'Succeeded'),
        (w) => insertAfter(site.recording, w, [{ object: withField(w.object, ['status', 'phase'], 'Running') }]),
      ),
  },
  {
    what: 'a mark for deletion is taken back',
    words: /undelete/,
    plant: (site) =>
      on(
        find(site, (w) => w.kind === 'Pod' && isMarking(w)),
        (w) =>
          insertAfter(site.recording, w, [
            { object: withField(w.object, ['metadata', 'deletionTimestamp'], undefined) },
            { object: w.object },
          ]),
      ),
  },
  {
    what: 'a specification has other replicas',
    words: /track|fact|settled|final|law/,
    ofSpec: true,
    plant: (site) =>
      on(
        find(site, (w) => isAdded(w, 'Deployment')),
        (w) =>
          changeFrom(site.recording, w, (o) => withField(o, ['spec', 'replicas'], number(o, 'spec', 'replicas') + 1)),
      ),
  },
];
