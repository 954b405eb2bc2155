/** Events after which the page's answers are cut off, so that nobody waits for long; the page says so (derive/words). */
export const TRIAL_EVENTS_MAX = 100_000;
