/** How the timeline is looked at: what of it, in which rows; and wishes to zoom, which the picture carries out. */
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface TimelineState {
  /** Names of lanes that are not shown. */
  readonly hidden: ReadonlySet<string>;
  readonly text: string;
  readonly onlySelected: boolean;
  /** The lane with a row for each who acts; "" = none. */
  readonly open: string;
  /** Lines from the step all the way back. */
  readonly chain: boolean;
}

const ALL: TimelineState = { hidden: new Set(), text: '', onlySelected: false, open: '', chain: false };

export type WindowWish = 'in' | 'out' | 'left' | 'right' | 'all' | 'selection';

export class TimelineLook {
  readonly store: StoreApi<TimelineState> = createStore(() => ALL);
  private readonly listeners = new Set<(wish: WindowWish) => void>();

  get state(): TimelineState {
    return this.store.getState();
  }

  /** @param lanes of the run: one of them stays */
  toggleLane(name: string, lanes: readonly string[]): void {
    const hidden = new Set(this.state.hidden);
    if (!hidden.delete(name)) hidden.add(name);
    if (lanes.every((lane) => hidden.has(lane))) return;
    this.store.setState({ hidden });
  }

  toggleOpen(name: string): void {
    this.store.setState({ open: this.state.open === name ? '' : name });
  }

  setText(text: string): void {
    this.store.setState({ text });
  }

  setOnlySelected(onlySelected: boolean): void {
    this.store.setState({ onlySelected });
  }

  setChain(chain: boolean): void {
    this.store.setState({ chain });
  }

  showAll(): void {
    this.store.setState({ hidden: ALL.hidden, text: '', onlySelected: false });
  }

  ask(wish: WindowWish): void {
    for (const listener of [...this.listeners]) listener(wish);
  }

  /** @returns how to stop listening */
  readonly onWish = (listener: (wish: WindowWish) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}
