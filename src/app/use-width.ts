import { useSyncExternalStore } from 'react';

export type Width = 'wide' | 'middle' | 'phone';

const QUERIES = { phone: '(max-width: 640px)', middle: '(max-width: 1100px)' } as const;

function current(): Width {
  if (matchMedia(QUERIES.phone).matches) return 'phone';
  return matchMedia(QUERIES.middle).matches ? 'middle' : 'wide';
}

function subscribe(changed: () => void): () => void {
  const lists = Object.values(QUERIES).map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', changed);
  return () => {
    for (const list of lists) list.removeEventListener('change', changed);
  };
}

/** The three arrangements of the page. */
export const useWidth = (): Width => useSyncExternalStore(subscribe, current);
