/** A view and what it is about, as one word of an address: "why", "informer/kube-scheduler+pods". */
import type { View } from './session.ts';

export interface Place {
  readonly view: View;
  /** Which one of what the view shows, where that is not the selection: an informer's id. "" = as the view chooses. */
  readonly focus: string;
}

/** Views that a link may name. */
const NAMED: readonly View[] = [
  'why',
  'why-node',
  'queues',
  'what-if',
  'informer',
  'api-server',
  'workloads',
  'faults',
];

/** @returns undefined for a word that names none of them */
export function readPlace(word: string): Place | undefined {
  const slash = word.indexOf('/');
  const name = slash < 0 ? word : word.slice(0, slash);
  const view = NAMED.find((known) => known === name);
  return view === undefined ? undefined : { view, focus: slash < 0 ? '' : word.slice(slash + 1).replaceAll('+', ' ') };
}

/** "stage" for what is no view that a link names. A space ends a link in many a text, so it is a plus. */
export function writePlace({ view, focus }: Place): string {
  if (!NAMED.includes(view)) return 'stage';
  return focus === '' ? view : `${view}/${focus.replaceAll(' ', '+')}`;
}
