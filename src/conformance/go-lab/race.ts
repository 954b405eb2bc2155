/**
 * Verdicts of `go build -race` on real programs of go1.26 (source go-lab, kind go-race): whether the order that the sleeps
 * of a program impose has a data race. What they leave open is tried in several orders, as the recorder did.
 */
import type { GoAdapter } from '../types.ts';
import { findRaces } from '../../golang/race.ts';
import { codeOf, schedules } from './program.ts';

export const goRace: GoAdapter = {
  source: 'go-lab',
  kind: 'go-race',
  release: 'go1.26',
  compare: { isNotCompared: (path) => path === 'runs' || path === 'racyRuns' },
  run({ given }) {
    const verdicts = schedules(codeOf(given)).map((ops) => findRaces(ops).length > 0);
    if (!verdicts.includes(false)) return { verdict: 'race' };
    return { verdict: verdicts.includes(true) ? 'sometimes' : 'no race' };
  },
};
