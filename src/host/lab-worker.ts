/** Entry of the laboratory's worker: apart from the cluster's, and spawned only where the laboratory is opened. */
import { expose } from 'comlink';
import type { LabApi } from '../protocol/lab.ts';
import { Desk } from './lab-desk.ts';

const desk = new Desk();
const answer = <T>(make: () => T): Promise<T> => Promise.resolve(make());

const api: LabApi = {
  check: (text) => answer(() => desk.check(text)),
  run: (slot, text, schedule) => answer(() => desk.run(slot, text, schedule)),
  view: (slot, step) => answer(() => desk.view(slot, step)),
  point: (text, point) => answer(() => desk.point(text, point)),
  explore: (text) => answer(() => desk.explore(text)),
  exploreOn: () => answer(() => desk.exploreOn()),
};
expose(api);
