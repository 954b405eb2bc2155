/** What a check needs of a browser, so that one text of checks serves all engines. */
export interface Port {
  /** A document of its own, even where only the part behind "#" differs. */
  open(address: string): Promise<void>;
  /** Runs a function in the page. It must stand by itself: only its source crosses. */
  ask<A extends readonly unknown[], R>(question: (...args: A) => R, ...args: A): Promise<R>;
  /** Presses the first element that fits. */
  click(selector: string): Promise<void>;
  /** Replaces the text of a field and confirms it with Enter. */
  enter(selector: string, text: string): Promise<void>;
  /** "ArrowRight", "ArrowLeft", "Home", "End", into what has the focus. */
  key(name: KeyName): Promise<void>;
  /** A picture, kept with the results. */
  shot(name: string): Promise<void>;
}

export type KeyName = 'ArrowRight' | 'ArrowLeft' | 'Home' | 'End';

const PATIENCE_MILLIS = 20_000;

/** Asks until the answer is the one expected; the last answer otherwise. */
export async function until<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE_MILLIS;
  for (;;) {
    const answer = await ask();
    if (good(answer) || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
