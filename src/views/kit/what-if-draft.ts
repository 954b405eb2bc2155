/** What a person asks under "What if …". It outlives the view, so that nothing typed is lost. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Shell } from './shell.ts';

export type WhatIfQuestion = 'fit' | 'drain' | 'add';

interface WhatIfDraft {
  readonly question: WhatIfQuestion;
  /** Key of a Pod or workload; undefined = not chosen. */
  readonly like: string | undefined;
  /** From the text, not like one that is there. */
  readonly typed: boolean;
  readonly text: string;
  readonly max: string;
  /** Name of a node; undefined = not chosen. */
  readonly node: string | undefined;
  readonly force: boolean;
  readonly count: string;
  /** The object that was taken over last. */
  readonly about: string | undefined;
}

const store = createStore<WhatIfDraft>(() => ({
  question: 'fit',
  like: undefined,
  typed: false,
  text: '',
  max: '100',
  node: undefined,
  force: false,
  count: '1',
  about: undefined,
}));

export const useWhatIfDraft = (): WhatIfDraft => useStore(store);

export const editWhatIf = (edit: Partial<WhatIfDraft>): void => {
  store.setState(edit);
};

export const FITS_LIKE = /^(?:Pod|Deployment|ReplicaSet|StatefulSet|DaemonSet|Job|CronJob|ReplicationController)\//;

/** What can be asked of an object; nothing of most kinds. */
function aboutObject(key: string | undefined, question: WhatIfQuestion | undefined): Partial<WhatIfDraft> {
  if (key?.startsWith('Node/') === true) return { question: question ?? 'drain', node: key.slice('Node/'.length) };
  if (key !== undefined && FITS_LIKE.test(key)) return { question: question ?? 'fit', like: key, typed: false };
  return question === undefined ? {} : { question };
}

/** Takes a chosen object over into the forms. @param question undefined = what the object suggests */
function takeUp(key: string | undefined, question?: WhatIfQuestion): void {
  store.setState({ ...aboutObject(key, question), about: key });
}

/** The chosen object of a link, which nobody pressed a button for. */
export function takeUpSelection({ selection }: Shell): void {
  const { object, pinned } = selection.store.getState();
  if (pinned && object !== store.getState().about) takeUp(object);
}

/** Opens "What if …" about an object, or about whatever is chosen. */
export function openWhatIf({ session, selection }: Shell, key?: string, question?: WhatIfQuestion): void {
  if (key === undefined) {
    const { object, pinned } = selection.store.getState();
    takeUp(pinned ? object : undefined, question);
  } else {
    selection.select(key);
    takeUp(key, question);
  }
  session.setView('what-if');
}
