import { createStore, type StoreApi } from 'zustand/vanilla';

export interface SelectionState {
  /** Key of the store: "Pod/ns/name", "Node/node-a"; undefined = nothing. */
  readonly object: string | undefined;
  /** True once the person chose it; until then the page follows the object of the step. */
  readonly pinned: boolean;
}

const NOTHING: SelectionState = { object: undefined, pinned: false };

export class Selection {
  readonly store: StoreApi<SelectionState> = createStore(() => NOTHING);
  private followed: string | undefined;

  /** @param object undefined = follow the steps again */
  select(object: string | undefined): void {
    this.store.setState({ object: object ?? this.followed, pinned: object !== undefined });
  }

  /** The object of the step: shown where the person has chosen nothing. */
  follow(object: string): void {
    this.followed = object === '' ? undefined : object;
    const { pinned, object: shown } = this.store.getState();
    if (!pinned && shown !== this.followed) this.store.setState({ object: this.followed });
  }
}
