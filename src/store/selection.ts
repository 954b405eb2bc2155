import { createStore, type StoreApi } from 'zustand/vanilla';

export interface SelectionState {
  /** Key of the store: "Pod/ns/name", "Node/node-a"; undefined = nothing. */
  readonly object: string | undefined;
  /** True once the person chose it; until then the page follows the object of the step. */
  readonly pinned: boolean;
}

export class Selection {
  readonly store: StoreApi<SelectionState> = createStore(() => ({
    object: undefined as string | undefined,
    pinned: false,
  }));

  select(object: string | undefined): void {
    this.store.setState({ object, pinned: object !== undefined });
  }

  /** Follows the run where the person has chosen nothing. */
  follow(object: string): void {
    if (!this.store.getState().pinned && object !== '') this.store.setState({ object });
  }
}
