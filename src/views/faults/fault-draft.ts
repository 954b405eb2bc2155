/** What a person is about to break, and the branch that they broke last. It outlives the view. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Fork } from '../kit/shell.ts';
import type { FaultValues } from './fault-table.ts';

interface Kept extends Fork {
  /** Id of the run that the branch left. */
  readonly original: number;
}

interface FaultDraft {
  readonly verb: string | undefined;
  /** What is written in the fields, by verb. */
  readonly values: Readonly<Record<string, FaultValues>>;
  readonly kept: Kept | undefined;
}

const store = createStore<FaultDraft>(() => ({ verb: undefined, values: {}, kept: undefined }));

export const useFaultDraft = (): FaultDraft => useStore(store);

export const chooseFault = (verb: string): void => {
  store.setState({ verb });
};

export function editFault(verb: string, edit: FaultValues): void {
  const { values } = store.getState();
  store.setState({ values: { ...values, [verb]: { ...values[verb], ...edit } } });
}

/** The branch can be made again from its original. */
export const keepBranch = (kept: Kept): void => {
  store.setState({ kept });
};
