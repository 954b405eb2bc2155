/** Deltas of a pop and what the handlers hear, and late and syncing listeners of a whole informer, worked by hand. */
import { processDeltas, ThreadSafeStore, type Delta, type Notification } from '../../components/informer/informer.ts';
import type { Adapter, Row } from '../types.ts';
import { readObject, writeObject, type FifoObject, type FifoStep } from './fifo-objects.ts';
import { InformerRig } from './informer-rig.ts';

interface Stored {
  readonly key: string;
  readonly rv: number;
}

interface Given {
  readonly store: readonly Stored[];
  readonly isInInitialList: boolean;
}

const access = {
  keyOf: ({ key }: FifoObject): string | undefined => key ?? undefined,
  versionOf: ({ rv }: FifoObject): string => String(rv),
};

function heard(notification: Notification<FifoObject>): object {
  if (notification.kind === 'add') {
    return { on: 'add', new: notification.object, initial: notification.isInInitialList };
  }
  if (notification.kind === 'update') return { on: 'update', old: notification.before, new: notification.after };
  return { on: 'delete', obj: writeObject(notification.object) };
}

function readDeltas(step: FifoStep): readonly Delta<FifoObject>[] {
  return (step.deltas ?? []).map(({ type, obj }) =>
    type === 'SyncAll' ? { type } : ({ type, object: readObject(obj) } as Delta<FifoObject>),
  );
}

export const handInformer: Adapter = {
  source: 'client-go-hand',
  kind: 'informer',
  run(row: Row) {
    const given = row.given as Given;
    const store = new ThreadSafeStore<FifoObject>(new Map(given.store.map((object) => [object.key, object])));
    const events = (row.steps ?? []).flatMap((step) =>
      processDeltas(store, readDeltas(step as unknown as FifoStep), given.isInInitialList, access).map(heard),
    );
    return { events, store: store.list() };
  },
};

/** Two listeners of one informer: one that the last check found due, and one that never asked for a resync. */
export const handInformerUpdate: Adapter = {
  source: 'client-go-hand',
  kind: 'informer-update',
  run(row) {
    const { oldRV, newRV } = row.given as { readonly oldRV: string; readonly newRV: string };
    const rig = new InformerRig({ resyncTicks: 1000 });
    const heardBy: string[] = [];
    const note = (name: string) => ({ onUpdate: () => void heardBy.push(name) });
    rig.informer.addEventHandler('resyncing', note('resyncing'));
    rig.informer.addEventHandler('plain', note('plain'), { resyncTicks: 0 });
    rig.server.put('a', Number(oldRV));
    rig.start();
    rig.clock.advance(1000);
    const resynced = heardBy.splice(0);
    if (resynced.join() !== 'resyncing') throw new Error(`the check reached ${resynced.join()}`);
    rig.clock.act(() => rig.server.change('a', Number(newRV)));
    const isSync = !heardBy.includes('plain');
    return { isSync, deliveredTo: heardBy };
  },
};

export const handInformerLateJoin: Adapter = {
  source: 'client-go-hand',
  kind: 'informer-late-join',
  compare: { isSet: (path) => path === 'eventsUnordered' },
  run(row) {
    const { store } = row.given as Given;
    const rig = new InformerRig({});
    for (const { key, rv } of store) rig.server.put(key, rv);
    rig.start();
    const eventsUnordered: object[] = [];
    rig.clock.act(() => {
      rig.informer.addEventHandler('late', {
        onAdd: ({ metadata }, initial) => {
          const object = { key: metadata.name, rv: Number(metadata.resourceVersion) };
          eventsUnordered.push({ on: 'add', new: object, initial });
        },
      });
    });
    return { eventsUnordered };
  },
};
