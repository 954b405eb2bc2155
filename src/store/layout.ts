import { createStore, type StoreApi } from 'zustand/vanilla';

export type Theme = 'light' | 'dark';
export type Language = 'en' | 'ja';
export type RailTab = 'log' | 'objects';
export type SheetTab = 'pod' | 'story' | 'log' | 'nodes' | 'why';
/** What lies over the stage where the rails are folded. */
export type Drawer = 'none' | 'story' | 'log' | 'inspector';

export interface LayoutState {
  readonly theme: Theme;
  readonly language: Language;
  readonly railTab: RailTab;
  readonly railWidth: number;
  readonly drawer: Drawer;
  readonly sheetTab: SheetTab;
  readonly sheetSize: 'peek' | 'half' | 'full';
  readonly reducedMotion: boolean;
  readonly help: boolean;
}

export const RAIL_MIN = 208;
export const RAIL_MAX = 640;
/** A wider rail lies over the stage instead of squeezing it. */
export const RAIL_BESIDE_MAX = 280;

export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Names under which choices are kept; public/boot.js reads the first two before the first paint. */
export const THEME_KEY = 'steplane.theme';
export const LANGUAGE_KEY = 'steplane.lang';
const RAIL_KEY = 'steplane.rail';

export class Layout {
  readonly store: StoreApi<LayoutState>;
  private readonly memory: Memory | undefined;

  /** @param memory undefined where the browser keeps nothing (private mode, blocked storage) */
  constructor(
    start: { readonly theme: Theme; readonly language: Language; readonly reducedMotion: boolean },
    memory?: Memory,
  ) {
    this.memory = memory;
    const railWidth = Number(this.recall(RAIL_KEY)) || RAIL_MIN;
    this.store = createStore<LayoutState>(() => ({
      ...start,
      railTab: 'log',
      railWidth: Math.max(RAIL_MIN, Math.min(railWidth, RAIL_MAX)),
      drawer: 'none',
      sheetTab: 'pod',
      sheetSize: 'peek',
      help: false,
    }));
  }

  setTheme(theme: Theme): void {
    this.keep(THEME_KEY, theme);
    this.store.setState({ theme });
  }

  setLanguage(language: Language): void {
    this.keep(LANGUAGE_KEY, language);
    this.store.setState({ language });
  }

  setRailTab(railTab: RailTab): void {
    this.store.setState({ railTab });
  }

  setRailWidth(width: number): void {
    const railWidth = Math.round(Math.max(RAIL_MIN, Math.min(width, RAIL_MAX)));
    this.keep(RAIL_KEY, String(railWidth));
    this.store.setState({ railWidth });
  }

  setDrawer(drawer: Drawer): void {
    this.store.setState({ drawer });
  }

  toggleDrawer(drawer: Drawer): void {
    this.setDrawer(this.store.getState().drawer === drawer ? 'none' : drawer);
  }

  setSheetTab(sheetTab: SheetTab): void {
    this.store.setState({ sheetTab });
  }

  setSheetSize(sheetSize: LayoutState['sheetSize']): void {
    this.store.setState({ sheetSize });
  }

  setReducedMotion(reducedMotion: boolean): void {
    this.store.setState({ reducedMotion });
  }

  setHelp(help: boolean): void {
    this.store.setState({ help });
  }

  private recall(key: string): string | undefined {
    try {
      return this.memory?.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  }

  private keep(key: string, value: string): void {
    try {
      this.memory?.setItem(key, value);
    } catch {
      // Full or blocked storage only means that the choice is forgotten.
    }
  }
}
